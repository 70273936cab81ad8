/**
 * How does a post become a post with links? Its citations are linked; every other character stays.
 * The twin of `kb/cite/linking.py`.
 */

import { PLACES } from '../citing.js'
import { decide, ownLinks, rangesApart } from './deciding.js'
import { find } from './finders.js'
import { keywords } from './keywords.js'
import { recognise } from './places.js'
import { isInside, quotations } from './quotations.js'
import { PLAIN_LINK, lineOf, lineStarts, masked, merged, shielded, unescaped } from './shield.js'

const MOST_CANDIDATES = 9
const NAMES = new Set(['see', 'quoted', 'capitals', 'phrase'])

/**
 * @typedef {import('./deciding.js').Decided} Decided
 * @typedef {{line: number, text: string, reason: string, candidates: string[]}} Doubt a citation that was left as it is
 * @typedef {{text: string, links: [string, string][], doubts: Doubt[]}} Linked a post with its links: the words that
 *   became links and the ids of their entries, and what was left
 * @typedef {{to?: ?string, source?: ?string, game?: ?string, terms?: boolean, choose?: (doubt: Doubt) => ?string}} Wishes
 */

/**
 * Turn the rule citations of a post into links as a place writes them; running it twice changes nothing.
 * @param {import('./rules.js').Rules} rules @param {string} post
 * @param {Wishes} [wishes] `source` is the place the post is written for, `to` the one whose links are wanted
 * @returns {Linked}
 */
export const link = (rules, post, { to = null, source = null, game = null, terms = false, choose = () => null } = {}) => {
  const from = source ?? recognise(post)
  const lines = lineStarts(post)
  const parts = []
  const links = []
  const doubts = []
  let position = 0
  for (const decided of citations(rules, post, from, { game, terms })) {
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
  return { text: parts.join('') + post.slice(position), links, doubts }
}

/**
 * The citations of a post outside of code, quotations and links, in order, none overlapping.
 * @param {import('./rules.js').Rules} rules @param {string} post @param {string} source
 * @param {{game?: ?string, terms?: boolean}} wishes
 * @returns {Decided[]}
 */
const citations = (rules, post, source, { game = null, terms = false }) => {
  const text = masked(post, shielded(post, source))
  const isLinked = (one) => source === 'plain' && PLAIN_LINK.at(post, one.end) !== null
  const quoted = quotations(post, unescaped(text, source), source)
  const everything = find(text).filter((one) => !NAMES.has(one.form) || !isInside(one, quoted))
  const found = everything.filter((one) => !isLinked(one))
  const decisions = decide(rules, text + linksOf(rules, post), rangesApart(rules, found, game), game)
  if (!terms || !decisions.game) return decisions.decided
  const left = masked(text, merged([...everything.filter(isLinked), ...quoted].map(({ start, end }) => [start, end])))
  const linked = new Set(ownLinks(rules, post))
  return keywords(rules.names(decisions.game), rules.everyday, left, decisions.decided, linked)
    .filter((one) => !isLinked(one.found))
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
