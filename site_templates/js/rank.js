/**
 * Which entries answer this? The search of the site: the same look-ups, spelling and scores as `kb search`.
 * Knows nothing of the page; `open` fetches what it needs and nothing is fetched from elsewhere.
 */

import { STOP_WORDS, stem, stems, words } from './analyse.js'
import { excerpt } from './excerpt.js'
import { asJson, asLines, unpack } from './files.js'
import { reasons, wordsPart } from './fuse.js'
import { Names } from './names.js'
import { parse } from './query.js'
import { related } from './rings.js'
import { order, rarity, scoreWords } from './scores.js'
import { correct } from './spelling.js'
import { WordIndex } from './word_index.js'

const FORMAT = 1
const LONGEST_NAME = 120
const MOST_PREFIXED = 64
const LONG_POST = 40
const LETTERS_A_PIECE = 3

/** Of a large index: the best entries by words whose vectors are looked at, and the pieces loaded for them at most. */
const TOUCHED = 100
const MOST_PIECES = 6
const PLAYERS_WORDS = "players' words"

/**
 * @typedef {{id: string, url: string, game: string, kind: string, number: string | null, title: string | null,
 *   path: string[], why: string, score: number}} Result
 * @typedef {{game?: string | null, kind?: string | null, limit?: number}} Wishes
 * @typedef {{didYouMean: string | null, results: Result[]}} Answer
 */

/**
 * Fetch what a first answer needs.
 * @param {string} baseUrl the folder of `index.json`, with a final slash
 * @param {(url: URL) => Promise<Response>} fetcher
 */
export async function open(baseUrl, fetcher = (url) => fetch(url)) {
  const get = async (file) => {
    const response = await fetcher(new URL(file, baseUrl))
    if (!response.ok) throw new Error(`no search data at ${baseUrl}${file}`)
    return response
  }
  const manifest = await (await get('index.json')).json()
  if (manifest.format !== FORMAT) throw new Error(`search data of format ${manifest.format}`)
  const load = async (file) => unpack(await get(file))
  const isWhole = manifest.postings.length === 1
  const [dictionary, names, vocabulary, spared, rings, ...postings] = await Promise.all([
    load(manifest.words),
    load(manifest.names).then(asJson),
    load(manifest.vocabulary).then(asVocabulary),
    load(manifest.spared).then(asLines),
    load(manifest.rings).then(asJson),
    ...(isWhole ? [load(manifest.postings[0].file)] : []),
  ])
  const index = new WordIndex(dictionary, manifest.postings.map((part) => part.start))
  if (isWhole) index.parts[0] = postings[0]
  return new Engine({ manifest, load, index, names: new Names(names), vocabulary, spared: new Set(spared), rings })
}

export class Engine {
  constructor({ manifest, load, index, names, vocabulary, spared, rings }) {
    this.manifest = manifest
    this.load = load
    this.index = index
    this.names = names
    this.vocabulary = vocabulary
    this.spared = spared
    this.rings = rings
    this.texts = new Map()
    /** @type {import('./vectors.js').Vectors | null} */
    this.vectors = null
    this.loading = null
  }

  /**
   * The entries that answer a query, best first: by words alone until meaning is loaded, by both from then on.
   * Of an index in parts only those are searched that `prepare` loaded.
   * @param {string} query
   * @param {Wishes} [wishes]
   * @returns {Answer}
   */
  search(query, { game = null, kind = null, limit = 10 } = {}) {
    const asked = this.read(query, game, kind)
    const isNamed = new Set(asked.named)
    const allows = (number) => asked.allows(number) && !isNamed.has(number)
    const { numbers, score, why } = this.rank(asked, allows)
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
    await Promise.all([this.loadMeaning(), this.prepare(query)])
    await this.loadPieces(query)
    const { didYouMean, results } = this.search(query, wishes)
    const kept = new Set(shown.map((result) => result.id))
    const rest = results.filter((result) => !kept.has(result.id))
    return { didYouMean, results: [...shown, ...rest].slice(0, wishes.limit ?? 10) }
  }

  /** Load what search by meaning needs; worth calling when a reader starts to type. @returns {Promise<void>} */
  loadMeaning() {
    this.loading ??= this.fetchMeaning()
    return this.loading
  }

  async fetchMeaning() {
    const { table, meaning } = this.manifest
    const isWhole = meaning.length === 1
    const [bytes, files, { ASKED, Vectors }] = await Promise.all([
      this.load(table),
      isWhole ? this.fetchPiece(meaning[0]) : null,
      import('./vectors.js'), // only now: a search by words needs nothing of it
    ])
    this.asked = ASKED
    const vectors = new Vectors(bytes, this.names.count)
    if (isWhole) vectors.add(0, files)
    this.vectors = vectors
  }

  async fetchPiece({ entries, parts, owners }) {
    const [first, second, third] = await Promise.all([entries, parts, owners].map((file) => this.load(file)))
    return { entries: first, parts: second, owners: third }
  }

