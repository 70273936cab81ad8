/**
 * What is every entry called, where does it stand, and which entry has exactly this number or name?
 * Reads the `names` file of `kb/site/browser_index.py`.
 */

import { nameKey } from './analyse.js'
import { whole } from './files.js'
import { key as partsOf } from './link/numbers.js'
import { partsKey, readings } from './refs.js'

/** Entries that a range stands for at most. */
const MOST_IN_RANGE = 60

export class Names {
  constructor() {
    this.facts = {
      game: [], kind: [], slug: [], number: [], title: [], above: [], aliases: {}, url: {},
      gameTitles: {}, icons: {}, standIns: {}, definitions: {}, withExamples: [],
    }
    this.games = []
    this.kinds = []
    this.keys = this.parts = null
  }

  get count() {
    return this.facts.slug.length
  }

  /** Add the entries of a game after those that are known. @param {object} facts as written */
  add(facts) {
    const start = this.count
    const known = this.facts
    const numbered = (names, more) => more.map((name) => {
      if (!names.includes(name)) names.push(name)
      return names.indexOf(name)
    })
    const games = numbered(this.games, facts.games)
    const kinds = numbered(this.kinds, facts.kinds)
    const above = distances(facts.above)
    for (const name of ['number', 'title']) known[name] = known[name].concat(facts[name])
    known.slug = known.slug.concat(whole(facts.slug))
    known.above = known.above.concat(above)
    known.game = known.game.concat(facts.game.map((number) => games[number]))
    known.kind = known.kind.concat(facts.kind.map((number) => kinds[number]))
    known.withExamples = known.withExamples.concat((facts.withExamples ?? []).map((number) => start + number))
    Object.assign(known.gameTitles, facts.gameTitles)
    Object.assign(known.icons, facts.icons)
    const moved = (name, change) => {
      for (const [number, value] of Object.entries(facts[name] ?? {})) known[name][start + Number(number)] = change(value)
    }
    moved('aliases', (value) => value)
    moved('url', (value) => value)
    this.stand(start, above, facts.standIns ?? [])
    this.keys = this.parts = null
  }

  /** Note what entries stand for that only head or point, of a game that starts here. */
  stand(start, above, [steps = [], runs, behind]) {
    const lasts = above.map((_, number) => number)
    for (let number = lasts.length; number--;) {
      const over = number - above[number]
      lasts[over] = Math.max(lasts[over], lasts[number])
    }
    let head = start
    for (const [at, step] of steps.entries()) {
      head += step
      const own = head - start
      const firsts = runs[at] || [own + 1]
      if (firsts.length) {
        this.facts.standIns[head] = firsts.map((first) => [start + first, start + lasts[runs[at] ? first : own]])
      }
      if (behind[at] >= 0) this.facts.definitions[head] = start + behind[at] + Math.min(...firsts, firsts.length ? Infinity : own + 1)
    }
  }

  game(number) {
    return this.games[this.facts.game[number]]
  }

  kind(number) {
    return this.kinds[this.facts.kind[number]]
  }

  id(number) {
    return `${this.game(number)}:${this.facts.slug[number]}`
  }

  number(number) {
    const printed = this.facts.number[number]
    return printed === 0 ? this.facts.slug[number] : printed
  }

  title(number) {
    return this.facts.title[number] || null
  }

  /** By the position of an entry that only heads or points: the runs of entries that it stands for. */
  get standIns() {
    return this.facts.standIns
  }

  /** By the same: the first of these that says what it is about. @returns {Record<number, number>} */
  get definitions() {
    return this.facts.definitions
  }

  /** The entries whose examples may hold words that do not count for them. @returns {number[]} */
  get withExamples() {
    return this.facts.withExamples
  }

  /** @returns {string[]} */
  aliases(number) {
    return this.facts.aliases[number] ?? []
  }

  url(number) {
    return this.facts.url[number] ?? `${this.game(number)}/${this.facts.slug[number]}/`
  }

  /** The entry that stands for this one and its close relatives: rule 105.2 for 105.2a. */
  place(number) {
    const above = number - this.facts.above[number]
    const printed = this.number(above)
    const own = this.number(number)
    const joined = above !== number && printed && own?.startsWith(printed) && !/[.0-9]/.test(own[printed.length])
    return joined ? this.place(above) : number
  }

  /** What is told of each that an entry stands under, outermost first. @returns {string[]} */
  above(number, tell) {
    const above = number - this.facts.above[number]
    return above === number ? [] : [...this.above(above, tell), tell(above)].filter(Boolean)
  }

