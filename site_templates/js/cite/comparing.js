/** Which entry holds these words, or nearly these? The twin of `kb/cite/comparing.py`. */

import { STOP_WORDS, nameKey } from '../analyse.js'
import { fields, strip } from '../link/blanks.js'
import { keepUnder } from '../link/lists.js'
import { isLetters } from '../link/numbers.js'
import { endOf, patterns, table, wordList } from '../link/pattern.js'
import { matchingBlocks } from './matching.js'
import { isInside, isPiece, partsOf, sentencesBehind, wordPlaces, words, wordsQuoted } from './quotations.js'

const SENTENCES = patterns('comparing')

const MOST_COMPARED = 12
const [FEWEST_ENTRIES, SHARE] = [3, 100]
export const TELLING_LETTERS = 4
const STATED = 0.4
const RAREST = 14
const SWAPPED = 0.85
export const COPIED = 0.75
export const EDITED = 0.5
const FEWEST_WHOLE = 4
export const FEWEST = 6
export const TELLING = 8
const SHORT = 16
export const LONGEST = 1_500
const BLANKS = ' \n\t•”"\')'

/** @typedef {[string, string][]} Difference stretches of words: `same`, `post` (only there), `text` (only there) */

export class Texts {
  constructor(entries) {
    this.entries = entries.filter((entry) => entry.text)
    this.words = this.entries.map((entry) => words(entry.text))
    this.shorn = this.entries.map(({ text }) => (withoutPointers(text) === text ? null : words(withoutPointers(text))))
    this.places = new Map()
    this.known = new Map()
    for (const [number, found] of this.words.entries()) {
      for (const word of new Set(found)) keepUnder(this.places, word, number)
    }
  }

  /** How many entries hold a word. */
  frequency(word) {
    return this.places.get(word)?.length ?? 0
  }

  /** The words that tell what the texts are about: no common ones, and each in many entries. @returns {string[]} */
  get telling() {
    const fewest = Math.max(FEWEST_ENTRIES, Math.floor(this.entries.length / SHARE))
    return [...this.places].filter(([word, { length }]) => length >= fewest && word.length >= TELLING_LETTERS
      && isLetters(word) && !wordList('everyday').has(word)).map(([word]) => word)
  }

