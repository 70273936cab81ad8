/**
 * Which entry does a citation in a post mean, and which game is the post about? Doubt is told, never guessed away.
 * The twin of `kb/cite/deciding.py`.
 */

import { nameKey } from '../analyse.js'
import { characters } from '../link/blanks.js'
import { bestKind, called } from '../link/names.js'
import { isDotted, key, shape } from '../link/numbers.js'
import { literal, pattern, written } from '../link/pattern.js'
import { splitRange } from './finders.js'
import { ENOUGH, shapeWeight } from './weighing.js'

/**
 * @typedef {import('./finders.js').Found} Found
 * @typedef {import('./rules.js').Rules} Rules
 * @typedef {import('../link/names.js').Entry} Entry
 * @typedef {{found: Found, entries: Entry[], reason: string}} Decided one entry if it is decided; several, or none,
 *   with the reason
 */

const STRONG = new Set(['wiki', 'number', 'bare'])
const KINDS_NAMED = new Set(['term', 'rule', 'section'])
const NUMBERED = new Set(['rule', 'section', 'step', 'example'])
const NAMED = 3
const MOST_ROUNDS = 5
const NAMING = new Set(['see', 'quoted', 'place', 'entry'])
const SPOKEN_OF = pattern('deciding.spoken_of')
const LONGEST = 120
const WORD_ENDS = written(String.raw`(?<=\S) `)

/**
 * What each citation means; words that cite nothing and need no mention are left out.
 * @param {Rules} rules @param {string} post @param {Found[]} found @param {?string} game
 * @returns {{game: ?string, decided: Decided[]}}
 */
export const decide = (rules, post, found, game = null) => {
  const meant = new Map([...rules.games.keys()].map((slug) => [slug, meantIn(rules, found, slug)]))
  const evidence = new Map([...meant].map(([slug, each]) => [slug, evidenceOf(rules, post, found, each, slug, game)]))
  const about = game || aboutGame(evidence)
  const decided = found.map((one, number) => {
    const allowed = [...meant].filter(([slug]) => isAllowed(one, evidence.get(slug).context))
    return verdict(rules, one, new Map(allowed.map(([slug, each]) => [slug, each[number]])), about)
  })
  return { game: about, decided: decided.filter(Boolean).map(trimmed) }
}

/** Whether words are a citation in a post of such context; a bare number needs evidence. */
const isAllowed = (found, context) => (
  found.form !== 'bare' || shapeWeight(found.name) + found.weight + context >= ENOUGH)

/** What a post says for one game: how much speaks for it, and what that adds to the weight of a bare number. */
const evidenceOf = (rules, post, found, meant, slug, told) => {
  const fitting = found.flatMap((one, number) => (meant[number].length ? [[one, meant[number][0].id]] : []))
  const linked = ownLinks(rules, post).filter((address) => address.startsWith(`${slug}/`))
    .map((address) => `${slug}:${address.slice(slug.length + 1).split('@', 1)[0].replace(/\/+$/, '')}`)
  const idsOf = (isKept) => fitting.filter(([one]) => isKept(one)).map(([, id]) => id)
  const isNumbered = (id) => Boolean(rules.names(slug).byId.get(id)?.number)
  const sure = [...linked, ...idsOf((one) => one.form !== 'bare' || isSure(one))].filter(isNumbered)
  const likely = idsOf((one) => one.form === 'bare' && one.weight >= 0)
  const isSaid = isNamed(rules.games.get(slug).title, slug, post)
  const first = (SPOKEN_OF.search(post) ? 1 : 0) + (isSaid || told === slug ? 2 : 0)
  let context = first
  for (let round = 0; round < MOST_ROUNDS; round++) { // what is a citation speaks for the others, as its link would
    const accepted = new Set([...sure, ...idsOf((one) => one.form === 'bare' && isAllowed(one, context))])
    const next = first + Math.min(3, Math.max(accepted.size, new Set([...accepted, ...likely]).size - 1))
    if (context === next) break
    context = next
  }
  const numbers = fitting.filter(([one]) => isSure(one) || (one.form === 'bare' && isAllowed(one, context))).length
  const names = fitting.filter(([one]) => NAMING.has(one.form)).length
  return { context, score: 4 * (numbers + linked.length + (isSaid ? NAMED : 0)) + names }
}

