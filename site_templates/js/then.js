/** What did a REF with `@EDITION` mean? Told by the wordings of the games asked. The twin of `of_edition` in `kb/past.py`. */

import { nameKey } from './analyse.js'
import { entriesOf, isInForce, revisionsOf, slugOf } from './cite/revisions.js'
import { Names, numberKey } from './names.js'
import { partsKey, readings } from './refs.js'

const MOST = 5

/** @typedef {import('./cite/revisions.js').Revision} Revision */

/** The wordings of each game, read once. @type {WeakMap<object, Promise<Revision[]>>} */
const known = new WeakMap()

/**
 * What was called so in the edition that a query asks for, and where it has such a name but not then, the editions
 * that have it; null where the query asks for no edition.
 * @param {string} query
 * @param {?string} game
 * @param {import('./library.js').Library} library
 * @returns {Promise<?{found: Revision[], named: string, edition: string, held: string[]}>}
 */
export async function wordingsThen(query, game, library) {
  if (!/@|%40/.test(query)) return null
  const titles = Object.fromEntries(library.games.map(({ slug, title }) => [slug, title]))
  let near = null
  for (const reading of readings(query, titles)) {
    const { names, edition } = reading
    if (!edition) continue
    const called = (await Promise.all(names.map(({ first }) => calledSo(first, reading.game ?? game, library, query)))).flat()
    const found = called.filter((one) => one.first && isInForce(one, edition)).slice(0, MOST)
    const told = { found, named: names[0].first, edition, held: editionsOf(called) }
    if (found.length) return told
    if (called.length) near ??= told
  }
  return near
}

/** Every wording that ever had a number or name. @returns {Promise<Revision[]>} */
async function calledSo(name, game, library, query) {
  const [, prefix, rest] = /^([\w-]+):(.+)$/s.exec(name) ?? []
  const isPrefixed = library.games.some(({ slug }) => slug === prefix?.toLowerCase())
  const slugs = isPrefixed ? [prefix.toLowerCase()] : library.route(query, game)
  const keys = keysOf(isPrefixed ? rest : name)
  const games = await Promise.all(slugs.map((slug) => wordings(slug, library.data)))
  return games.flat().filter((one) => namesOf(one).some((key) => keys.has(key)))
}

async function wordings(slug, data) {
  const game = await data.game(slug)
  if (!known.has(game)) known.set(game, read(slug, game))
  return known.get(game)
}

async function read(slug, game) {
  const facts = game.manifest.facts ? await game.json(game.manifest.facts) : null
  if (!facts) return []
  const names = new Names()
  names.add(game.names)
  return revisionsOf(slug, facts, entriesOf(names, slug, facts))
}

const keysOf = (name) => new Set([name.trim().toLowerCase(), numberKey(name), nameKey(name), partsKey(name)].filter(Boolean))

const namesOf = ({ address, number, title }) => [
  slugOf(address).toLowerCase(), ...(number ? [numberKey(number), partsKey(number)] : []), ...(title ? [nameKey(title)] : []),
]

const editionsOf = (called) => [...new Set(called.flatMap(({ first, last, editions }) => (
  editions.slice(editions.indexOf(first), editions.indexOf(last) + 1))))].sort()
