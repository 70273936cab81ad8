/**
 * What in a post speaks for each game: its name, citations that this game has, long quotations, links to its pages.
 * The twin of `kb/cite/evidence.py`.
 */

import { nameKey } from '../analyse.js'
import { before, joined as joinedWords } from '../link/blanks.js'
import { firstFrom } from '../link/lists.js'
import { isDigits, isDotted, key } from '../link/numbers.js'
import { literal, Pattern, patterns, wordList } from '../link/pattern.js'
import { say } from '../words.js'
import { MOST_SPOKEN } from '../link/names.js'
import { EDITED, FEWEST, TELLING_LETTERS, heldThen, likenessToCited } from './comparing.js'
import { partsOf, words } from './quotations.js'
import { ENOUGH, shapeWeight } from './weighing.js'

const SAID = patterns('deciding')

const NAMED = 3
export const TELLING_QUOTATION = 8
const BESIDE = 80
const LARGE = 3
const MOST_TOLD = 3
const MOST_ROUNDS = 5
const LONG_NAME = 8
const FEWEST_SPOKEN = 2
const MOST_SPEAKING = 8
const SELLING = 3
export const ABOUT = 200
const QUOTED_FROM = new Set(['number', 'bare', 'entry', 'see'])
export const NAMING = new Set(['see', 'quoted', 'place', 'page', 'entry'])

/**
 * What a post says for one game: what that adds to the weight of a bare number, numbers that are a citation in it, links
 * to its pages, its name as the post says it, whether a long quotation is of it only, entries that the post names.
 * @typedef {import('./rules.js').Rules} Rules
 */

const scoreOf = ({ cited, linked, said, isQuoted, names, spoken }) => (
  4 * (cited.length + linked + NAMED * (Number(said !== '') + Number(isQuoted))) + names.length + Math.min(2 * spoken, MOST_SPEAKING))

/** Whether words are a citation in a post of such context; a bare number needs evidence, and a "section 117". */
export const isAllowed = (found, context) => (
  !isDoubtful(found) || shapeWeight(found.name) + found.weight + isOfAnything(found) + context >= ENOUGH)

const isOfAnything = ({ form, cue, name }) => Number(form === 'number' && cue === 'section' && isDigits(name))

const isDoubtful = (found) => found.form === 'bare' || isOfAnything(found) > 0

export const toldBy = ({ cited, linked, said, isQuoted, names, spoken }) => {
  const told = [
    said && say('says “{0}”', said),
    cited.length && say('cites {0}', listed(cited)),
    linked && say('links to its pages'),
    isQuoted && say('quotes what only this game says'),
    names.length && say('names {0}', listed(names)),
    spoken && say('speaks of things of this game only'),
  ].filter(Boolean)
  return told.length ? say('it {0}', joined(told)) : ''
}

const listed = (names) => {
  const once = [...new Set(names)]
  const more = once.length - MOST_TOLD
  return joined(more > 0 ? [...once.slice(0, MOST_TOLD), say('{0} more', more)] : once)
}

const joined = (parts) => (parts.length > 1 ? say('{0} and {1}', parts.slice(0, -1).join(say(', ')), parts.at(-1)) : parts[0] ?? '')

