/**
 * Which rules can be cited? The games of a site, opened for finding entries by number, name and edition.
 * The twin of `kb/cite/rules.py`; reads what `kb/cite/portable.py` and `kb/site/browser_index.py` write.
 */

import { Everyday } from '../link/everyday.js'
import { Names } from '../link/names.js'
import { literal, teach, written } from '../link/pattern.js'
import { nameKey } from '../analyse.js'
import { Books } from './books.js'
import { Texts } from './comparing.js'

const FORMAT = 2
const GAME_AND_NAME = written(String.raw`\s*([\w-]+)\s*[:\s]\s*(\S[^]*)`)
const DIGITS = written(String.raw`\d+`)

/**
 * A wording of an entry under one number or name, as the ledger has it.
 * @typedef {{game: string, entity: string, kind: string, number: ?string, title: ?string, first: ?string, last: ?string,
 *   address: string, markdown: string, fate: string, entry: ?string}} Revision
 * @typedef {import('../link/names.js').Entry} Entry
 */

export class Rules {
  /**
   * @param {{names: import('../names.js').Names, language: object, baseUrl: string, games: Object<string, object>}} data
   *   what every entry is called, common words, where the site stands, and the facts of each game
   * @param {(game: string) => Promise<{texts: string[], wordings: string[]}>} load what a game's entries say and said
   */
  constructor({ names, language, baseUrl, games }, load) {
    teach(language)
    this.known = names
    this.everyday = new Everyday(language)
    this.baseUrl = baseUrl
    this.load = load
    this.loaded = new Map()
    this.games = new Map()
    this.byGame = new Map()
    this.byAddress = new Map()
    this.byNumber = new Map()
    this.byEntry = new Map()
    this.formers = new Map()
    /** @type {Revision[]} */
    this.revisions = []
    for (const [slug, facts] of Object.entries(games)) this.add(slug, facts)
    this.index()
  }

  add(game, facts) {
    if (facts.format !== FORMAT) throw new Error(`facts of format ${facts.format}`)
    const entries = entriesOf(this.known, game, facts)
    this.games.set(game, { title: facts.title, language: facts.language })
    this.byGame.set(game, { names: new Names(entries), texts: null, books: new Books(facts.books, entries) })
    this.revisions = [...this.revisions, ...revisionsOf(game, facts, entries)]
  }

  /** The entries of a game by number and name. */
  names(game) {
    return this.byGame.get(game).names
  }

  /** The texts of a game whose printed pages are known. */
  books(game) {
    return this.byGame.get(game).books
  }

  /** What the texts call themselves, in several words, as names are compared. @returns {string[]} */
  get titles() {
    return [...this.byGame.values()].flatMap(({ books }) => books.titles).filter((title) => title.includes(' '))
  }

  /** The texts of a game, ready to be compared with quotations, once they are loaded. */
  texts(game) {
    const held = this.byGame.get(game)
    held.texts ??= new Texts(held.names.entries)
    return held.texts
  }

  /** Load what the entries of some games say, and said before. @param {Iterable<string>} games */
  async prepare(games) {
    await Promise.all([...games].map((game) => {
      if (!this.loaded.has(game)) this.loaded.set(game, this.fill(game))
      return this.loaded.get(game)
    }))
  }

  async fill(game) {
    try {
      const { texts, wordings } = await this.load(game)
      for (const [number, entry] of this.names(game).entries.entries()) entry.text = texts[number]
      const past = this.revisions.filter((revision) => revision.game === game && revision.fate !== 'current')
      for (const [number, revision] of past.entries()) revision.markdown = wordings[number]
    } catch (error) {
      this.loaded.delete(game) // the next try may have a net again
      throw error
    }
  }

  /** The entry with this id, as it is now. @returns {Entry | undefined} */
  entry(id) {
    const game = id.split(':', 1)[0]
    return this.games.has(game) ? this.names(game).byId.get(id) : undefined
  }

