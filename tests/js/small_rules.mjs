// The rules of tests/cite/small_rules.py, opened as a browser opens them.
import { Rules } from '../../site_templates/js/cite/rules.js'
import { Names } from '../../site_templates/js/names.js'
import { json } from './cases.mjs'

export const { language, ...small } = json('small_rules.json')

/** Open what tests/cite/browser_data.py wrote. */
export const open = ({ baseUrl, games }) => {
  const names = new Names()
  for (const game of Object.values(games)) names.add(game.names)
  const facts = Object.fromEntries(Object.entries(games).map(([slug, game]) => [slug, game.facts]))
  return new Rules({ names, language, baseUrl, games: facts }, async (game) => games[game])
}
