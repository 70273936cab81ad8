/**
 * Which entries mean what is asked? Reads the rows of `kb/encoders/quantise.py`, the table of
 * `kb/encoders/table.py` and the owners of `kb/index/portable_vectors.py`; scores as `kb/search/vectors.py` does.
 */

import { WordPiece } from './wordpiece.js'

/** Share of the best sentence in an entry's similarity, as in the terminal. */
export const SENTENCE_SHARE = 0.5

/** The sentence number of a question that players ask. */
export const ASKED = 0xffff

const HEAD = 12

/** What a part of a vector of length one is multiplied by to be rounded; 512 columns add up within 32 bits. */
const WHOLE = 32767

/** Rows of whole numbers, each with its own scale. */
export class Rows {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const bits = view.getUint8(4)
    if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'KBQ1') throw new Error('vectors of another format')
    this.columns = view.getUint16(6, true)
    this.count = view.getUint32(8, true)
    this.scales = new Float32Array(this.count)
    const upper = new DataView(new ArrayBuffer(4))
    for (let row = 0; row < this.count; row++) {
      upper.setUint32(0, view.getUint16(HEAD + 2 * row, true) * 65536)
      this.scales[row] = upper.getFloat32(0)
    }
    const body = bytes.subarray(HEAD + 2 * this.count)
    this.values = bits === 8 ? new Int8Array(body.buffer, body.byteOffset, body.length) : unpackHalves(body)
  }

  /**
   * How near every row is to a vector, or every row from `first` to before `end`. The vector is rounded to 16 bits:
   * products of whole numbers, four sums at a time, take half as long.
   * @param {Float32Array} vector
   * @returns {Float32Array}
   */
  compare(vector, first = 0, end = this.count) {
    const { columns, values, scales } = this
    const found = new Float32Array(end - first)
    const whole = Int32Array.from(vector, (value) => Math.round(value * WHOLE))
    const fours = columns - (columns % 4)
    for (let row = first, at = first * columns; row < end; row++) {
      let one = 0
      let two = 0
      let three = 0
      let four = 0
      for (let column = 0; column < fours; column += 4, at += 4) {
        one = (one + Math.imul(whole[column], values[at])) | 0
        two = (two + Math.imul(whole[column + 1], values[at + 1])) | 0
        three = (three + Math.imul(whole[column + 2], values[at + 2])) | 0
        four = (four + Math.imul(whole[column + 3], values[at + 3])) | 0
      }
      for (let column = fours; column < columns; column++, at++) one += whole[column] * values[at]
      found[row - first] = ((one + two + three + four) * scales[row]) / WHOLE
    }
    return found
  }
}

/** A static encoder: the sum of a row for each piece of a text. */
export class Table {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'KBT1') throw new Error('a table of another format')
    const end = 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true)
    this.pieces = new WordPiece(new TextDecoder().decode(bytes.subarray(8, end)).split('\n'))
    this.rows = new Rows(bytes.subarray(end))
  }

  /** A vector of length one, or of zeros for a text without any known piece. @param {string} text */
  encode(text) {
    const { columns, values, scales } = this.rows
    const vector = new Float32Array(columns)
    for (const piece of this.pieces.ids(text)) {
      const at = piece * columns
      for (let column = 0; column < columns; column++) vector[column] += scales[piece] * values[at + column]
    }
    const length = Math.hypot(...vector) || 1
    return vector.map((value) => value / length)
  }
}

/** The vectors of a run of entries. */
class Piece {
  constructor(first, { entries, parts, owners }) {
    this.first = first
    this.entries = new Rows(entries)
    this.parts = new Rows(parts)
    this.owners = new Uint32Array(this.parts.count)
    this.sentences = new Uint16Array(this.parts.count)
    readOwners(owners, this.owners, this.sentences)
  }

  /** Write how near each of its entries is to a question, and what sentence is nearest. */
  score(question, similarity, nearest) {
    const wholes = this.entries.compare(question)
    const parts = this.parts.compare(question)
    const best = new Float32Array(wholes.length).fill(-1)
    for (let part = 0; part < parts.length; part++) {
      const owner = this.owners[part]
      if (parts[part] > best[owner]) {
        best[owner] = parts[part]
        nearest[this.first + owner] = this.sentences[part]
      }
    }
    for (let number = 0; number < wholes.length; number++) {
      const part = best[number] < 0 ? wholes[number] : best[number]
      similarity[this.first + number] = (1 - SENTENCE_SHARE) * wholes[number] + SENTENCE_SHARE * part
    }
  }
}

export class Vectors {
  /**
   * @param {Uint8Array} table
   * @param {number} count entries of the whole index
   */
  constructor(table, count) {
    this.table = new Table(table)
    this.count = count
    /** @type {Map<number, Piece>} */
    this.pieces = new Map()
    /** The last question and its scores: a page asks twice, before and after what it touches is loaded. */
    this.last = { text: null, scores: null }
  }

  /** Add the vectors of the entries from `first` on. */
  add(first, files) {
    this.pieces.set(first, new Piece(first, files))
    this.last = { text: null, scores: null }
  }

  /**
   * How near every entry is to a question, and the number of its nearest sentence (-1 without one). An entry whose
   * vectors are not loaded is as near as the average of the others.
   * @param {string} text
   */
  score(text) {
    if (this.last.text !== text) this.last = { text, scores: this.compare(text) }
    return this.last.scores
  }

  compare(text) {
    const question = this.table.encode(text)
    const similarity = new Float32Array(this.count).fill(NaN)
    const nearest = new Int32Array(this.count).fill(-1)
    for (const piece of this.pieces.values()) piece.score(question, similarity, nearest)
    let sum = 0
    let known = 0
    for (const value of similarity) {
      if (value === value) { // not NaN
        sum += value
        known += 1
      }
    }
    const average = known ? sum / known : 0
    return { similarity: similarity.map((value) => (value === value ? value : average)), nearest, average }
  }

  /** How near each sentence of an entry is to a question, by its number. */
  nearness(number, text) {
    const found = new Map()
    const piece = [...this.pieces.values()].findLast((one) => one.first <= number && number < one.first + one.entries.count)
    if (!piece) return found
    const owner = number - piece.first
    const first = piece.owners.indexOf(owner)
    if (first < 0) return found
    const end = piece.owners.lastIndexOf(owner) + 1
    const parts = piece.parts.compare(this.table.encode(text), first, end)
    for (const [position, nearness] of parts.entries()) {
      const sentence = piece.sentences[first + position]
      if (sentence !== ASKED) found.set(sentence, nearness)
    }
    return found
  }
}

function unpackHalves(bytes) {
  const values = new Int8Array(bytes.length * 2)
  for (let at = 0; at < bytes.length; at++) {
    values[2 * at] = (bytes[at] & 15) - 8
    values[2 * at + 1] = (bytes[at] >> 4) - 8
  }
  return values
}

function readOwners(bytes, owners, sentences) {
  let at = 0
  let owner = 0
  const next = () => {
    let number = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]
      number += (byte & 127) * factor
      if (byte < 128) return number
    }
  }
  for (let part = 0; part < owners.length; part++) {
    owner += next()
    owners[part] = owner
    sentences[part] = next()
  }
}
