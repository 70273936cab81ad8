/** What does the page tell about a post? Its links and doubts at once, and then what its quotations are worth. */

import { recognise } from '../cite/places.js'
import { firstWords, place } from '../present.js'
import { say } from '../words.js'
import { check, link } from './posts.js'

/** Rows that a list shows; a thread of two megabytes may cite a hundred thousand times. */
export const MOST_SHOWN = 200

const MOST_MARKED = 2_000
const PREVIEW = 220
const SHOWN_WORDS = 300

/** @typedef {{id: string, name: string, place: string, language: string, page: string, address: string}} Rule its page is below the site */

/** What a doubt is remembered by: the same words with the same candidates are one question. */
export const keyOf = ({ text, candidates }) => [text, ...candidates].join('\n')

/** The page that keeps a wording which stands nowhere now. @returns {Rule} */
const pastOf = ({ rules }, { url }) => {
  const page = url.slice(rules.base_url.length + 1)
  const [game, name] = page.split('/')
  const { title, language } = rules.games.get(game)
  return { id: '', name: decodeURIComponent(name), place: title, language, page, address: url }
}

const titlesOf = ({ games }) => new Map([...games].map(([slug, { title }]) => [slug, title]))

const ruleOf = ({ rules, names }, id) => {
  const entry = rules.entry(id)
  const { position, game } = entry
  const name = names.label(position) || id.slice(id.indexOf(':') + 1)
  return {
    id,
    name,
    place: place({ game, path: names.path(position) }, titlesOf(rules)),
    language: rules.games.get(game).language,
    page: names.url(position),
    address: rules.url(entry),
  }
}

/** The post with its links, each rule once with the words that cite it, and what is in doubt. */
export const linkedAnswer = async (postData, { post, source, to, game, terms, choices }) => {
  const from = source ?? recognise(post)
  const doubts = new Map()
  const choose = (doubt) => {
    const key = keyOf(doubt)
    if (!doubts.has(key)) doubts.set(key, { ...doubt, key, count: 0, chosen: choices[key] ?? '' })
    doubts.get(key).count++
    return choices[key] ?? null
  }
  const { text, links, game: about, why } = await link(postData.rules, post, { source: from, to, game, terms, choose })
  const cited = citedRules(links)
  const open = [...doubts.values()].filter(({ candidates }) => candidates.length)
  return {
    from,
    to: to ?? from,
    text,
    about: about && why ? say('Looks like it is about {0}, since {1}.', postData.rules.games.get(about).title, why) : '',
    links: links.length,
    rules: cited.size,
    cited: [...cited].slice(0, MOST_SHOWN).map(([id, words]) => ({ rule: ruleOf(postData, id), words: [...words] })),
    doubtful: open.filter(({ chosen }) => !chosen).length,
    asked: open.length,
    missing: [...doubts.values()].filter(({ candidates }) => !candidates.length),
    doubts: open.slice(0, MOST_SHOWN).map((doubt) => ({
      ...doubt,
      candidates: doubt.candidates.map((id) => ruleOf(postData, id)),
    })),
  }
}

/** The words that cite each rule, by its id. */
const citedRules = (links) => {
  const cited = new Map()
  for (const [words, id] of links) {
    if (!cited.has(id)) cited.set(id, new Set())
    cited.get(id).add(words)
  }
  return cited
}

/** What was found out about quotations, and about citations that lead nowhere: `missing` is what linking has not found. */
export const checkedAnswer = async (postData, { post, source, game }, missing = []) => {
  const { report: made, fixes, fixed, line } = await check(postData.rules, post, { source, game })
  const verified = made.findings.filter(isTelling)
  const told = new Set(verified.map(({ line, cited }) => `${line} ${cited}`))
  const untold = missing.filter(({ line, text }) => !told.has(`${line} ${text}`)).map(nowhere)
  const found = [...verified, ...untold].sort((one, other) => one.line - other.line)
  const counts = {}
  for (const { verdict } of found) counts[verdict] = (counts[verdict] ?? 0) + 1
  return {
    counts,
    checked: found.length,
    marks: made.findings.slice(0, MOST_MARKED).map(({ at, cited_at: citedAt, verdict }) => ({ at, citedAt, verdict })),
    fixes,
    fixed,
    line,
    findings: found.slice(0, MOST_SHOWN).map((finding) => ({
      ...finding,
      text: firstWords(finding.text, SHOWN_WORDS),
      was: firstWords(finding.was, PREVIEW),
      rule: finding.entry ? ruleOf(postData, finding.entry) : finding.url ? pastOf(postData, finding) : null,
      difference: shortened(finding.difference),
    })),
  }
}

/** A citation that leads nowhere, as it is told where it stands within a quotation. */
const nowhere = ({ line, text }) => ({
  verdict: 'not found', line, text, cited: text, entry: null, url: '', difference: [], since: null, until: null, was: '',
})

/** Whether a finding says more than that a citation leads somewhere. */
const isTelling = ({ verdict }) => verdict !== 'cited'

/** What differs, with long stretches of common words cut in their middle. */
export const shortened = (difference) => difference.map(([where, words]) => {
  const each = words.split(' ')
  const isLong = where === 'same' && each.length > 10
  return [where, isLong ? `${each.slice(0, 4).join(' ')} … ${each.slice(-4).join(' ')}` : words]
})

/** The first words of rules, by their ids. @param {PostData} postData @param {string[]} ids */
export const previews = async (postData, ids) => Object.fromEntries(await Promise.all(ids.map(async (id) => {
  const text = await postData.text(postData.rules.entry(id))
  return [id, firstWords(text.replace(/\s+/g, ' '), PREVIEW)]
})))
