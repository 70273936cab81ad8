/** Which stretches of a post are not ours to touch? The twin of `kb/cite/shield.py`. */

import { joined, lines, strip } from '../link/blanks.js'
import { firstFrom, keepUnder } from '../link/lists.js'
import { endOf, patterns, wordList } from '../link/pattern.js'

const MARKUP = patterns('shield')

const spanOf = (match) => [match.index, endOf(match)]
const spansOf = (pattern, text) => [...pattern.all(text)].map(spanOf)
const isBBCode = (place) => place === 'bbcode' || place === 'bgg'

export const shielded = (post, place) => {
  const addresses = spansOf(MARKUP.address, post)
  if (place === 'html') return merged([...addresses, ...elements(post)])
  if (isBBCode(place)) return merged([...addresses, ...paired(MARKUP.bbcode.all(post), wordList('closed_bbcode'))])
  if (place === 'plain') return merged([...addresses, ...quotedLines(post)])
  const blocks = merged(blocksOf(post, place))
  const links = merged(inline(post, blocks))
  const calls = place === 'discord' ? spansOf(MARKUP.discord, post) : []
  return merged([...spansOf(MARKUP.address, masked(post, links, ' ')), ...links, ...blocks, ...elements(post), ...calls])
}

export const machineParts = (post, place) => {
  const addresses = spansOf(MARKUP.address, post)
  if (place === 'plain') return merged(addresses)
  if (isBBCode(place)) return merged([...addresses, ...spansOf(MARKUP.bbcode, post).flatMap((span) => aroundSource(post, span))])
  const ticked = place === 'html' ? [] : paragraphs(post, []).flatMap(([start, end]) => [...code(post, start, end)])
  return merged([...addresses, ...spansOf(MARKUP.tag, post), ...ticked])
}

/** A tag without where it says that the words are from: `[quote="CR 314.6"]`. */
const aroundSource = (post, [start, end]) => {
  const named = MARKUP.sourced.at(post, start)
  const from = start + (named ? named[0].indexOf(named[1]) : 0)
  return named ? [[start, from], [from + named[1].length, end]] : [[start, end]]
}

