/** Is a bare number a rule's or an amount? The twin of `kb/cite/weighing.py`. */

import { before } from '../link/blanks.js'
import { pattern, wordList } from '../link/pattern.js'

export const DISMISSED = -3
export const ENOUGH = 4
const NEAR = 28

const CALLED = pattern('finders.called')
const SIGN_BEFORE = pattern('finders.sign_before')
const LINE_BEFORE = pattern('finders.line_before')
const MARK_BEFORE = pattern('finders.mark_before')
const WORD_BEFORE = pattern('finders.word_before')
const SENTENCE_BEFORE = pattern('finders.sentence_before')
const SIGN_AFTER = pattern('finders.sign_after')
const TELLING_AFTER = pattern('finders.telling_after')
const WORD_AFTER = pattern('finders.word_after')
const AFTER = [['saying', 2], ['citing', 1], ['closers', 0], ['units', -6], ['counted', -3]]

const isLetter = (text) => /^\p{L}$/u.test(text)
const folded = (word) => word.toLowerCase().replaceAll('’', "'")

/** What the words around a number say: 0 nothing, less that it is an amount or another thing's. */
export const weigh = (post, start, end) => {
  const isLettered = isLetter(post[end - 1])
  const weight = weightBefore(CALLED.replaced(before(post, start, NEAR), ''), isLettered)
  return weight > DISMISSED ? weight + weightAfter(post, end, isLettered) : weight
}

const weightBefore = (near, isLettered) => {
  if (SIGN_BEFORE.search(near)) return -9
  if (LINE_BEFORE.search(near)) return 2
  const word = WORD_BEFORE.search(near)
  if (!word) return MARK_BEFORE.search(near) ? 1 : 0
  const written = folded(word[1])
  if (wordList('labels').has(written)) return -4
  const isAmount = wordList('amounts').has(written) && !isLettered
  if (wordList('leads').has(written) || (word[2] && !isAmount)) return 1
  if (isAmount) return -2
  const start = word.index + word[0].indexOf(word[1])
  return /^\p{Lu}/u.test(word[1]) && !SENTENCE_BEFORE.search(near.slice(0, start)) ? -3 : 0
}

const weightAfter = (post, end, isLettered) => {
  if (SIGN_AFTER.at(post, end)) return -9
  const word = isLettered ? null : WORD_AFTER.at(post, end)
  if (!word) return TELLING_AFTER.at(post, end) ? 1 : 0
  const written = folded(word[1])
  return AFTER.find(([name]) => wordList(name).has(written))?.[1] ?? -1
}

/** How much a number looks like a rule's by itself: 702.19b more than 1.2.3, and that more than 7.2. */
export const shapeWeight = (number) => {
  const parts = number.replace(/[a-zA-Z]+$/, '').split('.')
  const isLettered = isLetter(number.slice(-1))
  if (parts[0].length > 2) return isLettered ? 4 : 2
  return isLettered || parts.length > 2 ? 3 : 1
}
