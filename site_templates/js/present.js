// How a result is put into words and addresses. Pure: no page, no network.

import { say } from './words.js'

/** @typedef {{id: string, url: string, game: string, kind: string, number: ?string, title: ?string, path: string[] | string, why: string, score: number}} Result */

/** A text as alternating plain and marked pieces: `[{text: 'A ', marked: false}, {text: 'leap', marked: true}]`. */
export const pieces = (text, marks) => {
  const found = []
  let position = 0
  for (const [start, end] of [...marks].sort((a, b) => a[0] - b[0])) {
    if (start < position || end <= start || end > text.length) continue
    if (start > position) found.push({ text: text.slice(position, start), marked: false })
    found.push({ text: text.slice(start, end), marked: true })
    position = end
  }
  if (position < text.length) found.push({ text: text.slice(position), marked: false })
  return found
}

/** An excerpt cut to begin shortly before its first mark, for where there is room for a line or two only. */
export const around = ({ text, marks, ...others }, before = 48) => {
  const first = Math.min(...marks.map(([start]) => start))
  if (!Number.isFinite(first) || first <= before) return { text, marks, ...others }
  const cut = text.indexOf(' ', first - before) + 1
  if (cut <= 0 || cut > first) return { text, marks, ...others }
  const shift = 2 - cut // for the "… " put before it
  return { text: `… ${text.slice(cut)}`, marks: marks.map(([start, end]) => [start + shift, end + shift]), ...others }
}

/** What a reader calls a result: its number and its title, or whichever it has; a bare `b` is "Step b". */
export const names = ({ kind, number, title }) => {
  if (kind === 'step' && number && !title) return { number: '', title: say('Step {0}', number) }
  return { number: number ?? '', title: title ?? '' }
}

const ICON = /\{([^{}\s?]{1,24})\}/g

/** An excerpt as `pieces`, the names of its icons apart: `{leap}` is how plain text writes them, none is half marked. */
export const withIcons = ({ text, marks }) => {
  const icons = [...text.matchAll(ICON)].map(({ index, 0: { length } }) => [index, index + length])
  const around = (position, side) => icons.find(([start, end]) => start < position && position < end)?.[side] ?? position
  const widened = marks.map(([start, end]) => [around(start, 0), around(end, 1)])
  return pieces(text, widened).flatMap((piece) => piece.text.split(ICON)
    .map((part, at) => ({ ...piece, text: part, isIcon: at % 2 > 0 })).filter((part) => part.text))
}

/** The first words of a text, for what has no name of its own. */
export const firstWords = (text, most = 60) => {
  const said = text.replace(ICON, '$1')
  if (said.length <= most) return said
  return `${said.slice(0, most + 1).replace(/\s+\S*$/, '').slice(0, most)} …`
}

/** Results by the rule that they belong to, best rule first: `[{rule, hits: [best, …]}]`. @param {Result[]} results */
export const grouped = (results) => {
  const groups = new Map()
  for (const one of results) {
    if (!groups.has(one.place)) groups.set(one.place, { rule: one.rule, hits: [] })
    groups.get(one.place).hits.push(one)
  }
  return [...groups.values()]
}

/** Where a result stands, as one line: `Magic › 702. Keyword Abilities`. */
export const place = (result, gameTitles) => {
  const path = Array.isArray(result.path) ? result.path : [result.path]
  const game = gameTitles.get(result.game) ?? result.game
  const steps = path.filter(Boolean)
  return [game, ...(steps.length > 2 ? ['…', ...steps.slice(-2)] : steps)].filter(Boolean).join(' › ')
}

/** The query string that shares a search: `?q=leap&game=red-dragon-inn`, empty for an empty search. */
export const shared = ({ query, game, kind }) => {
  const parts = new URLSearchParams()
  if (query) parts.set('q', query)
  for (const one of [game ?? []].flat()) if (one) parts.append('game', one)
  for (const one of [kind ?? []].flat()) if (one) parts.append('kind', one)
  const text = parts.toString()
  return text ? `?${text}` : ''
}

/** How many were found, in words. */
export const counted = (count, limit) => {
  if (count === 0) return say('Nothing found. Fewer or other words may help.')
  if (count >= limit) return say('The best {0} results', count)
  return count === 1 ? say('1 result') : say('{0} results', count)
}

/** What was made of a query, in words: what players say that was read as something else, and whether it is answered. */
export const told = ({ playersWords, answered, results, isHere }) => [
  ...(isHere ? [say('Offline: only what this device holds is shown.')] : []),
  ...playersWords.map(([said, means]) => say('Read “{0}” as “{1}”.', said, means)),
  ...(answered || !results.length ? [] : [say('Nothing here answers that; nearest are:')]),
].join(' ')

/** How many were found and what was made of the query; how many are merely near is of no use. */
export const summed = (found, limit) => [
  found.answered || !found.results.length ? counted(found.results.length, limit) : '', told(found),
].filter(Boolean).join(' · ')

/** The option to go to from `current` (-1: none) by a key, wrapping around through the box itself. */
export const step = (current, count, key) => {
  const move = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (!move || count === 0) return current
  const next = current + move
  if (next >= count) return -1
  return next < -1 ? count - 1 : next
}

/** A page's address as people share it: without the `index.html` that links on a disk need. */
export const tidy = (address) => address.replace(/\/index\.html(?=$|[?#])/, '/')
