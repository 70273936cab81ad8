/** Which entry does a citation in a post mean, and which game is the post about? The twin of `kb/cite/deciding.py`. */

import { nameKey } from '../analyse.js'
import { before } from '../link/blanks.js'
import { firstFrom } from '../link/lists.js'
import { bestKind, called } from '../link/names.js'
import { isDotted, key, shape } from '../link/numbers.js'
import { endOf, patterns, wordList } from '../link/pattern.js'
import { ABOUT, NAMING, TELLING_QUOTATION, aboutGame, evidenceFor, isAllowed, isSmall, quotingGames, thingsSpokenOf, titlesOver, toldBy } from './evidence.js'
import { found as foundAs, splitRange } from './finders.js'
import { partsOf } from './quotations.js'
import { BEHIND_NAME, ENOUGH, ON_TOPIC, isShort, letterInside, shapeWeight } from './weighing.js'

/**
 * @typedef {import('./finders.js').Found} Found
 * @typedef {import('../link/names.js').Entry} Entry
 * @typedef {{found: Found, entries: Entry[], reason: string}} Decided one entry if it is decided; several, or none,
 *   with the reason
 */

const STRONG = new Set(['wiki', 'number', 'bare'])
const NUMBERS = new Set(['number', 'bare'])
const IN_BOOKS = new Set([...NUMBERS, 'place'])
const SPOKEN = new Set(['quoted', 'capitals', 'phrase'])
const KINDS_NAMED = new Set(['term', 'rule', 'section'])
const NUMBERED = new Set(['rule', 'section', 'step', 'example'])
const JOINTS = new Map([['see', ' '], ['entry', ', ']])
const LONGEST = 120
const BESIDE = 60
const JOINED = 6
const LED = 90
const MOST_HOLDING = 4
const ALIKE = 0.7
const SAID = patterns('deciding')

export const decide = (rules, post, whole, game, quoted, links) => {
  const known = ofHeldBooks(rules, post, rangesApart(rules, namesApart(rules, whole), game))
  const meant = new Map([...rules.games.keys()].map((slug) => [slug, meantIn(rules, known, slug)]))
  preferAsWritten(known, meant)
  const found = known.map((one, number) => onTopic(rules, post, one, [...meant.values()].flatMap((each) => each[number])))
  const isOpen = !game && rules.games.size > 1
  const holding = isOpen ? quotingGames(rules, quoted, known, meant) : new Set()
  const spoken = thingsSpokenOf(rules, post, known, meant, isOpen && quoted.length > 0)
  const evidence = new Map([...meant].map(([slug, each]) => [
    slug, evidenceFor(rules, post, found, each, slug, links, { isSure: slug === game, isQuoted: holding.has(slug), spoken: spoken.get(slug) ?? 0 })]))
  const about = game || aboutGame(evidence)
  const decided = found.map((one, number) => {
    const allowed = [...meant].filter(([slug]) => isAllowed(one, evidence.get(slug).context))
    return verdict(rules, one, new Map(allowed.map(([slug, each]) => [slug, each[number]])), about, evidence.get(about))
  })
  const told = ofNamedTexts(post, decided.filter(Boolean).map(trimmed))
  const why = about && isOpen ? toldBy(evidence.get(about)) : ''
  const named = about ? namedByWords(rules, post, quoted, told, about, links) : []
  return { game: about, decided: unspoken([...told, ...named]).sort((one, other) => one.found.start - other.found.start), why }
}

/** Without names that are only spoken of: "a boss with Big Bad …, see the entry for Big Bad". */
const unspoken = (decided) => {
  const cited = new Set(decided.filter(({ found, entries }) => entries.length && !SPOKEN.has(found.form)).map(({ entries: [entry] }) => entry.id))
  return decided.filter(({ found, entries }) => !SPOKEN.has(found.form) || !cited.has(entries[0].id))
}