export const evidenceFor = (rules, post, found, meant, slug, links, { isSure: isTold, isQuoted, spoken }) => {
  const fitting = found.flatMap((one, number) => (meant[number].length ? [[one, meant[number][0].id]] : []))
  const linked = links.filter((address) => address.startsWith(`${slug}/`))
    .map((address) => `${slug}:${address.slice(slug.length + 1).split('@', 1)[0].replace(/\/+$/, '')}`)
  const idsOf = (isKept) => fitting.filter(([one]) => isKept(one)).map(([, id]) => id)
  const isNumbered = (id) => Boolean(rules.names(slug).byId.get(id)?.number)
  const sure = [...linked, ...idsOf((one) => !isDoubtful(one) || isSure(one))].filter(isNumbered)
  const likely = idsOf((one) => isDoubtful(one) && one.weight >= 0)
  const said = saidName(rules.games.get(slug).title, slug, post)
  const ofRules = SAID.spoken_of.search(post) ? 1 : SAID.selling.search(post) ? -SELLING : 0
  const first = ofRules + (said || isQuoted || isTold ? 2 : 0) + (spoken ? 1 : 0)
  let context = first
  let accepted = new Set(sure)
  for (let round = 0; round < MOST_ROUNDS; round++) { // what is a citation speaks for the others, as its link would
    accepted = new Set([...sure, ...idsOf((one) => isDoubtful(one) && isAllowed(one, context))])
    const next = first + Math.min(3, Math.max(accepted.size, new Set([...accepted, ...likely]).size - 1))
    if (context === next) break
    context = next
  }
  const cited = fitting.filter(([one]) => isSure(one) || (isDoubtful(one) && isAllowed(one, context)))
  return {
    context,
    cited: cited.map(([one]) => one.name),
    linked: linked.length,
    said,
    isQuoted,
    spoken,
    isNumbered: accepted.size > 0,
    names: fitting.filter(([one]) => NAMING.has(one.form)).map(([one]) => joinedWords(post.slice(one.start, one.end))),
  }
}

/** Load the texts of which a quotation may be. @param {Rules} rules */
export const prepared = async (rules, quoted, game) => {
  if (quoted.length) await rules.prepare(game ? [game] : rules.games.keys())
}

/** How much a post says that only one game does, for the one game of which it says most by far. @returns {Map<string, number>} */
export const thingsSpokenOf = (rules, post, found, meant, isQuoting) => {
  const said = nameKey(post).split(' ')
  const runs = new Set()
  for (const at of said.keys()) {
    for (let many = 1; many <= MOST_SPOKEN; many++) {
      const run = said.slice(at, at + many).join(' ')
      if (rules.tellingNames.has(run)) runs.add(run)
    }
  }
  const spoken = new Set(isQuoting ? words(post).filter((word) => rules.tellingWords.has(word)) : [])
  const counts = new Map()
  const named = [...runs].map((run) => rules.tellingNames.get(run))
  for (const game of [...named, ...toldBeside(rules, post, found, meant), ...[...spoken].map((word) => rules.tellingWords.get(word))]) {
    counts.set(game, (counts.get(game) ?? 0) + 1)
  }
  const [[first, most], [, other]] = [...[...counts].sort((one, another) => another[1] - one[1]), ['', 0], ['', 0]]
  return new Map(most >= FEWEST_SPOKEN && most > 2 * other ? [[first, most]] : [])
}

/** The game of each word beside a number of several games that is in the title over it in one of them only. */
const toldBeside = (rules, post, found, meant) => found.flatMap((one, number) => {
  const held = [...meant].filter(([, each]) => each[number].length)
  if (!['number', 'bare'].includes(one.form) || held.length < 2) return []
  const beside = new Set(nameKey(before(post, one.start, ABOUT) + post.slice(one.start, one.end + ABOUT)).split(' '))
  const titles = held.map(([slug, each]) => [slug, titlesOver(rules, one, each[number])])
  const isTelling = (word) => beside.has(word) && !wordList('everyday').has(word) && titles.filter(([, each]) => each.has(word)).length === 1
  return titles.flatMap(([slug, each]) => [...each].filter(isTelling).map(() => slug))
})

/** The longer words of the titles of what a number may mean and of what that stands in, as names are compared. */
export const titlesOver = (rules, { name }, entries) => {
  const over = entries.flatMap((entry) => [entry, ...rules.names(entry.game).ancestors(entry)])
  const titles = over.filter(({ number }) => key(number ?? '')[0] === key(name)[0]).map(({ title }) => title ?? '')
  return new Set(nameKey(titles.join(' ')).split(' ').filter((word) => word.length >= TELLING_LETTERS))
}

