/**
 * Which entries answer this? The search of the site: the same look-ups, spelling and scores as `kb search`.
 * Knows nothing of the page; `open` fetches what it needs and nothing is fetched from elsewhere.
 */

import { stem, stems, words } from './analyse.js'
import { excerpt } from './excerpt.js'
import { Names } from './names.js'
import { parse } from './query.js'
import { order, rarity, scoreWords } from './scores.js'
import { correct } from './spelling.js'
import { WordIndex } from './word_index.js'

const FORMAT = 1
const LONGEST_NAME = 120
const MOST_PREFIXED = 64

/**
 * @typedef {{id: string, url: string, game: string, kind: string, number: string | null, title: string | null,
 *   path: string[], why: string, score: number}} Result
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
  const [dictionary, names, vocabulary, ...postings] = await Promise.all([
    load(manifest.words),
    load(manifest.names).then(asJson),
    load(manifest.vocabulary).then(asVocabulary),
    ...(isWhole ? [load(manifest.postings[0].file)] : []),
  ])
  const index = new WordIndex(dictionary, manifest.postings.map((part) => part.start))
  if (isWhole) index.parts[0] = postings[0]
  return new Engine({ manifest, load, index, names: new Names(names), vocabulary })
}

export class Engine {
  constructor({ manifest, load, index, names, vocabulary }) {
    this.manifest = manifest
    this.load = load
    this.index = index
    this.names = names
    this.vocabulary = vocabulary
    this.texts = new Map()
  }

  /**
   * The entries that answer a query, best first. Of an index in parts only those are searched that `prepare` loaded.
   * @param {string} query
   * @param {{game?: string | null, kind?: string | null, limit?: number}} [wishes]
   * @returns {{didYouMean: string | null, results: Result[]}}
   */
  search(query, { game = null, kind = null, limit = 10 } = {}) {
    const asked = this.read(query, game, kind)
    const { scores } = scoreWords(this.index, asked.stems)
    const isNamed = new Set(asked.named)
    const ranked = this.accepted(order(scores, (number) => asked.allows(number) && !isNamed.has(number)), asked)
    const why = asked.corrected ? 'words+spelling' : 'words'
    const results = [
      ...asked.named.map((number) => this.result(number, 1, this.nameKind(number, asked.text))),
      ...ranked.slice(0, limit).map((number) => this.result(number, scores[number], why)),
    ]
    return { didYouMean: asked.corrected, results: results.slice(0, limit) }
  }

  /** Load the parts of a large index that a query touches; at once when it is loaded or small. */
  async prepare(query) {
    const asked = this.read(query, null, null)
    const held = [...asked.phrases, ...asked.excluded].flat().map(stem)
    const parts = new Set([...asked.stems.keys(), ...held].map((found) => this.index.partOf(found)))
    await Promise.all([...parts].filter((part) => part >= 0 && !this.index.parts[part]).map(async (part) => {
      this.index.parts[part] = await this.load(this.manifest.postings[part].file)
    }))
  }

  /** The sentence of a result that fits a query best. @returns {Promise<{text: string, marks: [number, number][]}>} */
  async excerpt(result, query) {
    const asked = this.read(query, null, null)
    const text = await this.text(this.names.named(result.id)[0])
    return excerpt(text, asked.stems.keys(), (found) => rarity(this.index, found))
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
    const known = (found) => this.index.frequency(found) > 0
    const corrected = named.length ? null : correct(parsed.text, this.vocabulary, known)
    const text = corrected ?? parsed.text
    const asked = [...stems(text), ...this.prefixed(parsed.prefixes)]
    return { ...parsed, text, corrected, named, allows, stems: new Map(asked.map((found) => [found, 1])) }
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

async function unpack(response) {
  const stream = response.body.pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const decode = (bytes) => new TextDecoder().decode(bytes)
const asJson = (bytes) => JSON.parse(decode(bytes))
const asVocabulary = (bytes) =>
  decode(bytes).split('\n').filter(Boolean).map((line) => {
    const [word, count] = line.split('\t')
    return [word, Number(count)]
  })
