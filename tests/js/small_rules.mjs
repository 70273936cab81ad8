// The rules of tests/cite/small_rules.py, opened as a browser opens them.
import { json } from './cases.mjs'
import { script } from './scripts.mjs'

const { Rules } = await script('cite/rules.js')
const { Names } = await script('names.js')

export const { language, ...small } = json('small_rules.json')

/** Open what tests/cite/browser_data.py wrote. */
export const open = ({ baseUrl, games }) => {
  const names = new Names()
  for (const game of Object.values(games)) names.add(game.names)
  const facts = Object.fromEntries(Object.entries(games).map(([slug, game]) => [slug, game.facts]))
  return new Rules({ names, language, baseUrl, games: facts }, async (game) => games[game])
}