  /** What a REF means, best first; with `@EDITION` as that edition had it. @returns {Entry[]} */
  resolve(ref, game = null) {
    const at = ref.lastIndexOf('@')
    if (at >= 0 && ref.slice(0, at).trim()) return this.ofEdition(ref.slice(0, at).trim(), ref.slice(at + 1).trim(), game)
    const found = this.called(ref, game)
    const parted = found.length ? null : GAME_AND_NAME.at(ref)
    const prefix = parted?.[1].toLowerCase()
    return parted && (game === null || game === prefix) ? this.called(parted[2], prefix) : found
  }

  /** What has this name now, or had it before. @returns {Entry[]} */
  called(name, game) {
    const now = this.known.named(name).map((number) => this.entry(this.known.id(number)))
    const before = [name.trim().toLowerCase(), nameKey(name)].flatMap((key) => this.formers.get(key) ?? [])
    const ordered = before.sort((one, other) => one.position - other.position)
    return [...new Set([...now, ...ordered])].filter((entry) => entry && (game === null || entry.game === game))
  }

  /** The permanent address of an entry, ready to be pasted. */
  url(entry) {
    return this.address(entry.permalink)
  }

  /** A page below the site as an address. */
  address(folder) {
    const path = folder.split('/').map((part) => quoted(part)).join('/')
    return this.baseUrl ? `${this.baseUrl}/${path}` : path
  }

  /** Every wording that an entry had, the oldest first. @returns {Revision[]} */
  history(entry) {
    return this.byEntry.get(entry.id) ?? []
  }

  /** The wording at a permanent address, or the current one at a plain address. @returns {Revision | undefined} */
  addressed(folder) {
    return this.byAddress.get(folder)
  }

  /** The wordings of the past that stood under a number, whatever it means now. @returns {Revision[]} */
  numberedBefore(game, number) {
    return this.byNumber.get(`${game} ${number.toLowerCase()}`) ?? []
  }

  index() {
    for (const revision of this.revisions) {
      const { game, entry, number, fate, address } = revision
      if (entry) keepUnder(this.byEntry, entry, revision)
      if (number && fate !== 'current') keepUnder(this.byNumber, `${game} ${number.toLowerCase()}`, revision)
      if (fate === 'current') this.addCurrent(revision)
      if (entry && (fate === 'renumbered' || fate === 'renamed')) this.addFormer(revision)
    }
    for (const revision of this.revisions) if (revision.address.includes('@')) this.byAddress.set(revision.address, revision)
  }

  addCurrent(revision) {
    this.byAddress.set(plainOf(revision.address), revision)
    const now = this.entry(revision.entry ?? '')
    if (now) now.edition = revision.last
  }

  addFormer({ game, entry, title, address }) {
    const now = this.entry(entry)
    if (!now) return
    keepUnder(this.formers, `${game}:${slugOf(address)}`.toLowerCase(), now)
    if (title) keepUnder(this.formers, nameKey(title), now)
  }

  /** What a number or name meant in an edition: pinned there, or in force then. @returns {Entry[]} */
  ofEdition(name, edition, game) {
    return this.wordings(name, game)
      .filter((revision) => revision.first && isInForce(revision, edition))
      .map((revision) => asItWas(revision, this.entry(revision.entry ?? '')))
  }

  /** Wordings that had this number or name, newest first. */
  wordings(name, game) {
    const held = new Set(this.resolve(name, game).map((entry) => entry.id))
    const cut = name.lastIndexOf(':')
    const wanted = name.slice(cut + 1).trim().toLowerCase()
    const prefix = name.slice(0, Math.max(cut, 0)).trim().toLowerCase() || game
    return this.revisions.filter((revision) => (
      (!prefix || prefix === revision.game)
      && (slugOf(revision.address) === wanted || (revision.number === null && held.has(revision.entry))))).reverse()
  }

  /** A pattern for the addresses below the site. */
  get linked() {
    const start = this.baseUrl ? literal(`${this.baseUrl}/`) : String.raw`(?<![\w/.:@-])`
    const games = [...this.games.keys()].map(literal).join('|')
    return written(String.raw`${start}((?:${games})/[^\s<>()\[\]\"'&/]{1,200}/)`)
  }
}

const plainOf = (address) => `${address.split('@', 1)[0].replace(/\/+$/, '')}/`

