/** What does a post quote? The twin of `kb/cite/quotations.py`. */

import { before, strip, stripEnd } from '../link/blanks.js'
import { firstFrom } from '../link/lists.js'
import { endOf, patterns } from '../link/pattern.js'

const QUOTED = patterns('quotations')
const MARKUP = patterns('shield')
const BETWEEN = patterns('attributing')

const FEWEST_WORDS = 4
const FEWEST_EMPHASISED = 5
const LONGEST = 5_000
const NEAR = 40

/**
 * A stretch of a post that repeats somebody's words: where they stand, without a line that says where they are from,
 * whether they are set apart, so that the words around may be a line away, with the name of who said them, and whether
 * nothing but italics or bold letters set them apart.
 * @typedef {{start: number, end: number, text: string, isBlock: boolean, isNamed: boolean, isEmphasised?: boolean}} Quotation
 */

export const words = (text) => wordPlaces(text.replaceAll('\x01', '')).map(([word]) => word)

export const wordPlaces = (text) => [...QUOTED.word.all(text)]
  .map((match) => [match[0].toLowerCase().replaceAll('’', "'").replace(/[[\]]/g, ''), match.index, endOf(match)])

/** The words of a quotation, in the stretches between ellipses. @returns {string[][]} */
export const partsOf = (quotation) => QUOTED.ellipsis.split(quotation.text).map(words).filter((found) => found.length)

/** Whether it begins in the midst of a sentence. */
export const isPiece = ({ text }) => /^\p{Ll}/u.test(text)

export const withoutGlosses = (quotation) => ({ ...quotation, text: QUOTED.gloss.replaced(quotation.text, ' … ') })

/** The words of what stands between quotation marks, each by itself. */
export const wordsQuoted = (text) => [...QUOTED.marked.all(text)].map(([inside]) => words(inside))

export const quotations = (post, text, place) => {
  const blocks = [...blocksOf(post, text, place)].filter((one) => isLong(one.text))
  const ends = [0, ...blocks.map((one) => one.end)]
  const starts = [...blocks.map((one) => one.start), text.length]
  const between = ends.flatMap((end, number) => [...marked(text.slice(end, Math.max(end, starts[number])), end)])
  const set = blocks.flatMap((block) => {
    const inside = [...marked(text.slice(block.start, block.end), block.start)] // words that somebody quoted
    return inside.length && (isTold(text, inside, block) || !isWhole(text, inside, block)) ? inside : [block]
  })
  const found = [...set, ...between].sort(inOrder)
  return [...found, ...emphasised(post, text).filter((one) => !isInside(one, found))].sort(inOrder)
}

const inOrder = (one, other) => one.start - other.start

/** Words in italics or bold letters, as many as a sentence has: that is how some set the words of a rule. */
const emphasised = (post, text) => [...QUOTED.emphasised.all(post, 'dg')].flatMap((match) => {
  const [start, end] = Object.values(match.indices.groups).find(Boolean)
  const said = text.slice(start, end)
  const small = [...QUOTED.word.all(said)].filter(([word]) => /^\p{Ll}/u.test(word))
  if (said.includes('\0') || small.length < FEWEST_EMPHASISED) return []
  return [{ start, end, text: said, isBlock: false, isNamed: false, isEmphasised: true }]
})

/** Whether words stand right behind a citation that may be copied from what it cites. */
export const isFollowed = (text, found) => behind(text, found) !== null

const behind = (text, { start, end }) => QUOTED.recited.at(text, end)
  ?? (QUOTED.line_begun.search(before(text, start, NEAR)) && QUOTED.recited_small.at(text, end))

/** What stands behind a citation without marks, to the end of its first sentence, its second, and so on. */
export function* sentencesBehind(text, found) {
  const match = behind(text, found)
  if (!match) return
  const { said } = match.groups
  const start = endOf(match) - said.length
  for (const ended of QUOTED.sentence_ended.all(said)) {
    yield { start, end: start + endOf(ended), text: said.slice(0, endOf(ended)), isBlock: false, isNamed: false }
  }
}

