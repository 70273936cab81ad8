/**
 * Which words of a post cite a rule? `[[Leap]]`, "CR 314.6", "rules 603.7d–f", "see Fatigue", “Leap”, LEAP.
 * The twin of `kb/cite/finders.py`: the finders run in order and the first to claim a stretch keeps it.
 */

import { after, before, strip, stripped } from '../link/blanks.js'
import { numbersAt } from '../link/citations.js'
import { rangeEnd } from '../link/numbers.js'
import { Pattern, endOf } from '../link/pattern.js'

/**
 * Words that may cite an entry, before anybody knows which.
 * @typedef {{start: number, end: number, form: string, name: string, cue: string, shown: string, instead: string[]}} Found
 */

const WIKI = new Pattern(String.raw`\[\[([^\[\]\n|\0]{1,120})(?:\|([^\[\]\n|\0]{1,120}))?\]\]`)
const CUE = new Pattern(
  String.raw`(?<![^\W_])(?<![^\W_][*_])(?<![^\W_][*_]{2})(?<![@#$/\\.+-])`
  + String.raw`(?:(?P<cue>comp(?:rehensive|\.)?\srules?|rules?|sections?|articles?|laws?|regulations?`
  + String.raw`|appendix|chapters?|steps?|entry|entries|clauses?|paragraphs?)[^\S\n]{0,2}(?:no\.|nr\.|number|\#|:)?[^\S\n]{0,2}`
  + String.raw`|(?P<short>CR|cr|rr?\.|R\.|sec\.|art\.|para\.)[^\S\n]{0,2}[#:]?[^\S\n]{0,2}|(?P<sign>§§?|¶)[^\S\n]{0,2})(?=\d|[A-Z]{1,2}\.\d)`
  + String.raw`(?!\d{1,2}\s(?:players?|people|times|cards?|points?|turns?|days|hours|minutes)\b)`,
  { isCaseless: true },
)
const TYPED = new Pattern(String.raw`(\d{1,4}),(\d{1,3}[a-z]?)(?![\w,.]*\w)`)
const BRACKETED = new Pattern(String.raw`(\d{1,4}(?:\.\d{1,4}){1,3})\s?\(([a-z])\)`)
const CONTINUED = new Pattern(String.raw`\s*(?:,|;|&|/|\band\b|\bor\b|\bto\b|[–-])\s*(?=(\.\d{1,3}[a-z]?)(?![\w.]*\w))`)
const BARE = new Pattern(
  String.raw`(?<![^\W_])(?<![^\W_][*_])(?<![^\W_][*_]{2})(?<![.,:$€£¥#+@/\\%=~^-])`
  + String.raw`\d{1,4}(?:\.\d{1,3}){1,4}(?:[a-zA-Z](?:\.?\d{1,2})?)?`
  + String.raw`(?:(?<=[a-z])(?=[/-][a-z](?![^\W_]))|(?![^\W_]|_[^\W_]|[@#%°€£$/\\=^~-]|[.,:]\d|[.,]?-\d))`,
)
const QUANTITY_BEFORE = new Pattern(
  String.raw`(?:\b(?:v|ver|version|edition|ed|level|lvl|costs?|pays?|paid|price|around|about|roughly|nearly|almost|only`
  + String.raw`|at|rated|rating|scored?|build|patch|release|python|windows|android|ios|us|usd|eur|gbp|chf|tel|phone|call`
  + String.raw`|channel|fm|room|no|nr|page|p|pp|card|average|avg|mean|ratio|times|x|over|than|by)\.?`
  + String.raw`|[(\[]?(?:[$€£¥~≈<±×]|(?<![=>\n-])(?<![>\n] )(?<!^)>))\s*$`,
  { isCaseless: true },
)
const QUANTITY_AFTER = new Pattern(
  String.raw`\s?(?:%|°|€|£|\$|k\b|(?:inch|inches|in|cm|mm|m|km|kg|g|mg|lbs?|oz|ft|feet|yds?|yards?|mi|miles?|mhz|ghz|hz|gb|mb`
  + String.raw`|seconds?|secs?|s|ms|minutes?|mins?|hours?|hrs?|h|am|pm|uhr|days?|weeks?|points?|pts?|players?|times|percent`
  + String.raw`|stars?|million|billion|dollars?|bucks|euros?|pounds?|usd|eur|gbp|x|per|out\sof|or\s(?:more|less|higher|so)`
  + String.raw`|on\saverage|average|rating)\b)`,
  { isCaseless: true },
)
const LEADS = new Pattern(
  String.raw`(?:\b(?:see|under|rules?|cf\.?|per|via|in|of|to|and|or|with|from|is|says?|that|also|both|then)|[(\[:,;“\"'‘—–]|(?:^|\n)>[> ]*|^)\s*$`,
  { isCaseless: true },
)
const SEE = new Pattern(String.raw`\b[Ss]ee(?:[^\S\n]also)?:?[^\S\n]{1,2}(?:the[^\S\n])?[\"“”'‘*_]{0,3}(?=[A-Z])`)
const CAPITAL_NAME = new Pattern(
  String.raw`[A-Z][\w'’-]{0,40}(?: (?:[A-Z][\w'’-]{0,40}|(?:of|the|to|from|in|and|\d{1,2})(?:-[\w'’-]{1,40})?)){0,6}`,
)
const QUOTED = new Pattern(String.raw`[\"“„«»]\s?([^\"“”„«»\n\0]{2,60}?)\s?[\"”“«»]`)
const CAPITALS = new Pattern(String.raw`(?<![\w'’-])[A-Z][A-Z'’-]{1,30}(?: [A-Z][A-Z'’-]{0,30}){0,4}(?![\w'’-])`)
const SMALL = new Pattern(String.raw`[a-z]`)
const PHRASE = new Pattern(
  String.raw`(?<![\w'’-])[A-Z][a-z'’-]{1,30}(?: (?:of |the |to )?[A-Z][a-z'’-]{1,30}){1,4}(?![\w'’-])`,
)

