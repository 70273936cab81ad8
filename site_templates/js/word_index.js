/**
 * The word index of `kb/index/portable.py`, read: which entries hold a stem, how often, and how long they are.
 * Postings may come in parts, so that a large index loads only what a query touches.
 */

const MAGIC = 'KBW1'
const HEAD = 32
const MOST_IN_ONE = 15

/** @typedef {{numbers: Uint32Array, counts: Uint32Array}} Postings */

export class WordIndex {
  /**
   * @param {Uint8Array} dictionary the bytes of words.bin
   * @param {number[]} starts where in postings.bin each part begins
   */
  constructor(dictionary, starts = [0]) {
    const view = new DataView(dictionary.buffer, dictionary.byteOffset, dictionary.byteLength)
    const magic = String.fromCharCode(...dictionary.subarray(0, 4))
    if (magic !== MAGIC) throw new Error(`search index of another format: ${magic}`)
    this.count = view.getUint32(4, true)
    this.averageLength = view.getUint32(12, true) / this.count || 1
    this.digest = [...dictionary.subarray(16, HEAD)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    this.lengths = new Uint16Array(this.count)
    for (let number = 0; number < this.count; number++) {
      this.lengths[number] = view.getUint16(HEAD + 2 * number, true)
    }
    this.stems = readStems(dictionary, HEAD + 2 * this.count, view.getUint32(8, true))
    this.starts = starts
    /** @type {(Uint8Array | null)[]} */
    this.parts = starts.map(() => null)
    this.known = new Map()
  }

  /** How many entries hold a stem. @param {string} stem */
  frequency(stem) {
    return this.stems.get(stem)?.frequency ?? 0
  }

  /** Which part of the postings a stem stands in, or -1 for an unknown stem. @param {string} stem */
  partOf(stem) {
    const place = this.stems.get(stem)
    return place ? this.starts.findLastIndex((start) => start <= place.start) : -1
  }

  /** The entries that hold a stem, or null while its part is not loaded. @returns {Postings | null} */
  postings(stem) {
    const part = this.partOf(stem)
    if (part < 0) return { numbers: new Uint32Array(0), counts: new Uint32Array(0) }
    if (!this.parts[part]) return null
    if (!this.known.has(stem)) {
      const { frequency, start } = this.stems.get(stem)
      this.known.set(stem, readPostings(this.parts[part], start - this.starts[part], frequency))
    }
    return this.known.get(stem)
  }
}

function readStems(bytes, from, count) {
  const stems = new Map()
  const decoder = new TextDecoder()
  const reader = new Reader(bytes, from)
  let word = new Uint8Array(0)
  let start = 0
  for (let number = 0; number < count; number++) {
    const shared = reader.varint()
    const further = reader.varint()
    const next = new Uint8Array(shared + further)
    next.set(word.subarray(0, shared))
    next.set(reader.take(further), shared)
    word = next
    const frequency = reader.varint()
    stems.set(decoder.decode(word), { frequency, start })
    start += reader.varint()
  }
  return stems
}

function readPostings(bytes, from, frequency) {
  const numbers = new Uint32Array(frequency)
  const counts = new Uint32Array(frequency)
  const reader = new Reader(bytes, from)
  let last = -1
  for (let at = 0; at < frequency; at++) {
    const packed = reader.varint()
    last += Math.floor(packed / 16) + 1
    const small = packed % 16
    numbers[at] = last
    counts[at] = small === MOST_IN_ONE ? small + reader.varint() : small
  }
  return { numbers, counts }
}

class Reader {
  constructor(bytes, at) {
    this.bytes = bytes
    this.at = at
  }

  varint() {
    let number = 0
    let factor = 1
    let byte
    do {
      byte = this.bytes[this.at++]
      number += (byte & 127) * factor
      factor *= 128
    } while (byte > 127)
    return number
  }

  take(length) {
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }
}
