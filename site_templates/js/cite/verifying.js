/** Do a post's citations and quotations hold? The twin of `kb/cite/verifying.py`. */

import { nameKey } from '../analyse.js'
import { before, joined } from '../link/blanks.js'
import { patterns } from '../link/pattern.js'
import { say } from '../words.js'
import { attributions, citationsOutside, isPinnedNow } from './attributing.js'
import { COPIED, EDITED, FEWEST, TELLING, copied, difference, heldThen, holds, isCut, isSentence, likenessToCited, repeats, runsOn, withoutPointers } from './comparing.js'
import { prepared } from './evidence.js'
import { recognise } from './places.js'
import { isFollowed, isPiece, partsOf, quotations, withoutGlosses, words } from './quotations.js'
import { FILLER, lineOf, lineStarts, machineParts, masked, unescaped } from './shield.js'

const BETWEEN = patterns('attributing')
const CUT = patterns('comparing')

const FROM_BOOK = 0.65
const ANOTHER = 0.8
const CLEARLY = 0.3
const UNCITED = 0.7
const LED = 80
const SPOKEN = 250
const LONG = 12
const LONGEST_READ = 9_000
const FEWEST_CHANGED = 4

/**
 * @typedef {{verdict: string, line: number, text: string, cited: string, entry: ?string, url: string,
 *   difference: import('./comparing.js').Difference, since: ?string, until: ?string, was: string, at: [number, number],
 *   citedAt: ?[number, number]}} Finding
 */

export const report = async (rules, post, { source = null, game = null } = {}) => {
  const place = source ?? recognise(post)
  const text = unescaped(masked(post, machineParts(post, place)), place)
  const quoted = quotations(post, text, place)
  await prepared(rules, quoted, game)
  const { decided: cited, game: about, why } = citationsOutside(rules, post, text, quoted, game)
  const games = game ? [game] : gamesOf(cited, rules, about)
  await rules.prepare(gamesCompared(rules, text, quoted, cited, games))
  return { findings: judged(new Judge(rules, post, games, about !== null, cited), text, quoted, cited), game: about, why, text }
}

const TOLD = ['exact', 'cited', 'exact, cut short', 'changed', 'misnumbered', 'not found', 're-used number', 'withdrawn']

export const inOneLine = (rules, { findings, game }) => {
  const entries = findings.map(({ entry }) => entry && rules.entry(entry)).filter(Boolean)
  const texts = entries.map((entry) => [rules.games.get(entry.game).title, entry.edition].filter(Boolean).join(' '))
  const held = texts.length || !game ? texts : [rules.games.get(game).title]
  const told = [...counted(findings.filter(isQuoted), quoted), ...counted(findings.filter((one) => !isQuoted(one)), cited)]
  return held.length && told.length ? say('Checked against {0}: {1}', [...new Set(held)].join(say(', ')), told.join(say(', '))) : ''
}

const isQuoted = ({ text, cited }) => text !== cited

const quoted = (count, verdict) => (count > 1 ? say('{0} quotations {1}', count, verdict) : say('1 quotation {0}', verdict))
const cited = (count, verdict) => (count > 1 ? say('{0} citations {1}', count, verdict) : say('1 citation {0}', verdict))

const counted = (findings, first) => TOLD
  .map((verdict) => [findings.filter((one) => one.verdict === verdict).length, verdict === 'cited' ? 'right' : verdict])
  .filter(([count]) => count)
  .map(([count, verdict], number) => (number ? say('{0} {1}', count, say(verdict)) : first(count, say(verdict))))

/** The findings alone. @returns {Promise<Finding[]>} */
export const verify = async (rules, post, wishes) => (await report(rules, post, wishes)).findings

/** The games whose texts are needed: for quotations, marked or not, and for what cites a wording of the past. */
const gamesCompared = (rules, text, quoted, cited, games) => {
  if (quoted.length) return new Set([...games, ...cited.flatMap((one) => one.entries).map((entry) => entry.game)])
  const old = cited.filter((one) => one.found.form === 'link' && !isPinnedNow(one)).flatMap((one) => one.entries)
  const past = cited.filter((one) => !one.entries.length).map((one) => lastMeant(rules, one)).filter(Boolean)
  const recited = cited.filter(({ found }) => isFollowed(text, found)).flatMap((one) => one.entries)
  return new Set([...old, ...past, ...recited].map((one) => one.game))
}

