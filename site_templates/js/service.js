/**
 * Who answers where a site names a `kb api`? That service; and where it does not answer, the site itself, as ever.
 * An answer is a search of its own, with what `Library` tells of results.
 */

import { stems } from './analyse.js'
import { whole } from './excerpt.js'
import { several } from './rank.js'
import { SITE } from './where.js'

let only

/** Ask the only service of a site, at an address below or beside it: see `Service.ask`. */
export const ask = (address, query, game, kind) => {
  only ??= new Service(new URL(address, SITE).href)
  return only.ask(query, { game, kind })
}

/** Milliseconds that an answer may take, and that a service which failed is left alone. */
const PATIENCE = 4000
const REST = 60_000

/** Milliseconds without another key before the service is asked. */
const PAUSE = 120

const MOST = 40

export class Service {
  /**
   * @param {string} address where `kb api` answers, with a final slash
   * @param {(url: URL, settings: object) => Promise<Response>} fetcher
   */
  constructor(address, fetcher = (url, settings) => fetch(url, settings)) {
    this.address = address
    this.fetcher = fetcher
    this.silentUntil = 0
    this.key = null
    this.answer = null
  }

  /** What answers a query; null where the service does not. @param {import('./rank.js').Wishes} wishes */
  async ask(query, { game = null, kind = null } = {}) {
    const [games, kinds] = [several(game), several(kind)]
    const key = JSON.stringify([query, games, kinds])
    if (Date.now() < this.silentUntil) return null
    if (key !== this.key) Object.assign(this, { key, answer: this.askAfterPause(query, games, kinds, key) })
    return this.answer
  }

  async askAfterPause(query, games, kinds, key) {
    await new Promise((resolve) => { setTimeout(resolve, PAUSE) })
    if (key !== this.key) return new Answered(this, NOTHING) // nobody waits for it any more
    const operators = [
      ...(games.length > 1 ? games.map((one) => `game:${one}`) : []),
      ...(kinds.length > 1 ? kinds.map((one) => `kind:${one}`) : []),
    ]
    const about = { q: [query, ...operators].join(' '), limit: MOST }
    if (games.length === 1) about.game = games[0]
    if (kinds.length === 1) about.kind = kinds[0]
    const told = await this.get('search', about, answerOf)
    if (!told && key === this.key) this.key = null // to be asked again
    return told && new Answered(this, told)
  }

  /** What is read of a document of the service; null where there is none, and then it is not asked again for a while. */
  async get(path, about, read) {
    try {
      const url = new URL(`${path}?${new URLSearchParams(about)}`, this.address)
      const response = await this.fetcher(url, { signal: AbortSignal.timeout(PATIENCE), credentials: 'omit' })
      if (response.status >= 500) throw new Error(`${response.status} at ${url}`)
      return response.ok ? read(await response.json()) : null
    } catch {
      this.silentUntil = Date.now() + REST
      return null
    }
  }
}

/** The answer of a service to one query, as the search that gave it. */
class Answered {
  constructor(service, answer) {
    this.service = service
    this.answer = answer
  }

  search(_, { limit = MOST } = {}) {
    return { ...this.answer, results: this.answer.results.slice(0, limit) }
  }

  /** Meaning is in it already: there is no better answer to come. */
  async refine() {
    throw new Error('the service has answered')
  }

  /** What counts the entries of each game is not here. */
  engine() {
    return null
  }

  /** The sentence of a result that fits best, or all it says. @returns {Promise<{text: string, marks: [number, number][]}>} */
  async excerpt(result, query, isWhole = false) {
    const { excerpt: text, marks, says } = result
    const told = isWhole ? await this.service.get(`entry/${encodeURIComponent(says)}`, {}, ({ text }) => text.slice()) : null
    return told !== null ? whole(told, marks.length ? stems(query) : []) : { text, marks }
  }
}

const answerOf = ({ did_you_mean, answered, opens, players_words, results }) => ({
  didYouMean: did_you_mean,
  answered,
  isExact: opens !== null,
  playersWords: players_words.map(({ said, means }) => [said, means]),
  results: results.map((one) => ({ ...one, place: one.rule.id })),
})

const NOTHING = { didYouMean: null, answered: true, isExact: false, playersWords: [], results: [] }
