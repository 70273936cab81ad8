/** Where does a text use the terms of its game? The twin of `kb/link/terms.py`. */

import { nameKey } from '../analyse.js'
import { plurals } from './inflect.js'
import { Lexicon } from './lexicon.js'
import { called, withoutParameter } from './names.js'
import { endOf, patterns } from './pattern.js'
import { keys } from './tokens.js'

const TERMS = patterns('terms')

const JOINTS = new Set([',', 'and', 'or'])
const SENTENCE_END = /[.!?\n]/
const LONGEST_LIST = 12
const LONGEST_TERM = 8

/**
 * A stretch of text that has the words of a term.
 * @typedef {{terms: string[], start: number, end: number, capital: boolean, initial: boolean, labelled: boolean,
 *   words: number, form: string}} Use
 * @typedef {import('./tokens.js').Word} Word
 * @typedef {[number, number, string[]]} Part words of a list, from and to, and the terms that they may stand for
 */

/** What has a name of its own: the terms; in a text that defines none the parts whose heading no other has. */
const termsOf = (entries) => {
  const titled = entries.filter(({ title }) => title)
  const terms = titled.filter(({ kind }) => kind === 'term')
  const counts = new Map()
  for (const { title } of titled) counts.set(nameKey(title), (counts.get(nameKey(title)) ?? 0) + 1)
  const headings = titled.filter(({ kind, parent, title }) => (
    kind === 'section' && parent && counts.get(nameKey(title)) === 1 && !/^\p{Nd}/u.test(title)))
  return (terms.length ? terms : headings).filter(({ title }) => !TERMS.obsolete.search(title))
}

export class Terms {
  /** @param {import('./names.js').Entry[]} entries @param {Map<string, string[]>} irregular */
  constructor(entries, irregular) {
    const terms = termsOf(entries)
    const named = terms
      .flatMap((entry) => [...new Set(called(entry))].map((name) => [name, entry.id]))
      .filter(([name]) => keys(name).length > 0 && keys(name).length <= LONGEST_TERM && [...name].length > 1)
    const titles = terms.map(({ title, id }) => [withoutParameter(title), id])
    this.lexicon = new Lexicon(named, irregular)
    this.titles = new Lexicon(titles, irregular)
    this.titled = new Set(titles.map(([name, id]) => `${keys(name).join(' ')}\n${id}`))
    this.parametric = new Set(terms.filter(({ title }) => withoutParameter(title) !== title).map(({ id }) => id))
    const [modifiers, heads] = modifiersOf(named)
    this.modifiers = new Lexicon(modifiers, irregular)
    this.heads = heads
  }

  /**
   * Every use in a text, the longest where several begin; `taken` stretches are references already.
   * @param {string} text @param {Word[]} words @param {[number, number][]} taken in order
   * @returns {Generator<Use>}
   */
  * uses(text, words, taken) {
    let at = 0
    let seen = 0 // up to here a list of terms has been looked for in vain
    let next = 0 // the first stretch that may still hold a word
    while (at < words.length) {
      const word = words[at]
      while (next < taken.length && taken[next][1] <= word.start) next++
      if (!word.key || word.key === ',' || (next < taken.length && taken[next][0] <= word.start)) {
        at++
        continue
      }
      if (at >= seen) {
        const [shared, end] = this.shared(text, words, at)
        seen = end
        for (const [first, after, terms] of shared) {
          yield this.use(text, words, first, after, terms)
          at = after
        }
        if (shared.length) continue
      }
      const found = this.lexicon.longest(words, at)
      if (found) yield this.use(text, words, at, found[0], found[1])
      at = found ? found[0] : at + 1
    }
  }

  /** @returns {Use} */
  use(text, words, first, after, terms) {
    const end = words[after - 1].end
    const ids = this.best(words, first, after, terms)
    const parameter = ids.every((id) => this.parametric.has(id)) ? TERMS.parameter.at(text, end) : null
    return {
      terms: ids,
      start: words[first].start,
      end: parameter ? endOf(parameter) : end,
      capital: words[first].capital,
      initial: words[first].initial,
      labelled: !parameter && words[first].capital && TERMS.number_after.at(text, end) !== null,
      words: after - first,
      form: words.slice(first, after).map((word) => word.key).join(' '),
    }
  }