/** The games that a post quotes: a long quotation is of one game only, a short one of what is cited beside it. */
export const quotingGames = (rules, quoted, found, meant) => new Set(quoted.flatMap((quotation) => {
  const isLong = words(quotation.text).length >= TELLING_QUOTATION
  const beside = citedBeside(quotation, found)
  const cited = new Map([...meant].map(([slug, each]) => [slug, beside.flatMap((number) => each[number])]))
  const parts = partsOf(quotation)
  const held = new Map([...meant.keys()].map((slug) => [slug, isLong || cited.get(slug).length ? rules.texts(slug).holding(parts) : []]))
  const names = new Set(beside.map((number) => found[number].name))
  const isNumbered = (slug) => held.get(slug).some((one) => cited.get(slug).some((over) => rules.isWithin(one, over)))
    || [...names].some((name) => rules.numberedBefore(slug, name).some((one) => heldThen(one, parts)))
  const isAlike = (slug) => cited.get(slug).some((one) => likenessToCited(parts.flat(), words(one.text)) >= EDITED)
  const exact = [...meant.keys()].filter(isNumbered)
  const few = parts.flat().length < FEWEST
  const numbered = exact.length || few ? exact : [...meant.keys()].filter(isAlike)
  const games = numbered.length || few ? numbered : [...meant.keys()].filter((slug) => held.get(slug).length)
  return games.length === 1 ? games : []
}))

/** Which of the citations, in order, stand so near a quotation that they may tell where it is from. */
const citedBeside = ({ start, end }, found) => {
  const numbers = []
  for (let number = firstFrom(found, start - BESIDE, startOf); found[number]?.start < end + BESIDE; number++) {
    if (QUOTED_FROM.has(found[number].form)) numbers.push(number)
  }
  return numbers
}

const startOf = ({ start }) => start

export const aboutGame = (evidence) => {
  if (evidence.size === 1) return [...evidence.keys()][0]
  const scores = [...evidence].map(([slug, one]) => [slug, scoreOf(one)])
  const [[first, most], second] = scores.sort((one, other) => other[1] - one[1])
  return most > 0 && (!second || second[1] < most) ? first : null
}

export const ownLinks = (rules, post) => [...rules.linked.all(post)].map((match) => match[1])

export const isSmall = ({ form, name }) => form === 'number' && name.length < LARGE && isDigits(name)

const isSure = (found) => {
  if (found.form === 'number') return (found.cue === 'rule' || isDotted(found.name)) && !isSmall(found)
  return found.form === 'wiki' || (found.form === 'bare' && found.weight >= 0 && shapeWeight(found.name) >= ENOUGH)
}

/** What people call a game. */
export const calledGame = (title, slug) => {
  const spoken = titled(slug.replaceAll('-', ' '))
  const short = title.split(':', 1)[0]
  const bare = short.replace(/^The /, '')
  const names = new Set([title, short, bare, spoken, ...[title, bare, spoken].map(initials), slug.toUpperCase()])
  return [...names].filter((name) => [...name].length > 2)
}

const saidName = (title, slug, post) => calledGame(title, slug).find((name) => (
    new Pattern(String.raw`(?<![\p{L}\p{N}_/@.-])${spelled(name)}(?![\p{L}\p{N}_/-])`, isTelling(name) ? 'iu' : 'u').search(post)
    ?? new Pattern(String.raw`(?<![\p{L}\p{N}_/@.-])${literal(name)}\s(?:comp\s|comprehensive\s)?rule`, 'iu').search(post))) ?? ''

/** Whether a name is a game's in small letters, too: netrunner, red dragon inn; magic may be anything. */
const isTelling = (name) => name.includes(' ') || name.length >= LONG_NAME

/** A name literally; of initials those inside may be small, FaB, and all of mtg, which is no word. */
const spelled = (name) => {
  const either = (letters) => letters.replace(/./g, (sign) => `[${sign}${sign.toLowerCase()}]`)
  if (/^[B-DF-HJ-NP-TV-Z]+$/.test(name)) return either(name)
  return /^[A-Z]+$/.test(name) ? name[0] + either(name.slice(1, -1)) + name.at(-1) : literal(name)
}

const titled = (text) => text.toLowerCase().replace(/\p{L}+/gu, (word) => word[0].toUpperCase() + word.slice(1))

const initials = (name) => (titled(name).match(/(?<![\p{L}\p{N}_])[A-Z]/gu) ?? []).join('')