  /** The titles of what an entry stands under, without printed numbers. @returns {string[]} */
  titlesAbove(number) {
    return this.above(number, (one) => this.title(one))
  }

  /** The labels of what an entry stands under. @returns {string[]} */
  path(number) {
    return this.above(number, (one) => this.label(one))
  }

  label(number) {
    const printed = this.number(number)
    const title = this.title(number)
    if (printed && title) return /\d$/.test(printed) ? `${printed}. ${title}` : `${printed} ${title}`
    return title ?? (printed && this.kind(number) === 'step' ? `Step ${printed}` : printed) ?? ''
  }

  /** The entries that a REF names, by the first of its readings that finds any. @returns {number[]} */
  find(ref) {
    for (const { names, game } of readings(ref, { ...Object.fromEntries(this.games.map((game) => [game, game])), ...this.facts.gameTitles })) {
      const found = names.flatMap(({ first, last }) => {
        const held = this.named(first).filter((number) => !game || this.game(number) === game)
        return last && held.length ? this.range(held[0], last) : held
      })
      if (found.length) return [...new Set(found)]
    }
    return []
  }

  /** An entry and those beside it up to the last number. */
  range(first, last) {
    const aboveOf = (number) => (this.facts.above[number] ? number - this.facts.above[number] : -1)
    const between = [first]
    for (let number = first + 1; number < this.count && between.length < MOST_IN_RANGE; number++) {
      if (this.game(number) !== this.game(first) || aboveOf(number) < aboveOf(first)) break
      const printed = this.number(number)
      if (aboveOf(number) === aboveOf(first) && printed && compare(printed, last) <= 0) between.push(number)
    }
    const reached = new Set(between.map((number) => this.number(number)))
    const elsewhere = this.named(last).filter((number) => !reached.has(this.number(number))).slice(0, 1)
    return [...between, ...elsewhere]
  }

  /** The entries whose id, number or name is exactly this text, the best fit first. @returns {number[]} */
  named(text) {
    const parts = partsKey(text)
    this.keys ??= this.readKeys()
    if (parts) this.parts ??= this.readParts() // half of all the time, and few ask for a number
    const ranked = new Map()
    for (const key of new Set([text.trim().toLowerCase(), numberKey(text), nameKey(text), parts])) {
      for (const [rank, number] of this.keys.get(key) ?? this.parts?.get(key) ?? []) {
        if (!(ranked.get(number) <= rank)) ranked.set(number, rank)
      }
    }
    return [...ranked.keys()].sort((one, other) => ranked.get(one) - ranked.get(other) || one - other)
  }

  readKeys() {
    const keys = new Map()
    for (let number = 0; number < this.count; number++) {
      const printed = this.number(number)
      const title = this.title(number)
      add(keys, this.id(number).toLowerCase(), 0, number)
      if (printed) add(keys, numberKey(printed), 1, number)
      if (title) add(keys, nameKey(title), 2, number)
      if (printed && title) add(keys, nameKey(this.label(number)), 3, number)
      for (const alias of this.aliases(number)) add(keys, nameKey(alias), 4, number)
      add(keys, this.facts.slug[number].toLowerCase(), 5, number)
    }
    return keys
  }

  /** The entries by what the ways to part their numbers share, which nothing else begins as. */
  readParts() {
    const keys = new Map()
    for (let number = 0; number < this.count; number++) {
      const key = partsKey(this.number(number) ?? '')
      if (key) add(keys, key, 1, number)
    }
    return keys
  }
}

/** How far before each entry its parent stands, 0 at the top; told as steps up from the entry before. */
const distances = (steps) => {
  const found = []
  for (const [number, step] of steps.entries()) {
    let above = number - 1
    for (let left = step; left > 1; left--) above -= found[above]
    found.push(step > 0 ? number - above : -step)
  }
  return found
}

const add = (keys, key, rank, number) => {
  if (!keys.has(key)) keys.set(key, [])
  keys.get(key).push([rank, number])
}

/** A printed number as it is compared: "702.19B" and "702.19b." are one. */
export function numberKey(text) {
  return text.toLowerCase().replace(/\s+/g, '').replace(/\.+$/, '')
}

/** Whether a number stands before another one: 9 before 10, `a` before `b`. */
const compare = (...numbers) => {
  const [one, other] = numbers.map((number) => partsOf(number).join(' '))
  return one.localeCompare(other, 'en', { numeric: true })
}