/** The names before words of the entries so called, "Reading Harm again: “…”", where nothing else is cited. */
const namedByWords = (rules, post, quoted, decided, game, links) => quoted.flatMap((quotation) => {
  const texts = rules.texts(game)
  const start = Math.max(0, quotation.start - LED)
  const after = firstFrom(decided, quotation.end + BESIDE, (one) => one.found.start)
  if (decided[after - 1]?.found.end > start) return []
  const parts = partsOf(quotation)
  const holding = texts.holding(parts).slice(0, MOST_HOLDING)
  const isLong = parts.flat().length >= TELLING_QUOTATION
  for (const entry of holding.length || !isLong ? holding : [texts.nearest(parts, ALIKE)[0]].filter(Boolean)) {
    const found = lastNamed(post, start, quotation.start, entry)
    if (found && !links.includes(entry.permalink)) return [{ found, entries: [entry], reason: '' }]
  }
  return []
})

/** Where in a stretch of a post an entry is called by its name for the last time, with a capital. */
const lastNamed = (post, start, end, entry) => {
  const led = post.slice(start, end)
  for (const name of new Set(called(entry))) {
    const at = start + led.lastIndexOf(name)
    const isAlone = !/[\p{L}\p{N}]/u.test((post[at - 1] ?? '') + (post[at + name.length] ?? ''))
    if (at >= start && isAlone && /^\p{Lu}/u.test(name) && !wordList('everyday').has(name)) {
      return foundAs({ start: at, end: at + name.length, form: 'entry', name })
    }
  }
  return null
}

const meantIn = (rules, found, game) => {
  const known = new Map()
  return found.map((one) => {
    const key = [one.form, one.name, one.cue, ...one.instead].join('\n')
    if (!known.has(key)) known.set(key, candidates(rules, one, game))
    return known.get(key)
  })
}

/** A bare number with more weight behind the name of a game or text, or beside words of the title over it: 305.2. */
const onTopic = (rules, post, found, entries) => {
  const { form, name, start, end, weight } = found
  if (weight === BEHIND_NAME) {
    const led = ` ${nameKey(before(post, start, BESIDE))}`
    return [...rules.heldNames].some((held) => led.endsWith(` ${held}`)) ? { ...found, weight: 0 } : found
  }
  if (form !== 'bare' || weight < 0 || isShort(name) || shapeWeight(name) >= ENOUGH) return found
  const titles = titlesOver(rules, found, entries)
  const isSpokenOf = nameKey(before(post, start, ABOUT) + post.slice(start, end + ABOUT)).split(' ').some((word) => titles.has(word))
  return isSpokenOf ? { ...found, weight: weight + ON_TOPIC } : found
}

/** Of several entries with one number that of the text named with it: "Tournament Rules 1.1", "1.1 of the MTR". */
const ofNamedTexts = (post, decided) => {
  const told = []
  for (const one of decided) {
    const isOpen = one.entries.length > 1 && new Set(one.entries.map(({ game }) => game)).size === 1
    told.push(isOpen ? ofNamedText(post, one, told.at(-1)) : one)
  }
  return told
}

const ofNamedText = (post, doubt, last) => {
  const { start, end, name: number } = doubt.found
  const led = ` ${nameKey(ledTo(post, start, end, number))}`
  const leads = SAID.of_text.at(post, end)
  const followed = leads ? `${nameKey(post.slice(endOf(leads), endOf(leads) + BESIDE))} ` : ''
  const isNext = last?.entries.length === 1 && start - last.found.end <= JOINED
  const named = ({ textNames = [] }) => {
    const fitting = textNames.filter((name) => led.endsWith(` ${name}`) || followed.startsWith(`${name} `))
    const isJoined = isNext && textNames.join() === last.entries[0].textNames?.join()
    return fitting.length ? Math.max(...fitting.map((name) => name.length)) : Number(isJoined)
  }
  const most = Math.max(...doubt.entries.map(named))
  const entries = doubt.entries.filter((entry) => named(entry) === most)
  return most && entries.length === 1 ? { ...doubt, entries, reason: '' } : doubt
}

