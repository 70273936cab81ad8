/** Which citation says where a quotation is from? The twin of `kb/cite/attributing.py`. */

import { before, stripped } from '../link/blanks.js'
import { firstFrom } from '../link/lists.js'
import { endOf, patterns, table } from '../link/pattern.js'
import { decide } from './deciding.js'
import { NAMING, ownLinks } from './evidence.js'
import { find, found as foundWith } from './finders.js'
import { isInside } from './quotations.js'

const BETWEEN = patterns('attributing')
const BESIDE = patterns('weighing')

const LINK_AND_WORDS = 12
const LONGEST_CITATION = 300
const SAME = 600
const NEAR_BEFORE = 160
const NEAR_AFTER = 120
const LED = 80
const CLEAR = 3
const NAMED = 2
const SIGNED = 0.5
const SHARED = 10
const CITING = new Set(['wiki', 'number', 'bare', 'place', 'page', 'entry', 'see'])
const SAYS_NOTHING = ' \t\n,>*_)]}\0\x01'

const startOf = (decided) => decided.found.start

export const citationsOutside = (rules, post, text, quoted, game) => {
  const found = find(text).filter((one) => CITING.has(one.form) && !isInside(one, quoted))
  const said = decide(rules, text, found, game, quoted, ownLinks(rules, post))
  const alone = linked(rules, post).filter((one) => !around(one, said.decided).some((each) => isSame(one, each)))
  return { ...said, decided: [...said.decided, ...alone].sort((one, other) => startOf(one) - startOf(other)) }
}

const linked = (rules, post) => [...rules.linked.all(post)].map((match) => {
  const entry = rules.entry(rules.addressed(match[1])?.entry ?? '')
  const found = foundWith({ start: match.index, end: endOf(match), form: 'link', name: match[1] })
  return { found, entries: entry ? [entry] : [], reason: '' }
})

const around = (link, said) => {
  const number = firstFrom(said, startOf(link), startOf)
  return said.slice(Math.max(0, number - 1), number + 1)
}

const isSame = (link, said) => {
  const between = Math.max(link.found.start - said.found.end, said.found.start - link.found.end)
  const wordings = ({ entries }) => entries.map(({ permalink, edition }) => `${permalink} ${edition}`).join('\n')
  return between <= LINK_AND_WORDS && wordings(link) === wordings(said) && isPinnedNow(link)
}

export const isPinnedNow = (link) => link.entries.every(({ permalink, url }) => [permalink, url].includes(link.found.name))

export const attributions = (text, quoted, cited) => {
  const pairs = quoted.flatMap((quotation, place) => (
    [...near(text, quotation, cited)].map(([number, cost]) => [cost, place, number])))
  const between = ([, place, number]) => Math.max(quoted[place].start - cited[number].found.end, startOf(cited[number]) - quoted[place].end)
  const worth = ([cost, , number]) => cost + (NAMING.has(cited[number].found.form) ? NAMED : 0)
  pairs.sort((one, other) => worth(one) - worth(other) || one[1] - other[1] || between(one) - between(other))
  const chosen = new Map()
  const claimed = new Set()
  for (const isSharing of [false, true]) {
    for (const [cost, place, number] of pairs) {
      if (chosen.has(place) || (isSharing ? cost >= SHARED : claimed.has(number))) continue
      chosen.set(place, [cost, number])
      claimed.add(number)
    }
  }
  return quoted.map((quotation, place) => attribution(text, quotation, cited, chosen.get(place)))
}