export const lineStarts = (post) => {
  const starts = [0]
  for (let at = post.indexOf('\n'); at >= 0; at = post.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The number of the line that holds a place, from 1. */
export const lineOf = (starts, place) => firstFrom(starts, place + 1)

export const masked = (post, spans, sign = '\0') => {
  const parts = []
  let position = 0
  for (const [start, end] of spans) {
    parts.push(post.slice(position, start), (MARKUP.block.at(post, start) ? '\n' : sign).padEnd(end - start, sign))
    position = end
  }
  return parts.join('') + post.slice(position)
}

/** Fills the place of a link or of a sure citation: those beside it read either as the same word. */
export const LINK = '〆'

/** A masked post in which those of the stretches that are links read like citations. */
export const withoutLinks = (text, post, spans) => masked(text, spans.filter(([start]) => MARKUP.linked.at(post, start)), LINK)

export const FILLER = '\x01'

const SIGNS = {
  quot: '"', ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’', apos: "'", '#39': "'",
  hellip: '…', mdash: '—', ndash: '–', nbsp: ' ', amp: '&', euro: '€', pound: '£', yen: '¥',
}

export const unescaped = (text, place) => (place === 'html'
  ? MARKUP.named_sign.replaced(text, (written, name) => SIGNS[name ?? '#39'].padEnd(written.length, FILLER))
  : text)

export const merged = (spans) => {
  const found = []
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = found.at(-1)
    if (last && start < last[1]) last[1] = Math.max(last[1], end)
    else if (start < end) found.push([start, end])
  }
  return found
}

function* elements(post) {
  yield* comments(post)
  yield* paired(MARKUP.tag.all(post), wordList('closed_tags'))
}

function* comments(post) {
  let start = post.indexOf('<!--')
  while (start >= 0) {
    const end = post.indexOf('-->', start + 4)
    if (end < 0) return
    yield [start, end + 3]
    start = post.indexOf('<!--', end)
  }
}

function* paired(tags, closed) {
  const opened = new Map()
  for (const match of tags) {
    yield spanOf(match)
    const name = (match[2] ?? '').toLowerCase()
    if (closed.has(name) && !match[1]) {
      keepUnder(opened, name, match.index)
    } else if (opened.get(name)?.length) {
      yield [opened.get(name).pop(), endOf(match)]
    }
  }
}

function* placedLines(post) {
  let position = 0
  for (const line of lines(post)) {
    yield [position, position + line.length, line]
    position += line.length
  }
}

const quotedLines = (post) => [...placedLines(post)]
  .filter(([, , line]) => MARKUP.quoted_line.at(line))
  .map(([start, end]) => [start, end])

function* blocksOf(post, place) {
  let fence = ''
  let isQuoting = false
  let isAfterBlank = true
  for (const [start, end, line] of placedLines(post)) {
    const mark = MARKUP.fence.at(line)
    if (fence) {
      yield [start, end]
      if (mark?.[1].startsWith(fence) && !strip(line.slice(endOf(mark)))) fence = ''
      continue
    }
    const isBlank = !strip(line)
    if (mark) {
      fence = mark[1]
      isQuoting = false
      yield [start, end]
    } else if (isBlank) {
      isQuoting = false
    } else if (place === 'discord' && line.startsWith('>>> ')) {
      yield [start, post.length]
      return
    } else if (MARKUP.quoted_line.at(line)) {
      isQuoting = place !== 'discord' // elsewhere the lines that follow belong to it up to a blank one
      yield [start, end]
    } else if (isQuoting || (isAfterBlank && place !== 'discord' && MARKUP.indented.at(line))) {
      yield [start, end]
      if (!isQuoting) continue // the next indented line is code too
    }
    isAfterBlank = isBlank
  }
  yield* spansOf(MARKUP.definition, post)
}

const folded = (label) => joined(label.toLowerCase())

function* inline(post, blocks) {
  const labels = new Set([...MARKUP.definition.all(post)].map((match) => folded(match[1])))
  for (const [start, end] of paragraphs(post, blocks)) {
    const hidden = merged(code(post, start, end))
    yield* hidden
    const within = hidden.map(([from, to]) => [from - start, to - start])
    yield* links(masked(post.slice(start, end), within), start, labels)
  }
}

const paragraphs = (post, blocks) => {
  const found = []
  let position = 0
  for (const match of MARKUP.parting.all(masked(post, blocks))) {
    if (match.index > position) found.push([position, match.index])
    position = endOf(match)
  }
  return found
}

function* code(post, start, end) {
  const runs = spansOf(MARKUP.ticks, post.slice(start, end))
  const waiting = new Map() // the runs that may still close one, the last one first
  for (const [first, last] of [...runs].reverse()) keepUnder(waiting, last - first, first)
  let position = 0
  for (const [first, last] of runs) {
    const same = waiting.get(last - first)
    if (first < position) continue
    while (same.at(-1) <= first) same.pop()
    if (!same.length) continue
    position = same.at(-1) + last - first
    yield [start + first, start + position]
  }
}

function* links(paragraph, offset, labels) {
  const opened = []
  const isDefined = (label) => labels.size > 0 && labels.has(folded(label))
  for (const match of MARKUP.bracket.all(paragraph)) {
    if (match[0] === '[') {
      opened.push(match.index)
    } else if (match[0] === ']' && opened.length) {
      const start = opened.pop()
      const end = match.index
      const target = MARKUP.target.at(paragraph, end)
      const label = MARKUP.label.at(paragraph, end)
      if (target) yield [offset + start, offset + endOf(target)]
      else if (label && isDefined(label[1] || paragraph.slice(start + 1, end).slice(0, 200))) {
        yield [offset + start, offset + endOf(label)]
      } else if (isDefined(paragraph.slice(start + 1, Math.min(end, start + 202)))) {
        yield [offset + start, offset + end + 1]
      }
    }
  }
}
