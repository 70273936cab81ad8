/**
 * Which entries answer this? The search of the site: the same look-ups, spelling and scores as `kb search`.
 * Knows nothing of the page; `library.js` chooses the games, and nothing is fetched from elsewhere.
 */

import { STOP_WORDS, stem, stems, words } from './analyse.js'
import { reasons, wordsPart } from './fuse.js'
import { Names } from './names.js'
import { parse } from './query.js'
import { readSynonyms, related } from './synonyms.js'
import { order, rarity, scoreWords } from './scores.js'
import { WordIndex, WordIndexes } from './word_index.js'

const LONGEST_NAME = 120
const MOST_PREFIXED = 64
const LONG_POST = 40
const LETTERS_A_PIECE = 3

/** Letters of the shortest word that is corrected. */
const SHORTEST = 4

/** Of a large index: the best entries by words whose vectors are looked at, and the pieces loaded for them at most. */
const TOUCHED = 100
const MOST_PIECES = 6
const MOST_READ = 8
const PLAYERS_WORDS = "players' words"

/**
 * @typedef {{id: string, url: string, game: string, kind: string, number: string | null, title: string | null,
 *   path: string[], why: string, score: number}} Result
 * @typedef {{game?: string | null, kind?: string | null, limit?: number}} Wishes
 * @typedef {{didYouMean: string | null, results: Result[]}} Answer
 */

/** The search over some games of a site as one. */
export class Engine {
  /** @param {import('./search_data.js').SomeGames} data what a first answer needs of these games */
  constructor(data) {
    this.data = data
    this.index = new WordIndexes()
    this.names = new Names()
    /** @type {{data: import('./search_data.js').GameData, index: WordIndex, start: number}[]} in the order of their entries */
    this.held = data.games.map((game) => {
      const index = new WordIndex(game.dictionary, game.firsts)
      if (game.postings.length) index.add(0, game.postings)
      this.names.add(game.names)
      return { data: game, index, start: this.index.add(index) }
    })
    const lines = new Set(data.games.flatMap((game) => game.synonyms))
    this.synonyms = readSynonyms([...lines], (found) => this.index.frequency(found) > 0)
    /** @type {import('./spelling.js').Spelling | null} */
    this.spelling = null
    /** @type {import('./vectors.js').Vectors | null} */
    this.vectors = null
    this.lastRead = new Map()
  }

  /**
   * The entries that answer a query, best first: by words alone until meaning is loaded, by both from then on.
   * Only what is loaded is searched and corrected by: `prepare` loads what a query touches.
   * @param {string} query
   * @param {Wishes} [wishes]
   * @returns {Answer}
   */
  search(query, { game = null, kind = null, limit = 10 } = {}) {
    const asked = this.read(query, game, kind)
    const isNamed = new Set(asked.named)
    const allows = (number) => asked.allows(number) && !isNamed.has(number)
    const isWhole = asked.phrases.length || asked.excluded.length || asked.stems.length > LONG_POST
    const { numbers, score, why } = this.rank(asked, allows, isWhole ? Infinity : limit)
    const results = [
      ...asked.named.map((number) => this.result(number, 1, this.nameKind(number, asked.text))),
      ...this.places(this.accepted(numbers, asked), asked).slice(0, limit).map((number) =>
        this.result(number, score(number), why(number) + (asked.corrected ? '+spelling' : ''))),
    ]
    return { didYouMean: asked.corrected, results: results.slice(0, limit) }
  }

  /**
   * The same with meaning, once it is loaded, without moving what is under a reader's finger: the results in
   * `shown` keep their places, better ones follow below them.
   * @param {string} query
   * @param {Result[]} [shown] the first results on the page, down to the last that must not move
   * @param {Wishes} [wishes]
   * @returns {Promise<Answer>}
   */
  async refine(query, shown = [], wishes = {}) {
    await Promise.all([this.loadMeaning(query, wishes.game), this.prepare(query)])
    const { didYouMean, results } = this.search(query, wishes)
    const kept = new Set(shown.map((result) => result.id))
    const rest = results.filter((result) => !kept.has(result.id))
    return { didYouMean, results: [...shown, ...rest].slice(0, wishes.limit ?? 10) }
  }