  /** Of a large index, load the vectors of those pieces that hold the most of what words find. */
  async loadPieces(query) {
    const { meaning } = this.manifest
    if (meaning.length === 1) return
    const asked = this.read(query, null, null)
    const found = order(scoreWords(this.index, asked.stems, related(stems(asked.text), this.rings)).scores)
    const held = new Map()
    for (const number of found.slice(0, TOUCHED)) {
      const piece = meaning.findLast((one) => one.first <= number)
      held.set(piece, (held.get(piece) ?? 0) + 1)
    }
    const wanted = [...held].sort(([, one], [, other]) => other - one).slice(0, MOST_PIECES).map(([piece]) => piece)
    await Promise.all(wanted.filter((piece) => !this.vectors.pieces.has(piece.first)).map(async (piece) => {
      this.vectors.add(piece.first, await this.fetchPiece(piece))
    }))
  }

  /** Every entry in order, what each is worth, and what found it. */
  rank(asked, allows) {
    const { index, vectors } = this
    const found = scoreWords(index, asked.stems, related(stems(asked.text), this.rings))
    if (!vectors || asked.prefixes.length || !this.hasMeaning(asked.text)) {
      return {
        numbers: order(found.scores, allows),
        score: (number) => found.scores[number],
        why: (number) => (found.coverage[number] > 0 ? 'words' : PLAYERS_WORDS),
      }
    }
    const { similarity, nearest, average } = vectors.score(asked.text)
    const part = wordsPart(found, asked.allows)
    const scores = part.map((value, number) => value + similarity[number])
    return {
      numbers: order(scores, allows, -Infinity),
      score: (number) => scores[number],
      why: (number) => {
        return reasons(part[number], similarity[number] - average) + (nearest[number] === this.asked ? `+${PLAYERS_WORDS}` : '')
      },
    }
  }

  /** Whether anything in a query can be understood: keys hit at random cannot. */
  hasMeaning(text) {
    const asked = words(text).filter((word) => !STOP_WORDS.has(word))
    const { pieces } = this.vectors.table
    return asked.some((word) => this.index.frequency(stem(word)) > 0
      || word.length >= LETTERS_A_PIECE * (pieces.ids(word).length || word.length))
  }

  /** Load the parts of a large index that a query touches; at once when it is loaded or small. */
  async prepare(query) {
    const asked = this.read(query, null, null)
    const held = [...asked.phrases, ...asked.excluded].flat().map(stem)
    const instead = related(stems(asked.text), this.rings)
    const parts = new Set([...asked.stems, ...held, ...instead].map((found) => this.index.partOf(found)))
    await Promise.all([...parts].filter((part) => part >= 0 && !this.index.parts[part]).map(async (part) => {
      this.index.parts[part] = await this.load(this.manifest.postings[part].file)
    }))
  }

  /** The sentence of a result that fits a query best. @returns {Promise<{text: string, marks: [number, number][]}>} */
  async excerpt(result, query) {
    const asked = this.read(query, null, null)
    const [number] = this.names.named(result.id)
    const text = await this.text(number)
    const isNamed = ['id', 'number', 'title'].includes(result.why)
    const nearness = this.vectors && !isNamed
      ? this.vectors.nearness(number, asked.text)
      : null
    return excerpt(text, asked.stems, (found) => rarity(this.index, found), nearness)
  }

  /** The text of an entry, fetched with its neighbours. */
  async text(number) {
    const chunks = this.manifest.texts
    const at = chunks.findLastIndex((chunk) => chunk.first <= number)
    if (!this.texts.has(at)) this.texts.set(at, this.load(chunks[at].file).then(asJson))
    return (await this.texts.get(at))[number - chunks[at].first]
  }

  /** A query taken apart, corrected and looked up. */
  read(query, game, kind) {
    const parsed = parse(query, this.names.games, this.names.kinds)
    const games = new Set([...parsed.games, ...(game ? [game] : [])])
    const kinds = new Set([...parsed.kinds, ...(kind ? [kind] : [])])
    const allows = (number) =>
      (!games.size || games.has(this.names.game(number))) && (!kinds.size || kinds.has(this.names.kind(number)))
    const isName = parsed.text && parsed.text.length <= LONGEST_NAME
    const named = isName ? this.names.named(parsed.text).filter(allows) : []
    const known = (found) => this.index.frequency(found) > 0 || this.spared.has(found)
    const corrected = named.length ? null : correct(parsed.text, this.vocabulary, known)
    const text = corrected ?? parsed.text
    return { ...parsed, text, corrected, named, allows, stems: [...stems(text), ...this.prefixed(parsed.prefixes)] }
  }

  /** The stems of the most frequent words that begin so. */
  prefixed(prefixes) {
    if (!prefixes.length) return []
    return this.vocabulary
      .filter(([word]) => prefixes.some((prefix) => word.startsWith(prefix)))
      .sort(([, one], [, other]) => other - one)
      .slice(0, MOST_PREFIXED)
      .map(([word]) => stem(word))
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

const asVocabulary = (bytes) =>
  asLines(bytes).map((line) => {
    const [word, count] = line.split('\t')
    return [word, Number(count)]
  })
