/** Which entry holds these words, or nearly these? The twin of `kb/cite/comparing.py`. */

import { strip, stripped } from '../link/blanks.js'
import { endOf, patterns } from '../link/pattern.js'
import { matchingBlocks, steps } from './matching.js'
import { wordPlaces, words } from './quotations.js'

const SENTENCES = patterns('comparing')

const MOST_COMPARED = 12
const RAREST = 14
const SWAPPED = 0.85
const SHORT = 16
export const LONGEST = 1_500

/**
 * @typedef {import('../link/names.js').Entry} Entry
 * @typedef {[string, string][]} Difference stretches of words: `same`, `post` (only there), `text` (only there)
 */

/** All texts of a game by their words. */
export class Texts {
  /** @param {Entry[]} entries with their texts */
  constructor(entries) {
    this.entries = entries.filter((entry) => entry.text)
    this.words = this.entries.map((entry) => words(entry.text))
    this.places = new Map()
    this.known = new Map()
    for (const [number, found] of this.words.entries()) {
      for (const word of new Set(found)) {
        if (!this.places.has(word)) this.places.set(word, [])
        this.places.get(word).push(number)
      }
    }
  }

  /** How many entries hold a word. */
  frequency(word) {
    return this.places.get(word)?.length ?? 0
  }

  /** The entries that hold a quotation word for word. @param {string[][]} parts @returns {Entry[]} */
  holding(parts) {
    const rarest = [...new Set(parts.flat())].sort((one, other) => this.frequency(one) - this.frequency(other)).slice(0, 3)
    if (!rarest.length || !this.places.has(rarest[0])) return []
    const [first, ...others] = rarest.map((word) => this.places.get(word))
    const held = others.map((numbers) => new Set(numbers))
    return first
      .filter((number) => held.every((numbers) => numbers.has(number)) && holds(this.words[number], parts))
      .map((number) => this.entries[number])
  }

  /** The entry whose text is most like a quotation, and how like it is; none that is less than `least`. @returns {[?Entry, number]} */
  nearest(parts, least = 0) {
    const asked = parts.flat()
    const key = `${least} ${asked.join(' ')}`
    if (!this.known.has(key)) this.known.set(key, this.sought(asked, least))
    return this.known.get(key)
  }

  sought(asked, least) {
    const known = [...new Set(asked)].filter((word) => this.places.has(word))
    const scores = new Map()
    for (const word of known.sort((one, other) => this.frequency(one) - this.frequency(other) || order(one, other)).slice(0, RAREST)) {
      const worth = 1 / (1 + this.frequency(word)) ** 0.5
      for (const number of this.places.get(word)) scores.set(number, (scores.get(number) ?? 0) + worth)
    }
    const best = [...scores].sort((one, other) => other[1] - one[1] || one[0] - other[0]).slice(0, MOST_COMPARED)
    let found = [null, least]
    for (const [number] of best) {
      const text = new Set(this.words[number])
      if (asked.filter((word) => text.has(word)).length < found[1] * asked.length) continue // not even in another order
      const score = likeness(asked, this.words[number])
      if (score > found[1]) found = [this.entries[number], score]
    }
    return found
  }
}

const order = (one, other) => (one < other ? -1 : one > other ? 1 : 0)

/** Whether a text has the parts of a quotation word for word, in their order. */
export const holds = (text, parts) => {
  const joined = ` ${text.join(' ')} `
  let position = 0
  for (const part of parts) {
    const sought = ` ${part.join(' ')} `
    const found = joined.indexOf(sought, position)
    if (found < 0) return false
    position = found + sought.length - 1
  }
  return true
}

/** Share of a quotation's words that stand in a text in the same order, two or more together. */
export const likeness = (asked, text) => {
  if (!asked.length) return 0
  const blocks = matchingBlocks(asked.slice(0, LONGEST), text.slice(0, LONGEST))
  return blocks.reduce((sum, { size }) => sum + (size > 1 ? size : 0), 0) / asked.length
}

/** What differs between a quotation and the stretch of a text that it repeats, word by word. @returns {Difference} */
export const difference = (asked, text) => {
  const found = steps(asked.slice(0, LONGEST), text.slice(0, LONGEST))
  const told = []
  for (const [number, [step, first, last, start, end]] of found.entries()) {
    const isAtEdge = number === 0 || number === found.length - 1
    if (step === 'equal') {
      told.push(['same', asked.slice(first, last).join(' ')])
      continue
    }
    if (last > first) told.push(['post', asked.slice(first, last).join(' ')])
    const isNeeded = !(isAtEdge && step === 'insert') // a quotation need not be the whole text
    if (end > start && isNeeded) told.push(['text', text.slice(start, end).join(' ')])
  }
  return told
}

/** The same for the rule that is cited: its sentences may be swapped, and of a short one every word counts. */
export const likenessToCited = (asked, text) => {
  const swapped = overlap(asked, text)
  const asWhole = text.length <= SHORT ? sharedByBoth(asked, text) : 0
  return Math.max(likeness(asked, text), swapped >= SWAPPED ? swapped : 0, asWhole)
}

/** Share of a quotation's pairs of words that stand in a text, in whatever order. */
const overlap = (asked, text) => {
  const pairs = pairwise(asked)
  const held = new Set(pairwise(text))
  return pairs.length ? pairs.filter((pair) => held.has(pair)).length / pairs.length : 0
}

const pairwise = (words) => words.slice(1).map((word, number) => `${words[number]} ${word}`)

const sharedByBoth = (asked, text) =>
  (2 * matchingBlocks(asked, text).reduce((sum, { size }) => sum + size, 0)) / (asked.length + text.length)

/** Whether a quotation begins in a text and goes on in what follows it. */
export const runsOn = (own, following, parts) => holds([...own, ...following], parts) && !holds(following, parts)

/** Whether what was left out around a quotation, in its own sentence, turns or limits what it says. */
export const isCut = (text, parts, quoted) => {
  const places = wordPlaces(text)
  const first = placeOf(places, parts[0])
  const last = placeOf(places, parts.at(-1))
  if (first < 0 || last < 0) return false
  const [start, end] = [places[first][1], places[last + parts.at(-1).length - 1][2]]
  const begun = Math.max(0, ...[...SENTENCES.sentence.all(text.slice(0, start))].map(endOf))
  const before = text.slice(begun, start)
  const clause = SENTENCES.clause.at(before)
  if (SENTENCES.turned.search(clause ? before.slice(endOf(clause)) : before)) return true
  if (SENTENCES.conditional.at(before) && !SENTENCES.opens_cut.at(strip(quoted))) return true
  return SENTENCES.limited.at(text, end) !== null && !stripped(quoted, ' .”"]').endsWith('…')
}

/** Where some words stand together; -1 if nowhere. */
const placeOf = (places, part) => places.findIndex((_, at) => (
  part.every((word, number) => places[at + number]?.[0] === word)))
