/**
 * The patterns, word lists and tables of `kb/link/patterns.toml`, as the build hands them on: regular expressions that
 * mean in the browser what they mean to Python, and have its calls.
 */

/** A match, or a part of it by number or name: null for a part that is not there. */
class Match {
  constructor(pattern, found, text) {
    this.pattern = pattern
    this.found = found
    this.text = text
  }

  at(part) {
    return (typeof part === 'string' ? this.found.groups[part] : this.found[part]) ?? null
  }

  group(part = 0) {
    return this.at(part)
  }

  groups() {
    return this.found.slice(1).map((part) => part ?? null)
  }

  groupdict() {
    return new Map(Object.entries(this.found.groups ?? {}).map(([name, part]) => [name, part ?? null]))
  }

  /** Where all of it stands, or a part. @returns {[number, number]} */
  span(part = 0) {
    const { index } = this.found
    if (part === 0) return [index, index + this.found[0].length]
    const { indices } = this.placed
    return (typeof part === 'string' ? indices.groups[part] : indices[part]) ?? [-1, -1]
  }

  start(part = 0) {
    return this.span(part)[0]
  }

  end(part = 0) {
    return this.span(part)[1]
  }

  /** The same with where its parts stand, which takes a browser longer to find. */
  get placed() {
    this.known ??= this.pattern.run('dy', this.text, this.found.index)
    return this.known
  }

  /** The number of the last part to end; of two that end together the outer one. */
  get lastindex() {
    const { indices } = this.placed
    return indices.reduce((last, span, part) => (part && span && (last === null || span[1] > indices[last][1]) ? part : last), null)
  }

  get lastgroup() {
    const parts = Object.entries(this.found.groups ?? {}).filter(([, part]) => part !== undefined)
    if (this.found.reduce((count, part) => count + (part !== undefined), 0) === 2) return parts[0]?.[0] ?? null // and nothing else
    const last = this.lastindex
    const named = Object.entries(this.placed.indices.groups ?? {}).filter(([, span]) => span)
    return named.find(([, span]) => last !== null && span.join() === this.placed.indices[last].join())?.[0] ?? null
  }
}

/** How patterns write the signs of words, and all others. */
const NAMED_SETS = ['\\p{L}\\p{N}_', '\\p{M}\\p{P}\\p{S}\\p{Z}\\p{C}']
/** Where blocks of rare letters begin and end. */
const RARE = [0x10000, 0x1c000, 0x1d400, 0x1d800, 0x1df00, 0x1f000, 0x20000, 0x40000, 0x110000]
let sets = null

/** The same sets as ranges, of which a browser makes a pattern in a quarter of the time; of rare letters whole blocks. */
const signSets = () => {
  const signs = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code >> 11 === 0x1b ? 0xe000 : code)).join('')
  const runs = [...signs.matchAll(/[\p{L}\p{N}_](?:[\p{L}\p{N}_\p{Cn}]*[\p{L}\p{N}_])?/gu)]
  const ends = [0, ...runs.flatMap(({ index, 0: run }) => [index, index + run.length]), ...RARE]
  const sign = (code) => `\\u{${code.toString(16)}}`
  return [1, 0].map((inside) => ends.slice(1).map((end, at) => (at % 2 === inside ? `${sign(ends[at])}-${sign(end - 1)}` : '')).join(''))
}

const quicker = (source) => {
  sets ??= signSets()
  return NAMED_SETS.reduce((held, name, at) => held.replaceAll(name, sets[at]), source)
}

/** A pattern with the calls that Python's have, made when it is first used; what stands behind an `end` is not there. */
export class Pattern {
  constructor(source, flags = 'u') {
    this.source = source
    this.flags = flags
    this.made = {}
  }

  /** @param {string} how `g` for the first from here, `y` for exactly here, `d` with the places of all parts */
  run(how, text, position) {
    this.made[how] ??= new RegExp(quicker(this.source), how + this.flags)
    this.made[how].lastIndex = position
    return this.made[how].exec(text)
  }

  found(how, text, position, end) {
    const seen = end === undefined ? text : text.slice(0, end)
    const match = position > seen.length ? null : this.run(how, seen, position)
    return match && new Match(this, match, seen)
  }

  /** The match that begins exactly here. */
  match(text, position = 0, end = undefined) {
    return this.found('y', text, position, end)
  }

  /** The first match from here. */
  search(text, position = 0, end = undefined) {
    return this.found('g', text, position, end)
  }

  /** The match that is all of a text. */
  fullmatch(text) {
    this.whole ??= new Pattern(`(?:${this.source})$`, this.flags)
    return this.whole.match(text)
  }

  * finditer(text, position = 0, end = undefined) {
    const seen = end === undefined ? text : text.slice(0, end)
    while (position <= seen.length) {
      const match = this.search(seen, position)
      if (!match) return
      yield match
      position = match.end() + (match.found[0] ? 0 : 1)
    }
  }

  findall(text) {
    return [...this.finditer(text)].map((match) => (match.found.length > 2 ? match.groups() : match.found.at(-1) ?? ''))
  }

  sub(by, text) {
    const parts = []
    let position = 0
    for (const match of this.finditer(text)) {
      parts.push(text.slice(position, match.start()), typeof by === 'string' ? by : by(match))
      position = match.end()
    }
    return parts.join('') + text.slice(position)
  }

  split(text) {
    this.parting ??= new RegExp(quicker(this.source), `g${this.flags}`)
    return text.split(this.parting)
  }
}

const known = { patterns: {}, words: {}, tables: {} }

const asHeld = (table) => (
  Array.isArray(table) ? table.map(asHeld) : table && typeof table === 'object' ? new Map(Object.entries(table).map(([name, one]) => [name, asHeld(one)])) : table)

/** Take over what `portable` of `kb/link/patterns.py` has written. */
export const teach = ({ patterns, words: lists, tables }) => {
  for (const [name, [source, flags]] of Object.entries(patterns)) known.patterns[name] = new Pattern(source, flags)
  for (const [name, list] of Object.entries(lists)) known.words[name] = new Set(list.split(/\s+/).filter(Boolean))
  known.tables = asHeld(tables)
}

/** The patterns of a group by their names, once they are taught. @returns {Object<string, Pattern>} */
export const Patterns = (group) => new Proxy({}, { get: (held, name) => (held[name] ??= known.patterns[`${group}.${name}`]) })

export const words = (name) => known.words[name]

export const table = () => known.tables

/** A text as a pattern that means it literally. */
export const literal = (text) => text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')
