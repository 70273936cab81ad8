/**
 * What in a post speaks for each game: its name, citations that this game has, long quotations, links to its pages.
 * The twin of `kb/cite/evidence.py`.
 */

import { joined as joinedWords } from '../link/blanks.js'
import { isDotted } from '../link/numbers.js'
import { literal, Pattern, patterns } from '../link/pattern.js'
import { say } from '../words.js'
import { partsOf, words } from './quotations.js'
import { ENOUGH, shapeWeight } from './weighing.js'

const SAID = patterns('deciding')

const NAMED = 3
const TELLING_QUOTATION = 8
const LARGE = 3
const MOST_TOLD = 3
const MOST_ROUNDS = 5
export const NAMING = new Set(['see', 'quoted', 'place', 'page', 'entry'])

/**
 * What a post says for one game: what that adds to the weight of a bare number, numbers that are a citation in it, links
 * to its pages, its name as the post says it, whether a long quotation is of it only, entries that the post names.
 * @typedef {import('./rules.js').Rules} Rules
 */

const scoreOf = ({ cited, linked, said, isQuoted, names }) => (
  4 * (cited.length + linked + NAMED * (Number(said !== '') + Number(isQuoted))) + names.length)

/** Whether words are a citation in a post of such context; a bare number needs evidence, and a "section 117". */
export const isAllowed = (found, context) => (
  !isDoubtful(found) || shapeWeight(found.name) + found.weight + isOfAnything(found) + context >= ENOUGH)

const isOfAnything = ({ form, cue, name }) => Number(form === 'number' && cue === 'section' && isWhole(name))

const isDoubtful = (found) => found.form === 'bare' || isOfAnything(found) > 0

const isWhole = (name) => /^\p{Nd}+$/u.test(name)

export const toldBy = ({ cited, linked, said, isQuoted, names }) => {
  const told = [
    said && say('says “{0}”', said),
    cited.length && say('cites {0}', listed(cited)),
    linked && say('links to its pages'),
    isQuoted && say('quotes what only this game says'),
    names.length && say('names {0}', listed(names)),
  ].filter(Boolean)
  return told.length ? say('it {0}', joined(told)) : ''
}

const listed = (names) => {
  const once = [...new Set(names)]
  const more = once.length - MOST_TOLD
  return joined(more > 0 ? [...once.slice(0, MOST_TOLD), say('{0} more', more)] : once)
}

const joined = (parts) => (parts.length > 1 ? say('{0} and {1}', parts.slice(0, -1).join(say(', ')), parts.at(-1)) : parts[0] ?? '')

export const evidenceFor = (rules, post, found, meant, slug, links, { isSure: isTold, isQuoted }) => {
  const fitting = found.flatMap((one, number) => (meant[number].length ? [[one, meant[number][0].id]] : []))
  const linked = links.filter((address) => address.startsWith(`${slug}/`))
    .map((address) => `${slug}:${address.slice(slug.length + 1).split('@', 1)[0].replace(/\/+$/, '')}`)
  const idsOf = (isKept) => fitting.filter(([one]) => isKept(one)).map(([, id]) => id)
  const isNumbered = (id) => Boolean(rules.names(slug).byId.get(id)?.number)
  const sure = [...linked, ...idsOf((one) => !isDoubtful(one) || isSure(one))].filter(isNumbered)
  const likely = idsOf((one) => isDoubtful(one) && one.weight >= 0)
  const said = saidName(rules.games.get(slug).title, slug, post)
  const first = (SAID.spoken_of.search(post) ? 1 : 0) + (said || isQuoted || isTold ? 2 : 0)
  let context = first
  for (let round = 0; round < MOST_ROUNDS; round++) { // what is a citation speaks for the others, as its link would
    const accepted = new Set([...sure, ...idsOf((one) => isDoubtful(one) && isAllowed(one, context))])
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
    names: fitting.filter(([one]) => NAMING.has(one.form)).map(([one]) => joinedWords(post.slice(one.start, one.end))),
  }
}

/** Quotations so long that they are no chance. @param {import('./quotations.js').Quotation[]} quoted */
const telling = (quoted) => quoted.filter((one) => words(one.text).length >= TELLING_QUOTATION)

/** Load the texts of all games, where a quotation may tell the game. @param {Rules} rules */
export const prepared = async (rules, quoted, game) => {
  if (!game && rules.games.size > 1 && telling(quoted).length) await rules.prepare(rules.games.keys())
}

export const quotingGames = (rules, quoted) => {
  const held = telling(quoted).map((one) => [...rules.games.keys()].filter((slug) => rules.texts(slug).holding(partsOf(one)).length))
  return new Set(held.filter((games) => games.length === 1).flat())
}

export const aboutGame = (evidence) => {
  if (evidence.size === 1) return [...evidence.keys()][0]
  const scores = [...evidence].map(([slug, one]) => [slug, scoreOf(one)])
  const [[first, most], second] = scores.sort((one, other) => other[1] - one[1])
  return most > 0 && (!second || second[1] < most) ? first : null
}

export const ownLinks = (rules, post) => [...rules.linked.all(post)].map((match) => match[1])

export const isSmall = ({ form, name }) => form === 'number' && name.length < LARGE && isWhole(name)

const isSure = (found) => {
  if (found.form === 'number') return (found.cue === 'rule' || isDotted(found.name)) && !isSmall(found)
  return found.form === 'wiki' || (found.form === 'bare' && found.weight >= 0 && shapeWeight(found.name) >= ENOUGH)
}

/** What people call a game. */
export const calledGame = (title, slug) => {
  const spoken = titled(slug.replaceAll('-', ' '))
  const names = new Set([title, title.split(':', 1)[0], spoken, initials(title), initials(spoken), slug.toUpperCase()])
  return [...names].filter((name) => [...name].length > 2)
}

const saidName = (title, slug, post) => calledGame(title, slug).find((name) => (
    new Pattern(String.raw`(?<![\p{L}\p{N}_/@.-])${spelled(name)}(?![\p{L}\p{N}_/-])`, name.includes(' ') ? 'iu' : 'u').search(post)
    ?? new Pattern(String.raw`(?<![\p{L}\p{N}_/@.-])${literal(name)}\s(?:comp\s|comprehensive\s)?rule`, 'iu').search(post))) ?? ''

/** A name literally; of initials those inside may be small: FaB. */
const spelled = (name) => (
  /^[A-Z]+$/.test(name) ? name[0] + name.slice(1, -1).replace(/./g, (sign) => `[${sign}${sign.toLowerCase()}]`) + name.at(-1) : literal(name))

const titled = (text) => text.toLowerCase().replace(/\p{L}+/gu, (word) => word[0].toUpperCase() + word.slice(1))

const initials = (name) => (titled(name).match(/(?<![\p{L}\p{N}_])[A-Z]/gu) ?? []).join('')
