/**
 * The patterns, word lists and tables of `kb/link/patterns.toml`, as the build hands them on: regular expressions that
 * mean in the browser what they mean to Python.
 */

/** A pattern with the calls that Python's have, made when it is first used; where a match ends tells `endOf`. */
export class Pattern {
  constructor(source, flags = 'u') {
    this.source = source
    this.flags = flags
    this.made = {}
  }

  as(more) {
    this.made[more] ??= new RegExp(this.source, more + this.flags)
    this.made[more].lastIndex = 0 // where an earlier search ended
    return this.made[more]
  }

  /** Every match, in order; with `d` also where each of its parts stands. */
  all(text, more = 'g') {
    return text.matchAll(this.as(more))
  }

  /** The match that begins exactly here. */
  at(text, position = 0) {
    const here = this.as('y')
    here.lastIndex = position
    return here.exec(text)
  }

  /** The first match from here. */
  search(text, position = 0) {
    const everywhere = this.as('g')
    everywhere.lastIndex = position
    return everywhere.exec(text)
  }

  /** Whether the pattern matches all of a text. */
  isAll(text) {
    this.whole ??= new RegExp(`^(?:${this.source})$`, this.flags)
    return this.whole.test(text)
  }

  replaced(text, by) {
    return text.replace(this.as('g'), by)
  }

  /** The text between the matches. */
  split(text) {
    return text.split(this.as('g'))
  }
}

const known = { patterns: {}, words: {}, tables: {} }

/** Take over what `portable` of `kb/link/patterns.py` has written. */
export const teach = ({ patterns, words, tables }) => {
  for (const [name, [source, flags]] of Object.entries(patterns)) known.patterns[name] = new Pattern(source, flags)
  for (const [name, list] of Object.entries(words)) known.words[name] = new Set(list.split(/\s+/).filter(Boolean))
  known.tables = tables
}

/** The patterns of a group by their names, once they are taught. @returns {Object<string, Pattern>} */
export const patterns = (group) => new Proxy({}, { get: (_, name) => known.patterns[`${group}.${name}`] })

export const wordList = (name) => known.words[name]

export const table = (name) => known.tables[name]

/** Where a match ends. */
export const endOf = (match) => match.index + match[0].length

/** A text as a pattern that means it literally. */
export const literal = (text) => text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')