/** What each citation may mean in one game; a long thread cites the same again and again. @returns {Entry[][]} */
const meantIn = (rules, found, game) => {
  const known = new Map()
  return found.map((one) => {
    const key = [one.form, one.name, one.cue, ...one.instead].join('\n')
    if (!known.has(key)) known.set(key, candidates(rules, one, game))
    return known.get(key)
  })
}

/** The game that a post is about; null if several fit as well. */
const aboutGame = (evidence) => {
  if (evidence.size === 1) return [...evidence.keys()][0]
  const scores = [...evidence].map(([slug, { score }]) => [slug, score])
  const [[first, most], second] = scores.sort((one, other) => other[1] - one[1])
  return most > 0 && (!second || second[1] < most) ? first : null
}

/** The addresses below the site that a post links to: `magic/314.6@2024-06-07/`. @returns {string[]} */
export const ownLinks = (rules, post) => [...rules.linked.all(post)].map((match) => match[1])

/** Whether it is a citation wherever it stands, and so tells the game that has it. */
const isSure = (found) => {
  if (found.form === 'number') return found.cue === 'rule' || isDotted(found.name)
  return found.form === 'wiki' || (found.form === 'bare' && found.weight >= 0 && shapeWeight(found.name) >= ENOUGH)
}

/** Whether a post says the name of a game: "Magic", "Tales from the Red Dragon Inn", "MTG". */
const isNamed = (title, slug, post) => {
  const spoken = titled(slug.replaceAll('-', ' '))
  return [...new Set([title, title.split(':', 1)[0], spoken, initials(title), initials(spoken)])].some((name) => (
    [...name].length > 2 && written(String.raw`(?<![\w/@.-])${literal(name)}(?![\w/-])`).search(post) !== null))
}

const titled = (text) => text.toLowerCase().replace(/\p{L}+/gu, (word) => word[0].toUpperCase() + word.slice(1))

const initials = (name) => (titled(name).match(/(?<![\p{L}\p{N}_])[A-Z]/gu) ?? []).join('')

/** @returns {?Decided} */
const verdict = (rules, found, everywhere, game) => {
  let fitting = game ? everywhere.get(game) ?? [] : [...everywhere.values()].flat()
  if (found.form === 'wiki' && !fitting.length) fitting = rules.resolve(found.name).slice(0, 1) // another game's, by its id
  if (game === null && !STRONG.has(found.form) && fitting.length) {
    return NAMING.has(found.form) ? { found, entries: fitting, reason: 'no sign of which game is meant' } : null
  }
  if (fitting.length === 1) return { found, entries: fitting, reason: '' }
  if (fitting.length) return { found, entries: fitting, reason: 'several entries fit' }
  if (found.form === 'wiki' || isMissed(rules, found, game)) {
    return { found, entries: [], reason: `nothing${game ? ` in ${game}` : ''} is called ${quoted(found.name)}` }
  }
  return null
}

/** Whether a number that leads nowhere must have been meant as a rule's. */
const isMissed = (rules, found, game) => {
  const names = game && rules.names(game)
  if (found.form === 'number' && found.cue === 'rule') return isDotted(found.name) || Boolean(names?.shapes.has(shape(found.name)))
  if (found.form !== 'bare' || !names || found.weight < 0 || shapeWeight(found.name) < ENOUGH) return false
  return names.shapes.has(shape(found.name)) && names.numbered(key(found.name)[0]).length > 0
}

