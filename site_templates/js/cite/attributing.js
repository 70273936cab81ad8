/**
 * Which citation says where a quotation is from? The citations of a post, outside of what it quotes.
 * The twin of `kb/cite/attributing.py`.
 */

import { characters } from '../link/blanks.js'
import { Pattern, endOf } from '../link/pattern.js'
import { decide, rangesApart } from './deciding.js'
import { find, found as foundWith } from './finders.js'
import { linksOf } from './linking.js'

const LINK_AND_WORDS = 12
const LONGEST_CITATION = 300
const UNITS = 2 // that a character may have at most
const NEAR_BEFORE = 160
const NEAR_AFTER = 120
const CITING = new Set(['wiki', 'number', 'bare'])

const LEADS = new Pattern(
  String.raw`[\])>*_]*[\s:,—–-]*(?:(?:which )?(?:says?|states?|reads?|tells?|is|goes)(?: that| us)?)?[\s:,>*_]*`,
)
const TRAILS = new Pattern(
  String.raw`[\s.,;>*_]*[(\[—–-]*[\s\[(]*(?:see|from|per|cf\.?|is|that is|source:?)?\s*\[*`,
)
const APART = new Pattern(String.raw`[\])>*_\s]*\n[>*_\s]*`)
const SIGNED = new Pattern(String.raw`[^\S\n]*\n?[^\S\n]*[(\[—–-]`)
const EMPTY_LINE = new Pattern(String.raw`\n\s*\n`)

export const PATTERNS = { _LEADS: LEADS, _TRAILS: TRAILS, _APART: APART, _SIGNED: SIGNED }

/**
 * @typedef {import('./deciding.js').Decided} Decided
 * @typedef {import('./quotations.js').Quotation} Quotation
 */

/** The first index from which a sorted list is not below a limit. */
const firstFrom = (list, limit, placeOf) => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (placeOf(list[middle]) < limit) low = middle + 1
    else high = middle
  }
  return low
}

const startOf = (decided) => decided.found.start

/**
 * The citations of a post, and its links that hang on other words, in order; none inside a quotation.
 * @param {import('./rules.js').Rules} rules @param {string} post @param {string} text
 * @param {Quotation[]} quoted @param {?string} game
 * @returns {Decided[]}
 */
export const citationsOutside = (rules, post, text, quoted, game) => {
  const found = find(text).filter((one) => CITING.has(one.form) && !isInside(one, quoted))
  const said = decide(rules, text + linksOf(rules, post), rangesApart(rules, found, game), game).decided
  const alone = linked(rules, post).filter((one) => !around(one, said).some((each) => isSame(one, each)))
  return [...said, ...alone].sort((one, other) => startOf(one) - startOf(other))
}

/** Whether a citation is part of a quotation; quotations stand in order. */
const isInside = (found, quoted) => {
  const number = firstFrom(quoted, found.end, (one) => one.start) - 1
  return number >= 0 && quoted[number].end > found.start
}

/** What the post's links to the rules lead to. @returns {Decided[]} */
const linked = (rules, post) => [...rules.linked.all(post)].map((match) => {
  const entry = rules.entry(rules.addressed(match[1])?.entry ?? '')
  const found = foundWith({ start: match.index, end: endOf(match), form: 'link', name: match[1] })
  return { found, entries: entry ? [entry] : [], reason: '' }
})

/** The citations beside a link: the one before it and the one after it. */
const around = (link, said) => {
  const number = firstFrom(said, startOf(link), startOf)
  return said.slice(Math.max(0, number - 1), number + 1)
}

/** Whether a link hangs on words that cite the same, as in `[314.6](…)`. */
const isSame = (link, said) => {
  const between = Math.max(link.found.start - said.found.end, said.found.start - link.found.end)
  const wordings = ({ entries }) => entries.map(({ permalink, edition }) => `${permalink} ${edition}`).join('\n')
  return between <= LINK_AND_WORDS && wordings(link) === wordings(said) && isPinnedNow(link)
}

/** Whether a link leads to what its entry says now. @param {Decided} link */
export const isPinnedNow = (link) => link.entries.every(({ permalink, url }) => [permalink, url].includes(link.found.name))

/**
 * The number of the citation that says where a quotation is from: the one that leads to it or follows it directly.
 * @param {string} text @param {Quotation} quotation @param {Decided[]} cited @param {Set<number>} claimed
 * @returns {?number}
 */
export const belonging = (text, quotation, cited, claimed) => {
  let nearest = null
  const first = firstFrom(cited, quotation.start - UNITS * (NEAR_BEFORE + LONGEST_CITATION), startOf)
  const last = firstFrom(cited, quotation.end + UNITS * NEAR_AFTER + 1, startOf)
  for (let number = first; number < last; number++) {
    const distance = claimed.has(number) ? null : distanceOf(text, quotation, cited[number].found)
    if (distance !== null && (!nearest || distance < nearest[0])) nearest = [distance, number]
  }
  return nearest && nearest[1]
}

/** How far a citation is from saying where a quotation is from; null if it cannot. */
const distanceOf = (text, quotation, found) => {
  const isBefore = found.end <= quotation.start
  if (!isBefore && found.start < quotation.end) return null // the one inside of the other
  const between = isBefore ? text.slice(found.end, quotation.start) : text.slice(quotation.end, found.start)
  const distance = characters(between)
  if (distance > (isBefore ? NEAR_BEFORE : NEAR_AFTER)) return null
  const said = between.replaceAll('\0', '')
  if (isBefore && LEADS.isAll(said)) return APART.isAll(said) ? 2 : 0
  if (!isBefore && TRAILS.isAll(said)) return SIGNED.at(said) ? 1 : 3
  return EMPTY_LINE.search(said) ? null : 10 + distance
}
