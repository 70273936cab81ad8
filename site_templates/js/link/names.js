/** What are the entries of one game called, and how do they nest? The twin of `kb/link/names.py`. */

import { nameKey } from '../analyse.js'
import { strip } from './blanks.js'
import { $at, $defaultdict } from '../python.js'
import { keepUnder } from './lists.js'
import { isDotted, isLetter, isLetters, key, oneDigitOff, roman, shape } from './numbers.js'
import { Patterns, words } from './patterns.js'

const NAMES = Patterns('names')

/** @typedef {import('../cite/revisions.js').Entry} Entry */

const MOST_OF_ONE_NAME = 20
const FEWEST_LETTERS = 3
export const MOST_SPOKEN = 3
export const LONG_TITLE = 4
const DEEPEST = 40
const MOST_SUGGESTED = 3
const FURTHEST = 999
const KIND_ORDER = { term: 0, rule: 1, section: 2, step: 3, table: 4, example: 5, faq: 6 }
const CITED = new Set(['term', 'rule', 'section'])
const NUMBERLESS = new Set(['faq', 'example', 'table'])

export const withoutParameter = (title) => {
  const bare = strip(NAMES.parameter.sub('', title))
  return (bare && bare !== strip(title) ? NAMES.trailing.sub('', bare) : bare) || title
}

export const called = (entry) => {
  const own = []
  if (entry.title && entry.kind !== 'faq') {
    own.push(entry.title, withoutParameter(entry.title))
    const label = NAMES.labelled.match(entry.title)
    if (label) own.push(label.at(1))
  }
  return [...own, ...entry.aliases]
}

export const bestKind = (entries) => {
  const order = ({ kind }) => KIND_ORDER[kind] ?? 9
  const first = Math.min(...entries.map(order))
  return entries.filter((entry) => order(entry) === first)
}

export const straight = (text) => text.replaceAll(/[“”]/g, '"').replaceAll('’', "'")

const isTelling = ([title]) => nameKey(title).split(' ').length > LONG_TITLE || NAMES.telling.search(title) !== null

export class Names {
  constructor(entries) {
    this.entries = entries
    this.by_id = new Map(entries.map((entry) => [entry.id, entry]))
    this.shapes = new Set(entries
      .filter(({ number, kind }) => number && (kind === 'rule' || kind === 'section'))
      .map(({ number }) => shape(number)))
    this.has_terms = entries.some(({ kind }) => kind === 'term')
    this.children = $defaultdict(() => [])
    this.numbers = new Map()
    this.labels = new Map()
    this.near = new Map()
    const titled = entries.filter(({ title, parent }) => title && parent).reverse()
    this.telling_titles = new Map(titled.map((one) => [straight(one.title).replace(/[ .…]+$/u, ''), one]).filter(isTelling))
    for (const entry of entries) this.add(entry)
  }

  add(entry) {
    $at(this.children, entry.parent).push(entry)
    if (entry.number && !NUMBERLESS.has(entry.kind)) keepUnder(this.numbers, keyOf(entry.number), entry, MOST_OF_ONE_NAME)
    for (const name of new Set(called(entry))) keepUnder(this.labels, nameKey(name), entry, MOST_OF_ONE_NAME)
  }

  /** What terms, rules and headings are called, in small letters, by first words and lengths, the longest first. */
  get openers() {
    this.opened ??= openersOf(this.entries)
    return this.opened
  }

  /** The names by which people speak of the game, as names are compared. @returns {string[]} */
  get spoken() {
    return [...this.labels].filter(([name, entries]) => name.length > FEWEST_LETTERS && name.split(' ').length <= MOST_SPOKEN
      && !words('everyday').has(name) && name.at(-2) !== ' ' && !/\p{Nd}/u.test(name) && entries.some(({ kind }) => CITED.has(kind))).map(([name]) => name)
  }

  /** The entries that carry a number, steps only where their number is dotted. @returns {Entry[]} */
  numbered(number) {
    const found = this.numbers.get(keyOf(number)) ?? this.composed(number)
    return found.filter((entry) => entry.kind !== 'step' || (entry.number && isDotted(entry.number)))
  }

  labelled(cue, number) {
    return distinct(this.labels.get(nameKey(`${cue} ${number}`)))
  }

  named(name) {
    return bestKind(distinct(this.labels.get(nameKey(name))))
  }

  within(name, whole) {
    return distinct(this.labels.get(nameKey(name))).filter((one) => [...this.ancestors(one)].some(({ id }) => id === whole.id))
  }

  * ancestors(entry) {
    for (let depth = 0; depth < DEEPEST; depth++) {
      entry = this.by_id.get(entry.parent)
      if (!entry) return
      yield entry
    }
  }

  near_numbers(number) {
    const parts = key(number)
    const sought = parts.join(' ')
    if (!this.near.has(sought)) {
      const mistaken = [...oneDigitOff(number)].map(keyOf)
      const [stem] = sought.match(/^.* /) ?? ['-']
      const beside = mistaken.filter((other) => other.startsWith(stem) && !other.includes(' ', stem.length))
      const lower = Array.from({ length: beside.length && Math.min(FURTHEST, parts.at(-1)) }, (_, less) => stem + (parts.at(-1) - 1 - less))
      const above = parts.map((_, at) => parts.slice(0, -at).join(' ')).slice(1)
      const all = (numbers) => numbers.map((one) => this.numbers.get(one)).filter(Boolean)
      const near = [...all(beside), ...all(lower.length ? lower : above.slice(0, 1)).slice(0, 1), ...all(mistaken), ...all(above).slice(0, 1)].flat()
      this.near.set(sought, [...new Set(near.map((entry) => entry.id))].slice(0, MOST_SUGGESTED))
    }
    return this.near.get(sought)
  }

  composed(number) {
    const parts = key(number)
    if (parts.length < 2) {
      return (isLetters(number) && this.numbers.get(String(roman(number)))) || []
    }
    const last = parts.at(-1)
    const above = parts.slice(0, -1)
    if (isLetter(last)) {
      const place = String(last.codePointAt(0) - 'a'.codePointAt(0) + 1)
      const found = this.numbers.get([...above, place].join(' '))
      if (found) return found
    }
    const parents = this.numbers.get(above.join(' ')) ?? this.labels.get(`law ${above.join('.')}`) ?? []
    return parents.slice(0, MOST_SUGGESTED).flatMap((parent) => (this.children.get(parent.id) ?? [])
      .filter((child) => child.number && keyOf(child.number) === last))
  }
}

const openersOf = (entries) => {
  const named = new Map()
  for (const entry of entries.filter(({ kind, parent }) => kind === 'term' || (CITED.has(kind) && parent))) {
    for (const name of called(entry)) {
      const small = straight(name).toLowerCase()
      named.set(small, (named.get(small) ?? new Set()).add(entry))
    }
  }
  const found = new Map()
  for (const name of [...named.keys()].sort((one, other) => other.length - one.length)) {
    const word = NAMES.worded.match(name)
    if (!word || named.get(name).size > MOST_OF_ONE_NAME) continue
    const lengths = found.get(word.at(1)) ?? new Map()
    const names = lengths.get(name.length) ?? new Map()
    found.set(word.at(1), lengths.set(name.length, names.set(name, [...named.get(name)])))
  }
  return found
}

const keyOf = (number) => key(number).join(' ')

const distinct = (entries = []) => [...new Set(entries)]
