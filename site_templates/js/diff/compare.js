/**
 * What became of every entry between two editions? The twin of `kb/ledger/compare.py`, for editions that no page
 * compares yet; reads the `editions.json` of `kb/site/editions_data.py`. Both read `tests/cases/compared_editions.json`.
 */

import { changes, rising } from './words.js'

const NUMBER = /[0-9]+(?:[.:-][0-9]+)*[a-z]?(?![\p{L}\p{N}_])/gu
const DEEPEST = 40

/** @typedef {{status: string, old: Entry | null, now: Entry | null, path: string[]}} Change */

/** An entry as one edition prints it. */
class Entry {
  constructor([entity, kind, number, title, text, address], order, parent) {
    Object.assign(this, { entity, kind, number, title, text, address, order, parent })
  }
}

const printed = (data, edition) => data.places[data.editions.indexOf(edition)].map(([wording, parent], order) => (
  new Entry(data.wordings[wording], order, parent)))

/** Every entry of two editions with what became of it, in the order of the newer one; removed ones where they stood. */
export const compare = (data, from, to) => {
  const before = printed(data, from)
  const after = printed(data, to)
  const was = new Map(before.map((one) => [one.entity, one]))
  const is = new Map(after.map((one) => [one.entity, one]))
  const numbers = new Map(before.filter((one) => one.number && is.has(one.entity))
    .map((one) => [one.number, is.get(one.entity).number]))
  const kept = after.filter((one) => was.has(one.entity))
  const stayed = new Set(rising(kept.map((one) => was.get(one.entity).order)).map((at) => kept[at].entity))
  const behind = new Map([[-1, []]])
  let last = -1
  for (const one of before) {
    if (is.has(one.entity)) {
      last = one.entity
      behind.set(last, [])
    } else {
      behind.get(last).push({ status: 'removed', old: one, now: null })
    }
  }
  const found = [...behind.get(-1)]
  for (const now of after) {
    const old = was.get(now.entity) ?? null
    found.push({ status: status(old, now, numbers, stayed.has(now.entity)), old, now })
    found.push(...(behind.get(now.entity) ?? []))
  }
  const heirs = heirsOf(data, from, to, is)
  return {
    moved: renumbered(found),
    changes: found.map((one) => ({
      ...one,
      path: path(one.now ?? one.old, one.now ? after : before),
      heirs: (one.old && heirs.get(one.old.entity)) ?? [],
    })),
  }
}

/** Each number whose rule has another in the newer edition; one that several had only where all moved alike. */
const renumbered = (found) => {
  const numbers = new Map()
  for (const { old, now } of found) {
    if (old?.number) numbers.set(old.number, (numbers.get(old.number) ?? new Set()).add(now?.number || old.number))
  }
  return new Map([...numbers].map(([number, now]) => [number, [...now][0], now.size])
    .filter(([number, now, many]) => many === 1 && now !== number).map(([number, now]) => [number, now]))
}

/** By each entity of the older edition the entries of the newer one that took up words of it. */
const heirsOf = (data, from, to, is) => {
  const [first, last] = [data.editions.indexOf(from), data.editions.indexOf(to)]
  const found = new Map()
  for (const [entity, edition, heir] of data.heirs) {
    if (first < edition && edition <= last && is.has(heir)) found.set(entity, [...(found.get(entity) ?? []), is.get(heir)])
  }
  for (const heirs of found.values()) heirs.sort((one, other) => one.order - other.order)
  return found
}

const status = (old, now, numbers, hasStayed) => {
  if (!old) return 'added'
  if ((old.title ?? '') !== (now.title ?? '') || !isSame(old.text, now.text, numbers)) return 'changed'
  if (old.number !== now.number) return 'renumbered'
  return hasStayed || old.number ? 'same' : 'moved'
}

/** Whether two texts differ at most in line breaks and the numbers of rules, and each of those is the same rule's. */
const isSame = (old, now, numbers) => {
  if (old === now) return true
  const shape = (text) => text.replace(NUMBER, '#').split(/\s+/).join(' ').trim()
  if (shape(old) !== shape(now)) return false
  const others = now.match(NUMBER) ?? []
  return (old.match(NUMBER) ?? []).every((one, at) => one === others[at] || numbers.get(one) === others[at])
}

/** The labels of what an entry stands under, outermost first. */
const path = (entry, edition) => {
  const labels = []
  let above = entry.parent === null ? null : edition[entry.parent]
  while (above && labels.length < DEEPEST) {
    labels.unshift(label({ ...above, text: '' }))
    above = above.parent === null ? null : edition[above.parent]
  }
  return labels
}

/** What a reader calls an entry. @param {Entry} entry */
export const label = ({ number, title, text, kind }) => {
  if (number && title) return /[0-9]$/.test(number) ? `${number}. ${title}` : `${number} ${title}`
  if (title || number) return title || (kind === 'step' ? `Step ${number}` : number)
  const words = text.trim().split(/\s+/).join(' ')
  return [...words].length <= 60 ? words : `${[...words].slice(0, 60).join('').replace(/ [^ ]*$/, '')} …`
}

/** What of a change is told word by word. @returns {import('./words.js').Piece[]} */
export const pieces = ({ old, now }, moved) => {
  if (!old) return now.text ? [['added', now.text]] : []
  if (!now) return old.text ? [['removed', old.text]] : []
  return changes(old.text, now.text, moved)
}
