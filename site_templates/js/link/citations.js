/** Which numbers stand in a list, ranges included? The twin of what `kb/link/citations.py` does for posts. */

import { strip, stripped } from './blanks.js'
import { NUMBER, isDotted, key, rangeEnd } from './numbers.js'
import { Pattern, endOf } from './pattern.js'

const ITEM = new Pattern(NUMBER)
/** ", ", " and ", ", and ", " & ", "/" between the numbers of a list */
const SEPARATOR = new Pattern(
  String.raw`\s*(?:\.?,\s*(?:and\b|or\b|&)?|\.?;|\band\b|\bor\b|\band/or\b|\bund\b|\boder\b|\bet\b|\bou\b|\by\b|&|\.?/)\s*`,
)
/** "d–f", "12.1 to 12.6", "13-17" */
const RANGE = new Pattern(String.raw`\s*(?:[–—‑−‐‒-]|\bto\b|\bthrough\b|\bthru\b|\bbis\b|à|\bhasta\b)\s*(?P<last>${NUMBER}|[a-z](?![^\W_]))`)
/** ", “Declare Attackers Step.”" */
const TITLE = new Pattern(String.raw`,?\s{0,2}[“\"](?P<title>[^“”\"\n]{1,90})[”\"]`)
/** "704.5a, b and c" */
const LETTER = new Pattern(String.raw`[a-z](?![^\W_])`)

export const PATTERNS = { _ITEM: ITEM, _SEPARATOR: SEPARATOR, _RANGE: RANGE, _TITLE: TITLE }

const LONGEST_LIST = 200

const isLetter = (text) => /^\p{L}$/u.test(text)
const isLetters = (text) => /^\p{L}+$/u.test(text)

/**
 * A number of a list, perhaps the first of a range.
 * @typedef {{number: string, start: number, end: number, title: string, to: string, between: [number, number]}} Item
 */

/** The numbers of a list that begins here, ranges included. @returns {Generator<Item>} */
export function* numbersAt(text, position) {
  let first = ''
  let previous = ''
  for (let count = 0; count < LONGEST_LIST; count++) {
    let match = ITEM.at(text, position)
    let number
    if (match) {
      number = match[0]
      if (first && !areAlike(first, number)) return
    } else {
      if (!isLetter(previous.slice(-1)) || !isDotted(previous)) return
      match = LETTER.at(text, position)
      if (!match) return
      number = rangeEnd(previous, match[0])
    }
    const item = withRange(text, number, match.index, endOf(match))
    yield item
    first ||= number
    previous = number
    const separator = SEPARATOR.at(text, item.end)
    if (!separator) return
    position = endOf(separator)
  }
}

/** @returns {Item} */
const withRange = (text, number, start, end) => {
  const item = { number, start, end, title: '', to: '', between: [0, 0] }
  const range = RANGE.at(text, end)
  if (range && endsRange(number, range.groups.last)) {
    const { last } = range.groups
    return { ...item, end: endOf(range), to: rangeEnd(number, last), between: [end, endOf(range) - last.length] }
  }
  const title = TITLE.at(text, end)
  return title ? { ...item, end: endOf(title), title: stripped(strip(title.groups.title), ' .,') } : item
}

/** Whether the second number can end a range that the first begins: in "rule 5 to 2 players" not. */
const endsRange = (first, last) => {
  if (isLetters(last)) return isDotted(first) || /\d$/.test(first)
  const end = key(rangeEnd(first, last))
  const start = key(first)
  if (end.length !== start.length) return end.length === start.length + 1
  return filled(end.at(-1)) > filled(start.at(-1)) || end.slice(0, -1).join() !== start.slice(0, -1).join()
}

/** A part with zeros before it, so that 9 comes before 12; a sign stays in front. */
const filled = (part) => (part[0] === '+' ? `+${part.slice(1).padStart(5, '0')}` : part.padStart(6, '0'))

/** Whether two numbers can stand in one list: both dotted, or both whole and about as long. */
const areAlike = (first, other) => {
  if (isDotted(first) !== isDotted(other)) {
    return key(first)[0].length >= 3 && key(other)[0].length === key(first)[0].length
  }
  return isDotted(first) || Math.abs(first.length - other.length) <= 1
}