const attribution = (text, quotation, cited, pair) => {
  const led = before(text, quotation.start, LED).replaceAll('\0', '')
  const isSpoken = !quotation.isBlock && BETWEEN.spoken.search(led) !== null
  const isPlaced = !quotation.isBlock && BETWEEN.book_behind.at(text, quotation.end) !== null
  const isOfBook = isPlaced || (!quotation.isBlock && BETWEEN.book.search(led) !== null)
  const unsaid = [BETWEEN.unsaid, BETWEEN.denied, ...(isPlaced ? [] : [BETWEEN.vague])]
  const isUnsaid = BETWEEN.denied_behind.at(text, quotation.end) !== null
    || (!quotation.isBlock && unsaid.some((said) => said.search(led) !== null))
  if (!pair) return { cited: null, beside: citedBeside(text, quotation, cited), isClear: false, isSpoken, isOfBook, isUnsaid }
  const isBehind = cited[pair[1]].found.start > quotation.start
  const isClear = pair[0] <= (isSpoken && isBehind ? SIGNED : CLEAR) && !quotation.isNamed
  return { cited: pair[1], beside: null, isClear, isSpoken, isOfBook, isUnsaid }
}

/** The nearest citation of the same paragraph, though nothing ties the quotation to it. @returns {?number} */
const citedBeside = (text, { start, end, isBlock }, cited) => {
  const after = firstFrom(cited, start, startOf)
  const spans = [[after - 1, cited[after - 1]?.found.end, start], [after, end, cited[after]?.found.start]]
  const apart = (between) => (isBlock ? stripped(between, SAYS_NOTHING) : between) // an empty line only sets a block apart
  const near = spans.filter(([number, from, to]) => (
    cited[number] && from <= to && to - from <= NEAR_BEFORE && !BETWEEN.empty_line.search(apart(text.slice(from, to)))))
  near.sort((one, other) => one[2] - one[1] - (other[2] - other[1]) || one[0] - other[0])
  return near[0]?.[0] ?? null
}

function* near(text, quotation, cited) {
  const first = firstFrom(cited, quotation.start - NEAR_BEFORE - LONGEST_CITATION, startOf)
  const last = firstFrom(cited, quotation.end + NEAR_AFTER + 1, startOf)
  const previous = firstFrom(cited, quotation.start, startOf) - 1
  if (previous >= 0 && quotation.start - cited[previous].found.end <= SAME && BETWEEN.same.search(before(text, quotation.start, LED))) {
    yield [previous, CLEAR]
  }
  for (let number = first; number < last; number++) {
    const { found, entries } = cited[number]
    const isBefore = found.end <= quotation.start
    if (!isBefore && found.start < quotation.end) continue // the one inside of the other
    if (!isBefore && isNextItem(text, quotation.start, found.start)) continue
    const between = isBefore ? text.slice(found.end, quotation.start) : text.slice(quotation.end, found.start)
    if (between.length > (isBefore ? NEAR_BEFORE : NEAR_AFTER)) continue
    const cost = isBefore ? costOf('announcing', between, quotation) : costOf('following', between, quotation, isAnew(text, quotation, between, found.end))
    if (cost !== null) yield [number, cost + (entries.length ? 0 : 1)]
  }
}

/** Whether a later line of a list begins with a citation: it is of what stands there. */
const isNextItem = (text, ...places) => {
  const [first, last] = places.map((place) => text.slice(0, place).lastIndexOf('\n') + 1)
  return first < last && BETWEEN.item.at(text, first) !== null && BETWEEN.item.at(text, last) !== null
}

const isAnew = (text, { end }, between, after) => /[.!?…]/.test(text.slice(end - 3, end))
  && (/^\p{Lu}/u.test(stripped(between, SAYS_NOTHING)) || (BETWEEN.anew.at(between) ?? BESIDE.citing.at(text, after)) !== null)
  && !BETWEEN.tied.at(between)

const costOf = (side, between, { isBlock }, isNew = false) => {
  const said = between.replace(/[\0\x01]/g, '')
  const kinds = ['', isBlock ? 'block' : 'inline', ...(isNew && !isBlock ? ['anew'] : [])]
  const [, , cost, byLine, byCharacter] = table(side).find(([name, where]) => kinds.includes(where) && BETWEEN[name].search(said))
  return cost < 0 ? null : cost + byLine * (said.split('\n').length - 1) + byCharacter * said.length
}
