/**
 * Which words of a post cite a rule? `[[Leap]]`, "CR 314.6", "rules 603.7d–f", "see Fatigue", “Leap”, LEAP.
 * The twin of `kb/cite/finders.py`: the finders run in order and the first to claim a stretch keeps it.
 */

import { after, before, strip, stripped } from '../link/blanks.js'
import { numbersAt } from '../link/citations.js'
import { rangeEnd } from '../link/numbers.js'
import { endOf, pattern } from '../link/pattern.js'
import { DISMISSED, weigh } from './weighing.js'

/**
 * Words that may cite an entry, before anybody knows which.
 * @typedef {{start: number, end: number, form: string, name: string, cue: string, shown: string, weight: number, instead: string[]}} Found
 */

const WIKI = pattern('finders.wiki')
const CUE = pattern('finders.cue')
const TYPED = pattern('finders.typed')
const BRACKETED = pattern('finders.bracketed')
const CONTINUED = pattern('finders.continued')
const BARE = pattern('finders.bare')
const PLACE = pattern('finders.place')
const PAGE = pattern('finders.page')
const PAGE_OF = pattern('finders.page_of')
const ENTRY = pattern('finders.entry')
const ENTRY_BEHIND = pattern('finders.entry_behind')
const ENTRY_IN = pattern('finders.entry_in')
const ENTRY_SAYS = pattern('finders.entry_says')
const OF_LAW = pattern('finders.of_law')
const ENTRY_FOR = pattern('finders.entry_for')
const CLOSING = pattern('citations.closing')
const SEE = pattern('finders.see')
const CAPITAL_NAME = pattern('finders.capital_name')
const QUOTED = pattern('finders.quoted')
const CAPITALS = pattern('finders.capitals')
const SMALL = pattern('finders.small')
const PHRASE = pattern('finders.phrase')

const LEGAL = new Set(['section', 'article', 'paragraph', 'para.', 'clause'])
const CUES = { 'sec.': 'section', entries: 'entry', '§': 'section', '§§': 'section', 'art.': 'article' }

/** @returns {Found} */
export const found = (facts) => ({ cue: '', shown: '', weight: 0, instead: [], ...facts })

/** Whether letters of a text are small, and there are any. */
const isLower = (text) => text === text.toLowerCase() && text !== text.toUpperCase()

/** Names in double brackets. */
function* wikiLinks(post) {
  for (const match of WIKI.all(post)) {
    const shown = strip(match[2] || match[1])
    yield found({ start: match.index, end: endOf(match), form: 'wiki', name: strip(match[1]), shown })
  }
}

/** Numbers after a word or sign that announces them. */
function* announcedNumbers(post) {
  for (const match of CUE.all(post)) {
    const { cue: long, short, sign } = match.groups
    const written = (long || short || sign).toLowerCase()
    const isRule = /^[cr]/.test(written) && !/^(?:cl|ch|reg)/.test(written)
    const word = isRule ? 'rule' : written
    const cue = CUES[word] ?? word.replace(/s+$/, '')
    const all = [...numbers(post, match.index, endOf(match), cue, 'number')]
    if (!(all.length && LEGAL.has(cue) && OF_LAW.at(post, all.at(-1).end))) yield* all
  }
}

/** Dotted numbers with nothing before them that announces them, and what speaks for or against each. */
function* bareNumbers(post) {
  for (const match of BARE.all(post)) {
    const weight = weigh(post, match.index, endOf(match))
    if (weight <= DISMISSED) continue
    for (const one of numbers(post, match.index, match.index, '', 'bare')) yield { ...one, weight }
  }
}

/** Appendices, with or without "see" before them, and a step of one. */
function* places(post) {
  for (const match of PLACE.all(post)) {
    const { cue, number, step } = match.groups
    const name = `${cue.toLowerCase()} ${number}`
    yield found({ start: match.index, end: endOf(match), form: 'place', name, instead: step ? [step] : [] })
  }
}

/** Pages of a book that is named: "Reference Manual p. 11", "page 11 of the Reference Manual". */
function* pages(post) {
  for (const match of [...PAGE.all(post), ...PAGE_OF.all(post)]) {
    const { book, page } = match.groups
    yield found({ start: match.index, end: endOf(match), form: 'page', name: page, cue: book })
  }
}

