/** Is a bare number a rule's or an amount? The twin of `kb/cite/weighing.py`. */

import { before } from '../link/blanks.js'
import { isLetter } from '../link/numbers.js'
import { patterns, table } from '../link/pattern.js'

export const BEHIND_NAME = -3
export const ON_TOPIC = 2
export const ENOUGH = 4
const NEAR = 28
const BESIDE = patterns('weighing')

export const weigh = (post, start, end) => {
  const number = post.slice(start, end) // no amount has a letter or two points
  const isNone = number.split('.').length > 2 || (/\p{L}/u.test(number) && !isShort(number))
  const near = BESIDE.called.replaced(before(post, start, NEAR), '')
  const weight = told('before', (pattern) => pattern.search(near), isNone)
  const behind = told('after', (pattern) => pattern.at(post.slice(end, end + NEAR)), isNone)
  return weight + (weight > BEHIND_NAME ? behind : Math.min(behind, 0))
}

const told = (side, fits, isNone) => table(side)
  .find(([, name, alsoNone]) => (alsoNone || !isNone) && fits(BESIDE[name]))?.[0] ?? 0

/** Whether it is like 7b, a rule's only where a game prints it so. */
export const isShort = (number) => /^\p{Nd}+\p{L}$/u.test(number)

/** Whether a number is of a shape that amounts and other books never have: 9f9, A3c. */
export const letterInside = (number) => BESIDE.letter_inside.search(number) !== null

export const shapeWeight = (number) => {
  if (isShort(number)) return 1
  if (letterInside(number)) return 3
  const parts = number.replace(/[a-zA-Z]+$/, '').split('.')
  const isLettered = isLetter(number.slice(-1))
  if (parts[0].length > 2) return isLettered ? 4 : 2
  return isLettered || parts.length > 2 ? 3 : 1
}
