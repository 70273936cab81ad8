/**
 * Which entries answer this? The search of the site: the same look-ups, spelling and scores as `kb search`.
 * Knows nothing of the page; `library.js` chooses the games, and nothing is fetched from elsewhere.
 */

import { STOP_WORDS, stem, stems, words } from './analyse.js'
import { excerpt, whole } from './excerpt.js'
import { LEAST_ANSWER, OFF_TOPIC, reasons, wordsPart } from './fuse.js'
import { Jargon, LONGEST_TOLD, joined } from './jargon.js'
import { Names, numberKey } from './names.js'
import { isExact, parse } from './query.js'
import { isNumberAlone, nearestAbove } from './refs.js'
import { nameKind, waysToRead } from './naming.js'
import { Topics, resolved } from './standing.js'
import { readSynonyms, related } from './synonyms.js'
import { order, rarity, scoreWords } from './scores.js'
import { Vectors } from './vectors.js'
import { WordIndex, WordIndexes } from './word_index.js'

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
 *   path: string[], why: string, score: number, place: string, says: string,
 *   rule: {url: string, kind: string, number: string | null, title: string | null}}} Result
 * @typedef {{game?: string | string[] | null, kind?: string | string[] | null, limit?: number}} Wishes
 * @typedef {{didYouMean: string | null, answered: boolean, isExact: boolean, playersWords: [string, string][], results: Result[]}} Answer
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
    const lines = data.games.flatMap((game) => game.synonyms)
    const synonyms = [...new Set(lines.filter((line) => !line.includes('\t')))]
    this.synonyms = readSynonyms(synonyms, (found) => this.index.frequency(found) > 0)
    this.jargon = new Jargon(joined(lines.filter((line) => line.includes('\t'))))
    /** @type {Topics | null} */
    this.topics = null
    /** Texts that are held, by the position of their entry: what stands so in them can be told at once. */
    this.texts = new Map()
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
    const read = this.read(query, game, kind)
    const found = this.rank(read, limit)
    const isNearest = found.order.length === 0 && read.phrases.length > 0 // nothing stands so: what comes nearest
    const asked = isNearest ? { ...read, phrases: [] } : read
    const isNamed = new Set(asked.named.map(([number]) => number))
    const { order: ranked, score, why, least } = isNearest ? this.rank(asked, limit) : found
    const pairs = isExact(asked)
      ? ranked.map((number) => [number, number])
      : resolved(this.places(ranked, asked), this.names.standIns, score, asked.allows, limit + isNamed.size)
    const mended = asked.corrected ? '+spelling' : ''
    const most = asked.named.length ? 1 : Infinity
    const results = [
      ...asked.named.map(([number, kindOfName, says]) => this.result(number, 1, kindOfName + mended, says)),
      ...pairs.filter(([number]) => !isNamed.has(number))
        .map(([number, place]) => this.result(number, Math.min(most, score(place)), why(place) + mended)),
    ]
    const isTold = ({ means, games }) => means.length <= LONGEST_TOLD && (!games.length || games.includes(results[0]?.game))
    return {
      didYouMean: asked.corrected,
      answered: asked.named.length > 0 || (results.length > 0 && !isNearest && !isNumberAlone(asked.text)
        && (isExact(asked) || least(ranked[0]))),
      isExact: this.isNamed(asked),
      playersWords: asked.said.filter(isTold).map(({ said, means }) => [said, means]),
      results: results.slice(0, limit),
    }
  }

  /** Whether a query is the number or the name of one entry, or of several of one game that are called so. */
  isNamed({ named, corrected, text }) {
    const isOne = named.length === 1 || named.every(([, why]) => why === 'title')
    const games = new Set(named.map(([number]) => this.names.game(number)))
    return isOne && games.size === 1 && !corrected && this.names.find(text).length > 0
  }

  /**
   * The same with meaning, once it is loaded: the order of the terminal.
   * @param {string} query
   * @param {Wishes} [wishes]
   * @returns {Promise<Answer>}
   */
  async refine(query, wishes = {}) {
    await Promise.all([this.loadMeaning(query, wishes.game), this.prepare(query)])
    return this.search(query, wishes)
  }

  /** Load the parts of a large index that a query touches, and what corrects it where it has a word nobody knows. */
  async prepare(query) {
    if (!this.spelling && this.isOdd(this.read(query))) {
      this.spelling = await this.data.spelling().catch(() => null) // uncorrected, then
      this.spelling?.add(this.jargon.words)
      this.lastRead.clear()
    }
    const asked = this.read(query)
    const held = [...asked.phrases, ...asked.excluded, ...asked.titles].flat().map(stem)
    const touched = new Set([...asked.stems, ...asked.meant, ...held, ...this.related(asked)])
    await Promise.all(this.held.flatMap(({ data, index }) => {
      const missing = new Set([...touched].filter((found) => !index.hasPart(found)).map((found) => index.partOf(found)))
      return [...missing].map(async (part) => index.add(part, await data.part(part)))
    }))
    await this.loadTexts(asked)
  }

  /** Load the texts that tell whether words stand together: of entries that hold them all, and of examples. */
  async loadTexts(asked) {
    const candidates = asked.phrases.flatMap((phrase) => [...this.holders(phrase), ...this.names.withExamples])
    candidates.push(...asked.excluded.filter((phrase) => phrase.length > 1).flatMap((phrase) => [...this.holders(phrase)]))
    await Promise.all([...new Set(candidates)].filter((number) => !this.texts.has(number) && asked.allows(number))
      .map(async (number) => this.texts.set(number, await this.text(number))))
  }

  /** Load what search by meaning needs; of one game if a reader searches in one, of large ones what is touched. */
  async loadMeaning(query = '', game = null) {
    const table = await this.data.table()
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
    const found = order(scoreWords(this.index, asked.stems, this.related(asked), asked.meant).scores, asked.allows, undefined, TOUCHED)
    const touched = new Map()
    for (const number of found) {
      const piece = pieces.findLast((one) => one.first <= number)
      if (piece.isSplit) touched.set(piece, (touched.get(piece) ?? 0) + 1)
    }
    const most = [...touched].sort(([, one], [, other]) => other - one).slice(0, MOST_PIECES)
    return [...whole, ...most.map(([piece]) => piece)]
  }

  /** The best entries in order, what each is worth, and what found it. */
  rank(asked, limit) {
    const { index, vectors } = this
    const related = this.related(asked)
    const found = scoreWords(index, asked.stems, related, asked.meant)
    const allows = this.narrowed(asked)
    const isList = !asked.stems.length && (isExact(asked) || asked.games.size || asked.kinds.size)
    const all = () => Array.from({ length: this.names.count }, (_, number) => number).filter(allows)
    const most = asked.stems.length > LONG_POST ? Infinity : 4 * limit + asked.named.length
    if (!vectors || asked.prefixes.length || !this.hasMeaning(asked)) {
      return {
        order: isList ? all() : order(found.scores, allows, undefined, most),
        score: (number) => found.scores[number],
        why: (number) => (found.coverage[number] > 0 ? 'words' : PLAYERS_WORDS),
        least: () => true,
      }
    }
    const { similarity, isAsked, average } = vectors.score(asked.texts)
    const part = wordsPart(found, allows)
    this.topics ??= new Topics(this.names, index)
    const offTopic = this.topics.offTopic(new Set([...asked.stems, ...asked.meant, ...related]))
    const scores = part.map((value, number) => value + similarity[number] - OFF_TOPIC * offTopic(number))
    return {
      order: isList ? all() : order(scores, allows, -Infinity, most),
      score: (number) => scores[number],
      why: (number) =>
        reasons(part[number], similarity[number] - average) + (isAsked(number) ? `+${PLAYERS_WORDS}` : ''),
      least: (number) => scores[number] >= LEAST_ANSWER,
    }
  }

  related(asked) {
    return related(stems(asked.text), this.synonyms)
  }

  /** Whether anything in a query can be understood: keys hit at random cannot. */
  hasMeaning({ text, said }) {
    if (said.length) return true
    const asked = words(text).filter((word) => !STOP_WORDS.has(word))
    const { pieces } = this.vectors.table
    return asked.some((word) => this.index.frequency(stem(word)) > 0
      || word.length >= LETTERS_A_PIECE * (pieces.ids(word).length || word.length))
  }

  /** The sentence of a result that fits a query best, or all it says. @returns {Promise<{text: string, marks: [number, number][], icons: Object<string, string>}>} */
  async excerpt(result, query, isWhole = false) {
    const asked = this.read(query)
    const number = this.says(result, asked)
    const text = await this.text(number)
    const why = result.why.split('+')[0]
    const isNamed = ['id', 'number', 'title'].includes(why)
    const nearness = this.vectors && !isNamed ? this.vectors.nearness(number, asked.texts) : null
    const wanted = why === 'id' || (why === 'number' && asked.named.length === 1) ? [] : [...asked.stems, ...asked.meant]
    const found = isWhole ? whole(text, wanted) : excerpt(text, wanted, (word) => rarity(this.index, word), nearness)
    return { ...found, icons: this.names.facts.icons[result.game] }
  }

  /** The entry whose text shows what a result is about: another one's where it only heads or points. */
  says(result, asked) {
    const [number] = this.names.named(result.id)
    return asked.named.find(([listed]) => listed === number)?.[2] ?? number
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
    const games = new Set([...parsed.games, ...several(game)])
    const kinds = new Set([...parsed.kinds, ...several(kind)])
    const fits = parsed.numbers.map((number) => new RegExp(`^(?:${number.split('*').map(escaped).join('.*')})$`, 'u'))
    const hasNumber = (number) => fits.some((fit) => fit.test(numberKey(this.names.number(number) ?? '')))
    const allows = (number) => (!games.size || games.has(this.names.game(number)))
      && (!kinds.size || kinds.has(this.names.kind(number))) && (!fits.length || hasNumber(number))
    const exact = isExact(parsed)
    let [typed, isAsked] = exact ? [[], false] : this.naming(parsed.text, allows)
    let corrected = typed.length ? null : this.spelling?.correct(parsed.text, (found) => this.holds(found)) ?? null
    if (!typed.length && !exact) {
      corrected = nearestAbove(corrected ?? parsed.text, (ref) => this.names.find(ref).some(allows)) ?? corrected
    }
    const text = corrected ?? parsed.text
    if (corrected && !exact) [typed, isAsked] = this.naming(text, allows)
    const said = typed.length ? [] : this.jargon.said(text, games)
    if (said.length === 1 && words(said[0].said).join() === words(text).join()) {
      [typed, isAsked] = [this.naming(said[0].means, allows)[0], true]
    }
    const named = this.shown(typed, isAsked)
    const means = said.map((phrase) => phrase.means)
    const prefixed = parsed.prefixes.length ? this.spelling?.beginning(parsed.prefixes, MOST_PREFIXED) ?? [] : []
    return {
      ...parsed, games, kinds, text, corrected, named, allows, said,
      meant: stems(means.join(' ')),
      texts: means.length ? [text, `${text} (${means.join('; ')})`] : [text],
      stems: [...stems(text), ...prefixed.map(stem)],
    }
  }

  /** The entries that a text is a REF to or names, each with which of its names that is, and whether it asks what they are. */
  naming(text, allows) {
    for (const [refs, isAsked] of waysToRead(text)) {
      const found = new Map()
      for (const ref of refs) {
        for (const number of this.names.find(ref)) {
          if (allows(number) && !found.has(number)) found.set(number, nameKind(this.names, number, ref))
        }
      }
      if (found.size) return [[...found], isAsked]
    }
    return [[], false]
  }

  /** For each entry that is named what is listed and whose text is shown; asked what it is, its definition. */
  shown(named, isAsked) {
    const found = new Map()
    for (const [number, why] of named) {
      const says = this.names.definitions[number] ?? number
      const listed = isAsked ? says : number
      if (!found.has(listed)) found.set(listed, [listed, why, says])
    }
    return [...found.values()]
  }

  holds(found) {
    return this.index.frequency(found) > 0
  }

  /** Whether a query asks for words that begin in some way, or has a word that may be misspelt. */
  isOdd({ prefixes, named, text }) {
    const isKnown = (word) => word.length < SHORTEST || STOP_WORDS.has(word) || this.holds(word)
      || this.holds(stem(word)) || this.jargon.words.has(word)
    return prefixes.length > 0 || (named.length === 0 && !words(text).every(isKnown))
  }

  /** Lets through what has every title, holds every phrase as it stands and nothing excluded. */
  narrowed(asked) {
    if (!isExact(asked)) return asked.allows
    const examples = this.names.withExamples
    const wanted = asked.phrases.map((phrase) =>
      new Set([...this.holders(phrase), ...examples].filter((number) => this.stands(phrase, number, words))))
    const excluded = asked.excluded.map((phrase) => new Set(
      [...this.holders(phrase)].filter((number) => phrase.length === 1 || this.stands(phrase, number, wordStems))))
    return (number) => asked.allows(number)
      && asked.titles.every((title) => this.isTitled(title, number))
      && wanted.every((held) => held.has(number)) && !excluded.some((held) => held.has(number))
  }

  /** Whether words stand one after another in an entry; where its text is not loaded, whether it is not known better. */
  stands(phrase, number, read) {
    const wanted = read(phrase.join(' '))
    const text = this.texts.get(number)
    return text !== undefined && [this.names.title(number) ?? '', text].some((one) => holdsRow(read(one), wanted))
  }

  isTitled(title, number) {
    const wanted = wordStems(title.join(' '))
    return [this.names.title(number) ?? '', ...this.names.aliases(number)].some((name) => holdsRow(wordStems(name), wanted))
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

  /** The entries that hold all words of a phrase, wherever. */
  holders(phrase) {
    const held = stems(phrase.join(' ')).map((found) => new Set(this.index.postings(found)?.numbers))
    return held.length ? held.reduce((all, one) => new Set([...all].filter((number) => one.has(number)))) : new Set()
  }

  /** @returns {Result} */
  result(number, score, why, says = number) {
    const { names } = this
    const place = names.place(number)
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
      place: names.id(place),
      says: names.id(says),
      rule: { url: names.url(place), kind: names.kind(place), number: names.number(place) || null, title: names.title(place) },
    }
  }
}

export const several = (names) => (Array.isArray(names) ? names : names ? [names] : [])

const wordStems = (text) => words(text).map(stem)

const escaped = (text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')

const holdsRow = (held, wanted) => held.some((_, at) => wanted.every((word, place) => held[at + place] === word))