/** With "see Appendix C and Wall" as two names where no entry is called so as a whole. */
const namesApart = (rules, found) => found.flatMap((one) => {
  const joint = one.form === 'see' ? one.name.indexOf(' and ') : -1
  if (joint < 0 || [...rules.games.keys()].some((slug) => rules.names(slug).named(one.name).length)) return [one]
  const [first, last] = [one.name.slice(0, joint), one.name.slice(joint + 5)]
  return [{ ...one, end: one.end - one.name.length + joint, name: first }, { ...one, start: one.end - last.length, name: last }]
})

/** Without the numbers of other books, "MTR 3.1", where none held is so called. */
const ofHeldBooks = (rules, post, found) => {
  let last = null
  return found.filter((one) => {
    const isJoined = last && one.start - last.end <= JOINED && shape(one.name) === shape(last.name)
    const isDropped = IN_BOOKS.has(one.form) && (isJoined || isOfAnotherBook(rules, post, one))
    if (isDropped) last = one
    return !isDropped
  })
}

const isOfAnotherBook = (rules, post, { form, start, end, name }) => {
  const led = ledTo(post, start, end, name)
  const named = form === 'place' ? SAID.another_place.search(led) : SAID.another.search(led)
    ?? SAID.another_behind.at(post, end) ?? (shapeWeight(name) < ENOUGH && !letterInside(name) ? SAID.acronym.search(led) : null)
  return named !== null && !rules.heldNames.has(nameKey(named.groups.book))
}

/** What stands before a number. */
const ledTo = (post, start, end, number) => {
  const near = before(post, start, BESIDE) + post.slice(start, end)
  return near.endsWith(number) ? near.slice(0, -number.length) : near
}

/** Leave a number to the games that print it so: 1c is no 1.3 where a game has 1c. */
const preferAsWritten = (found, meant) => {
  for (const [place, { name }] of found.entries()) {
    const isPrinted = (each) => each[place].some(({ number }) => number === name)
    if (![...meant.values()].some(isPrinted)) continue
    for (const each of meant.values()) if (!isPrinted(each)) each[place] = []
  }
}

const verdict = (rules, found, everywhere, game, evidence) => {
  let fitting = game ? everywhere.get(game) ?? [] : [...everywhere.values()].flat()
  if (found.form === 'wiki' && !fitting.length && found.name.includes(':')) fitting = rules.resolve(found.name).slice(0, 1) // another game's, by its id
  if ((game === null && isSmall(found)) || (SPOKEN.has(found.form) && evidence?.isNumbered)) return null
  if (game === null && !STRONG.has(found.form) && fitting.length) {
    return NAMING.has(found.form) ? { found, entries: fitting, reason: 'no sign of which game is meant' } : null
  }
  if (fitting.length === 1) return { found, entries: fitting, reason: '' }
  if (fitting.length && isToldTwice(fitting)) return { found, entries: fitting.slice(-1), reason: '' } // of an overview and the detail the latter
  if (fitting.length) return { found, entries: fitting, reason: 'several entries fit' }
  if (isMissed(rules, found, game, evidence)) {
    return { found, entries: [], reason: `nothing${game ? ` in ${game}` : ''} is called ${quoted(found.name)}` }
  }
  return null
}

/** Whether a text gives one number twice to one thing, in an overview and in detail: Ready all cards, Ready cards. */
const isToldTwice = (entries) => {
  const places = new Set(entries.map(({ game, number, textNames }) => [game, number, textNames].join('\n')))
  const [least, ...others] = entries.map(({ title }) => new Set(nameKey(title ?? '').split(' ').filter(Boolean))).sort((one, other) => one.size - other.size)
  return places.size === 1 && (others.at(-1) ?? least).size > 0 && others.every((title) => [...least].every((word) => title.has(word)))
}

