/** Which name begins at this word? The twin of `kb/link/lexicon.py`: a tree of words, read once however many names. */

import { lemmas } from './inflect.js'
import { keys } from './tokens.js'

/** Entries; a text that calls more by one name means none of them. */
export const MOST_OF_ONE_NAME = 20

/** @typedef {{ends: string[], next: Map<string, Node>}} Node */

const node = () => ({ ends: [], next: new Map() })

export class Lexicon {
  /** @param {Iterable<[string, string]>} names each with the id it may mean @param {Map<string, string[]>} irregular */
  constructor(names, irregular) {
    this.root = node()
    const vocabulary = new Set()
    for (const [name, entry] of names) {
      const words = keys(name)
      for (const word of words) vocabulary.add(word)
      if (words.length) this.add(words, entry)
    }
    this.lemmas = lemmas(vocabulary, irregular)
  }

  add(words, entry) {
    let at = this.root
    for (const word of words) {
      if (!at.next.has(word)) at.next.set(word, node())
      at = at.next.get(word)
    }
    if (at.ends.length < MOST_OF_ONE_NAME && !at.ends.includes(entry)) at.ends.push(entry)
  }

  /** The index after the longest name that begins at word `at`, and what it may mean. @returns {[number, string[]] | null} */
  longest(words, at) {
    return words[at].glued ? null : this.walk(this.root, words, at)
  }

  walk(from, words, at) {
    let best = from.ends.length && !words[at]?.glued ? [at, from.ends] : null
    if (at === words.length) return best
    for (const lemma of this.lemmas.get(words[at].key) ?? []) {
      const following = from.next.get(lemma)
      if (following) best = longer(best, this.walk(following, words, at + 1))
    }
    return best
  }
}

/** The longer of two matches; of equally long ones ("Effects" and "Effect") all meanings. */
const longer = (one, other) => {
  if (!one || !other) return one ?? other
  if (one[0] === other[0]) return [one[0], [...new Set([...one[1], ...other[1]])]]
  return other[0] > one[0] ? other : one
}
