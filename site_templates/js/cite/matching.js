/**
 * What do two lists of words have in common? Finds what Python's `difflib.SequenceMatcher` finds, without its
 * guesses about junk: the longest common stretch, then the same on both sides of it.
 */

import { keepUnder } from '../link/lists.js'

/** @typedef {{a: number, b: number, size: number}} Block where a common stretch begins in both lists */

/** The longest common stretch within two stretches, the first one of several. @returns {Block} */
const longest = (first, places, [from, to, start, end]) => {
  let best = { a: from, b: start, size: 0 }
  let lengths = new Map()
  for (let at = from; at < to; at++) {
    const next = new Map()
    for (const place of places.get(first[at]) ?? []) {
      if (place < start) continue
      if (place >= end) break
      const size = (lengths.get(place - 1) ?? 0) + 1
      next.set(place, size)
      if (size > best.size) best = { a: at - size + 1, b: place - size + 1, size }
    }
    lengths = next
  }
  return best
}

/** The common stretches of two lists, in order, those that touch as one. @returns {Block[]} */
const matchingBlocks = (first, second) => {
  const places = new Map()
  for (const [place, word] of second.entries()) keepUnder(places, word, place)
  const waiting = [[0, first.length, 0, second.length]]
  const found = []
  while (waiting.length) {
    const [from, to, start, end] = waiting.pop()
    const block = longest(first, places, [from, to, start, end])
    const { a, b, size } = block
    if (!size) continue
    found.push(block)
    if (from < a && start < b) waiting.push([from, a, start, b])
    if (a + size < to && b + size < end) waiting.push([a + size, to, b + size, end])
  }
  return joined(found.sort((one, other) => one.a - other.a || one.b - other.b))
}

const joined = (blocks) => {
  const found = []
  for (const block of blocks) {
    const last = found.at(-1)
    const touches = last && last.a + last.size === block.a && last.b + last.size === block.b
    if (touches) last.size += block.size
    else found.push({ ...block })
  }
  return found
}

/** Python's `difflib.SequenceMatcher`, of what it tells what is asked of it. */
export class SequenceMatcher {
  constructor(first, second) {
    this.first = first
    this.second = second
    this.blocks = matchingBlocks(first, second)
  }

  /** The common stretches, and an empty one behind both lists. */
  get_matching_blocks() {
    return [...this.blocks, { a: this.first.length, b: this.second.length, size: 0 }]
  }

  /** What makes the second list of the first, step by step: what is done, and from where to where in both. */
  get_opcodes() {
    const steps = []
    let [at, place] = [0, 0]
    for (const { a, b, size } of this.get_matching_blocks()) {
      if (at < a || place < b) steps.push([at < a && place < b ? 'replace' : at < a ? 'delete' : 'insert', at, a, place, b])
      if (size) steps.push(['equal', a, a + size, b, b + size])
      at = a + size
      place = b + size
    }
    return steps
  }

  ratio() {
    const both = this.first.length + this.second.length
    return both ? (2 * this.blocks.reduce((sum, { size }) => sum + size, 0)) / both : 1
  }
}
