/**
 * Which sentence of an entry shows why it was found? The twin of `kb/search/excerpt.py`.
 */

import { sentences, stems } from './analyse.js'

const LONGEST = 240
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu

/** Weight of the words that a sentence holds beside its nearness in meaning, as in the terminal. */
const WORDS_SHARE = 0.4

/**
 * @param {string} text
 * @param {Iterable<string>} asked stems of the query
 * @param {(stem: string) => number} worth
 * @param {Map<number, number> | null} [nearness] how near a sentence, by its number, is to the question in meaning
 * @returns {{text: string, marks: [number, number][]}}
 */
export function excerpt(text, asked, worth, nearness = null) {
  const spans = sentences(text)
  if (!spans.length) return { text: '', marks: [] }
  const wanted = new Set(asked)
  const sum = (stemsHeld) => stemsHeld.reduce((total, stem) => total + worth(stem), 0)
  const whole = sum([...wanted]) || 1
  const values = spans.map(([from, to], number) => {
    const held = new Set(stems(text.slice(from, to)))
    const share = sum([...wanted].filter((stem) => held.has(stem))) / whole
    return nearness ? WORDS_SHARE * share + (nearness.get(number) ?? 0) : share
  })
  const sentence = text.slice(...spans[values.indexOf(Math.max(...values))]).trim().split(/\s+/).join(' ')
  return cut(sentence, marksIn(sentence, wanted))
}

/** All of a text, with the same words marked. */
export function whole(text, asked) {
  const words = text.trim().split(/\s+/).join(' ')
  return { text: words, marks: marksIn(words, new Set(asked)) }
}

const marksIn = (text, wanted) => [...text.matchAll(WORD)]
  .filter((match) => stems(match[0]).some((stem) => wanted.has(stem)))
  .map((match) => [match.index, match.index + match[0].length])

function cut(sentence, marks) {
  if (sentence.length <= LONGEST) return { text: sentence, marks }
  const first = marks.length ? marks[0][0] : 0
  let start = Math.max(0, Math.min(first - Math.floor(LONGEST / 3), sentence.length - LONGEST))
  if (start) start = sentence.indexOf(' ', start) + 1
  let end = sentence.length
  if (start + LONGEST < sentence.length) {
    const space = sentence.slice(0, start + LONGEST + 1).lastIndexOf(' ')
    end = space > start ? space : start + LONGEST
  }
  const before = start ? '… ' : ''
  const after = end < sentence.length ? ' …' : ''
  const kept = marks
    .filter(([from, to]) => from >= start && to <= end)
    .map(([from, to]) => [from - start + before.length, to - start + before.length])
  return { text: before + sentence.slice(start, end) + after, marks: kept }
}