/** The number or name in an address: `314.6` of `magic/314.6@2024-06-07/`. */
const slugOf = (address) => {
  const slash = address.indexOf('/')
  return (slash < 0 ? '' : address.slice(slash + 1)).split('@', 1)[0].replace(/\/+$/, '')
}

/** A part of an address as Python's `quote` writes it. */
const quoted = (part) => encodeURIComponent(part.replace(/\p{Surrogate}/gu, '?'))
  .replace(/%40/g, '@').replace(/%2B/g, '+')
  .replace(/[!'()*]/g, (sign) => `%${sign.codePointAt(0).toString(16).toUpperCase()}`)

const keepUnder = (map, key, one) => {
  if (!map.has(key)) map.set(key, [])
  map.get(key).push(one)
}

/** The entries of a game, with where their permanent addresses are. @returns {Entry[]} */
const entriesOf = (known, game, { editions, pinned }) => {
  const found = []
  for (let position = 0; position < known.count; position++) {
    if (known.game(position) !== game) continue
    const url = `${game}/${known.facts.slug[position]}/`
    const pin = pinned[found.length]
    found.push({
      id: known.id(position),
      game,
      position,
      kind: known.kind(position),
      number: known.number(position) ?? null,
      title: known.title(position),
      aliases: known.facts.aliases[position] ?? [],
      parent: known.facts.above[position] ? known.id(position - known.facts.above[position]) : null,
      url,
      edition: null,
      permalink: typeof pin === 'string' ? pin : pin ? `${url.slice(0, -1)}@${editions[pin - 1]}/` : url,
      text: '',
    })
  }
  return found
}

/** The wordings of a game as written: 0 is what its entry tells, 1 what number and edition tell. @returns {Revision[]} */
const revisionsOf = (game, { editions, revisions }, entries) => revisions.map(
  ([entry = 0, fate = 0, first = 0, last = 0, address = 0, number = 0, title = 0, kind = 0, entity = 0]) => {
    const now = entries[entry - 1]
    const printed = number === 0 ? now?.number ?? null : number
    const begun = editions[first - 1] ?? null
    return {
      game,
      entity: entity === 1 ? `${game}:${printed}` : entity || now?.id,
      kind: kind || now?.kind,
      number: printed,
      title: title === 0 ? now?.title ?? null : title,
      first: begun,
      last: editions[last - 1] ?? null,
      address: address === 1 ? `${game}/${printed}@${begun}/` : address || (now?.permalink ?? ''),
      markdown: '',
      fate: FATES[fate],
      entry: now?.id ?? null,
    }
  })

const FATES = ['current', 'edited', 'renumbered', 'renamed', 'split', 'merged', 'replaced', 'withdrawn']

/** Whether a wording is the one of an edition, or stood between its first and last edition then. */
const isInForce = (revision, edition) => {
  if (edition === revision.first || edition === revision.last || revision.address.endsWith(`@${edition}/`)) return true
  const asked = numbersOf(edition)
  const first = numbersOf(revision.first ?? '').slice(0, asked.length)
  const last = numbersOf(revision.last ?? '').slice(0, asked.length)
  return asked.length > 0 && compared(first, asked) <= 0 && (revision.fate === 'current' || compared(asked, last) <= 0)
}

/** The numbers of an edition in order: dates and versions compare by them. */
const numbersOf = (edition) => (edition.match(DIGITS.everywhere) ?? []).map((digits) => BigInt(digits.slice(0, 18)))

const compared = (one, other) => {
  for (const [at, value] of one.entries()) {
    if (at >= other.length) return 1
    if (value !== other[at]) return value < other[at] ? -1 : 1
  }
  return one.length - other.length
}

/** A wording of the past as an entry: what is cited when its edition is asked for. @returns {Entry} */
const asItWas = (revision, entry) => ({
  ...(entry ?? {
    id: revision.entity, game: revision.game, position: -1, kind: revision.kind, parent: null, aliases: [],
    url: plainOf(revision.address),
  }),
  number: revision.number,
  title: revision.title,
  edition: revision.first,
  permalink: revision.address,
  /** What it said, once that is loaded. */
  get text() {
    return revision.fate === 'current' && entry ? entry.text : revision.markdown.replaceAll('\\', '')
  },
})