  /** A term that is entitled so before one that has this only as another name. */
  best(words, first, after, terms) {
    if (terms.length === 1) return [terms[0]]
    const own = words.slice(first, after)
    const written = own.map((word) => word.key).join(' ')
    const exact = terms.filter((term) => this.titled.has(`${written}\n${term}`))
    if (exact.length === 1) return exact
    const found = this.titles.longest(own, 0)
    const titled = terms.filter((term) => found && found[0] === after - first && found[1].includes(term))
    return titled.length === 1 ? titled : terms
  }

  /** Terms that share a last word ("Shield or Toughness Tokens"), and how far was looked for them. @returns {[Part[], number]} */
  shared(text, words, at) {
    const parts = []
    let position = at
    while (position !== null && position < words.length && parts.length < LONGEST_LIST) {
      const found = this.modifiers.longest(words, position)
      if (!found) break
      const [after, terms] = found
      const head = words[after]?.key ?? ''
      const complete = terms.find((term) => this.heads.get(term).has(head))
      if (complete) {
        const before = this.sharing(parts, this.heads.get(complete))
        return [before.length ? [...before, [position, after + 1, [complete]]] : [], at]
      }
      parts.push([position, after, terms])
      position = afterJoint(text, words, after)
    }
    const end = parts.length ? parts.at(-1)[1] : at
    if (parts.some(([first]) => this.lexicon.longest(words, first))) return [[], end]
    if (parts.length < 2 && !isName(words.slice(at, end))) return [[], end]
    for (const head of headsBefore(text, words, at)) {
      const shared = this.sharing(parts, new Set([head]))
      if (shared.length) return [shared, end]
    }
    return [[], end]
  }

  /** The parts of a list that go with the word at its end; none if one of them does not. @returns {Part[]} */
  sharing(parts, head) {
    const goes = (term) => [...this.heads.get(term)].some((form) => head.has(form))
    const shared = parts.map(([first, after, terms]) => [first, after, terms.filter(goes)])
    return shared.every(([, , terms]) => terms.length) ? shared : []
  }
}

/** For terms that share a last word: what stands before it, and the forms of that word for each term. */
const modifiersOf = (named) => {
  const byHead = new Map()
  for (const [name, term] of named) {
    const words = keys(name)
    if (words.length < 2 || words.includes(',')) continue
    const head = words.at(-1)
    if (!byHead.has(head)) byHead.set(head, [])
    byHead.get(head).push([words.slice(0, -1).join(' '), term])
  }
  const modifiers = []
  const heads = new Map()
  for (const [head, listed] of byHead) {
    if (new Set(listed.map(([, term]) => term)).size < 2) continue
    const forms = new Set([head, ...plurals(head)])
    for (const [modifier, term] of listed) {
      modifiers.push([modifier, term])
      heads.set(term, forms)
    }
  }
  return [modifiers, heads]
}

/** The index after ", ", " or ", ", and ", "and/or" or "/"; null where the list ends. */
const afterJoint = (text, words, at) => {
  let position = at
  while (position < words.length && JOINTS.has(words[position].key) && position < at + 3) position++
  if (position > at) return position < words.length ? position : null
  return at < words.length && text.slice(words[at - 1].end, words[at].start).includes('/') ? at : null
}

/** The words of the sentence before a list, nearest first: one of them may be what it leaves out. */
function* headsBefore(text, words, at) {
  for (let index = at - 1; index > Math.max(-1, at - 25); index--) {
    if (SENTENCE_END.test(text.slice(words[index].end, words[index + 1].start))) return
    if (words[index].key) yield words[index].key
  }
}

const isCapital = (word) => word.capital && word.key !== '' && word.key !== ','

/** Whether words without their last one are clear by themselves: "Weaken Tokens and Damage Boost". */
const isName = (words) => words.length > 1 && words.every(isCapital)
