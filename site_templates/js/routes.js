/**
 * Which of many games are worth asking? Those that something in the question names, else those that hold most of its
 * rare words. The twin of `kb/index/routes.py`, which makes the parts.
 */

import { nameKey, stems, words } from './analyse.js'
import { numberKey } from './names.js'
import { waysToRead } from './naming.js'
import { partsKey, readings } from './refs.js'

/** Games that a question goes to, and the bytes that a first answer loads of them: at most, but always of one. */
const MOST_ASKED = 24
const MOST_BYTES = 160000

/** Of BM25 over games as if each were one text. */
const SATURATION = 40
const LENGTH_SHARE = 0.5

export class Routes {
  /** @param {import('./search_data.js').SearchData} data */
  constructor(data) {
    this.data = data
    this.parts = data.manifest.routes
    this.games = data.games
    this.titles = Object.fromEntries(this.games.map(({ slug, title }) => [slug, title]))
    this.average = this.games.reduce((sum, { entries }) => sum + entries, 0) / this.games.length || 1
    /** @type {Map<number, {stems: object, names: object}>} the parts that are loaded */
    this.held = new Map()
  }

  /** Load what chooses the games for a question. @param {import('./query.js').Query} asked */
  async load(asked) {
    const missing = this.partsOf(this.keysOf(asked)).filter((part) => !this.held.has(part))
    await Promise.allSettled(missing.map(async (part) => this.held.set(part, await this.data.route(part))))
  }

  /** The games to be asked, by their places and ascending; null before `load`. @returns {number[] | null} */
  best(asked) {
    const keys = this.keysOf(asked)
    if (this.partsOf(keys).some((part) => !this.held.has(part))) return null
    const order = [...new Set([...this.named(keys.ways), ...this.titled(asked), ...this.byWords(keys.stems)])]
    let bytes = 0
    return order.slice(0, MOST_ASKED).filter((game, at) => {
      bytes += this.games[game].size
      return at === 0 || bytes <= MOST_BYTES
    }).sort((one, other) => one - other)
  }

  /** The hashes of its stems, and of what it may name, the surest way to read it first. @returns {{stems: number[], ways: number[][]}} */
  keysOf(asked) {
    const ways = waysToRead(asked.text).map(([refs]) => refs.flatMap((ref) => [...readings(ref, this.titles)])
      .flatMap(({ names }) => names)
      .flatMap(({ first }) => [first.trim().toLowerCase(), numberKey(first), nameKey(first), partsKey(first)])
      .filter(Boolean).map(crc32))
    return { stems: [...new Set([...stems(asked.text), ...asked.titles.flat().flatMap(stems)])].map(crc32), ways }
  }

  partsOf({ stems: held, ways }) {
    return [...new Set([...held, ...ways.flat()].map((key) => this.partOf(key)))]
  }

  partOf(key) {
    return key % this.parts.length
  }

  /** The games where something has a name that the question says. */
  named(ways) {
    for (const keys of ways) {
      const found = keys.flatMap((key) => this.held.get(this.partOf(key)).names[key] ?? [])
      if (found.length) return found
    }
    return []
  }

  /** The games whose whole title the question says. */
  titled(asked) {
    const told = new Set(words(asked.text))
    const isTold = ({ title }) => words(title).length > 0 && words(title).every((word) => told.has(word))
    return this.games.flatMap((game, number) => (isTold(game) ? [number] : []))
  }

  byWords(keys) {
    const scores = new Float64Array(this.games.length)
    for (const key of keys) {
      const counts = this.held.get(this.partOf(key)).stems[key] ?? []
      const held = counts.length / 2
      const rarity = Math.log(1 + (this.games.length - held + 0.5) / (held + 0.5))
      for (let at = 0; at < counts.length; at += 2) {
        const length = 1 - LENGTH_SHARE + LENGTH_SHARE * this.games[counts[at]].entries / this.average
        scores[counts[at]] += rarity * (1 + counts[at + 1] / (counts[at + 1] + SATURATION * length))
      }
    }
    return [...scores.keys()].sort((one, other) => scores[other] - scores[one] || one - other)
  }
}

/** The CRC-32 of a text in UTF-8. @param {string} text */
function crc32(text) {
  let crc = -1
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return ~crc >>> 0
}
