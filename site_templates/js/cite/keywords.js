/** Where does a post mention each term of its game first? The twin of `kb/cite/keywords.py`. */

import { Terms } from '../link/terms.js'
import { read } from '../link/tokens.js'
import { found } from './finders.js'

/** @typedef {import('./deciding.js').Decided} Decided */

/** @type {WeakMap<import('../link/names.js').Names, Terms>} */
const known = new WeakMap()

const termsOf = (names, { irregular }) => {
  if (!known.has(names)) known.set(names, new Terms(names.entries, irregular))
  return known.get(names)
}

/**
 * The citations and the first mention of each term that neither they nor the post's own links lead to.
 * @param {import('../link/names.js').Names} names @param {import('../link/everyday.js').Everyday} everyday
 * @param {string} text @param {Decided[]} decided @param {Set<string>} linked
 * @returns {Decided[]}
 */
export const keywords = (names, everyday, text, decided, linked) => {
  const taken = decided.map((one) => [one.found.start, one.found.end])
  const cited = new Set(decided.filter((one) => one.entries.length === 1).map((one) => one.entries[0].id))
  for (const entry of names.entries) if (linked.has(entry.permalink)) cited.add(entry.id)
  const more = []
  for (const use of termsOf(names, everyday).uses(text, read(text), taken)) {
    const [term] = use.terms
    if (use.terms.length !== 1 || cited.has(term) || use.labelled || !isTelling(use, everyday)) continue
    cited.add(term)
    const words = found({ start: use.start, end: use.end, form: 'keyword', name: term })
    more.push({ found: words, entries: [names.byId.get(term)], reason: '' })
  }
  return [...decided, ...more].sort((one, other) => one.found.start - other.found.start)
}

/** Whether words are a term's and not everyday English: several, with a capital, or uncommon. */
const isTelling = (use, everyday) => (
  use.words > 1 || (use.capital && !use.initial) || (use.form.length > 2 && !everyday.isHomely(use.form)))
