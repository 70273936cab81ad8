/**
 * What is every entry called, where does it stand, and which entry has exactly this number or name?
 * Reads the `names` file of `kb/site/browser_index.py`.
 */

import { nameKey } from './analyse.js'

export class Names {
  constructor() {
    this.facts = { game: [], kind: [], slug: [], number: [], title: [], above: [], aliases: {}, url: {} }
    this.games = []
    this.kinds = []
    this.keys = null
  }

  get count() {
    return this.facts.slug.length
  }

  /** Add the entries of a game after those that are known. @param {object} facts as written */
  add(facts) {
    const start = this.count
    const numbered = (known, names) => names.map((name) => {
      if (!known.includes(name)) known.push(name)
      return known.indexOf(name)
    })
    const games = numbered(this.games, facts.games)
    const kinds = numbered(this.kinds, facts.kinds)
    for (const name of ['slug', 'number', 'title', 'above']) this.facts[name] = this.facts[name].concat(facts[name])
    this.facts.game = this.facts.game.concat(facts.game.map((number) => games[number]))
    this.facts.kind = this.facts.kind.concat(facts.kind.map((number) => kinds[number]))
    for (const name of ['aliases', 'url']) {
      for (const [number, value] of Object.entries(facts[name])) this.facts[name][start + Number(number)] = value
    }
    this.keys = null
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

  url(number) {
    return this.facts.url[number] ?? `${this.game(number)}/${this.facts.slug[number]}/`
  }

  /** The entry that stands for this one and its close relatives: rule 105.2 for 105.2a. */
  place(number) {
    const above = number - this.facts.above[number]
    const printed = this.number(above)
    const own = this.number(number)
    const joined = above !== number && printed && own?.startsWith(printed) && own[printed.length] !== '.'
    return joined ? this.place(above) : number
  }

  /** The labels of what an entry stands under, outermost first. @returns {string[]} */
  path(number) {
    const labels = []
    let above = number - this.facts.above[number]
    while (above !== number) {
      labels.unshift(this.label(above))
      number = above
      above = number - this.facts.above[number]
    }
    return labels.filter(Boolean)
  }

  label(number) {
    const printed = this.number(number)
    const title = this.title(number)
    if (printed && title) return /\d$/.test(printed) ? `${printed}. ${title}` : `${printed} ${title}`
    return title ?? (printed && this.kind(number) === 'step' ? `Step ${printed}` : printed) ?? ''
  }

  /** The entries whose id, number or name is exactly this text, the best fit first. @returns {number[]} */
  named(text) {
    this.keys ??= this.readKeys()
    const ranked = new Map()
    for (const key of new Set([text.trim().toLowerCase(), numberKey(text), nameKey(text)])) {
      for (const [rank, number] of this.keys.get(key) ?? []) {
        if (!(ranked.get(number) <= rank)) ranked.set(number, rank)
      }
    }
    return [...ranked.keys()].sort((one, other) => ranked.get(one) - ranked.get(other) || one - other)
  }

  readKeys() {
    const keys = new Map()
    const add = (key, rank, number) => {
      if (!keys.has(key)) keys.set(key, [])
      keys.get(key).push([rank, number])
    }
    for (let number = 0; number < this.count; number++) {
      const printed = this.number(number)
      const title = this.title(number)
      add(this.id(number).toLowerCase(), 0, number)
      if (printed) add(numberKey(printed), 1, number)
      if (title) add(nameKey(title), 2, number)
      if (printed && title) add(nameKey(this.label(number)), 3, number)
      for (const alias of this.facts.aliases[number] ?? []) add(nameKey(alias), 4, number)
      add(this.facts.slug[number].toLowerCase(), 5, number)
    }
    return keys
  }
}

/** A printed number as it is compared: "702.19B" and "702.19b." are one. */
function numberKey(text) {
  return text.toLowerCase().replace(/\s+/g, '').replace(/\.+$/, '')
}