const lastMeant = (rules, { found }) => {
  if (found.form === 'link') return rules.addressed(found.name)
  return [...rules.games.keys()].flatMap((game) => rules.numberedBefore(game, found.name)).at(-1)
}

const judged = (judge, text, quoted, cited) => {
  const claimed = new Set()
  const said = attributions(text, quoted, cited)
  const ofQuotations = quoted.map((quotation, place) => {
    const [number, finding] = judgedBy(judge, text, quotation, cited, said[place])
    if (finding?.cited) claimed.add(number)
    return finding
  })
  const gone = new Set([...claimed].map((number) => cited[number].found.name))
  let end = 0 // of the last rule that is copied without marks: what that cites the post does not
  const ofCitations = cited.map((one, number) => {
    if (claimed.has(number) || one.found.start < end) return null
    const recited = judge.recited(text, one, quoted)
    end = recited?.at[1] ?? end
    const finding = recited ?? judge.citation(one)
    const isAgain = gone.has(one.found.name) && ['not found', 'withdrawn'].includes(finding?.verdict)
    if (!finding || isAgain) return null // that a number leads nowhere is told once
    gone.add(one.found.name)
    return finding
  })
  return [...ofQuotations, ...ofCitations].filter(Boolean).sort((one, other) => one.at[0] - other.at[0])
}

/** By which citation a quotation is judged: of a list, "702.9b/c", the one that has its words. */
const judgedBy = (judge, text, quotation, cited, said) => {
  const number = said.cited
  const old = said.beside === null ? null : judge.beside(quotation, cited[said.beside], said)
  if (old) return [said.beside, old]
  const finding = judge.quotation(quotation, cited[number] ?? null, said)
  if (number === null || !['misnumbered', 'changed', 'not found'].includes(finding?.verdict)) return [number, finding]
  for (let first = number; first && BETWEEN.listed.isAll(text.slice(cited[first - 1].found.end, cited[first].found.start)); first--) {
    const other = judge.quotation(quotation, cited[first - 1], said)
    if (['exact', 'exact, cut short'].includes(other?.verdict)) return [first - 1, other]
  }
  return [number, finding]
}

const gamesOf = (cited, rules, about) => {
  const games = cited.flatMap((one) => one.entries.map((entry) => entry.game))
  return [...new Set([about, ...games, ...rules.games.keys()])].filter(Boolean)
}

class Judge {
  constructor(rules, post, games, isAbout, cited) {
    this.cited = new Set(cited.flatMap(({ entries }) => entries.map(({ id }) => id)))
    this.isAbout = isAbout
    this.rules = rules
    this.post = post
    this.games = games
    this.lines = lineStarts(post)
  }

  citation(decided) {
    const { found, entries } = decided
    if (found.form === 'link' && entries.length && !isPinnedNow(decided)) return this.oldLink(decided)
    if (entries.length > 1) return null
    const told = { cited: decided }
    if (entries.length === 1) return this.told('cited', { ...told, entry: entries[0] })
    const past = lastMeant(this.rules, decided)
    if (past) return CUT.was.search(before(this.post, found.start, LED)) ? null : this.moved(told, past)
    const [near] = (this.isAbout ? this.games.slice(0, 1) : this.games).flatMap((game) => this.rules.names(game).nearNumbers(found.name))
    return this.told('not found', { ...told, entry: near ? this.rules.entry(near) : null })
  }

  moved(told, past) {
    const now = this.rules.entry(past.entry ?? '')
    if (!now) return this.withdrawn(told, past)
    return this.told('misnumbered', { ...told, entry: now, since: sinceOf(this.rules.history(now), past) })
  }

  withdrawn(told, past) {
    return {
      ...this.told('withdrawn', { ...told, entry: null }),
      url: this.rules.address(past.address),
      until: past.last,
      was: past.markdown.replaceAll('\\', ''),
    }
  }

  reused(told, past) {
    return { ...this.withdrawn(told, past), verdict: 're-used number' }
  }

