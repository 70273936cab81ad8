/** A post linked and checked, as `kb/cite` does it: what texts that wants is loaded. */

import { link as linked } from '../cite/linking.js'
import { fixed, fixes } from '../cite/mending.js'
import { report as reported } from '../cite/verifying.js'

/** Characters of a post that is not read a second time: what it may want is loaded first. */
const LONG = 50_000

/** What is found out of a post, with the texts that this wants. */
const whenHeld = async (rules, post, find) => {
  if (post.length > LONG) await rules.prepare(rules.games.keys())
  return rules.whenHeld(find)
}

/** The post with its links; wishes are named as in Python. */
export const link = (rules, post, { to = null, source = null, game = null, terms = false, choose = null } = {}) => (
  whenHeld(rules, post, () => linked(rules, post, to, source, game, terms, choose)))

/** What was found out about a post, what would put it right and how it reads then, and a line that tells its readers. */
export const check = (rules, post, { source = null, game = null } = {}) => whenHeld(rules, post, () => {
  const report = reported(rules, post, source, game)
  const made = fixes(rules, post, report, source)
  return { report, fixes: made, fixed: fixed(post, made), line: report.in_one_line(rules) }
})
