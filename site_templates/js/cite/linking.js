/** How does a post become a post with links? The twin of `kb/cite/linking.py`. */

import { PLACES } from '../citing.js'
import { copied } from './comparing.js'
import { decide } from './deciding.js'
import { ownLinks, prepared } from './evidence.js'
import { find } from './finders.js'
import { keywords } from './keywords.js'
import { patterns } from '../link/pattern.js'
import { recognise } from './places.js'
import { isFollowed, isInside, quotations } from './quotations.js'
import { lineOf, lineStarts, machineParts, masked, merged, shielded, unescaped, withoutLinks } from './shield.js'

const MARKUP = patterns('shield')
const MOST_CANDIDATES = 9
const NAMES = new Set(['see', 'quoted', 'capitals', 'phrase'])

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
    const isApart = from !== 'plain' || !/[\p{L}\p{N}]/u.test((post[found.start - 1] ?? '') + (post[found.end] ?? ''))
    const words = (isApart && found.shown) || post.slice(found.start, found.end)
    parts.push(post.slice(position, found.start), written(words, rules.url(entry), to ?? from, from))
    links.push([words, entry.id])
    position = found.end
  }
  return { text: parts.join('') + post.slice(position), links, doubts, game: decisions.game, why: decisions.why }
}

const citations = async (rules, post, source, { game = null, terms = false }) => {
  const spans = shielded(post, source)
  const text = masked(post, spans)
  const isTaken = ({ start, end }) => post[start - 1] === '\\' || (source === 'plain' && MARKUP.plain_link.at(post, end) !== null)
  const quoted = quotations(post, unescaped(masked(post, machineParts(post, source)), source), source)
  const everything = find(unescaped(withoutLinks(text, post, spans), source)).filter((one) => !NAMES.has(one.form) || !isInside(one, quoted))
  const found = everything.filter((one) => !isTaken(one))
  await prepared(rules, quoted, game)
  const linked = ownLinks(rules, post)
  const decisions = decide(rules, text, found, game, quoted, linked)
  const copies = await rulesCopied(rules, text, decisions.decided, quoted)
  decisions.decided = decisions.decided.filter((one) => !NAMES.has(one.found.form) || !isInside(one.found, copies))
  if (!terms || !decisions.game) return decisions
  const closed = everything.filter(isTaken)
  const taken = [...decisions.decided.map((one) => one.found), ...closed, ...copies, ...quoted.filter((one) => !one.isEmphasised)]
  const left = masked(text, merged(taken.map(({ start, end }) => [start, end])))
  const decided = keywords(rules.names(decisions.game), rules.terms(decisions.game), left, decisions.decided, new Set(linked))
  return { ...decisions, decided: decided.filter((one) => !isTaken(one.found)) }
}

/** The rules that a post has behind their numbers word for word, or nearly so: no name in them is a citation. */
const rulesCopied = async (rules, text, decided, quoted) => {
  const followed = decided.filter(({ found, entries }) => entries.length === 1 && isFollowed(text, found))
  await rules.prepare(new Set(followed.map(({ entries: [entry] }) => entry.game)))
  return followed.map(({ found, entries: [entry] }) => copied(text, found, entry.text, quoted)).filter(Boolean)
}

const written = (words, url, to, source) => PLACES[to].link(to === source ? words : PLACES[to].escape(words), url)

const doubtOf = (post, lines, { found, entries, reason }) => ({
  line: lineOf(lines, found.start),
  text: post.slice(found.start, found.end),
  reason,
  candidates: entries.slice(0, MOST_CANDIDATES).map((entry) => entry.id),
})
