/**
 * The word index of `kb/index/portable.py`, read: which entries hold a stem, how often, and how long they are.
 * Postings may come in parts, so that a large index loads only what a query touches.
 */

import { Varints, wordList } from './files.js'

const HEAD = 32

/** @typedef {{numbers: Uint32Array, counts: Uint32Array}} Postings */

export class WordIndex {
  /**
   * @param {Uint8Array} dictionary the bytes of words.bin
   * @param {number[]} firsts the number of the first stem of each part of postings.bin
   */
  constructor(dictionary, firsts = [0]) {
    const view = new DataView(dictionary.buffer, dictionary.byteOffset, dictionary.byteLength)
    this.count = view.getUint32(4, true)
    this.averageLength = view.getUint32(8, true) / this.count || 1
    const from = HEAD + 2 * this.count
    this.lengths = Uint16Array.from({ length: this.count }, (_, number) => dictionary[HEAD + number] + 256 * dictionary[HEAD + this.count + number])
    const end = from + view.getUint32(12, true)
    const stems = wordList(new TextDecoder().decode(dictionary.subarray(from, end)))
    /** @type {Map<string, number>} */
    this.stems = new Map(stems.map((stem, number) => [stem, number]))
    const reader = new Varints(dictionary, end)
    this.frequencies = Uint32Array.from(stems, () => reader.next())
    this.starts = new Uint32Array(stems.length)
    this.firsts = firsts
    /** @type {(Postings | null)[]} */
    this.parts = firsts.map(() => null)
  }

  /** Whether the part of the postings that holds a stem is loaded. @param {string} stem */
  hasPart(stem) {
    return this.partOf(stem) < 0 || this.parts[this.partOf(stem)] !== null
  }

  /** Add a part of the postings. @param {number} part @param {Uint8Array} bytes */
  add(part, bytes) {
    const reader = new Varints(bytes)
    const end = this.firsts[part + 1] ?? this.stems.size
    const numbers = []
    for (let number = this.firsts[part]; number < end; number++) {
      this.starts[number] = numbers.length
      let last = -1
      for (let left = this.frequencies[number]; left > 0; left--) numbers.push((last += reader.next() + 1))
    }
    this.parts[part] = { numbers: Uint32Array.from(numbers), counts: Uint32Array.from(numbers, () => reader.next()) }
  }

  /** How many entries hold a stem. @param {string} stem */
  frequency(stem) {
    return this.frequencies[this.stems.get(stem)] ?? 0
  }

  /** Which part of the postings a stem stands in, or -1 for an unknown stem. @param {string} stem */
  partOf(stem) {
    const number = this.stems.get(stem)
    return number === undefined ? -1 : this.firsts.findLastIndex((first) => first <= number)
  }

  /** The entries that hold a stem, or null while its part is not loaded. @returns {Postings | null} */
  postings(stem) {
    const part = this.partOf(stem)
    if (part < 0) return { numbers: new Uint32Array(0), counts: new Uint32Array(0) }
    if (!this.parts[part]) return null
    const start = this.starts[this.stems.get(stem)]
    const { numbers, counts } = this.parts[part]
    const held = (all) => all.subarray(start, start + this.frequency(stem))
    return { numbers: held(numbers), counts: held(counts) }
  }
}

/** The word indexes of several games as one: the entries of one game after those of another. */
export class WordIndexes {
  constructor() {
    /** @type {{index: WordIndex, start: number}[]} */
    this.games = []
    this.count = 0
    this.length = 0
    this.lengths = new Uint16Array(0)
  }

  /** Add the entries of a game after those that are known; returns where they begin. @param {WordIndex} index */
  add(index) {
    const start = this.count
    const lengths = new Uint16Array(start + index.count)
    lengths.set(this.lengths)
    lengths.set(index.lengths, start)
    this.games.push({ index, start })
    this.lengths = lengths
    this.count += index.count
    this.length += index.averageLength * index.count
    return start
  }

  get averageLength() {
    return this.length / this.count || 1
  }

  /** How many entries hold a stem. @param {string} stem */
  frequency(stem) {
    return this.games.reduce((sum, { index }) => sum + index.frequency(stem), 0)
  }

  /** The entries that hold a stem, as far as they are loaded. @returns {Postings} */
  postings(stem) {
    const held = this.games.map(({ index, start }) => ({ start, found: index.postings(stem) })).filter(({ found }) => found)
    if (held.length === 1 && held[0].start === 0) return held[0].found
    const size = held.reduce((sum, { found }) => sum + found.numbers.length, 0)
    const all = { numbers: new Uint32Array(size), counts: new Uint32Array(size) }
    let at = 0
    for (const { start, found } of held) {
      all.numbers.set(found.numbers.map((number) => start + number), at)
      all.counts.set(found.counts, at)
      at += found.numbers.length
    }
    return all
  }
}
