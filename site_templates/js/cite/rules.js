/** Which rules can be cited? What scripts have of `kb/cite/rules.py`, with the names of its parts there. */

import { Names } from '../link/names.js'
import { keepUnder } from '../link/lists.js'
import { teach } from '../link/patterns.js'
import { nameKey } from '../analyse.js'
import { Books } from './books.js'
import { Texts } from './comparing.js'
import { Terms } from './keywords.js'
import { words } from './quotations.js'
import { entriesOf, isInForce, plainOf, revisionsOf, slugOf } from './revisions.js'

const GAME_AND_NAME = /^\s*([\p{L}\p{N}_-]+)\s*[:\s]\s*(\S[^]*)/u

/** What a game says is wanted, and not loaded yet. */
class NotHeld extends Error {
  constructor(game) {
    super(`what ${game} says is not loaded`)
    this.game = game
  }
}

const heldOf = ({ game, held }) => {
  if (held === undefined) throw new NotHeld(game)
  return held
}

/** What entries and wordings say, which is loaded when it is first wanted. */
const HELD = {
  get text() {
    return heldOf(this)
  },
  get markdown() {
    return heldOf(this)
  },
}

/** What only one game says, and which game that is. @returns {Map<string, string>} */
const ofOne = (games, saidBy) => {
  const homes = new Map()
  for (const game of games) for (const one of saidBy(game)) keepUnder(homes, one, game)
  return new Map([...homes].filter(([, each]) => each.length === 1).map(([one, [game]]) => [one, game]))
}

export class Rules {
  constructor({ names, language, baseUrl, games }, load) {
    teach(language)
    this.known = names
    this.base_url = baseUrl
    this.load = load
    this.loaded = new Map()
    this.games = new Map()
    /** What people call the games and their texts. */
    this.called = new Set()
    this.byGame = new Map()
    this.byAddress = new Map()
    this.byNumber = new Map()
    this.byEntry = new Map()
    this.formers = new Map()
    this.before = new Map()
    this.revisions = []
    for (const [slug, facts] of Object.entries(games)) this.add(slug, facts)
    this.index()
  }

  add(game, facts) {
    const entries = entriesOf(this.known, game, facts)
    const wordings = revisionsOf(game, facts, entries)
    for (const one of [...entries, ...wordings]) Object.setPrototypeOf(one, HELD)
    for (const name of facts.called[0].flat()) this.called.add(name)
    for (const name of facts.names) this.called.add(nameKey(name))
    this.games.set(game, { title: facts.title, language: facts.language, names: facts.names })
    this.byGame.set(game, {
      names: new Names(entries), texts: null, books: new Books(facts.books, entries), terms: facts.terms, called: facts.called[0],
    })
    this.revisions = [...this.revisions, ...wordings]
  }

  /** The names that only one game has, as names are compared, and which game that is. */
  get telling_names() {
    return (this.namesOfOne ??= ofOne(this.games.keys(), (game) => this.names(game).spoken))
  }

  /** The words that only one game often uses in its texts, and which game that is. */
  get telling_words() {
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

  texts(game) {
    const held = this.byGame.get(game)
    held.texts ??= new Texts(held.names.entries)
    return held.texts
  }

  /** What people call a game, and the text that an entry comes from. */
  called_game(game) {
    return this.games.get(game).names
  }

  called_text({ game, source }) {
    return this.byGame.get(game).called[source] ?? []
  }

  /** What is found out of what games say, whose texts are loaded where that is wanted: first of one, then of all. */
  async whenHeld(find) {
    for (let turn = 0; ; turn++) {
      try {
        return find()
      } catch (error) {
        if (!(error instanceof NotHeld)) throw error
        await this.prepare(turn ? this.games.keys() : [error.game])
      }
    }
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
    for (const [number, entry] of this.names(game).entries.entries()) entry.held = texts[number]
    const past = this.revisions.filter((revision) => revision.game === game && revision.fate !== 'current')
    for (const [number, revision] of past.entries()) revision.held = wordings[number]
  }

  entry(id) {
    const game = id.split(':', 1)[0]
    return this.games.has(game) ? this.names(game).by_id.get(id) : undefined
  }

  /** Whether an entry is another one or stands below it. */
  is_within(entry, { id, game }) {
    return entry.id === id || [...this.names(game).ancestors(entry)].some((one) => one.id === id)
  }

  resolve(ref, game = null) {
    const at = ref.lastIndexOf('@')
    if (at >= 0 && ref.slice(0, at).trim()) return this.ofEdition(ref.slice(0, at).trim(), ref.slice(at + 1).trim(), game)
    const found = this.answering(ref, game)
    const parted = found.length ? null : GAME_AND_NAME.exec(ref)
    const prefix = parted?.[1].toLowerCase()
    return parted && (game === null || game === prefix) ? this.answering(parted[2], prefix) : found
  }

  /** What has this name now, or had it before. @returns {Entry[]} */
  answering(name, game) {
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
    return this.base_url ? `${this.base_url}/${path}` : path
  }

  history(entry) {
    return this.byEntry.get(entry.id) ?? []
  }

  addressed(folder) {
    return this.byAddress.get(folder)
  }

  numbered_before(game, number) {
    return this.byNumber.get(`${game} ${number.toLowerCase()}`) ?? []
  }

  /** The wordings of the past that have some words in a row. */
  said_before(game, part) {
    if (!this.before.has(game)) {
      const past = this.revisions.filter((one) => one.game === game && one.fate !== 'current')
      this.before.set(game, past.map((one) => [one, ` ${words(one.markdown.replaceAll('\\', '')).join(' ')} `]))
    }
    const sought = ` ${part.join(' ')} `
    return this.before.get(game).filter(([, text]) => text.includes(sought)).map(([one]) => one)
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
}

/** A part of an address as Python's `quote` writes it. */
const quoted = (part) => encodeURIComponent(part.replace(/\p{Surrogate}/gu, '?'))
  .replace(/%40/g, '@').replace(/%2B/g, '+')
  .replace(/[!'()*]/g, (sign) => `%${sign.codePointAt(0).toString(16).toUpperCase()}`)

/** A wording of the past as an entry: what is cited when its edition is asked for. @returns {Entry} */
const asItWas = (revision, entry) => {
  const { game, entity: id, kind, number, title, first: edition, address: permalink } = revision
  const then = { ...(entry ?? { id, game, kind, source: 0, order: -1, position: -1, aliases: [], parent: null, url: plainOf(permalink) }), number, title, edition, permalink }
  if (entry && Object.keys(then).every((name) => then[name] === entry[name])) return entry
  return Object.defineProperty(then, 'text', { get: () => (revision.fate === 'current' && entry ? entry.text : revision.markdown.replaceAll('\\', '')) })
}