/** A name in quotation marks, as Python's `repr` writes it. */
const quoted = (name) => {
  const mark = name.includes("'") && !name.includes('"') ? '"' : "'"
  return mark + name.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`) + mark
}

/** What a citation may mean in one game. @returns {Entry[]} */
const candidates = (rules, found, game) => {
  const names = rules.names(game)
  if (found.form === 'number' || found.form === 'bare') {
    for (const number of [...found.instead, found.name]) {
      const entries = numbered(names, number, found.cue)
      if (entries.length) return entries
    }
    return []
  }
  if (found.form === 'wiki') return wiki(rules, found.name, game)
  if (found.form === 'place') return placed(names, found)
  return named(rules, names, found)
}

const numbered = (names, number, cue) => {
  if (!['', 'rule'].includes(cue)) {
    const labelled = names.labelled(cue, number)
    if (labelled.length || cue === 'appendix' || cue === 'chapter') return bestKind(labelled)
    if (!isDotted(number)) return [] // "step 2", "section 3" of whatever people write about
  }
  return names.numbered(number).filter((entry) => NUMBERED.has(entry.kind))
}

/** An appendix, or the step of it that is named: of two so numbered the one in detail. @returns {Entry[]} */
const placed = (names, found) => {
  const entries = bestKind(names.named(found.name))
  if (entries.length !== 1 || !found.instead.length) return entries
  const [, number, letter] = /^(\d+)([a-z]?)/.exec(found.instead[0])
  const below = (entry) => names.children.get(entry.id) ?? []
  const steps = below(entries[0]).filter((one) => one.kind === 'step' && one.number === number)
  const inside = steps.flatMap(below).filter((one) => one.number === letter)
  const detailed = steps.filter((step) => below(step).length)
  const fitting = (letter ? inside : detailed.length ? detailed : steps).slice(0, 1)
  return fitting.length ? fitting : entries
}

const wiki = (rules, name, game) => {
  const [first] = rules.resolve(name, game)
  return first && (rules.names(game).byId.has(first.id) || name.includes('@')) ? [first] : []
}

/** The entries so called; of a name in mid-sentence also without its last words. */
const named = (rules, names, found) => {
  const isAnyKind = found.form === 'see' || found.form === 'entry' || !names.hasTerms
  for (const name of shorter(found)) {
    const isEveryday = found.form === 'capitals' && !name.includes(' ') && rules.everyday.isCommon(name.toLowerCase())
    const entries = names.named(name).filter((entry) => (
      KINDS_NAMED.has(entry.kind)
      && (isAnyKind || ((entry.kind === 'term' || entry.number) && !isEveryday))))
    if (entries.length) return bestKind(entries)
  }
  return []
}

/** @returns {string[]} */
const shorter = (found) => {
  if (characters(found.name) > LONGEST) return []
  if (found.form !== 'see') return [found.name]
  const words = WORD_ENDS.split(found.name)
  return words.map((_, count) => words.slice(0, words.length - count).join(' '))
}

/** A name after "see" without the words behind it that are no part of the name. @param {Decided} decided */
const trimmed = (decided) => {
  const { found, entries } = decided
  if (found.form !== 'see' || entries.length !== 1) return decided
  const keys = new Set(called(entries[0]).map(nameKey))
  const name = shorter(found).find((one) => keys.has(nameKey(one)))
  return name === undefined ? decided : { ...decided, found: { ...found, end: found.start + name.length, name } }
}

/**
 * The same, with "702.19b-d" as its two ends where the whole is no number of a text.
 * @param {Rules} rules @param {Found[]} found @param {?string} game @returns {Found[]}
 */
export const rangesApart = (rules, found, game) => {
  const games = game ? [game] : [...rules.games.keys()]
  const hasNumber = (number) => games.some((each) => rules.names(each).numbered(number).length > 0)
  return found.flatMap((one) => {
    const ends = STRONG.has(one.form) && one.form !== 'wiki' ? splitRange(one.name) : null
    if (!ends || hasNumber(one.name)) return [one]
    const [first, last] = ends
    const areBoth = games.some((each) => (
      rules.names(each).numbered(last).length > 0 && rules.names(each).numbered(first).length > 0))
    if (!areBoth) return [one]
    const cut = one.end - (one.name.length - one.name.lastIndexOf('-') - 1)
    return [{ ...one, end: cut - 1, name: first }, { ...one, start: cut, name: last }]
  })
}
