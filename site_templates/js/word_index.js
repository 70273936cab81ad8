/**
 * The word index of `kb/index/portable.py`, read: which entries hold a stem, how often, and how long they are.
 * Postings may come in parts, so that a large index loads only what a query touches.
 */

import { Varints, wordList } from './files.js'

const MAGIC = 'KBW2'
const HEAD = 32
const MOST_IN_ONE = 15

/** @typedef {{numbers: Uint32Array, counts: Uint32Array}} Postings */

export class WordIndex {
  /**
   * @param {Uint8Array} dictionary the bytes of words.bin
   * @param {number[]} firsts the number of the first stem of each part of postings.bin
   */
  constructor(dictionary, firsts = [0]) {
    const view = new DataView(dictionary.buffer, dictionary.byteOffset, dictionary.byteLength)
    const magic = String.fromCharCode(...dictionary.subarray(0, 4))
    if (magic !== MAGIC) throw new Error(`search index of another format: ${magic}`)
    this.count = view.getUint32(4, true)
    this.averageLength = view.getUint32(8, true) / this.count || 1
    const from = HEAD + 2 * this.count
    this.lengths = new Uint16Array(dictionary.slice(HEAD, from).buffer)
    const end = from + view.getUint32(12, true)
    const stems = wordList(new TextDecoder().decode(dictionary.subarray(from, end)))
    /** @type {Map<string, number>} */
    this.stems = new Map(stems.map((stem, number) => [stem, number]))
    const reader = new Varints(dictionary, end)
    this.frequencies = Uint32Array.from(stems, () => reader.next())
    this.starts = new Uint32Array(stems.length)
    this.firsts = firsts
    /** @type {(Uint8Array | null)[]} */
    this.parts = firsts.map(() => null)
    this.known = new Map()
  }

  /** Add a part of the postings. @param {number} part @param {Uint8Array} bytes */
  add(part, bytes) {
    const reader = new Varints(bytes)
    const end = this.firsts[part + 1] ?? this.stems.size
    for (let number = this.firsts[part]; number < end; number++) {
      this.starts[number] = reader.at
      for (let left = this.frequencies[number]; left > 0; left--) {
        if (reader.next() % 16 === MOST_IN_ONE) reader.next()
      }
    }
    this.parts[part] = bytes
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
    if (!this.known.has(stem)) {
      this.known.set(stem, readPostings(this.parts[part], this.starts[this.stems.get(stem)], this.frequency(stem)))
    }
    return this.known.get(stem)
  }
}

function readPostings(bytes, from, frequency) {
  const numbers = new Uint32Array(frequency)
  const counts = new Uint32Array(frequency)
  const reader = new Varints(bytes, from)
  let last = -1
  for (let at = 0; at < frequency; at++) {
    const packed = reader.next()
    last += Math.floor(packed / 16) + 1
    const small = packed % 16
    numbers[at] = last
    counts[at] = small === MOST_IN_ONE ? small + reader.next() : small
  }
  return { numbers, counts }
}
