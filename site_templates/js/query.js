/**
 * What is asked for? The twin of `kb/search/query.py`; both read `tests/cases/query.json`.
 */

import { STOP_WORDS, words } from './analyse.js'
import { numbersIn, partsKey } from './refs.js'

const LONGEST = 10000
const LONGEST_COMMAND = 7

const FILTER = /(?<!\S)(?:(game|kind):([\p{L}\p{N}_-]+)|(number):([\p{L}\p{N}_.*()-]*[\p{L}\p{N}_*)])|(title):(?:["“”]([^"“”]+)["“”]|([\p{L}\p{N}_’'-]+)))(?!\S)/giu
const QUOTED = /["“”]([^"“”]+)["“”]/g
const EXCLUDED = /(?<!\S)-(?:["“”]([^"“”]+)["“”]|(\p{L}[\p{L}\p{N}_]*))(?!\S)/gu
const PREFIX = /(?<!\S)([\p{L}\p{N}_]{2,})\*(?!\S)/gu
const CONTROL = /[\0-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\ufeff]+/g

/**
 * @typedef {{text: string, phrases: string[][], excluded: string[][], prefixes: string[], games: string[],
 *   kinds: string[], titles: string[][], numbers: string[]}} Query
 */

/** Take a query apart; a filter that names no game or kind we hold is read as words. @returns {Query} */
export function parse(typed, games, kinds) {
  const wanted = { game: [], kind: [], titles: [], numbers: [] }
  const held = { game: games, kind: kinds }
  const take = (whole, name, value, number, pattern, title, quoted, word) => {
    const key = name?.toLowerCase()
    if (number) wanted.numbers.push(pattern.toLowerCase().replace(/\.+$/, ''))
    else if (title) wanted.titles.push(words(quoted ?? word))
    else if (held[key].includes(value.toLowerCase())) wanted[key].push(value.toLowerCase())
    else return whole
    return ' '
  }
  const rest = tidy(typed.slice(0, LONGEST).replace(CONTROL, ' ')).replace(FILTER, take)
  const { game, kind, titles, numbers } = wanted
  const filtered = {
    text: tidy(rest), phrases: [], excluded: [], prefixes: [], games: game, kinds: kind, titles, numbers,
  }
  if (filtered.text.split(' ').length > LONGEST_COMMAND) return filtered
  const asked = rest.replace(EXCLUDED, ' ')
  if (!words(asked).length && ![game, kind, titles, numbers].some((list) => list.length)) return filtered
  return {
    ...filtered,
    text: tidy(asked),
    phrases: [...asked.matchAll(QUOTED)].filter((match) => !isNumber(match[1])).map((match) => together(match[1]))
      .filter((phrase) => phrase.length),
    excluded: [...rest.matchAll(EXCLUDED)].map((match) => together(match[1] ?? match[2])).filter((phrase) => phrase.length),
    prefixes: [...asked.matchAll(PREFIX)].flatMap((match) => words(match[1]).slice(-1)),
  }
}

/** Whether a query asks for more than games and kinds in so many words. @param {Query} asked */
export const isExact = ({ phrases, excluded, titles, numbers }) =>
  [phrases, excluded, titles, numbers].some((list) => list.length > 0)

/** Whether a quotation is nothing but the number of a rule: that asks for the rule, not for who cites it. */
function isNumber(text) {
  const number = text.trim()
  return Boolean(partsKey(number)) && numbersIn(number).join() === number
}

function together(text) {
  const found = words(text)
  return found.every((word) => STOP_WORDS.has(word)) ? [] : found
}

function tidy(text) {
  return text.trim().split(/\s+/).join(' ')
}
