/**
 * Which citation says where a quotation is from? The citations of a post, outside of what it quotes.
 * The twin of `kb/cite/attributing.py`.
 */

import { before, characters, stripEnd, stripped } from '../link/blanks.js'
import { endOf, patterns } from '../link/pattern.js'
import { decide, rangesApart } from './deciding.js'
import { find, found as foundWith } from './finders.js'
import { linksOf } from './linking.js'
import { firstFrom, isInside } from './quotations.js'

const BETWEEN = patterns('attributing')

const LINK_AND_WORDS = 12
const LONGEST_CITATION = 300
const UNITS = 2 // that a character may have at most
const NEAR_BEFORE = 160
const NEAR_AFTER = 120
const LED = 80
const CLEAR = 3
const SHARED = 10
const CITING = new Set(['wiki', 'number', 'bare', 'place', 'page', 'entry', 'see'])
const SAYS_NOTHING = ' \t\n,>*_)]}\x01'

/**
 * What a quotation is said to be from: a citation's number, whether the post says so or the two merely stand together,
 * whether somebody's or a card's words are announced, and whether it is said to stand in a book of rules.
 * @typedef {{cited: ?number, isClear: boolean, isSpoken: boolean, isOfBook: boolean}} Attribution
 */

/**
 * @typedef {import('./deciding.js').Decided} Decided
 * @typedef {import('./quotations.js').Quotation} Quotation
 */

const startOf = (decided) => decided.found.start

/**
 * The citations of a post, and its links that hang on other words, in order; none inside a quotation.
 * @param {import('./rules.js').Rules} rules @param {string} post @param {string} text
 * @param {Quotation[]} quoted @param {?string} game
 * @returns {{game: ?string, decided: Decided[], why: string}}
 */
export const citationsOutside = (rules, post, text, quoted, game) => {
  const found = find(text).filter((one) => CITING.has(one.form) && !isInside(one, quoted))
  const said = decide(rules, text + linksOf(rules, post), rangesApart(rules, found, game), game, quoted)
  const alone = linked(rules, post).filter((one) => !around(one, said.decided).some((each) => isSame(one, each)))
  return { ...said, decided: [...said.decided, ...alone].sort((one, other) => startOf(one) - startOf(other)) }
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
 * What each quotation is from: the nearest pairs first, a citation once, but for those in one sentence.
 * @param {string} text @param {Quotation[]} quoted @param {Decided[]} cited @returns {Attribution[]}
 */
export const attributions = (text, quoted, cited) => {
  const pairs = quoted.flatMap((quotation, place) => (
    [...near(text, quotation, cited)].map(([number, cost]) => [cost, place, number])))
  pairs.sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2])
  const chosen = new Map()
  const claimed = new Set()
  for (const isSharing of [false, true]) {
    for (const [cost, place, number] of pairs) {
      if (chosen.has(place) || (isSharing ? cost >= SHARED : claimed.has(number))) continue
      chosen.set(place, [cost, number])
      claimed.add(number)
    }
  }
  return quoted.map((quotation, place) => attribution(text, quotation, chosen.get(place)))
}

/** @returns {Attribution} */
const attribution = (text, quotation, pair) => {
  const led = before(text, quotation.start, LED).replaceAll('\0', '')
  const isSpoken = !quotation.isBlock && BETWEEN.spoken.search(led) !== null
  const isOfBook = !quotation.isBlock && (BETWEEN.book.search(led) ?? BETWEEN.book_behind.at(text, quotation.end)) !== null
  if (!pair) return { cited: null, isClear: false, isSpoken, isOfBook }
  return { cited: pair[1], isClear: pair[0] <= CLEAR && !quotation.isNamed, isSpoken, isOfBook }
}

/** The citations that may tell where a quotation is from, and how far each is from doing so. */
function* near(text, quotation, cited) {
  const first = firstFrom(cited, quotation.start - UNITS * (NEAR_BEFORE + LONGEST_CITATION), startOf)
  const last = firstFrom(cited, quotation.end + UNITS * NEAR_AFTER + 1, startOf)
  for (let number = first; number < last; number++) {
    const { found } = cited[number]
    const isBefore = found.end <= quotation.start
    if (!isBefore && found.start < quotation.end) continue // the one inside of the other
    const between = isBefore ? text.slice(found.end, quotation.start) : text.slice(quotation.end, found.start)
    if (characters(between) > (isBefore ? NEAR_BEFORE : NEAR_AFTER)) continue
    const said = between.replaceAll('\0', '')
    const cost = isBefore ? costBefore(said, quotation.isBlock) : costAfter(text, quotation, said)
    if (cost !== null) yield [number, cost]
  }
}

const linesIn = (text) => text.split('\n').length - 1
const lacksWords = (text, signs = SAYS_NOTHING) => !stripped(text, signs)

/** How far a citation is from announcing the quotation behind it. */
const costBefore = (between, isBlock) => {
  if (BETWEEN.denied.search(between)) return null
  const count = linesIn(between)
  if (lacksWords(between, isBlock && !count ? `${SAYS_NOTHING}.:` : SAYS_NOTHING)) {
    return isBlock ? (count ? 15 : 0) + count / 5 : 1.5 + count
  }
  if (BETWEEN.leads.isAll(between)) return 0
  if (isBlock) {
    const led = stripEnd(between)
    return led.endsWith(':') && !BETWEEN.ended.search(led) ? 1 : null
  }
  return count || BETWEEN.ended.search(between) ? null : 4 + characters(between) / 40
}

/** How far a citation is from saying where the quotation before it is from. */
const costAfter = (text, quotation, between) => {
  if (BETWEEN.doubted.search(between) || (BETWEEN.empty_line.search(between) && !quotation.isBlock)) return null
  if (BETWEEN.signed.isAll(between)) return 0.5
  if (quotation.isBlock) {
    if (!BETWEEN.trails.isAll(between) && !BETWEEN.next.isAll(between)) return null
    return (BETWEEN.trails.isAll(between) ? 15.1 : 20) + linesIn(between) / 5
  }
  const inside = text.slice(Math.max(0, quotation.end - 3), quotation.end)
  const next = stripped(between, SAYS_NOTHING)[0] ?? ''
  const isNext = BETWEEN.next.isAll(between) ? 2 : null
  if (/[.!?…]/.test(inside) && /^\p{Lu}/u.test(next)) return isNext
  if (BETWEEN.trails.isAll(between) && !BETWEEN.ended.search(between)) {
    const isJoined = ['and', 'or'].includes(stripped(between, SAYS_NOTHING)) // "314.5 “…” and 314.6": the next one
    return (isJoined ? 2 : 1) + linesIn(between) / 2
  }
  if (BETWEEN.ended.search(between)) return isNext
  return between.includes('\n') ? null : 5 + characters(between) / 40
}
