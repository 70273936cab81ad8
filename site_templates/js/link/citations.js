/** Which numbers stand in a list, ranges included? The twin of what `kb/link/citations.py` does for posts. */

import { before, fields, strip, stripped } from './blanks.js'
import { isDotted, isLetter, isLetters, key, rangeEnd } from './numbers.js'
import { endOf, patterns, wordList } from './pattern.js'

const LISTS = patterns('citations')

const LONGEST_LIST = 200
const BRACKET_NEAR = 80

export function* numbersAt(text, position) {
  let [first, previous, end, goesOn] = ['', '', position, 0]
  for (let count = 0; count < LONGEST_LIST; count++) {
    let match = LISTS.item.at(text, position)
    let number
    if (match) {
      number = match[0]
      if (first && !goesOnList(text, first, match)) return
    } else {
      if (!isLetter(previous.slice(-1)) || !isDotted(previous)) return
      match = LISTS.small_letter.at(text, position)
      if (!match || !(goesOn || closesLetter(text, end, match.index))) return
      number = rangeEnd(previous, match[0])
    }
    const item = withRange(text, number, match.index, endOf(match))
    yield item
    first ||= number
    previous = number
    end = item.end
    goesOn = nextLetter(text, end, number)
    if (goesOn) {
      position = goesOn
      continue
    }
    const separator = LISTS.separator.at(text, item.end)
    if (!separator || separator[0].includes('\n')) return
    position = endOf(separator)
  }
}

/** Where the letter stands that comes next in the alphabet and goes on a list, whatever follows it; else 0. */
const nextLetter = (text, end, previous) => {
  const match = LISTS.next_letter.at(text, end)
  const isNext = match && isLetter(previous.slice(-1)) && match.groups.letter.charCodeAt(0) === previous.charCodeAt(previous.length - 1) + 1
  return isNext ? endOf(match) - 1 : 0
}

const closesLetter = (text, end, at) => {
  const between = text.slice(end, at)
  const isTight = strip(between) === between && fields(between).length < 2
  const isWord = wordList('letters').has(text[at])
  if (isWord && !isTight) return false
  if (isTight && between && !isWord) return true
  if (text.startsWith(')', at + 1)) { // a list letter unless the bracket was opened before the number
    const near = before(text, end, BRACKET_NEAR)
    return near.lastIndexOf('(') > near.lastIndexOf(')')
  }
  return LISTS.closing.at(text, at + 1) !== null
}

const goesOnList = (text, first, other) => {
  const isPlain = ![first, other[0]].every((number) => LISTS.lettered.isAll(number))
  if ((isPlain && key(first)[0].length !== key(other[0])[0].length) || !areAlike(first, other[0])) return false
  return isDotted(other[0]) || LISTS.closing.at(text, endOf(other)) !== null || text.startsWith(')', endOf(other))
}

const withRange = (text, number, start, end) => {
  const item = { number, start, end, title: '', to: '', between: [0, 0] }
  const range = LISTS.range.at(text, end)
  if (range && readsAsRange(text, number, end, range) && endsRange(number, range.groups.last)) {
    const { last } = range.groups
    return { ...item, end: endOf(range), to: rangeEnd(number, last), between: [end, endOf(range) - last.length] }
  }
  const title = LISTS.title.at(text, end)
  return title ? { ...item, end: endOf(title), title: stripped(strip(title.groups.title), ' .,;') } : item
}

const readsAsRange = (text, number, end, range) => {
  const { last } = range.groups
  const start = endOf(range) - last.length
  const letter = LISTS.small_letter.at(text, start)
  if (letter && endOf(letter) === endOf(range)) return LISTS.to_letter.at(text, end) !== null || closesLetter(text, end, start)
  return !' \n'.includes(text[end]) || isDotted(last) || (!/\p{L}/u.test(number) && LISTS.closing.at(text, endOf(range)) !== null)
}

const endsRange = (first, last) => {
  if (isLetters(last)) return isDotted(first) || /\d$/.test(first)
  const end = key(rangeEnd(first, last))
  const start = key(first)
  if (end.length !== start.length) return end.length === start.length + 1
  return filled(end.at(-1)) > filled(start.at(-1)) || end.slice(0, -1).join() !== start.slice(0, -1).join()
}

/** A part with zeros before it, so that 9 comes before 12; a sign stays in front. */
const filled = (part) => (part[0] === '+' ? `+${part.slice(1).padStart(5, '0')}` : part.padStart(6, '0'))

const areAlike = (first, other) => {
  if (isDotted(first) !== isDotted(other)) {
    return key(first)[0].length >= 3 && key(other)[0].length === key(first)[0].length
  }
  return isDotted(first) || Math.abs(first.length - other.length) <= 1
}