const isMissed = (rules, found, game, evidence) => {
  if (found.form === 'wiki') return SAID.tells.search(found.name) !== null
  if (SAID.edition.search(found.name)) return false
  if (found.form === 'number' && ['rule', 'regulation'].includes(found.cue)) {
    const isShaped = gamesOf(rules, game).some((slug) => rules.names(slug).shapes.has(shape(found.name)))
    return (isDotted(found.name) && found.cue === 'rule') || (isShaped && !isSmall(found))
  }
  if (found.form === 'number' && found.cue === 'step') {
    return Boolean(game) && found.name.split('.').length > 2 && isNumberedIn(rules, game, found.name)
  }
  if (found.form !== 'bare' || found.cue || isShort(found.name) || found.weight < 0) return false
  const wasHeld = game && rules.numberedBefore(game, found.name).length ? 1 : 0
  const isLettered = /^\p{L}/u.test(found.name) && letterInside(found.name) // A3c; "2h40" is a time
  const weight = shapeWeight(found.name) + found.weight + (evidence?.context ?? (isLettered ? 0 : -1)) + wasHeld
  const isParted = found.name.split('.').length !== 2 // "7.3.5", "3h6": amounts have one point, or are whole
  const isTold = found.weight || (weight > ENOUGH && isParted)
  if (shapeWeight(found.name) < ENOUGH && !(isTold && weight >= ENOUGH)) return false
  return isNumberedIn(rules, game, found.name)
}

const gamesOf = (rules, game) => (game ? [game] : [...rules.games.keys()])

const isNumberedIn = (rules, game, number) => gamesOf(rules, game).some((slug) => isNumberedSo(rules.names(slug), number))

/** Whether a game numbers its rules like this, and has what it would stand in: 704 of 704.99, 9f of 9f99, A of A99, 7 of 799.1. */
const isNumberedSo = (names, number) => {
  const parts = key(number)
  const overs = [parts[0], parts.slice(0, 2).join(''), /^[a-z]/.test(parts[0]) ? `${parts[0]}1` : '', /^\d{3}/.test(parts[0]) ? parts[0][0] : '']
  const isHeld = overs.some((over) => names.numbered(over).length > 0)
  return isHeld && names.shapes.has(shape(number.replace(/[a-z]+$/, '')))
}