/** Names that are said to be an entry's: "the Leap entry", "glossary entry for Berserk". */
function* namedEntries(post) {
  for (const match of ENTRY.all(post)) {
    const { name } = match.groups
    yield found({ start: match.index + match[0].indexOf(name, 4), end: endOf(match), form: 'entry', name })
  }
  for (const match of [ENTRY_BEHIND, ENTRY_IN, ENTRY_SAYS].flatMap((one) => [...one.all(post)])) {
    const { name } = match.groups
    const start = match.index + match[0].lastIndexOf(name)
    yield found({ start, end: start + name.length, form: 'entry', name })
  }
  for (const match of ENTRY_FOR.all(post)) {
    const name = CAPITAL_NAME.at(post, endOf(match))
    if (name) yield found({ start: name.index, end: endOf(name), form: 'see', name: name[0] })
  }
}

/** Names with a capital right after "see". */
function* namesSeen(post) {
  for (const match of SEE.all(post)) {
    const name = CAPITAL_NAME.at(post, endOf(match))
    if (name) yield found({ start: name.index, end: endOf(name), form: 'see', name: name[0] })
  }
}

/** Words in quotation marks that may be a term. */
function* quotedTerms(post) {
  for (const match of QUOTED.all(post)) {
    const isScare = isLower(match[1]) && !match[1].includes(' ') && !CLOSING.at(post, endOf(match)) // "cast" triggers
    if (isScare) continue
    const start = match.index + match[0].indexOf(match[1], 1)
    yield found({ start, end: start + match[1].length, form: 'quoted', name: stripped(match[1], ' .,;:!?') })
  }
}

/** Words in capitals where the rest of the line is not. */
function* capitals(post) {
  for (const match of CAPITALS.all(post)) {
    const end = endOf(match)
    const line = before(post, match.index, 60) + after(post, end, 60)
    if (SMALL.search(line)) yield found({ start: match.index, end, form: 'capitals', name: match[0] })
  }
}

/** Several words that each begin with a capital. */
function* phrases(post) {
  for (const match of PHRASE.all(post)) {
    yield found({ start: match.index, end: endOf(match), form: 'phrase', name: match[0] })
  }
}

const FINDERS = [
  wikiLinks,
  places,
  pages,
  announcedNumbers,
  namedEntries,
  namesSeen,
  bareNumbers,
  quotedTerms,
  capitals,
  phrases, // last: a phrase in quotation marks is a quoted term
]

/** Everything in a post (with what is not ours blotted out) that may cite, in order, none overlapping. @returns {Found[]} */
export const find = (post) => FINDERS.reduce((kept, finder) => merged(kept, [...finder(post)]), [])

/** Both in order; what overlaps something found earlier is dropped. */
const merged = (kept, added) => {
  const result = []
  let number = 0
  for (const one of added.sort((a, b) => a.start - b.start || b.end - a.end)) {
    while (number < kept.length && kept[number].start < one.end) result.push(kept[number++])
    if (!result.length || result.at(-1).end <= one.start) result.push(one)
  }
  return [...result, ...kept.slice(number)]
}

/** The numbers of a list, each as it stands; both ends of a range. */
function* numbers(post, start, position, cue, form) {
  const typed = TYPED.at(post, position)
  if (typed) {
    yield found({ start, end: endOf(typed), form, name: typed[1], cue, instead: [`${typed[1]}.${typed[2]}`] })
    return
  }
  let last = ''
  let end = position
  let isFirst = true
  for (const item of numbersAt(post, position)) {
    const first = isFirst ? start : item.start
    isFirst = false
    if (item.to) {
      yield found({ start: first, end: item.between[0], form, name: item.number, cue })
      yield found({ start: item.between[1], end: item.end, form, name: item.to, cue })
      last = item.to
      end = item.end
      continue
    }
    const bracketed = BRACKETED.at(post, item.start)
    const instead = bracketed ? [`${bracketed[1]}${bracketed[2]}`] : []
    last = item.number
    end = bracketed ? endOf(bracketed) : item.end
    yield found({ start: first, end, form, name: item.number, cue, instead })
  }
  yield* continued(post, end, last, cue, form)
}

/** The numbers of which only the end is written: ".7" in "314.6 and .7". */
function* continued(post, end, last, cue, form) {
  for (let joint = last && CONTINUED.at(post, end); joint; joint = CONTINUED.at(post, end)) {
    const start = endOf(joint)
    end = start + joint[1].length
    last = last.slice(0, Math.max(last.lastIndexOf('.'), 0)) + joint[1]
    yield found({ start, end, form, name: last, cue })
  }
}

/** A number that may be a range written with a hyphen: "702.19b-d". @returns {[string, string] | null} */
export const splitRange = (name) => {
  const hyphen = name.lastIndexOf('-')
  const [first, last] = [name.slice(0, Math.max(hyphen, 0)), name.slice(hyphen + 1)]
  return first && last ? [first, rangeEnd(first, last)] : null
}
