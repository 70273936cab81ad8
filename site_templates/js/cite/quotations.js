/**
 * What does a post quote? Words in quotation marks, and blocks that the place sets apart as quotations.
 * The twin of `kb/cite/quotations.py`.
 */

import { after, before, characters, strip, stripEnd } from '../link/blanks.js'
import { Pattern, endOf } from '../link/pattern.js'

const FEWEST_WORDS = 4
const LONGEST = 5_000
const NEAR = 40

const MARKED = new Pattern(
  String.raw`\"((?:[^\"\n]|\n(?![^\S\n]*\n)){12,3000})\"`
  + String.raw`|“([^“”]{0,3000}(?:“[^“”\n]{0,200}”[^“”]{0,1000}){0,9})”`
  + String.raw`|„([^„“”]{12,3000})[“”]|«([^«»]{12,3000})»`
  + String.raw`|(?<![^\W_])»(?!\s)((?:[^«»\n]|\n(?![^\S\n]*\n)){12,3000})«`
  + String.raw`|(?<![^\W_])‘((?:[^‘’\n]|(?<=[^\W_])’(?=[^\W_])|\n(?![^\S\n]*\n)){12,3000})’(?![^\W_])`,
)
const LINES = new Pattern(String.raw`(?:^ {0,3}>[^\n]*(?:\n|\Z))+`, { isByLine: true })
const LINE_MARK = new Pattern(String.raw`^ {0,3}>+ ?(?:> ?)*`, { isByLine: true })
const OPENING = new Pattern(
  String.raw`\[(quote|q)(?:=[^\[\]\n]{0,500})?\]|<(blockquote|q)\b[^<>]{0,500}>`,
  { isCaseless: true },
)
const ELLIPSIS = new Pattern(String.raw`\[\s*(?:…|\.\.\.)\s*\]|\(\s*(?:…|\.\.\.)\s*\)|…|\.{3,}`)
const ORIGIN = new Pattern(String.raw`^\s*(?:—|–|--|-)\s[^\n]*\Z`, { isByLine: true })
const NUMBERED = new Pattern(
  String.raw`^(?: {0,3}>[> ]*)?[*_]{0,2}(?:(?:CR|[Rr]ule) )?\d{1,4}(?:\.\d{1,4}){1,3}[a-z]?`
  + String.raw`(?=[.:)]?[*_]{0,2}[^\S\n]+[“\"(]?[A-Z])`,
  { isByLine: true },
)
const ENDED = new Pattern(String.raw`(?:^|[.!?:…”\")\]])[\s>*_]*$`)
const WORD = new Pattern(String.raw`[^\W_]+(?:['’][^\W_]+)*|\{[^{}\s]{1,24}\}`)

export const PATTERNS = {
  _MARKED: MARKED, _LINES: LINES, _LINE_MARK: LINE_MARK, _OPENING: OPENING, _ELLIPSIS: ELLIPSIS, _ORIGIN: ORIGIN,
  _NUMBERED: NUMBERED, _ENDED: ENDED, _WORD: WORD,
}

/**
 * A stretch of a post that repeats somebody's words: where they stand, without a line that says where they are from,
 * and whether they are set apart, so that the words around may be a line away.
 * @typedef {{start: number, end: number, text: string, isBlock: boolean}} Quotation
 */

/** The words of a text as quotations are compared: case, quotes, marks and line breaks make no difference. */
export const words = (text) => (text.match(WORD.everywhere) ?? []).map((word) => word.toLowerCase().replaceAll('’', "'"))

/** The words of a quotation, in the stretches between ellipses. @returns {string[][]} */
export const partsOf = (quotation) => ELLIPSIS.split(quotation.text).map(words).filter((found) => found.length)

/** Every quotation of a post that is long enough to be checked, in order; `text` is it with tags blotted out. @returns {Quotation[]} */
export const quotations = (post, text, place) => {
  const blocks = [...blocksOf(post, text, place)].filter((one) => isLong(one.text))
  const ends = [0, ...blocks.map((one) => one.end)]
  const starts = [...blocks.map((one) => one.start), text.length]
  const between = ends.flatMap((end, number) => [...marked(text.slice(end, starts[number]), end)])
  return [...blocks, ...between].sort((one, other) => one.start - other.start)
}

function* marked(text, offset) {
  for (const match of MARKED.all(text)) {
    const inside = match.slice(1).find((one) => one !== undefined)
    const place = offset + match.index + 1
    for (const [first, last] of byNumber(inside)) {
      const text = quotedFrom(inside, first, last)
      const start = first ? place + first : offset + match.index
      const end = last < inside.length ? place + last : offset + endOf(match)
      if (isLong(text)) yield { start, end, text, isBlock: false }
    }
  }
}

function* blocksOf(post, text, place) {
  if (['bbcode', 'bgg', 'html'].includes(place)) {
    yield* tagged(post, text)
    return
  }
  for (const match of LINES.all(text)) {
    for (const [first, last] of byNumber(match[0])) {
      const piece = match[0].slice(first, last)
      yield block(match.index + first, piece, LINE_MARK.replaced(quotedFrom(match[0], first, last), ''))
    }
  }
}

/** What stands between the tags of an innermost quotation. */
function* tagged(post, text) {
  const lowered = post.toLowerCase()
  for (const match of OPENING.all(post)) {
    const name = (match[1] ?? match[2]).toLowerCase()
    const closing = match[1] ? `[/${name}]` : `</${name}>`
    const start = endOf(match)
    const end = lowered.slice(start, start + LONGEST).indexOf(closing)
    if (end >= 0 && !OPENING.search(post.slice(start, start + end))) {
      const inside = text.slice(start, start + end).replaceAll('\0', ' ')
      for (const [first, last] of byNumber(inside)) {
        yield block(start + first, inside.slice(first, last), quotedFrom(inside, first, last))
      }
    }
  }
}

/** What is quoted from and to where, rule by rule; a number before a rule's words cites it and is left out. */
const byNumber = (quoted) => {
  const numbers = [...NUMBERED.all(quoted)].filter((match) => ENDED.search(before(quoted, match.index, NEAR)))
  const starts = [0, ...numbers.map(endOf)]
  const ends = [...numbers.map((match) => match.index), quoted.length]
  return starts.map((start, number) => [start, ends[number]])
}

/** What is quoted there, without the marks behind a number. */
const quotedFrom = (quoted, first, last) => (first ? quoted.slice(first, last).replace(/^[ .:)*_]+/, '') : quoted.slice(first, last))

/** A block without the line below it that says where it is from. @returns {Quotation} */
const block = (start, whole, text) => {
  const body = stripEnd(text)
  const origin = ORIGIN.search(body)
  const bare = stripEnd(whole)
  if (!origin?.index) return { start, end: start + bare.length, text: body, isBlock: true }
  const said = strip(origin[0])
  const cut = bare.slice(0, Math.max(bare.length - said.length + 1, 0)).lastIndexOf(said[0])
  return { start, end: start + Math.max(cut, 0), text: strip(body.slice(0, origin.index)), isBlock: true }
}

const isLong = (text) => characters(text) <= LONGEST && words(after(text, 0, 400)).length >= FEWEST_WORDS
