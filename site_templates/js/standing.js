/**
 * What is an entry about that nobody asked for, and what does one stand for that only heads or points? The twins of
 * `kb/search/topics.py`, `kb/index/topics.py` and `kb/search/stand_ins.py`.
 */

import { stems } from './analyse.js'

/** The stems of each entry's titles, the rarest first, as `kb/index/topics.py` ranks them. */
export class Topics {
  constructor(names, index) {
    const most = Math.log(1 + index.count / 0.5)
    const rarity = (found) =>
      Math.round((1000 * Math.log(1 + index.count / (index.frequency(found) + 0.5))) / most) / 1000
    const known = new Map()
    this.of = new Int32Array(names.count)
    /** @type {[string, number][][]} */
    this.topics = []
    for (let number = 0; number < names.count; number++) {
      const titles = [...names.titlesAbove(number), names.title(number) ?? ''].join(' ')
      if (!known.has(titles)) {
        known.set(titles, this.topics.length)
        const own = [...new Set(stems(titles))].map((found) => [found, rarity(found)])
        this.topics.push(own.sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)))
      }
      this.of[number] = known.get(titles)
    }
  }

  /** For each entry the rarity of the rarest stem of its titles that is not asked for. @param {Set<string>} asked */
  offTopic(asked) {
    const values = this.topics.map((topic) => topic.find(([found]) => !asked.has(found))?.[1] ?? 0)
    return (number) => values[this.of[number]]
  }
}

/** The best entry that one stands for, null where it speaks for itself. */
export function bestOf(number, standIns, score, allows) {
  let best = null
  for (const [first, last] of standIns[number] ?? []) {
    for (let one = first; one <= last; one++) {
      if (allows(one) && !standIns[one] && (best === null || score(one) > score(best))) best = one
    }
  }
  return best
}

/** Each entry to show, once, and the ranked one whose place it takes: mostly itself. @returns {[number, number][]} */
export function resolved(order, standIns, score, allows, most = Infinity) {
  const found = new Map()
  for (const number of order) {
    if (found.size >= most) break
    const shown = bestOf(number, standIns, score, allows) ?? number
    if (!found.has(shown)) found.set(shown, number)
  }
  return [...found]
}