/** Whether somebody who is quoted quotes a book or a rule: `[quote=Ada]The rules say "…", so …[/quote]`. */
const isTold = (text, inside, block) => inside.some(({ start, end }) => {
  const led = before(text, start, Math.min(NEAR, start - block.start))
  return [BETWEEN.book.search(led), QUOTED.numbered_before.search(led), BETWEEN.book_behind.at(text, end)].some(Boolean)
})

const isWhole = (text, inside, block) => (
  inside.some(({ start }) => QUOTED.means.search(before(text, start, NEAR)) !== null)
  || 2 * inside.reduce((sum, { text }) => sum + text.length, 0) < block.text.length)

export const isInside = (found, quoted) => {
  const number = firstFrom(quoted, found.end, (one) => one.start) - 1
  return number >= 0 && quoted[number].end > found.start && !quoted[number].isEmphasised
}

function* marked(text, offset) {
  for (const match of QUOTED.marked.all(text)) {
    const inside = match.slice(1).find((one) => one !== undefined)
    const place = offset + match.index + match[0].indexOf(inside)
    for (const [first, last] of byNumber(inside)) {
      const text = quotedFrom(inside, first, last)
      const start = first ? place + first : offset + match.index
      const end = last < inside.length ? place + last : offset + endOf(match)
      if (isLong(text) && !QUOTED.cites_itself.at(text)) yield { start, end, text, isBlock: false, isNamed: false }
    }
  }
}

function* blocksOf(post, text, place) {
  const isTagged = ['bbcode', 'bgg', 'html'].includes(place)
  for (const [start, quoted, isNamed] of isTagged ? tagged(post, text) : quotedLines(text)) {
    for (const [first, last] of byNumber(quoted)) {
      const said = QUOTED.line_mark.replaced(quotedFrom(quoted, first, last), '')
      yield { ...block(start + first, quoted.slice(first, last), said), isNamed }
    }
  }
}

const quotedLines = (text) => [...QUOTED.lines.all(text)].map((match) => [match.index, match[0], QUOTED.speaker.at(match[0]) !== null])

function* tagged(post, text) {
  const lowered = post.toLowerCase()
  for (const match of QUOTED.opening.all(post)) {
    const name = (match[1] ?? match[2]).toLowerCase()
    const closing = match[1] ? `[/${name}]` : `</${name}>`
    const start = endOf(match)
    const end = lowered.slice(start, start + LONGEST).indexOf(closing)
    if (end >= 0 && !QUOTED.opening.search(post.slice(start, start + end))) {
      yield [start, text.slice(start, start + end).replaceAll('\0', ' '), match[0].includes('=') && !MARKUP.sourced.at(post, match.index)]
    }
  }
}

const byNumber = (quoted) => {
  const numbers = [...QUOTED.numbered.all(quoted)].filter((match) => QUOTED.ended.search(before(quoted, match.index, NEAR)))
  const starts = [0, ...numbers.map(endOf)]
  const ends = [...numbers.map((match) => match.index), quoted.length]
  return starts.map((start, number) => [start, ends[number]])
}

/** What is quoted there, without the marks behind a number. */
const quotedFrom = (quoted, first, last) => (first ? quoted.slice(first, last).replace(/^[ .:)\]*_]+/, '') : quoted.slice(first, last))

const block = (start, whole, text) => {
  const body = stripEnd(text)
  const origin = QUOTED.origin.search(body)
  const bare = stripEnd(whole)
  if (!origin?.index) return { start, end: start + bare.length, text: body, isBlock: true, isNamed: false }
  const said = strip(origin[0])
  const cut = bare.slice(0, Math.max(bare.length - said.length + 1, 0)).lastIndexOf(said[0])
  return { start, end: start + Math.max(cut, 0), text: strip(body.slice(0, origin.index)), isBlock: true, isNamed: false }
}

const isLong = (text) => text.length <= LONGEST
  && words(text.slice(0, 400)).length >= FEWEST_WORDS - (QUOTED.short_sentence.isAll(text) ? 1 : 0)
