// How many entries have the words asked for, of each game and kind: what a filter would leave.

import { several } from './rank.js'
import { scoreWords } from './scores.js'

/** Share of what is asked for, by rarity of its words, that an entry holds which is counted as having them. */
const LEAST_HELD = 0.5

/**
 * Of each game among the kinds that are wished for, of each kind among the games; as far as games are loaded, and never
 * fewer than are shown: what answers a question need not have its words.
 * @param {import('./library.js').Library} library
 * @param {import('./rank.js').Wishes} wishes
 * @param {{game: string, kind: string}[]} shown
 */
export const counts = (library, query, wishes, shown) => {
  const found = held(library, query, wishes)
  for (const [counted, part] of [[found.games, 'game'], [found.kinds, 'kind']]) {
    const least = {}
    for (const one of shown) add(least, one[part])
    for (const [name, many] of Object.entries(least)) counted[name] = Math.max(counted[name] ?? 0, many)
  }
  return found
}

const add = (counted, name) => { counted[name] = (counted[name] ?? 0) + 1 }

const held = (library, query, { game, kind }) => {
  const found = { games: {}, kinds: {} }
  const engine = library.engine(query, null) ?? library.engine(query, game)
  if (!engine) return found
  const { names } = engine
  const asked = engine.read(query)
  const { coverage } = scoreWords(engine.index, asked.stems, [], asked.meant)
  const allows = engine.narrowed(asked)
  const isNamed = new Set(asked.named.map(([number]) => number))
  const [games, kinds] = [several(game), several(kind)]
  for (let number = 0; number < names.count; number++) {
    if (!(coverage[number] >= LEAST_HELD || isNamed.has(number)) || !allows(number)) continue
    if (!kinds.length || kinds.includes(names.kind(number))) add(found.games, names.game(number))
    if (!games.length || games.includes(names.game(number))) add(found.kinds, names.kind(number))
  }
  return found
}
