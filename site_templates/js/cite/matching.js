/**
 * What do two lists of words have in common? Finds what Python's `difflib.SequenceMatcher` finds, without its
 * guesses about junk: the longest common stretch, then the same on both sides of it.
 */

import { keepUnder } from '../link/lists.js'

/** @typedef {{inFirst: number, inSecond: number, size: number}} Block where a common stretch begins in both lists */

/** The longest common stretch within two stretches, the first one of several. @returns {Block} */
const longest = (first, places, [from, to, start, end]) => {
  let best = { inFirst: from, inSecond: start, size: 0 }
  let lengths = new Map()
  for (let at = from; at < to; at++) {
    const next = new Map()
    for (const place of places.get(first[at]) ?? []) {
      if (place < start) continue
      if (place >= end) break
      const size = (lengths.get(place - 1) ?? 0) + 1
      next.set(place, size)
      if (size > best.size) best = { inFirst: at - size + 1, inSecond: place - size + 1, size }
    }
    lengths = next
  }
  return best
}

/** The common stretches of two lists, in order, those that touch as one. @returns {Block[]} */
export const matchingBlocks = (first, second) => {
  const places = new Map()
  for (const [place, word] of second.entries()) keepUnder(places, word, place)
  const waiting = [[0, first.length, 0, second.length]]
  const found = []
  while (waiting.length) {
    const [from, to, start, end] = waiting.pop()
    const block = longest(first, places, [from, to, start, end])
    const { inFirst, inSecond, size } = block
    if (!size) continue
    found.push(block)
    if (from < inFirst && start < inSecond) waiting.push([from, inFirst, start, inSecond])
    if (inFirst + size < to && inSecond + size < end) waiting.push([inFirst + size, to, inSecond + size, end])
  }
  return joined(found.sort((one, other) => one.inFirst - other.inFirst || one.inSecond - other.inSecond))
}

const joined = (blocks) => {
  const found = []
  for (const block of blocks) {
    const last = found.at(-1)
    const touches = last && last.inFirst + last.size === block.inFirst && last.inSecond + last.size === block.inSecond
    if (touches) last.size += block.size
    else found.push({ ...block })
  }
  return found
}
