// The rules of tests/cite/small_rules.py, opened as a browser opens them.
import { Rules } from '../../site_templates/js/cite/rules.js'
import { Names } from '../../site_templates/js/names.js'
import { json } from './cases.mjs'

export const { language, ...small } = json('small_rules.json')

/** Open what tests/cite/browser_data.py wrote. */
export const open = ({ names, baseUrl, games }) => new Rules(
  {
    names: new Names(names),
    language,
    baseUrl,
    games: Object.fromEntries(Object.entries(games).map(([slug, { facts }]) => [slug, facts])),
  },
  async (game) => games[game],
)
