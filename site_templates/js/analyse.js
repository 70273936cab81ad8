/**
 * Which words does this text count as? The twin of `kb/analyse.py`; both read `tests/cases/analyse.json`.
 */

import { stem as porter2 } from './porter2.js'

/** Words that carry no meaning of their own in a question about rules; they are never searched for. */
export const STOP_WORDS = new Set(`
a an and are as at be been but by can could did do does for from had has have he her him his how i if in into
is it its just may me my of on or our she should so than that the their them then there these they this those
to us was we were what when where which who whom whose why will with would you your
`.trim().split(/\s+/))

/** Letters of a word that count; what is longer is no word. */
const LONGEST_WORD = 64

const APOSTROPHES = /[’‘ʼ′＇´]/g
const SIGNS = /[™®©℠]/g
const LETTERS_APART = /[æÆœŒßøØłŁ]/g
const APART = { æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe', ß: 'ss', ø: 'o', Ø: 'o', ł: 'l', Ł: 'l' }
const POSSESSIVE = /'s(?![\p{L}\p{N}])/gu
const INNER = /(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}])/gu
/** A Chinese character or Japanese kana alone, or a run of letters, marks and digits of other scripts. */
const WORD = /[\u3040-\u30ff\u3400-\u9fff\u{20000}-\u{3ffff}]|(?:(?![\u3040-\u30ff\u3400-\u9fff\u{20000}-\u{3ffff}])[\p{L}\p{M}\p{N}])+/gu
const PLAIN = /^[\0-\x7f]*$/
const LETTERS = /^[a-z]{3,}$/

/** @type {Map<string, string>} */
const stemmed = new Map()

/** The words of a text in order: lower case, quotes and accents folded. @param {string} text @returns {string[]} */
export function words(text) {
  const folded = (PLAIN.test(text) ? text.toLowerCase() : fold(text))
    .replace(POSSESSIVE, '').replace(INNER, '')
  return (folded.match(WORD) ?? []).map((word) => (word.length > LONGEST_WORD ? cut(word) : word))
}

/** The stem that the forms of an English word share; any other word unchanged. @param {string} word */
export function stem(word) {
  let found = stemmed.get(word)
  if (found === undefined) {
    found = LETTERS.test(word) ? porter2(word) : word
    stemmed.set(word, found)
  }
  return found
}

/** The stems of a text's words in order, without stop words. @param {string} text @returns {string[]} */
export function stems(text) {
  return words(text).filter((word) => !STOP_WORDS.has(word)).map(stem)
}

const ICON = /\{[^{}\s]{1,24}\}/g
const IRREGULAR = new Map(Object.entries({
  dice: 'die', men: 'man', women: 'woman', children: 'child', mice: 'mouse',
}))

/** What spellings of one name share: case, icons, quotes, punctuation and plural make no difference. */
export function nameKey(name) {
  return words(name.replace(ICON, ' ')).map(singular).join(' ') || name.trim().toLowerCase()
}

function singular(word) {
  if (IRREGULAR.has(word)) return IRREGULAR.get(word)
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return word.slice(0, -3) + 'y'
  return word.slice(0, /(?:sses|xes|ches|shes|zzes)$/.test(word) ? -2 : -1)
}

const SENTENCE_END = /(?<=[.?!])(?<!\b(?:[Pp]|pp|vs|cf|[EeIi]\.[ge]|[Ff]ig)\.)["'”’)\]]{0,2}\s+(?=["'“‘([{]{0,2}(?![a-z])[\p{L}\p{N}])|\n+/gu

/** Where each sentence of a text starts and ends, in order. @param {string} text @returns {[number, number][]} */
export function sentences(text) {
  const spans = []
  let start = 0
  for (const match of text.matchAll(SENTENCE_END)) {
    spans.push([start, match.index + /^["'”’)\]]*/.exec(match[0])[0].length])
    start = match.index + match[0].length
  }
  spans.push([start, text.length])
  return spans
    .map(([from, to]) => [from + text.slice(from, to).search(/\S|$/), to])
    .filter(([from, to]) => from < to)
}

function fold(text) {
  const plain = text.replace(APOSTROPHES, "'").replace(SIGNS, ' ').replace(LETTERS_APART, (letter) => APART[letter])
  return plain.normalize('NFKD').toLowerCase().replace(/[\u0300-\u036f]+/g, '').normalize('NFC')
}

function cut(word) {
  return [...word].slice(0, LONGEST_WORD).join('')
}
