/**
 * Which sentence of an entry shows why it was found? The twin of `kb/search/excerpt.py`.
 */

import { sentences, stems } from './analyse.js'

const LONGEST = 240
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu

/**
 * @param {string} text
 * @param {Iterable<string>} asked stems of the query
 * @param {(stem: string) => number} worth
 * @param {number} [best] the sentence to show, when it is known
 * @returns {{text: string, marks: [number, number][]}}
 */
export function excerpt(text, asked, worth, best) {
  const spans = sentences(text)
  if (!spans.length) return { text: '', marks: [] }
  const wanted = new Set(asked)
  let shown = best
  if (shown === undefined || shown >= spans.length) {
    const values = spans.map(([from, to]) => {
      const held = new Set(stems(text.slice(from, to)))
      return [...wanted].reduce((sum, stem) => sum + (held.has(stem) ? worth(stem) : 0), 0)
    })
    shown = values.indexOf(Math.max(...values))
  }
  const sentence = text.slice(...spans[shown]).trim().split(/\s+/).join(' ')
  const marks = [...sentence.matchAll(WORD)]
    .filter((match) => stems(match[0]).some((stem) => wanted.has(stem)))
    .map((match) => [match.index, match.index + match[0].length])
  return cut(sentence, marks)
}

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
