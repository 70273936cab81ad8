/** How is what a post has wrong put right? The twin of `kb/cite/mending.py`. */

import { PLACES } from '../citing.js'
import { withoutParameter } from '../link/names.js'
import { endOf, patterns } from '../link/pattern.js'
import { LONGEST, wholeSentences } from './comparing.js'
import { matchingBlocks } from './matching.js'
import { recognise } from './places.js'
import { wordPlaces, words } from './quotations.js'
import { lineOf, lineStarts } from './shield.js'

const MENDED = patterns('mending')
const IN = patterns('finders')
const QUOTED = patterns('quotations')
const SENTENCES = patterns('comparing')

const MENDABLE = new Set(['changed', 'exact, cut short', 'misnumbered', 're-used number'])
const MISNUMBERED = new Set(['misnumbered', 're-used number'])
const BESIDE = 12

/**
 * A stretch of a post and what would stand in its place.
 * @typedef {{start: number, end: number, line: number, old: string, new: string}} Fix
 */

export const fixes = (rules, post, { findings, text }, source = null) => {
  const place = source ?? recognise(post)
  const lines = lineStarts(post)
  const links = [...rules.linked.all(post)].map((match) => [endOf(match) - match[1].length, endOf(match)])
  const made = []
  for (const finding of findings) {
    const entry = rules.entry(finding.entry ?? '')
    if (!entry || !MENDABLE.has(finding.verdict)) continue
    const isQuotation = finding.at.join() !== finding.citedAt?.join()
    if (MISNUMBERED.has(finding.verdict) || !isQuotation) made.push(...renumbered(rules, post, finding, entry, links))
    const differs = finding.difference.some(([where]) => where !== 'same')
    if (isQuotation && (differs || finding.verdict === 'exact, cut short')) {
      made.push(...reworded(text, finding, entry, place))
    }
  }
  made.sort((one, other) => one[0] - other[0] || one[1] - other[1])
  const kept = []
  for (const [start, end, words] of made) {
    const old = post.slice(start, end)
    if (old !== words && (kept.at(-1)?.end ?? 0) <= start) kept.push({ start, end, line: lineOf(lines, start), old, new: words })
  }
  return kept
}

export const fixed = (post, made) => {
  const parts = []
  let position = 0
  for (const fix of made) {
    parts.push(post.slice(position, fix.start), fix.new)
    position = fix.end
  }
  return parts.join('') + post.slice(position)
}

function* renumbered(rules, post, finding, entry, links) {
  const [start, end] = finding.citedAt ?? finding.at
  const cited = post.slice(start, end)
  if (links.some(([first, last]) => start <= first && last <= end)) {
    yield [start, end, rules.url(entry)]
  } else if (!IN.page.search(cited)) {
    yield* named(start, cited, entry)
    const next = links.findIndex(([first]) => first >= start)
    const place = next < 0 ? links.length : next
    for (const [first, last] of links.slice(Math.max(0, place - 1), place + 1)) {
      const whole = rules.baseUrl ? first - rules.baseUrl.length - 1 : first
      if (Math.max(whole - end, start - last) <= BESIDE) yield [whole, last, rules.url(entry)]
    }
  }
}

function* named(start, cited, entry) {
  const last = [...MENDED.number.all(cited)].at(-1)
  const name = entry.number || withoutParameter(entry.title ?? '')
  if (last && entry.number) {
    yield [start + last.index, start + endOf(last), entry.number]
  } else if (name) {
    const kind = MENDED.kind.search(cited)
    const [from, to] = cited.startsWith('[[') ? [2, cited.length - 2] : [0, kind ? kind.index : cited.length]
    yield [start + from, start + to, name]
  }
}

function* reworded(text, finding, entry, source) {
  const [start, end] = finding.at
  const quoted = text.slice(start, end)
  const cuts = [...QUOTED.ellipsis.all(quoted)].flatMap((match) => [start + match.index, start + endOf(match)])
  const bounds = [start, ...cuts, end]
  const parts = bounds.flatMap((place, number) => (number % 2 ? [] : [[place, bounds[number + 1]]]))
    .filter((part) => words(text.slice(...part)).length)
  const joint = quoted.trimStart().startsWith('>') ? '\n> ' : ' '
  for (const [number, [first, last]] of parts.entries()) {
    const said = wordPlaces(text.slice(first, last))
    const isEnded = SENTENCES.sentence.at(text, first + said.at(-1)[2]) !== null
    let stretch = stretchOf(said.map(([word]) => word), entry.text, isEnded)
    if (!stretch) continue
    if (finding.verdict === 'exact, cut short') {
      const sentence = wholeSentences(entry.text, ...stretch)
      stretch = [number ? stretch[0] : sentence[0], number < parts.length - 1 ? stretch[1] : sentence[1]]
    }
    let after = first + said.at(-1)[2]
    const isStopped = text[after] !== ',' && MENDED.marks.at(text, after) && MENDED.marks.at(entry.text, stretch[1])
    if (isStopped) stretch = [stretch[0], stretch[1] + 1] // the rule's own full stop
    const made = PLACES[source].escape(entry.text.slice(...stretch)).replace(/\s*\n\s*/g, joint)
    const marks = MENDED.marks.isAll(made.slice(-1)) ? MENDED.marks.at(text, after) : null
    if (marks) after = endOf(marks)
    yield [first + said[0][1], after, made]
  }
}

const stretchOf = (asked, text, isEnded) => {
  const places = wordPlaces(text).slice(0, LONGEST)
  const blocks = matchingBlocks(asked.slice(0, LONGEST), places.map(([word]) => word))
  const telling = blocks.filter(({ size }) => size > 1)
  const long = telling.length ? telling : blocks
  if (!long.length) return null
  const [first, last] = [long[0], long.at(-1)]
  const begins = first.inSecond - Math.min(first.inFirst, first.inSecond)
  const after = last.inSecond + last.size
  const other = asked.length - last.inFirst - last.size
  const [from, to] = wholeSentences(text, places[first.inSecond][1], places[after - 1][2]) // words of the next were never meant
  const start = places.slice(begins).find(([, place]) => place >= from)[1]
  const inside = places.slice(after - 1).map(([, , place]) => place).filter((place) => place <= to)
  if (!other) return [start, inside[0]]
  const pause = isEnded ? undefined : inside.slice(other).find((place) => MENDED.marks.at(text, place))
  return [start, pause ?? inside.at(-1)] // no fragment of the rule's own words
}