  /** Load the parts of large games that a query touches, and what corrects it where it has a word nobody knows. */
  async prepare(query) {
    if (!this.spelling && this.isOdd(this.read(query))) {
      this.spelling = await this.data.spelling().catch(() => null) // uncorrected, then
      this.lastRead.clear()
    }
    const asked = this.read(query)
    const phrases = [...asked.phrases, ...asked.excluded].flat().map(stem)
    const touched = new Set([...asked.stems, ...phrases, ...this.related(asked)])
    await Promise.all(this.held.flatMap(({ data, index }) => {
      const missing = new Set([...touched].filter((found) => !index.hasPart(found)).map((found) => index.partOf(found)))
      return [...missing].map(async (part) => index.add(part, await data.part(part)))
    }))
  }

  /** Load what search by meaning needs; of one game if a reader searches in one, of large ones what is touched. */
  async loadMeaning(query = '', game = null) {
    const [table, { Vectors }] = await Promise.all([this.data.table(), import('./vectors.js')])
    const vectors = this.vectors ?? new Vectors(table, this.names.count)
    await this.prepare(query) // which tells what is touched
    const wanted = this.wantedPieces(this.read(query, game)).filter(({ first }) => !vectors.pieces.has(first))
    const loaded = await Promise.allSettled(wanted.map(async ({ first, file, data }) => [first, await data.load(file)]))
    for (const { value } of loaded) if (value && !vectors.pieces.has(value[0])) vectors.add(...value)
    if (vectors.pieces.size === 0) throw new Error('no vectors') // of a game that is not kept some may be missing
    this.vectors = vectors
  }

  wantedPieces(asked) {
    const held = this.held.filter(({ data }) => !asked.games.size || asked.games.has(data.slug))
    const pieces = held.flatMap(({ data, start }) => data.meaning.pieces.map(({ first, file }) => (
      { first: start + first, file, data, isSplit: data.meaning.split })))
    const whole = pieces.filter(({ isSplit }) => !isSplit)
    if (whole.length === pieces.length) return whole
    const found = order(scoreWords(this.index, asked.stems, this.related(asked)).scores, asked.allows, undefined, TOUCHED)
    const touched = new Map()
    for (const number of found) {
      const piece = pieces.findLast((one) => one.first <= number)
      if (piece.isSplit) touched.set(piece, (touched.get(piece) ?? 0) + 1)
    }
    const most = [...touched].sort(([, one], [, other]) => other - one).slice(0, MOST_PIECES)
    return [...whole, ...most.map(([piece]) => piece)]
  }

  /** The best entries in order, what each is worth, and what found it. */
  rank(asked, allows, most) {
    const { index, vectors } = this
    const found = scoreWords(index, asked.stems, this.related(asked))
    if (!vectors || asked.prefixes.length || !this.hasMeaning(asked.text)) {
      return {
        numbers: order(found.scores, allows, undefined, most),
        score: (number) => found.scores[number],
        why: (number) => (found.coverage[number] > 0 ? 'words' : PLAYERS_WORDS),
      }
    }
    const { similarity, isAsked, average } = vectors.score(asked.text)
    const part = wordsPart(found, asked.allows)
    const scores = part.map((value, number) => value + similarity[number])
    return {
      numbers: order(scores, allows, -Infinity, most),
      score: (number) => scores[number],
      why: (number) =>
        reasons(part[number], similarity[number] - average) + (isAsked(number) ? `+${PLAYERS_WORDS}` : ''),
    }
  }

  related(asked) {
    return related(stems(asked.text), this.synonyms)
  }

  /** Whether anything in a query can be understood: keys hit at random cannot. */
  hasMeaning(text) {
    const asked = words(text).filter((word) => !STOP_WORDS.has(word))
    const { pieces } = this.vectors.table
    return asked.some((word) => this.index.frequency(stem(word)) > 0
      || word.length >= LETTERS_A_PIECE * (pieces.ids(word).length || word.length))
  }

