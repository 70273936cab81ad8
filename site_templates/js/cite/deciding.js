/**
 * Which entry does a citation in a post mean, and which game is the post about? Doubt is told, never guessed away.
 * The twin of `kb/cite/deciding.py`.
 */

import { nameKey } from '../analyse.js'
import { characters } from '../link/blanks.js'
import { bestKind, called } from '../link/names.js'
import { isDotted } from '../link/numbers.js'
import { Pattern, literal } from '../link/pattern.js'
import { splitRange } from './finders.js'

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
const LONGEST = 120
const WORD_ENDS = new Pattern(String.raw`(?<=\S) `)

/**
 * What each citation means; words that cite nothing and need no mention are left out.
 * @param {Rules} rules @param {string} post @param {Found[]} found @param {?string} game
 * @returns {{game: ?string, decided: Decided[]}}
 */
export const decide = (rules, post, found, game = null) => {
  const meant = new Map([...rules.games.keys()].map((slug) => [slug, meantIn(rules, found, slug)]))
  const about = game || aboutGame(rules, post, found, meant)
  const decided = found.map((one, number) => {
    const everywhere = new Map([...meant].map(([slug, each]) => [slug, each[number]]))
    return verdict(rules, one, everywhere, about)
  })
  return { game: about, decided: decided.filter(Boolean).map(trimmed) }
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

/** The game that a post is about: by what it cites, links and names; null if several fit as well. */
const aboutGame = (rules, post, found, meant) => {
  if (rules.games.size === 1) return [...rules.games.keys()][0]
  const links = ownLinks(rules, post).map((address) => address.split('/', 1)[0])
  const scores = [...meant].map(([slug, each]) => {
    const cited = found.filter((_, number) => each[number].length)
    const sure = cited.filter(isSure).length
    const likely = cited.filter((one) => one.form === 'quoted' || one.form === 'see').length
    const linked = links.filter((one) => one === slug).length
    const isSaid = isNamed(rules.games.get(slug).title, slug, post)
    return [slug, 4 * (sure + linked + (isSaid ? NAMED : 0)) + likely]
  })
  const [[first, most], second] = scores.sort((one, other) => other[1] - one[1])
  return most > 0 && (!second || second[1] < most) ? first : null
}

/** The addresses below the site that a post links to: `magic/314.6@2024-06-07/`. @returns {string[]} */
export const ownLinks = (rules, post) => [...rules.linked.all(post)].map((match) => match[1])

/** Whether it is linked even where nothing tells the game, and so must tell it as a link will. */
const isSure = (found) => STRONG.has(found.form)

/** Whether a post says the name of a game: "Magic", "Tales from the Red Dragon Inn". */
const isNamed = (title, slug, post) => {
  const spoken = slug.replaceAll('-', ' ').toLowerCase().replace(/\p{L}+/gu, (word) => word[0].toUpperCase() + word.slice(1))
  return [...new Set([title, title.split(':', 1)[0], spoken])].some((name) => (
    name.length > 2 && new Pattern(String.raw`(?<![\w/@.-])${literal(name)}(?![\w/-])`).search(post) !== null))
}

/** @returns {?Decided} */
const verdict = (rules, found, everywhere, game) => {
  let fitting = game ? everywhere.get(game) ?? [] : [...everywhere.values()].flat()
  if (found.form === 'wiki' && !fitting.length) fitting = rules.resolve(found.name).slice(0, 1) // another game's, by its id
  if (game === null && !STRONG.has(found.form) && fitting.length) {
    const isSaid = found.form === 'see' || found.form === 'quoted'
    return isSaid ? { found, entries: fitting, reason: 'no sign of which game is meant' } : null
  }
  if (fitting.length === 1) return { found, entries: fitting, reason: '' }
  if (fitting.length) return { found, entries: fitting, reason: 'several entries fit' }
  if (found.form === 'wiki' || (found.form === 'number' && found.cue === 'rule' && isDotted(found.name))) {
    return { found, entries: [], reason: `nothing${game ? ` in ${game}` : ''} is called ${quoted(found.name)}` }
  }
  return null
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
  return named(rules, names, found)
}

const numbered = (names, number, cue) => {
  if (!['', 'rule', 'weak'].includes(cue)) {
    const labelled = names.labelled(cue, number)
    if (labelled.length || cue === 'appendix') return bestKind(labelled)
    if (!isDotted(number)) return [] // "step 2", "section 3" of whatever people write about
  }
  return names.numbered(number).filter((entry) => NUMBERED.has(entry.kind))
}

const wiki = (rules, name, game) => {
  const [first] = rules.resolve(name, game)
  return first && (rules.names(game).byId.has(first.id) || name.includes('@')) ? [first] : []
}

/** The entries so called; of a name in mid-sentence also without its last words. */
const named = (rules, names, found) => {
  for (const name of shorter(found)) {
    const isEveryday = found.form === 'capitals' && !name.includes(' ') && rules.everyday.isCommon(name.toLowerCase())
    const entries = names.named(name).filter((entry) => (
      KINDS_NAMED.has(entry.kind)
      && (found.form === 'see' || ((entry.kind === 'term' || entry.number) && !isEveryday))))
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