export const PATTERNS = {
  _WIKI: WIKI, _CUE: CUE, _TYPED: TYPED, _BRACKETED: BRACKETED, _CONTINUED: CONTINUED, _BARE: BARE,
  _QUANTITY_BEFORE: QUANTITY_BEFORE, _QUANTITY_AFTER: QUANTITY_AFTER, _LEADS: LEADS, _SEE: SEE,
  _CAPITAL_NAME: CAPITAL_NAME, _QUOTED: QUOTED, _CAPITALS: CAPITALS, _SMALL: SMALL, _PHRASE: PHRASE,
}

const CUES = { 'sec.': 'section', entries: 'entry', '§': 'section', '§§': 'section', 'art.': 'article' }

/** @returns {Found} */
export const found = (facts) => ({ cue: '', shown: '', instead: [], ...facts })

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
    const { cue: word, short, sign } = match.groups
    const written = (word || short || sign).toLowerCase()
    const isRule = /^[cr]/.test(written) && !/^(?:cl|ch|reg)/.test(written)
    const cue = isRule ? 'rule' : written
    yield* numbers(post, match.index, endOf(match), CUES[cue] ?? cue.replace(/s+$/, ''), 'number')
  }
}

/** Dotted numbers with nothing before them that announces them. */
function* bareNumbers(post) {
  for (const match of BARE.all(post)) {
    const near = before(post, match.index, 16)
    if (QUANTITY_BEFORE.search(near) || QUANTITY_AFTER.at(post, endOf(match))) continue
    const parts = match[0].split('.')
    const isTelling = /\p{L}$/u.test(match[0]) || parts.length > 2 || parts[0].length > 2
    if (isTelling || LEADS.search(near)) {
      yield* numbers(post, match.index, match.index, isTelling ? '' : 'weak', 'bare')
    }
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
  announcedNumbers,
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
