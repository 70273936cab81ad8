/** Where do the words of a text stand, and how are they written there? The twin of `kb/link/tokens.py`. */

import { endOf, patterns } from './pattern.js'

const TOKENS = patterns('tokens')

const SOFT = '-/‐‑&*†‡®™'
const SENTENCE_ENDS = '.!?:;•·'
const IS_CAPITAL = /^\p{Uppercase}/u

/**
 * A word of a text, or a comma, or "" for a mark that ends any name.
 * @typedef {{key: string, start: number, end: number, initial: boolean, capital: boolean, glued: boolean}} Word
 */

const mark = (key, start, end) => ({ key, start, end, initial: false, capital: false, glued: false })

/** The words of a text in order, with commas and the marks that end a name. @returns {Word[]} */
export const read = (text) => {
  const found = []
  let initial = true
  let glued = false
  let position = 0
  for (const match of TOKENS.token.all(text)) {
    const start = match.index
    const end = endOf(match)
    if (start > position) {
      glued = false
      if (text.slice(position, start).includes('\n')) {
        found.push(mark('', start, start))
        initial = true
      }
    }
    position = end
    if (match.groups.word !== undefined) {
      found.push(word(match[0], start, initial, glued))
      initial = initial && /^\p{Nd}+$/u.test(match[0]) // "1. Choose a target": the number of an item
      glued = false
    } else if (match.groups.mark !== undefined) {
      glued = '-‐‑'.includes(match[0]) && found.at(-1)?.end === start
      if (SENTENCE_ENDS.includes(match[0])) initial = true
      if (!SOFT.includes(match[0])) found.push(mark(match[0] === ',' ? ',' : '', start, end))
    } else {
      glued = false
    }
  }
  return found
}

const word = (written, start, initial, glued) => {
  const bare = /['s’]$/.test(written) ? TOKENS.possessive.replaced(written, '') : written
  const key = bare.toLowerCase().replaceAll('’', "'").replace(/\.+$/, '')
  return { key, start, end: start + bare.length, initial, capital: IS_CAPITAL.test(written), glued }
}