  holding(parts) {
    const rarest = [...new Set(parts.flat())].sort((one, other) => this.frequency(one) - this.frequency(other)).slice(0, 3)
    if (!rarest.length || !this.places.has(rarest[0])) return []
    const [first, ...others] = rarest.map((word) => this.places.get(word))
    const held = others.map((numbers) => new Set(numbers))
    return first
      .filter((number) => held.every((numbers) => numbers.has(number)))
      .filter((number) => holds(this.words[number], parts) || holds(this.shorn[number] ?? [], parts))
      .map((number) => this.entries[number])
  }

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

/** Whether a wording of the past has the parts of a quotation. */
export const heldThen = ({ markdown }, parts) => holds(words(markdown.replaceAll('\\', '')), parts)

/** Whether a text itself quotes these words, as an example quotes a card. */
export const repeats = (text, parts) => wordsQuoted(text).some((inside) => holds(inside, parts))

export const likeness = (asked, text) => {
  if (!asked.length) return 0
  const blocks = matchingBlocks(asked.slice(0, LONGEST), text.slice(0, LONGEST))
  return blocks.reduce((sum, { size }) => sum + (size > 1 ? size : 0), 0) / asked.length
}

export const difference = (quoted, text) => {
  const [first, all] = [quoted, text].map((one) => wordPlaces(one).slice(0, LONGEST))
  const second = inSentences(text, all, matched(first, all).filter(({ size }) => size > 1))
  const told = []
  let at = 0
  let place = 0
  for (const { inFirst, inSecond, size } of [...matched(first, second), { inFirst: first.length, inSecond: second.length, size: 0 }]) {
    const isAtEdge = (at === 0 && place === 0) || !size // a quotation need not be the whole text
    if (at < inFirst) told.push(['post', written(quoted, first.slice(at, inFirst))])
    if (place < inSecond && (at < inFirst || !isAtEdge)) told.push(['text', written(text, second.slice(place, inSecond))])
    at = inFirst + size
    place = inSecond + size
    if (size) told.push(['same', written(text, second.slice(inSecond, place))])
  }
  return told
}

const matched = (first, second) => matchingBlocks(...[first, second].map((places) => places.map(([word]) => word)))

/** The words of the sentences in which these blocks are. */
const inSentences = (text, places, blocks) => {
  if (!blocks.length) return places
  const last = blocks.at(-1)
  const [from, to] = wholeSentences(text, places[blocks[0].inSecond][1], places[last.inSecond + last.size - 1][2])
  return places.filter(([, start, end]) => from <= start && end <= to)
}

/** A stretch of a text up to where its sentences begin and end. */
export const wholeSentences = (text, start, end) => {
  let begun = begunAt(text, start)
  while (begun < start && BLANKS.includes(text[begun])) begun++
  const ended = SENTENCES.sentence.search(text, Math.max(end - 1, 0))
  const stop = ended ? ended.index + 1 : text.length
  return [begun, Math.max(end, text.slice(0, stop).trimEnd().length)]
}

/** Some words that follow each other as they stand, with what closes a bracket that they open. */
const written = (text, places) => {
  const [from, to] = [places[0][1], places.at(-1)[2]]
  const inside = text.slice(from, to)
  const isOpen = inside.split('(').length > inside.split(')').length
  return fields(inside + (isOpen && text[to] === ')' ? ')' : '')).join(' ')
}

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

export const runsOn = (own, following, parts) => holds([...own, ...following], parts) && !holds(following, parts)

export const isCut = (text, parts, quoted, led = '') => {
  const [read, spans] = readAs(text, parts)
  const [opens, closes] = [SENTENCES.opens_cut.at(strip(quoted)) !== null, SENTENCES.closes_cut.search(quoted) !== null]
  const isFirst = spans.length > 0 && !words(read.slice(0, spans[0][0])).length
  if (isFirst && !closes && SENTENCES.exception.search(read, spans.at(-1)[1])) return true
  return spans.some(([start, end], number) => {
    const [, last] = spans[number - 1] ?? [0, 0]
    const [next] = spans[number + 1] ?? [read.length]
    const before = read.slice(Math.max(last, begunAt(read, start)), start)
    return isTurned(before, quoted, led, opens || number > 0)
      || isLimited(before, read.slice(spans[0][0], end), read.slice(end, next), closes || number < spans.length - 1)
  })
}

/** Whether a post has a condition of its own right before a quotation, or speaks of that which it left out. */
const isStated = (condition, led, quoted) => {
  if (SENTENCES.conditioned.search(led)) return true
  const said = new Set(nameKey(led).split(' '))
  const asked = [...new Set(nameKey(condition).split(' '))].filter((word) => word.length >= TELLING_LETTERS)
  const spokenOf = asked.filter((word) => said.has(word))
  if (!SENTENCES.anaphor.at(quoted)) return spokenOf.length >= Math.max(2, STATED * asked.length)
  const own = new Set(nameKey(quoted).split(' '))
  return spokenOf.some((word) => !own.has(word) && !STOP_WORDS.has(word))
}

const isTurned = (before, quoted, led, isTold) => {
  const isInMidst = isPiece({ text: quoted })
  if (isInMidst && SENTENCES.excepts.at(quoted)) return false
  const clause = SENTENCES.clause.at(before)
  if (SENTENCES.turned.search(clause ? before.slice(endOf(clause)) : before)) return true
  if (SENTENCES.case_before.search(before) && SENTENCES.case_opens.at(quoted)) return false
  if (isInMidst && !SENTENCES.clause_begins.search(before)) return false
  const isCondition = SENTENCES.conditional.at(before) !== null
    || (SENTENCES.as_sentence.at(quoted) !== null && SENTENCES.timed.at(before) !== null)
  return !isTold && isCondition && !isStated(before, led, quoted)
}

const isLimited = (before, quoted, behind, isTold) => {
  if (isTold) return SENTENCES.excepted.at(behind) !== null || (SENTENCES.condition.search(quoted) && SENTENCES.restricts.at(behind)) !== null
  const isBegun = words(before).length > 0
  const [, , limits] = table('limiting').find(([said, left, , onlyFromStart]) => (
    !(onlyFromStart && isBegun) && SENTENCES[said].search(quoted) && SENTENCES[left].at(behind))) ?? []
  return Boolean(limits)
}

/** What repeats a rule right behind its number with nothing around it; the first sentence may be another's that is held. */
export const copied = (text, found, rule, quoted, isHeld = () => false) => {
  const behind = [...sentencesBehind(text, found)]
  const known = behind.length ? words(rule) : []
  let [last, count] = [null, 0]
  for (const said of behind) {
    const sentence = partsOf(said).flat().slice(count)
    let isOwn = likenessToCited(sentence, known) >= COPIED
    if (!count) {
      const isAll = sentence.join(' ') === known.join(' ')
      const isLong = sentence.length >= (isAll ? FEWEST_WHOLE : isSentence(rule, sentence) ? FEWEST : TELLING)
      isOwn = isLong && ((isOwn && !isPiece(said)) || isHeld(said))
    }
    if (!isOwn || isInside(said, quoted)) break
    last = said
    count += sentence.length
  }
  return last
}

export const isSentence = (text, part) => {
  const [read, [span]] = readAs(text, [part])
  if (!span) return false
  const [start, end] = span
  return SENTENCES.sentence_end.at(read, end) !== null && !words(read.slice(begunAt(read, start), start)).length
}

const begunAt = (text, start) => Math.max(0, ...[...SENTENCES.sentence.all(text.slice(0, start))].map(endOf))

/** A text, without brackets that only point elsewhere if a quotation has none, and where the parts stand in it. */
const readAs = (whole, parts) => {
  const text = holds(words(whole), parts) ? whole : withoutPointers(whole)
  const places = wordPlaces(text)
  const spans = []
  let after = 0
  for (const part of parts) {
    const at = places.findIndex((_, place) => place >= after && part.every((word, number) => places[place + number]?.[0] === word))
    if (at < 0) return [text, []]
    after = at + part.length
    spans.push([places[at][1], places[after - 1][2]])
  }
  return [text, spans]
}

export const withoutPointers = (text) => SENTENCES.pointer.replaced(text, '')
