/**
 * Which entries mean what is asked? Reads the rows of `kb/encoders/quantise.py`, the table of
 * `kb/encoders/piece_table.py` and the pieces of `kb/index/portable_vectors.py`; scores as `kb/search/vectors.py` does.
 */

import { Varints } from './files.js'
import { WordPiece } from './wordpiece.js'

/** Share of the best sentence in an entry's similarity, as in the terminal with the table. */
export const SENTENCE_SHARE = 0.5

/** The sentence number of a question that players ask. */
export const ASKED = 0xffff

const HEAD = 12
const NOTHING = { text: null, question: null, scores: null }

/** What a part of a vector of length one is multiplied by to be rounded; 512 columns add up within 32 bits. */
const WHOLE = 32767

/** Rows of whole numbers, each with its own scale. */
export class Rows {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const bits = view.getUint8(4)
    this.columns = view.getUint16(6, true)
    this.count = view.getUint32(8, true)
    const from = HEAD + 2 * this.count
    const upperHalves = new Uint16Array(bytes.slice(HEAD, from).buffer)
    this.scales = new Float32Array(Uint32Array.from(upperHalves, (half) => half << 16).buffer)
    const body = bytes.subarray(from)
    this.values = bits === 8 ? new Int8Array(body.buffer, body.byteOffset, body.length) : unpackHalves(body)
  }

  /**
   * How near every row is to a vector, or every row from `first` to before `end`. The vector is rounded to 16 bits:
   * products of whole numbers, of four rows at a time, take a third of the time.
   * @param {Float32Array} vector
   * @returns {Float32Array}
   */
  compare(vector, first = 0, end = this.count) {
    const { columns, values, scales } = this
    const found = new Float32Array(end - first + 3) // up to three rows are compared again, and dropped
    const whole = Int32Array.from(vector, (value) => Math.round(value * WHOLE))
    const last = (end - 1) * columns
    for (let row = first; row < end; row += 4) {
      const from = row * columns
      const from2 = Math.min(from + columns, last)
      const from3 = Math.min(from2 + columns, last)
      const from4 = Math.min(from3 + columns, last)
      let sum = 0
      let sum2 = 0
      let sum3 = 0
      let sum4 = 0
      for (let column = 0; column < columns; column++) {
        const value = whole[column]
        sum = (sum + Math.imul(value, values[from + column])) | 0
        sum2 = (sum2 + Math.imul(value, values[from2 + column])) | 0
        sum3 = (sum3 + Math.imul(value, values[from3 + column])) | 0
        sum4 = (sum4 + Math.imul(value, values[from4 + column])) | 0
      }
      const at = row - first
      found[at] = (sum * scales[row]) / WHOLE
      found[at + 1] = (sum2 * scales[row + 1]) / WHOLE
      found[at + 2] = (sum3 * scales[row + 2]) / WHOLE
      found[at + 3] = (sum4 * scales[row + 3]) / WHOLE
    }
    return found.subarray(0, end - first)
  }
}

/** A static encoder: the sum of a row for each piece of a text. */
export class Table {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
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
  /** @param {number} first @param {Uint8Array} bytes */
  constructor(first, bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    const parts = 8 + view.getUint32(0, true)
    const owners = parts + view.getUint32(4, true)
    this.first = first
    this.entries = new Rows(bytes.subarray(8, parts))
    this.parts = new Rows(bytes.subarray(parts, owners))
    this.owners = new Uint32Array(this.parts.count)
    this.sentences = new Uint16Array(this.parts.count)
    const reader = new Varints(bytes, owners)
    for (let part = 0, owner = 0; part < this.owners.length; part++) {
      owner += reader.next()
      this.owners[part] = owner
      this.sentences[part] = reader.next()
    }
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
   * @param {Table} table
   * @param {number} count entries of all games
   */
  constructor(table, count) {
    this.table = table
    this.count = count
    /** @type {Map<number, Piece>} */
    this.pieces = new Map()
    /** The last question and its scores: a page asks twice, before and after what it touches is loaded. */
    this.last = NOTHING
  }

  /** Add the vectors of the entries from `first` on. @param {number} first @param {Uint8Array} bytes */
  add(first, bytes) {
    this.pieces.set(first, new Piece(first, bytes))
    this.last = NOTHING
  }

  /**
   * How near every entry is to a question, and the number of its nearest sentence (-1 without one). An entry whose
   * vectors are not loaded is as near as the average of the others.
   * @param {string[]} texts the question in several wordings, each with the same say
   */
  score(texts) {
    const text = texts.join('\n')
    if (this.last.text !== text) {
      const question = this.question(texts)
      this.last = { text, question, scores: this.compare(question) }
    }
    return this.last.scores
  }

  question(texts) {
    const [first, ...others] = texts.map((text) => this.table.encode(text))
    if (!others.length) return first
    const sum = first.map((value, column) => others.reduce((all, other) => all + other[column], value))
    const length = Math.hypot(...sum) || 1
    return sum.map((value) => value / length)
  }

  compare(question) {
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
    return {
      similarity: similarity.map((value) => (value === value ? value : average)),
      nearest,
      isAsked: (number) => nearest[number] === ASKED, // whether a question that players ask is nearest
      average,
    }
  }

  /** How near each sentence of an entry is to a question, by its number. */
  nearness(number, texts) {
    const found = new Map()
    const piece = [...this.pieces.values()].findLast((one) => one.first <= number && number < one.first + one.entries.count)
    if (!piece) return found
    const owner = number - piece.first
    const first = piece.owners.indexOf(owner)
    if (first < 0) return found
    const end = piece.owners.lastIndexOf(owner) + 1
    const question = this.last.text === texts.join('\n') ? this.last.question : this.question(texts)
    const parts = piece.parts.compare(question, first, end)
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
