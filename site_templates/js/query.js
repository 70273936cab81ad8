/**
 * What is asked for? The twin of `kb/search/query.py`; both read `tests/cases/query.json`.
 */

import { STOP_WORDS, words } from './analyse.js'

const LONGEST = 10000
const LONGEST_COMMAND = 7

const FILTER = /(?<!\S)(game|kind):([\p{L}\p{N}_-]+)(?!\S)/giu
const QUOTED = /["“”]([^"“”]+)["“”]/g
const EXCLUDED = /(?<!\S)-(?:["“”]([^"“”]+)["“”]|(\p{L}[\p{L}\p{N}_]*))(?!\S)/gu
const PREFIX = /(?<!\S)([\p{L}\p{N}_]{2,})\*(?!\S)/gu
const CONTROL = /[\0-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\ufeff]+/g

/**
 * @typedef {{text: string, phrases: string[][], excluded: string[][], prefixes: string[], games: string[],
 *   kinds: string[]}} Query
 */

/** Take a query apart; a filter that names no game or kind we hold is read as words. @returns {Query} */
export function parse(typed, games, kinds) {
  const wanted = { game: [], kind: [] }
  const rest = tidy(typed.slice(0, LONGEST).replace(CONTROL, ' ')).replace(FILTER, (whole, name, value) => {
    const held = name.toLowerCase() === 'game' ? games : kinds
    if (!held.includes(value.toLowerCase())) return whole
    wanted[name.toLowerCase()].push(value.toLowerCase())
    return ' '
  })
  const filtered = {
    text: tidy(rest), phrases: [], excluded: [], prefixes: [], games: wanted.game, kinds: wanted.kind,
  }
  if (filtered.text.split(' ').length > LONGEST_COMMAND) return filtered
  const asked = rest.replace(EXCLUDED, ' ')
  if (!words(asked).length && !wanted.game.length && !wanted.kind.length) return filtered
  return {
    ...filtered,
    text: tidy(asked),
    phrases: [...asked.matchAll(QUOTED)].map((match) => together(match[1])).filter((phrase) => phrase.length > 1),
    excluded: [...rest.matchAll(EXCLUDED)].map((match) => together(match[1] ?? match[2])).filter((phrase) => phrase.length),
    prefixes: [...asked.matchAll(PREFIX)].flatMap((match) => words(match[1]).slice(-1)),
  }
}

function together(text) {
  const found = words(text)
  return found.every((word) => STOP_WORDS.has(word)) ? [] : found
}

function tidy(text) {
  return text.trim().split(/\s+/).join(' ')
}