  oldLink(decided) {
    const { found, entries: [entry] } = decided
    const then = this.rules.addressed(found.name)
    const number = then?.number
    const isMoved = number && entry.number !== number
    const isTaken = isMoved && this.rules.names(entry.game).numbered(number).length > 0
    return this.told(isTaken ? 're-used number' : isMoved ? 'misnumbered' : 'changed', {
      cited: decided,
      entry,
      difference: then ? difference(then.markdown.replaceAll('\\', ''), entry.text) : [],
      since: then ? sinceOf(this.rules.history(entry), then) : null,
    })
  }

  quotation(whole, cited, said) {
    const quotation = this.withoutGlosses(whole)
    const parts = partsOf(quotation)
    if (!cited) return this.uncited(quotation, parts, said)
    const entry = cited.entries.length === 1 ? cited.entries[0] : null
    const game = entry?.game ?? this.likeliest(cited.found.name, parts)
    const holders = this.rules.texts(game).holding(parts)
    for (const one of cited.entries) {
      const inside = holders.filter((each) => this.rules.isWithin(each, one) || areNamesakes(each, one))
      const own = inside.find((each) => each.id === one.id) || one.number ? one : inside[0]
      if (inside.length) {
        const told = this.exact(quotation, parts, cited, own, inside)
        return said.isUnsaid && told.verdict !== 'exact' ? null : told
      }
      if (!holders.length && this.runsOn(one, parts)) return this.quoted('exact', quotation, cited, one)
    }
    const finding = this.wrong(quotation, cited, entry, holders, game)
    const isDoubtful = quotation.isEmphasised || (isPiece(quotation) && words(quotation.text).length < FEWEST)
    if (said.isUnsaid || words(quotation.text).length < FEWEST_CHANGED || (isDoubtful && finding.verdict === 'not found')) return null
    const isTold = said.isClear || (said.isOfBook && this.isAbout)
    if (isTold || finding.missing || ['re-used number', 'withdrawn'].includes(finding.verdict)) return finding
    if (finding.verdict === 'changed' && (!said.isSpoken || isNear(quotation, entry))) return finding
    return finding.verdict === 'misnumbered' && words(quotation.text).length >= FEWEST ? finding : null
  }

  /** The words of a rule that stand right behind its number with nothing around them: a rule as it is copied. @returns {?Finding} */
  recited(text, cited, quoted) {
    const entry = cited.entries.length === 1 ? cited.entries[0] : null
    const found = entry && copied(text, cited.found, entry.text, quoted, (said) => this.isHeld(said, cited, entry))
    return found && this.quotation(found, cited, { isClear: true })
  }

  /** Whether a rule has these words, or the number that is cited once had them. */
  isHeld(quotation, cited, entry) {
    const held = this.rules.texts(entry.game).holding(partsOf(quotation))
    return held.length > 0 || this.outdated(quotation, cited, entry, entry.game) !== null
  }

  withoutGlosses(quotation) {
    const bare = withoutGlosses(quotation)
    const isHeld = () => this.games.some((game) => this.rules.texts(game).holding(partsOf(quotation)).length)
    return bare.text === quotation.text || isHeld() ? quotation : bare
  }

  likeliest(number, parts) {
    return this.games.find((game) => this.rules.numberedBefore(game, number).length)
      ?? this.games.find((game) => this.rules.texts(game).holding(parts).length)
      ?? this.games[0]
  }

  exact(quotation, parts, cited, entry, holders) {
    const led = before(this.post, quotation.start, SPOKEN)
    const isShort = !this.isCalledPart(quotation) && holders.every((one) => isCut(one.text, parts, quotation.text, led))
    return this.quoted(isShort ? 'exact, cut short' : 'exact', quotation, cited, entry)
  }

  isCalledPart({ start, end }) {
    return Boolean(CUT.part_before.search(before(this.post, start, LED)) ?? CUT.part_behind.at(this.post, end))
  }

