/** Which rules can be cited? The twin of `kb/cite/rules.py`. */

import { Names } from '../link/names.js'
import { keepUnder } from '../link/lists.js'
import { literal, Pattern, teach } from '../link/pattern.js'
import { nameKey } from '../analyse.js'
import { Books } from './books.js'
import { Texts } from './comparing.js'
import { calledGame } from './evidence.js'
import { Terms } from './keywords.js'
import { entriesOf, isInForce, plainOf, revisionsOf, slugOf } from './revisions.js'

const GAME_AND_NAME = /^\s*([\p{L}\p{N}_-]+)\s*[:\s]\s*(\S[^]*)/u

/** What only one game says, and which game that is. @returns {Map<string, string>} */
const ofOne = (games, saidBy) => {
  const homes = new Map()
  for (const game of games) for (const one of saidBy(game)) keepUnder(homes, one, game)
  return new Map([...homes].filter(([, each]) => each.length === 1).map(([one, [game]]) => [one, game]))
}

/** @typedef {import('../link/names.js').Entry} Entry */

export class Rules {
  constructor({ names, language, baseUrl, games }, load) {
    teach(language)
    this.known = names
    this.baseUrl = baseUrl
    this.load = load
    this.loaded = new Map()
    this.games = new Map()
    /** What people call the games and their texts. */
    this.heldNames = new Set()
    this.byGame = new Map()
    this.byAddress = new Map()
    this.byNumber = new Map()
    this.byEntry = new Map()
    this.formers = new Map()
    this.revisions = []
    for (const [slug, facts] of Object.entries(games)) this.add(slug, facts)
    this.index()
  }

  add(game, facts) {
    const entries = entriesOf(this.known, game, facts)
    for (const name of facts.called[0].flat()) this.heldNames.add(name)
    for (const name of calledGame(facts.title, game)) this.heldNames.add(nameKey(name))
    this.games.set(game, { title: facts.title, language: facts.language })
    this.byGame.set(game, { names: new Names(entries), texts: null, books: new Books(facts.books, entries), terms: facts.terms })
    this.revisions = [...this.revisions, ...revisionsOf(game, facts, entries)]
  }

  /** The names that only one game has, as names are compared, and which game that is. */
  get tellingNames() {
    return (this.namesOfOne ??= ofOne(this.games.keys(), (game) => this.names(game).spoken))
  }

  /** The words that only one game often uses in its texts, and which game that is; once they are loaded. */
  get tellingWords() {
    return (this.wordsOfOne ??= ofOne(this.games.keys(), (game) => this.texts(game).telling))
  }

  names(game) {
    return this.byGame.get(game).names
  }

  /** The terms of a game, as posts mention them. */
  terms(game) {
    const held = this.byGame.get(game)
    if (!(held.terms instanceof Terms)) held.terms = new Terms(held.terms)
    return held.terms
  }

  books(game) {
    return this.byGame.get(game).books
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
    const { texts, wordings } = await this.load(game).catch((error) => {
      this.loaded.delete(game) // the next try may have a net again
      throw error
    })
    for (const [number, entry] of this.names(game).entries.entries()) entry.text = texts[number]
    const past = this.revisions.filter((revision) => revision.game === game && revision.fate !== 'current')
    for (const [number, revision] of past.entries()) revision.markdown = wordings[number]
  }

  entry(id) {
    const game = id.split(':', 1)[0]
    return this.games.has(game) ? this.names(game).byId.get(id) : undefined
  }

  /** Whether an entry is another one or stands below it. */
  isWithin(entry, { id, game }) {
    return entry.id === id || [...this.names(game).ancestors(entry)].some((one) => one.id === id)
  }

  resolve(ref, game = null) {
    const at = ref.lastIndexOf('@')
    if (at >= 0 && ref.slice(0, at).trim()) return this.ofEdition(ref.slice(0, at).trim(), ref.slice(at + 1).trim(), game)
    const found = this.called(ref, game)
    const parted = found.length ? null : GAME_AND_NAME.exec(ref)
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

  url(entry) {
    return this.address(entry.permalink)
  }

  address(folder) {
    const path = folder.split('/').map((part) => quoted(part)).join('/')
    return this.baseUrl ? `${this.baseUrl}/${path}` : path
  }

  history(entry) {
    return this.byEntry.get(entry.id) ?? []
  }

  addressed(folder) {
    return this.byAddress.get(folder)
  }

  numberedBefore(game, number) {
    return this.byNumber.get(`${game} ${number.toLowerCase()}`) ?? []
  }

  index() {
    for (const revision of this.revisions) {
      const { game, entry, number, title, fate, address, last } = revision
      const now = this.entry(entry ?? '')
      if (entry) keepUnder(this.byEntry, entry, revision)
      if (number && fate !== 'current') keepUnder(this.byNumber, `${game} ${number.toLowerCase()}`, revision)
      if (fate === 'current') this.byAddress.set(plainOf(address), revision)
      if (now && fate === 'current') now.edition = last
      if (now && (fate === 'renumbered' || fate === 'renamed')) {
        keepUnder(this.formers, `${game}:${slugOf(address)}`.toLowerCase(), now)
        if (title) keepUnder(this.formers, nameKey(title), now)
      }
    }
    for (const revision of this.revisions) if (revision.address.includes('@')) this.byAddress.set(revision.address, revision)
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
    const start = this.baseUrl ? literal(`${this.baseUrl}/`) : String.raw`(?<![\p{L}\p{N}_/.:@-])`
    const games = [...this.games.keys()].map(literal).join('|')
    return new Pattern(String.raw`${start}((?:${games})/[^\s<>()\[\]"'&/]{1,200}/)`)
  }
}

/** A part of an address as Python's `quote` writes it. */
const quoted = (part) => encodeURIComponent(part.replace(/\p{Surrogate}/gu, '?'))
  .replace(/%40/g, '@').replace(/%2B/g, '+')
  .replace(/[!'()*]/g, (sign) => `%${sign.codePointAt(0).toString(16).toUpperCase()}`)

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
