/**
 * Regular expressions that mean in the browser what they mean to Python, which hands them on with the build:
 * `kb/link/patterns.toml` has them all.
 */

const BLANKS = '\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const NOT_BLANKS = '\\0-\\x08\\x0e-\\x1b!-\\x84\\x86-\\x9f\\xa1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027\\u202a-\\u202e'
  + '\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\u{10ffff}'
const LETTERS = '\\p{L}\\p{N}_'
const BOUNDARY = `(?:(?<=[${LETTERS}])(?![${LETTERS}])|(?<![${LETTERS}])(?=[${LETTERS}]))`

/** What stands for an escape inside of brackets; `[^\W_]` and `[\W_]` are the only ways in which `\W` stands there. */
const INSIDE = { s: BLANKS, S: NOT_BLANKS, w: LETTERS, W: '\\p{M}\\p{P}\\p{S}\\p{Z}\\p{C}', d: '\\p{Nd}' }
const OUTSIDE = {
  s: `[${BLANKS}]`, S: `[^${BLANKS}]`, w: `[${LETTERS}]`, W: `[^${LETTERS}]`, d: '\\p{Nd}', b: BOUNDARY, Z: '$',
}
const NEEDS_ESCAPE = /[\^$\\.*+?()[\]{}|/0-9nrtvfxu-]/

const SIGNS = { '^': '^', $: '(?=\\n?$)', '.': '[^\\n]' }
const SIGNS_BY_LINE = { ...SIGNS, '^': '(?<=^|\\n)', $: '(?=\\n|$)' }

/** @param {string} source as Python has it @param {boolean} isByLine whether `^` and `$` mean those of lines */
const translated = (source, isByLine) => {
  const signs = isByLine ? SIGNS_BY_LINE : SIGNS
  let isInside = false
  let found = ''
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]
    if (sign === '\\') {
      const next = source[++at]
      found += (isInside ? INSIDE : OUTSIDE)[next] ?? (escaped(next, isInside))
    } else if (isInside) {
      isInside = sign !== ']'
      found += sign
    } else if (sign === '[') {
      isInside = true
      found += sign
    } else if (source.startsWith('(?P<', at)) {
      found += '(?<'
      at += 3
    } else {
      found += signs[sign] ?? sign
    }
  }
  return found
}

const escaped = (sign, isInside) => (NEEDS_ESCAPE.test(sign) && (isInside || sign !== '-') ? `\\${sign}` : sign)

/** @type {Map<string, string>} patterns as Python has them, by their names in `kb/link/patterns.toml` */
const known = new Map()

/** @type {Map<string, Set<string>>} */
const lists = new Map()

/** Take over the patterns and word lists that the build hands on. @param {{patterns: object, words: object}} language */
export const teach = ({ patterns, words }) => {
  for (const [name, source] of Object.entries(patterns)) known.set(name, source)
  for (const [name, list] of Object.entries(words)) lists.set(name, new Set(list.split(/\s+/).filter(Boolean)))
}

/** One of the word lists. @returns {Set<string>} */
export const wordList = (name) => lists.get(name)

const FLAGS = /^\(\?([im]+)\)/

/** A pattern with the calls that Python's have, made when it is first used; where a match ends tells `endOf`. */
export class Pattern {
  /** @param {() => string} written gives the source as Python has it; `(?im)` may stand before it */
  constructor(written) {
    this.written = written
    this.made = new Map()
  }

  /** @param {string} kind flags besides those of the pattern; `whole` for all of a text */
  as(kind) {
    if (!this.made.has(kind)) {
      const written = this.written()
      const signs = FLAGS.exec(written)?.[1] ?? ''
      const meant = translated(written.replace(FLAGS, ''), signs.includes('m'))
      const flags = signs.includes('i') ? 'iu' : 'u'
      this.made.set(kind, kind === 'whole' ? new RegExp(`^(?:${meant})$`, flags) : new RegExp(meant, kind + flags))
    }
    return this.made.get(kind)
  }

  get everywhere() {
    return this.as('g')
  }

  get here() {
    return this.as('y')
  }

  get whole() {
    return this.as('whole')
  }

  /** Every match, in order. */
  all(text) {
    this.everywhere.lastIndex = 0 // where an earlier search ended
    return text.matchAll(this.everywhere)
  }

  /** The match that begins exactly here. */
  at(text, position = 0) {
    this.here.lastIndex = position
    return this.here.exec(text)
  }

  /** The first match. */
  search(text) {
    this.everywhere.lastIndex = 0
    return this.everywhere.exec(text)
  }

  /** Whether the pattern matches all of a text. */
  isAll(text) {
    return this.whole.test(text)
  }

  /** The text with every match replaced. */
  replaced(text, by) {
    return text.replace(this.everywhere, by)
  }

  /** The text between the matches. */
  split(text) {
    return text.split(this.everywhere)
  }
}

/** Where a match ends. */
export const endOf = (match) => match.index + match[0].length

/** The pattern of this name in `kb/link/patterns.toml`. */
export const pattern = (name) => new Pattern(() => known.get(name))

/** A pattern that is made of names and addresses. */
export const written = (source) => new Pattern(() => source)

/** A text as a pattern that means it literally. */
export const literal = (text) => text.replace(/[\^$\\.*+?()[\]{}|/-]/g, '\\$&')
