/** Where does a post mention each term of its game first? The twin of `kb/cite/keywords.py`, with what it writes. */

import { Patterns } from '../link/patterns.js'
import { read } from '../link/tokens.js'
import { Decided } from './meaning.js'
import { Found } from './finders.js'

const SHOUTED = 4
const TERMS = Patterns('terms')

/** @typedef {{place: number, title: string, isParametric: boolean}} Term one name of an entry */
/** @typedef {{ends: Term[], next: Map<string, Node>}} Node of a tree of words */

const node = () => ({ ends: [], next: new Map() })

export class Terms {
  constructor({ names, forms, homely }) {
    this.root = node()
    this.homely = new Set(homely.split(' '))
    this.lemmas = new Map()
    for (const [name, place, flags] of names) {
      const words = name.split(' ')
      for (const word of words) this.lemmas.set(word, [word])
      let at = this.root
      for (const word of words) {
        if (!at.next.has(word)) at.next.set(word, node())
        at = at.next.get(word)
      }
      at.ends.push({ place, title: flags & 1 ? name : '', isParametric: Boolean(flags & 2) })
    }
    for (const [endings, words] of Object.entries(forms)) {
      for (const word of words.split(' ')) for (const ending of endings.split(' ')) this.learn(word, ending)
    }
  }

  /** A form of a word: how many letters it lacks, and what it ends with. */
  learn(word, ending) {
    const [, less, more] = /^(\d+)(.*)$/.exec(ending)
    const form = word.slice(0, word.length - less) + more
    this.lemmas.set(form, [...this.lemmas.get(form) ?? [], word])
  }

  /** The index after the longest name that goes on at a word, and what it may mean. @returns {[number, Term[]] | null} */
  longest(from, words, at) {
    let best = from.ends.length && !words[at]?.glued ? [at, from.ends] : null
    for (const lemma of this.lemmas.get(words[at]?.key) ?? []) {
      const following = from.next.get(lemma)
      if (following) best = longer(best, this.longest(following, words, at + 1))
    }
    return best
  }

  /** Every use of one term in a text, the longest where several begin. */
  * uses(text) {
    const words = read(text)
    for (let at = 0; at < words.length; at++) {
      const { start, key, glued, capital, initial } = words[at]
      if (!key || key === ',' || glued) continue
      const name = this.longest(this.root, words, at)
      if (!name) continue
      const written = words.slice(at, name[0]).map((word) => word.key).join(' ')
      const end = words[name[0] - 1].end
      const isTelling = name[0] - at > 1 || (capital && !initial) || (key.length > 2 && !this.isHomely(key))
      at = name[0] - 1
      const term = best(name[1], written)
      const parameter = term?.isParametric ? TERMS.parameter.match(text, end) : null
      const isLabelled = !parameter && capital && TERMS.number_after.match(text, end) // "Scenario 17"
      if (term && isTelling && !isLabelled) yield { start, end: parameter ? parameter.end() : end, place: term.place }
    }
  }

  /** Whether a word, in whatever form, is one that people say every day. */
  isHomely(form) {
    return this.lemmas.get(form).some((word) => this.homely.has(word))
  }
}

const longer = (one, other) => {
  if (!one || !other) return one ?? other
  if (one[0] === other[0]) return [one[0], [...one[1], ...other[1]]]
  return other[0] > one[0] ? other : one
}

/** A term that is entitled so before those that have this only as another name. @returns {Term | undefined} */
const best = (terms, written) => {
  const isTold = (kept) => new Set(kept.map(({ place }) => place)).size === 1
  return [terms, terms.filter(({ title }) => title === written), terms.filter(({ title }) => title)].find(isTold)?.[0]
}

/** Whether a term is written in capitals that are not its own: "you may NOT ATTACK". */
const isShouted = (said, { title }) => said.length >= SHOUTED && said === said.toUpperCase() && said !== said.toLowerCase() && !(title ?? '').includes(said)

export const keywords = (names, terms, text, decided, linked) => {
  const cited = new Set(decided.filter((one) => one.entries.length === 1).map((one) => one.entries[0].id))
  const more = []
  for (const { start, end, place } of terms.uses(text)) {
    const entry = names.entries[place]
    if (cited.has(entry.id) || linked.has(entry.permalink) || isShouted(text.slice(start, end), entry)) continue
    cited.add(entry.id)
    more.push(new Decided(new Found(start, end, 'keyword', entry.id), [entry]))
  }
  return [...decided, ...more].sort((one, other) => one.found.start - other.found.start)
}