/** A name in quotation marks, as Python's `repr` writes it. */
const quoted = (name) => {
  const mark = name.includes("'") && !name.includes('"') ? '"' : "'"
  return mark + name.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`) + mark
}

const candidates = (rules, found, game) => {
  const names = rules.names(game)
  if (NUMBERS.has(found.form)) {
    for (const number of [...found.instead, found.name]) {
      const entries = numbered(names, number, found.cue)
      const isBare = found.form === 'bare' || found.cue === 'entry' // "entry 8.00" is paid at the door
      const isLoose = isBare && (isShort(number) || SAID.edition.search(number))
      if (entries.length) return isLoose ? entries.filter((one) => one.number === number) : entries
    }
    return []
  }
  if (found.form === 'wiki') return wiki(rules, found, game)
  if (found.form === 'place') return placed(names, found)
  if (found.form === 'page') return rules.books(game).on(found.cue, Number(found.name))
  return named(names, found)
}

const numbered = (names, number, cue) => {
  if (!['', 'rule', 'letter'].includes(cue)) {
    const labelled = names.labelled(cue, number)
    if (labelled.length || cue === 'appendix' || cue === 'chapter') return bestKind(labelled)
    if (!isDotted(number)) return cue === 'section' ? names.numbered(number).filter(({ kind, title }) => kind === 'rule' && title) : []
  }
  return names.numbered(number).filter((entry) => NUMBERED.has(entry.kind) && !isChapter(names, entry))
}

const isChapter = (names, { id, kind, number }) => {
  const below = (names.children.get(id) ?? []).map((one) => one.number).filter(Boolean)
  return kind === 'section' && !isDotted(number) && below.length > 0 && below.every((one) => key(one)[0] !== key(number)[0])
}

const placed = (names, found) => {
  const entries = bestKind(names.named(found.name))
  if (entries.length !== 1 || !found.instead.length) return entries
  const [, number, letter] = /^(\d+)([a-z]?)/.exec(found.instead[0])
  const below = (entry) => names.children.get(entry.id) ?? []
  const steps = below(entries[0]).filter((one) => one.kind === 'step' && one.number === number)
  const inside = steps.flatMap(below).filter((one) => one.number === letter)
  const detailed = steps.filter((step) => below(step).length)
  const fitting = (letter ? inside : detailed.length ? detailed : steps).slice(0, 1)
  return fitting.length ? fitting : entries
}

const wiki = (rules, found, game) => {
  const [first] = rules.resolve(found.name, game)
  const isHeld = first && (rules.names(game).byId.has(first.id) || found.name.includes('@'))
  return isHeld && !isCard(found, first) ? [first] : []
}

/** Whether `[[Fear]]` calls a card. */
const isCard = ({ name, cue }, { title, number }) => Boolean(
  SAID.obsolete.search(title ?? '') || (number && !cue && !SAID.tells.search(name)))

const named = (names, found) => {
  const isAnyKind = found.form === 'see' || found.form === 'entry' || !names.hasTerms
  for (const name of shorter(found)) {
    const own = names.named(name)
    const so = own.length || found.form !== 'entry' ? own : names.named(`The ${name}`)
    const entries = isPlain(found, name) ? [] : so.filter(({ kind, number, title }) => (
      KINDS_NAMED.has(kind) && (isAnyKind || ((kind === 'term' || number) && !SAID.obsolete.search(title ?? '')))))
    if (entries.length) return bestKind(entries)
  }
  return []
}

/** A word of every day in capitals, ATTACK, small between quotation marks, or who says something. */
const isPlain = ({ form, cue }, name) => {
  const small = name.toLowerCase()
  if (form === 'quoted') return name === small && name.endsWith('s') && wordList('everyday').has(name.slice(0, -1))
  return (form === 'capitals' || cue !== '') && wordList('everyday').has(small)
}

const shorter = (found) => {
  if (found.name.length > LONGEST) return []
  const joint = JOINTS.get(found.form)
  if (!joint) return [found.name]
  const words = found.name.split(new RegExp(`(?<=\\S)${joint}`))
  return words.map((_, count) => words.slice(0, words.length - count).join(joint).replace(/,+$/, ''))
}

const trimmed = (decided) => {
  const { found, entries } = decided
  const isWhole = found.end - found.start === found.name.length
  if (!isWhole || !JOINTS.has(found.form) || entries.length !== 1) return decided
  const keys = new Set(called(entries[0]).map(nameKey))
  const name = shorter(found).find((one) => keys.has(nameKey(one)))
  return name === undefined ? decided : { ...decided, found: { ...found, end: found.start + name.length, name } }
}

const rangesApart = (rules, found, game) => {
  const games = gamesOf(rules, game)
  const hasNumber = (number) => games.some((each) => rules.names(each).numbered(number).length > 0)
  return found.flatMap((one) => {
    const ends = NUMBERS.has(one.form) ? splitRange(one.name) : null
    if (!ends || hasNumber(one.name)) return [one]
    const [first, last] = ends
    const areBoth = games.some((each) => (
      rules.names(each).numbered(last).length > 0 && rules.names(each).numbered(first).length > 0))
    if (!areBoth) return [one]
    const cut = one.end - (one.name.length - one.name.lastIndexOf('-') - 1)
    return [{ ...one, end: cut - 1, name: first }, { ...one, start: cut, name: last }]
  })
}