  uncited(quotation, parts, said) {
    const asked = parts.flat()
    if (isPiece(quotation) && CUT.named_by_it.at(this.post, quotation.end)) return null
    for (const [number, game] of this.games.entries()) {
      let found = this.rules.texts(game).holding(parts)
      const isOwn = ({ id }) => !said.isSpoken && this.cited.has(id)
      found = found.filter((one) => isOwn(one) || !repeats(one.text, parts)) // a card's words, which the rule quotes, too
      const isMeant = said.isOfBook && this.isAbout && !number
      if (asked.length < (number ? TELLING : FEWEST)) { // too few words, unless they are all of a rule
        found = found.filter((one) => words(one.text).join(' ') === asked.join(' ')
          || ((asked.length >= FEWEST || isMeant || this.cited.has(one.id)) && isSentence(one.text, asked)))
      }
      const cited = found.find(({ id }) => this.cited.has(id)) ?? fullest(found, quotation)
      if (cited) return this.exact(quotation, parts, null, cited, found)
    }
    if (asked.length < FEWEST) return null
    const near = this.games.map((game) => this.rules.texts(game).nearest(parts, UNCITED - CLEARLY))
    const worth = ([entry, score]) => (entry ? score : 0)
    let [entry, score] = near.reduce((best, one) => (worth(one) > worth(best) ? one : best))
    const text = entry ? words(entry.text) : []
    if (entry && text.length <= 2 * TELLING) score = Math.max(score, likenessToCited(asked, text))
    const isTold = said.isOfBook && (this.isAbout || this.isOfHeld(quotation))
    const fewest = this.isAbout || this.cited.size ? TELLING - 2 : TELLING
    const isFragment = asked.length < LONG && isPiece(quotation) && !this.cited.has(entry?.id)
    if (entry && !said.isUnsaid && (isTold || !(said.isSpoken || isFragment)) && score * asked.length >= fewest && score >= (isTold ? FROM_BOOK : UNCITED)) {
      return this.quoted('changed', quotation, null, entry)
    }
    return isTold && !quotation.isEmphasised && !said.isUnsaid ? this.quoted('not found', quotation, null, entry) : null
  }

  /** Whether a held text or game is named beside a quotation, in several words, or nothing else before it. */
  isOfHeld({ start, end }) {
    const led = before(this.post, start, LED)
    const near = ` ${nameKey(led)} ${nameKey(this.post.slice(end, end + LED))} `
    const isNamed = [...this.rules.heldNames].some((name) => name.includes(' ') && near.includes(` ${name} `))
    return isNamed || CUT.others.search(led) === null
  }

  wrong(quotation, cited, entry, holders, game) {
    const old = this.outdated(quotation, cited, entry, game)
    if (old) return old
    const beside = holders.filter(({ parent }) => entry && parent === entry.parent)
    if (holders.length) return this.quoted('misnumbered', quotation, cited, fullest(beside.length ? beside : holders, quotation))
    return this.unlike(quotation, cited, entry, game)
  }

  /** Words that the cited rule, or the cited number, had in an edition of the past. @returns {?Finding} */
  outdated(quotation, cited, entry, game) {
    const parts = partsOf(quotation)
    const past = entry && this.past(entry, parts)
    if (past && likenessToCited(parts.flat(), words(entry.text)) < EDITED) return this.reused({ quotation, cited }, past)
    if (past) return this.quoted('changed', quotation, cited, entry, sinceOf(this.rules.history(entry), past))
    const before = this.before(cited, entry, game, parts)
    if (before) {
      const now = this.rules.entry(before.entry ?? '')
      if (!now) return entry ? this.reused({ quotation, cited }, before) : this.withdrawn({ quotation, cited }, before)
      return this.quoted(entry ? 're-used number' : 'misnumbered', quotation, cited, now)
    }
    return null
  }

  /** A quotation that nothing ties to the citation beside it but its words: nearly those cited, or once. @returns {?Finding} */
  beside(quotation, cited, said) {
    const parts = partsOf(quotation)
    const entry = cited.entries.length === 1 ? cited.entries[0] : null
    const isHeld = () => this.games.some((game) => this.rules.texts(game).holding(parts).length)
    if (said.isUnsaid || words(quotation.text).length < FEWEST || isHeld()) return null
    return this.outdated(quotation, cited, entry, entry?.game ?? this.likeliest(cited.found.name, parts))
      ?? this.reworded(quotation, cited, entry, said)
  }

  /** Words that are most like those of the rule cited beside them. @returns {?Finding} */
  reworded(quotation, cited, entry, said) {
    const parts = partsOf(quotation)
    if (!entry || said.isSpoken || said.isUnsaid || isPiece(quotation)) return null
    const own = likenessToCited(parts.flat(), words(entry.text))
    const [nearest] = this.rules.texts(entry.game).nearest(parts)
    const isMeant = own >= EDITED && own * parts.flat().length >= FEWEST && nearest === entry
    return isMeant ? this.quoted('changed', quotation, cited, entry) : null
  }

