/**
 * Did the reader mean another word? The twin of `kb/search/spelling.py`; both read `tests/cases/spelling.json`.
 */

import { STOP_WORDS, stem, words } from './analyse.js'
import { wordList } from './files.js'

export const SHORTEST = 4
export const LONG_WORD = 8
const MOST = 16

const CONTRACTIONS = new Set(`
arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt itll ive lets mustnt shouldnt thats theres theyll
theyre theyve wasnt werent whats wheres whos wont wouldnt youll youre youve
`.trim().split(/\s+/))
const WORD = /[\p{L}\p{Nl}\p{No}]+(?:['’][\p{L}\p{Nl}\p{No}]+)?/gu
const SENTENCE_STARTS = new Set('.?!:;("“')

/** @type {[string, number][]} */
const FUNCTION_WORDS = [...STOP_WORDS].map((word) => [word, 0])

/** What words are corrected to, and which are left as they are. */
export class Spelling {
  /** @param {{words: string, counts: number[], validWords: string}[]} files of games, as `kb/index/portable.py` writes them */
  constructor(files) {
    const held = new Map()
    for (const { words: packed, counts } of files) {
      for (const [number, word] of wordList(packed).entries()) held.set(word, (held.get(word) ?? 0) + counts[number])
    }
    /** @type {[string, number][]} every word of the texts with the number of entries that hold it, in order */
    this.vocabulary = files.length === 1 ? [...held] : [...held].sort(([one], [other]) => (one < other ? -1 : 1))
    this.validWords = new Set(files.flatMap(({ validWords }) => wordList(validWords)))
    this.found = new Map()
  }

  /** The query with its misspelt words corrected, or null when there is none. */
  correct(text, holds) {
    return correct(text, (word) => this.nearest(word), (word) => holds(word) || holds(stem(word)) || this.lists(word))
  }

  /** Whether a word or what it is a form of is listed; "tramplee" is none of "trample", whose own stem is shorter. */
  lists(word) {
    const root = stem(word)
    return this.validWords.has(word) || (stem(root) === root && this.validWords.has(root))
  }

  /** Take words that the texts may lack for right, and for what others are corrected to. @param {Iterable<string>} known */
  add(known) {
    const held = new Set(this.vocabulary.map(([word]) => word))
    for (const word of known) {
      this.validWords.add(word)
      if (!held.has(word)) this.vocabulary.push([word, 0])
    }
  }

  /** The nearest word: looked for once, though a query is read at every letter. */
  nearest(word) {
    if (!this.found.has(word)) this.found.set(word, nearest(word, this.vocabulary))
    return this.found.get(word)
  }

  /** The most frequent words that begin in one of these ways. */
  beginning(prefixes, most) {
    return this.vocabulary
      .filter(([word]) => prefixes.some((prefix) => word.startsWith(prefix)))
      .sort(([, one], [, other]) => other - one)
      .slice(0, most)
      .map(([word]) => word)
  }
}

/**
 * The query with its misspelt words corrected, or null when there is none.
 * @param {string} text
 * @param {(word: string) => string | null} better the word that was most likely meant
 * @param {(word: string) => boolean} known whether a word needs no correction
 * @returns {string | null}
 */
export function correct(text, better, known) {
  const shouted = text.toUpperCase() === text
  const seen = new Map()
  let changed = 0
  const mended = text.replace(WORD, (typed, at) => {
    if (isUpper(typed) && !shouted && !startsSentence(text, at)) return typed // a name
    if (!seen.has(typed)) {
      const found = changed < MOST ? mend(typed, better, known) : typed
      seen.set(typed, found)
      if (found !== typed) changed += 1
    }
    return seen.get(typed)
  })
  return mended === text ? null : mended
}

/**
 * The word that was most likely meant: fewest slips, then only letters left out, nearest length, most frequent.
 * @returns {string | null}
 */
export function nearest(word, vocabulary) {
  const allowed = word.length >= LONG_WORD ? 2 : 1
  let best = null
  for (const [candidate, count] of [...vocabulary, ...FUNCTION_WORDS]) {
    const difference = Math.abs(candidate.length - word.length)
    if (candidate[0] !== word[0] || difference > allowed || candidate.length < SHORTEST) continue
    if (!/^\p{L}+$/u.test(candidate)) continue
    const slips = distance(word, candidate, allowed)
    if (slips > allowed) continue
    const isSaidOnly = !count && !STOP_WORDS.has(candidate)
    const rank = [slips, Number(!isLeftOf(word, candidate)), Number(isSaidOnly), difference, -count, candidate]
    if (!best || isLess(rank, best.rank)) best = { rank, candidate }
  }
  return best && best.candidate
}

/** Whether a word is another one with letters left out. */
function isLeftOf(word, whole) {
  let at = 0
  for (const letter of whole) at += Number(letter === word[at])
  return at === word.length
}

/** Letters to change, add, drop or swap with a neighbour; above `limit` it is `limit` + 1. */
export function distance(one, other, limit) {
  let before = []
  let row = Array.from({ length: other.length + 1 }, (_, to) => to)
  for (let at = 1; at <= one.length; at++) {
    const previous = row
    row = [at]
    for (let to = 1; to <= other.length; to++) {
      let cost = Math.min(previous[to] + 1, row[to - 1] + 1, previous[to - 1] + Number(one[at - 1] !== other[to - 1]))
      if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]) {
        cost = Math.min(cost, before[to - 2] + 1)
      }
      row.push(cost)
    }
    if (Math.min(...row) > limit) return limit + 1
    before = previous
  }
  return Math.min(row[other.length], limit + 1)
}

function mend(typed, better, known) {
  const found = words(typed)
  if (found.length !== 1 || found[0].length < SHORTEST || isFine(found[0], known)) return typed
  return better(found[0]) ?? typed
}

function isFine(word, known) {
  return STOP_WORDS.has(word) || CONTRACTIONS.has(word) || known(word)
}

function isUpper(word) {
  return /^\p{Lu}/u.test(word)
}

function startsSentence(text, start) {
  const before = text.slice(Math.max(0, start - 3), start).trimEnd()
  return !before || SENTENCE_STARTS.has(before.at(-1))
}

function isLess(one, other) {
  const at = one.findIndex((value, place) => value !== other[place])
  return at >= 0 && one[at] < other[at]
}
