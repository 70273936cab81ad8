/**
 * Which games are asked? The search of a site: each question goes to the game that it names, else to all.
 * The twin of `kb/search/asked_games.py`.
 */

import { parse } from './query.js'
import { Engine, several } from './rank.js'
import { Routes } from './routes.js'
import { openData } from './search_data.js'

/** Searches over some games that are kept. */
const MOST_KEPT = 6

/**
 * Fetch the list of all games; what is needed of each is loaded when it is asked.
 * @param {string} baseUrl the folder of `index.json`, with a final slash
 * @param {(url: URL) => Promise<Response>} fetcher
 */
export async function open(baseUrl, fetcher = (url) => fetch(url)) {
  return new Library(await openData(baseUrl, fetcher))
}

export class Library {
  /** @param {import('./search_data.js').SearchData} data */
  constructor(data) {
    this.data = data
    /** @type {Map<string, Engine>} the search over some games, by their names */
    this.engines = new Map()
    /** @type {import('./routes.js').Routes | null} what chooses among many games */
    this.routes = null
    /** @type {WeakMap<object, Engine>} what found a result */
    this.finders = new WeakMap()
  }

  /** What is known of every game before it is asked, in the order of the site. */
  get games() {
    return this.data.games
  }

  /** The games to be asked: all, where what chooses them is not loaded or, without a net, not to be had. @returns {string[]} */
  route(query, game = null) {
    const { slugs } = this.data
    const asked = this.read(query)
    const named = new Set([...asked.games, ...several(game)])
    if (named.size) return slugs.filter((slug) => named.has(slug))
    return this.routes?.best(asked)?.map((number) => slugs[number]) ?? slugs
  }

  read(query) {
    return parse(query, this.data.slugs, this.data.kinds)
  }

  /** The search that answers a query, once `prepare` has loaded what it needs. @returns {Engine | null} */
  engine(query, game) {
    return this.engines.get(this.route(query, game).join()) ?? null
  }

  /** Load what a first answer to a query needs. @returns {Promise<Engine>} */
  async prepare(query, game = null) {
    if (this.data.manifest.routes?.length && !several(game).length) await this.loadRoutes(query)
    const slugs = this.route(query, game)
    const key = slugs.join()
    const known = this.engines.get(key)?.data.games.length ?? 0
    if (!this.engines.has(key) || known < slugs.length) { // without a net, games that are not kept are missing
      const games = await this.data.some(slugs)
      if (games.games.length > (this.engines.get(key)?.data.games.length ?? -1)) this.keep(key, new Engine(games))
    }
    const engine = this.engines.get(key)
    await engine.prepare(query)
    return engine
  }

  /** Load what chooses the games for a query. */
  async loadRoutes(query) {
    this.routes ??= new Routes(this.data)
    await this.routes.load(this.read(query))
  }

  /** The entries that answer a query: see `Engine.search`. */
  search(query, wishes = {}) {
    return this.found(this.engine(query, wishes.game), (engine) => engine.search(query, wishes))
  }

  /** The same with meaning: see `Engine.refine`. */
  async refine(query, wishes = {}) {
    const engine = await this.prepare(query, wishes.game)
    const answer = await engine.refine(query, wishes)
    return this.found(engine, () => answer)
  }

  /** The sentence of a result that fits a query best: see `Engine.excerpt`. */
  excerpt(result, query, isWhole = false) {
    return this.finders.get(result).excerpt(result, query, isWhole)
  }

  /** Keep a search; of those over games that a question chose only the last. */
  keep(key, engine) {
    for (const [known] of this.engines.size >= MOST_KEPT ? this.engines : []) {
      if (known.includes(',')) this.engines.delete(known)
    }
    this.engines.set(key, engine)
  }

  found(engine, work) {
    if (!engine) return { didYouMean: null, results: [] }
    const answer = work(engine)
    for (const result of answer.results) this.finders.set(result, engine)
    return answer
  }
}
