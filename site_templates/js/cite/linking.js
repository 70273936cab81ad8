/**
 * How does a post become a post with links? Its citations are linked; every other character stays.
 * The twin of `kb/cite/linking.py`.
 */

import { PLACES } from '../citing.js'
import { decide, rangesApart } from './deciding.js'
import { ownLinks, prepared } from './evidence.js'
import { find } from './finders.js'
import { keywords } from './keywords.js'
import { patterns } from '../link/pattern.js'
import { recognise } from './places.js'
import { isInside, quotations } from './quotations.js'
import { lineOf, lineStarts, masked, merged, shielded, unescaped } from './shield.js'

const MARKUP = patterns('shield')
const MOST_CANDIDATES = 9
const NAMES = new Set(['see', 'quoted', 'capitals', 'phrase'])

/**
 * @typedef {import('./deciding.js').Decided} Decided
 * @typedef {{line: number, text: string, reason: string, candidates: string[]}} Doubt a citation that was left as it is
 * @typedef {{text: string, links: [string, string][], doubts: Doubt[], game: ?string, why: string}} Linked a post
 *   with its links: the words that became links and the ids of their entries, what was left, which game and why
 * @typedef {{to?: ?string, source?: ?string, game?: ?string, terms?: boolean, choose?: (doubt: Doubt) => ?string}} Wishes
 */

/**
 * Turn the rule citations of a post into links as a place writes them; running it twice changes nothing.
 * @param {import('./rules.js').Rules} rules @param {string} post
 * @param {Wishes} [wishes] `source` is the place the post is written for, `to` the one whose links are wanted
 * @returns {Promise<Linked>}
 */
export const link = async (rules, post, { to = null, source = null, game = null, terms = false, choose = () => null } = {}) => {
  const from = source ?? recognise(post)
  const lines = lineStarts(post)
  const parts = []
  const links = []
  const doubts = []
  let position = 0
  const decisions = await citations(rules, post, from, { game, terms })
  for (const decided of decisions.decided) {
    const { found, entries, reason } = decided
    let entry = entries.length === 1 && !reason ? entries[0] : null
    if (!entry) {
      const doubt = doubtOf(post, lines, decided)
      const chosen = choose(doubt)
      entry = entries.find((one) => one.id === chosen) ?? null
      if (!entry) {
        doubts.push(doubt)
        continue
      }
    }
    const words = found.shown || post.slice(found.start, found.end)
    parts.push(post.slice(position, found.start), written(words, rules.url(entry), to ?? from, from))
    links.push([words, entry.id])
    position = found.end
  }
  return { text: parts.join('') + post.slice(position), links, doubts, game: decisions.game, why: decisions.why }
}

/**
 * The citations of a post outside of code, quotations and links, in order, none overlapping.
 * @param {import('./rules.js').Rules} rules @param {string} post @param {string} source
 * @param {{game?: ?string, terms?: boolean}} wishes
 * @returns {Promise<{decided: Decided[], game: ?string, why: string}>}
 */
const citations = async (rules, post, source, { game = null, terms = false }) => {
  const text = masked(post, shielded(post, source))
  const isLinked = (one) => source === 'plain' && MARKUP.plain_link.at(post, one.end) !== null
  const quoted = quotations(post, unescaped(text, source), source)
  const everything = find(text).filter((one) => !NAMES.has(one.form) || !isInside(one, quoted))
  const found = everything.filter((one) => !isLinked(one))
  await prepared(rules, quoted, game)
  const decisions = decide(rules, text + linksOf(rules, post), rangesApart(rules, found, game), game, quoted)
  if (!terms || !decisions.game) return decisions
  const left = masked(text, merged([...everything.filter(isLinked), ...quoted].map(({ start, end }) => [start, end])))
  const linked = new Set(ownLinks(rules, post))
  const decided = keywords(rules.names(decisions.game), rules.terms(decisions.game), left, decisions.decided, linked)
  return { ...decisions, decided: decided.filter((one) => !isLinked(one.found)) }
}

/** The links to the rules that a post has already, which tell what it is about as its citations did. */
export const linksOf = (rules, post) => `\n${ownLinks(rules, post).map((folder) => rules.address(folder)).join(' ')}`

const written = (words, url, to, source) => PLACES[to].link(to === source ? words : PLACES[to].escape(words), url)

/** @returns {Doubt} */
const doubtOf = (post, lines, { found, entries, reason }) => ({
  line: lineOf(lines, found.start),
  text: post.slice(found.start, found.end),
  reason,
  candidates: entries.slice(0, MOST_CANDIDATES).map((entry) => entry.id),
})
