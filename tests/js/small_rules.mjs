// The rules of tests/cite/small_rules.py, opened as a browser opens them; the words are those that Python has.
import { readFileSync } from 'node:fs'

import { Rules } from '../../site_templates/js/cite/rules.js'
import { Names } from '../../site_templates/js/names.js'
import { json } from './cases.mjs'

const source = (name) => readFileSync(new URL(`../../kb/link/${name}.py`, import.meta.url), 'utf8')

export const language = {
  common: source('everyday').match(/_WORDS = """([^"]*)"""/)[1].trim().split(/\s+/),
  irregular: Object.fromEntries([...source('inflect').matchAll(/^ {4}"(\w+)": \(([^)]*)\),/gm)]
    .map(([, word, forms]) => [word, forms.match(/\w+/g)])),
}

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

export const small = json('small_rules.json')