  /** Words that no rule has: another wording of the one cited, of another, or none of either. @returns {Finding} */
  unlike(quotation, cited, entry, game) {
    const parts = partsOf(quotation)
    const asked = parts.flat()
    const [nearest, score] = this.rules.texts(game).nearest(parts)
    if (!entry && cited.entries.includes(nearest) && score >= EDITED) return this.quoted('changed', quotation, cited, nearest)
    const own = entry ? likenessToCited(asked, words(entry.text)) : 0
    if (entry && nearest && this.rules.isWithin(nearest, entry) && score >= Math.max(own, EDITED)) {
      return this.quoted('changed', quotation, cited, nearest)
    }
    if (entry && own >= EDITED && score < Math.max(own + CLEARLY, ANOTHER)) return this.quoted('changed', quotation, cited, entry)
    if (nearest && score >= ANOTHER && nearest.id !== entry?.id && asked.length >= FEWEST) {
      return this.quoted('misnumbered', quotation, cited, nearest)
    }
    const isEdited = own >= EDITED
    return this.quoted(isEdited ? 'changed' : 'not found', quotation, cited, isEdited ? entry : nearest)
  }

  runsOn(entry, parts) {
    const { entries } = this.rules.names(entry.game)
    let [whole, beside] = [entry.text, '']
    for (const one of entries.slice(entries.indexOf(entry) + 1)) {
      if (whole.length + beside.length > LONGEST_READ || one.parent === null) break
      if (this.rules.isWithin(one, entry)) whole += `\n${one.text}`
      else if (one.parent === entry.parent) beside += `\n${one.text}`
      else break
    }
    return [String, withoutPointers].map((read) => [words(read(whole)), words(read(beside))])
      .some(([own, following]) => holds(own, parts) || runsOn(own, following, parts))
  }

  past(entry, parts) {
    return this.rules.history(entry).findLast((one) => one.fate !== 'current' && heldThen(one, parts))
  }

  before(cited, entry, game, parts) {
    const number = entry?.number || cited?.found.name || ''
    return this.rules.numberedBefore(game, number).findLast((one) => !(entry && one.entry === entry.id) && heldThen(one, parts))
  }

  quoted(verdict, quotation, cited, entry, since = null) {
    const isNear = verdict !== 'not found' || cited?.entries.some((one) => one.id === entry?.id)
    const isTold = entry && verdict !== 'exact' && isNear
    return this.told(verdict, {
      quotation,
      cited,
      entry,
      difference: isTold ? difference(quotation.text.replaceAll('\x01', ''), entry.text) : [],
      since,
    })
  }

  told(verdict, { quotation = null, cited, entry, difference: told = [], since = null }) {
    const citedAt = cited ? [cited.found.start, cited.found.end] : null
    const at = quotation ? [quotation.start, quotation.end] : citedAt ?? [0, 0]
    const text = quotation ? quotation.text : this.post.slice(...at)
    return {
      verdict,
      line: lineOf(this.lines, at[0]),
      text: joined(text.replaceAll('\0', '').replaceAll(FILLER, '')),
      cited: citedAt ? this.post.slice(...citedAt) : '',
      entry: entry?.id ?? null,
      url: entry ? this.rules.url(entry) : '',
      difference: told,
      since,
      until: null,
      was: '',
      missing: verdict === 'not found' && Boolean(cited) && !cited.entries.length,
      at,
      citedAt,
    }
  }
}

/** Whether a quotation is a rule's, but for a few words. */
const isNear = (quotation, entry) => {
  const asked = partsOf(quotation).flat()
  return Boolean(entry) && asked.length >= TELLING && likenessToCited(asked, words(entry.text)) >= COPIED
}

const fullest = (holders, quotation) => (
  holders.find(({ text }) => !isCut(text, partsOf(quotation), quotation.text)) ?? holders[0])

const areNamesakes = (one, other) => Boolean(one.title) && one.title === other.title

const sinceOf = (history, past) => history[history.indexOf(past) + 1]?.first ?? null