  /** The sentence of a result that fits a query best. @returns {Promise<{text: string, marks: [number, number][]}>} */
  async excerpt(result, query) {
    const asked = this.read(query)
    const [number] = this.names.named(result.id)
    const [text, { excerpt }] = await Promise.all([this.text(number), import('./excerpt.js')])
    const isNamed = ['id', 'number', 'title'].includes(result.why)
    const nearness = this.vectors && !isNamed
      ? this.vectors.nearness(number, asked.text)
      : null
    return excerpt(text, asked.stems, (found) => rarity(this.index, found), nearness)
  }

  text(number) {
    const { data, start } = this.held.findLast((game) => game.start <= number)
    return data.text(number - start)
  }

  /** A query taken apart, corrected and looked up; the last ones are kept, for each is read several times. */
  read(query, game = null, kind = null) {
    const key = JSON.stringify([query, game, kind])
    if (!this.lastRead.has(key)) {
      if (this.lastRead.size === MOST_READ) this.lastRead.clear()
      this.lastRead.set(key, this.readAnew(query, game, kind))
    }
    return this.lastRead.get(key)
  }

  readAnew(query, game, kind) {
    const parsed = parse(query, this.data.slugs, this.data.kinds)
    const games = new Set([...parsed.games, ...(game ? [game] : [])])
    const kinds = new Set([...parsed.kinds, ...(kind ? [kind] : [])])
    const allows = (number) =>
      (!games.size || games.has(this.names.game(number))) && (!kinds.size || kinds.has(this.names.kind(number)))
    const isName = parsed.text && parsed.text.length <= LONGEST_NAME
    const named = isName ? this.names.named(parsed.text).filter(allows) : []
    const corrected = named.length ? null : this.spelling?.correct(parsed.text, (found) => this.holds(found)) ?? null
    const text = corrected ?? parsed.text
    const prefixed = parsed.prefixes.length ? this.spelling?.beginning(parsed.prefixes, MOST_PREFIXED) ?? [] : []
    return { ...parsed, games, text, corrected, named, allows, stems: [...stems(text), ...prefixed.map(stem)] }
  }

  holds(found) {
    return this.index.frequency(found) > 0
  }

  /** Whether a query asks for words that begin in some way, or has a word that may be misspelt. */
  isOdd({ prefixes, named, text }) {
    const isKnown = (word) => word.length < SHORTEST || STOP_WORDS.has(word) || this.holds(word) || this.holds(stem(word))
    return prefixes.length > 0 || (named.length === 0 && !words(text).every(isKnown))
  }

  /** Those that hold every word of the phrases and nothing excluded; if none does, phrases are words. */
  accepted(numbers, asked) {
    if (!asked.phrases.length && !asked.excluded.length) return numbers
    const excluded = asked.excluded.map((phrase) => this.holders(phrase))
    const wanted = asked.phrases.map((phrase) => this.holders(phrase))
    const allowed = numbers.filter((number) => !excluded.some((holders) => holders.has(number)))
    const withPhrases = allowed.filter((number) => wanted.every((holders) => holders.has(number)))
    return withPhrases.length ? withPhrases : allowed
  }

  /** Of a long post the best entry of every place: sub-rules of one rule stand for one another. */
  places(numbers, asked) {
    if (asked.stems.length <= LONG_POST) return numbers
    const seen = new Set()
    return numbers.filter((number) => {
      const place = this.names.place(number)
      return !seen.has(place) && seen.add(place)
    })
  }

  /** The entries that hold all words of a phrase; that they stand together only the terminal can tell. */
  holders(phrase) {
    const held = stems(phrase.join(' ')).map((found) => new Set(this.index.postings(found)?.numbers))
    return held.reduce((all, one) => new Set([...all].filter((number) => one.has(number))))
  }

  nameKind(number, text) {
    const typed = text.trim().toLowerCase()
    const id = this.names.id(number)
    const printed = this.names.number(number)
    if (typed === id) return 'id'
    return printed && words(typed).join() === words(printed).join() ? 'number' : 'title'
  }

  /** @returns {Result} */
  result(number, score, why) {
    const { names } = this
    return {
      id: names.id(number),
      url: names.url(number),
      game: names.game(number),
      kind: names.kind(number),
      number: names.number(number) || null,
      title: names.title(number),
      path: names.path(number),
      why,
      score,
    }
  }
}
