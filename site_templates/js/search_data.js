/** What does the search load, and when? The files that `index.json` and each game's own list name, when first wanted. */

import { get, once } from './asking.js'
import { asJson, asLines, unpack } from './files.js'

export const FORMAT = 5

/** Fetches what the data of a site needs, each file once. */
class Files {
  constructor(fetcher) {
    this.fetcher = fetcher
    this.loading = new Map()
  }

  once(name, fetched) {
    return once(this.loading, name, fetched)
  }

  /** What a compressed file holds. @param {URL} url @returns {Promise<Uint8Array>} */
  unpacked(url) {
    return this.once(url.href, async () => unpack(await get(url, this.fetcher)))
  }

  /** A list of files, of the format that these scripts read. */
  async list(url) {
    const list = await (await get(url, this.fetcher)).json()
    if (list.format !== FORMAT) throw new Error(`search data of format ${list.format}`)
    return list
  }
}

/**
 * @param {string} baseUrl the folder of `index.json`, with a final slash
 * @param {(url: URL) => Promise<Response>} fetcher
 */
export async function openData(baseUrl, fetcher) {
  const files = new Files(fetcher)
  return new SearchData(await files.list(new URL('index.json', baseUrl)), baseUrl, files)
}

/** The search data of a site: what all games share, and the data of each. */
class SearchData {
  constructor(manifest, baseUrl, files) {
    this.manifest = manifest
    this.baseUrl = baseUrl
    this.files = files
  }

  /** What is known of every game before it is loaded, in the order of the site. */
  get games() {
    return this.manifest.games
  }

  get slugs() {
    return this.games.map(({ slug }) => slug)
  }

  get kinds() {
    return this.manifest.kinds
  }

  /** Some games as one, as far as they can be had. @returns {Promise<SomeGames>} */
  async some(slugs) {
    const loaded = await Promise.allSettled(slugs.map((slug) => this.game(slug)))
    const games = loaded.map(({ value }) => value).filter(Boolean)
    if (!games.length && slugs.length) throw loaded[0].reason
    return new SomeGames(this, games)
  }

  /** The data of a game, with what a first answer needs of it. @returns {Promise<GameData>} */
  game(slug) {
    return this.files.once(slug, async () => {
      const { file, first } = this.games.find((one) => one.slug === slug)
      const url = new URL(`../${file}`, this.baseUrl)
      if (first) this.files.unpacked(new URL(first, url)) // together with the list that names it
      const game = new GameData(slug, await this.files.list(url), url, this.files)
      await game.open()
      return game
    })
  }

  /** A part of what tells which games are worth asking, of a site that has so many. */
  async route(part) {
    const url = new URL(this.manifest.routes[part], this.baseUrl)
    return asJson(await this.files.unpacked(url))
  }

  file(name) {
    return this.files.unpacked(new URL(this.manifest[name], this.baseUrl))
  }

  /** What encodes questions. */
  table() {
    return this.files.once('table', async () => {
      const [bytes, { Table }] = await Promise.all([this.file('table'), import('./vectors.js')])
      return new Table(bytes)
    })
  }
}

/** Some games of a site, loaded. */
class SomeGames {
  constructor(site, games) {
    this.site = site
    /** @type {GameData[]} */
    this.games = games
  }

  /** The names of all games of the site, and of all kinds of entries. */
  get slugs() {
    return this.site.slugs
  }

  get kinds() {
    return this.site.kinds
  }

  table() {
    return this.site.table()
  }

  /** What corrects words that nobody knows, and the words that begin in some way. */
  async spelling() {
    const [files, { Spelling }] = await Promise.all([
      Promise.all(this.games.map((game) => game.json(game.manifest.spelling))),
      import('./spelling.js'),
    ])
    return new Spelling(files)
  }
}

/** The search data of one game. */
class GameData {
  constructor(slug, manifest, url, files) {
    this.slug = slug
    this.manifest = manifest
    this.url = url
    this.files = files
  }

  /** Load what every answer needs: the stems, the postings of a small game, the names, the synonyms. */
  async open() {
    const bytes = await this.load(this.manifest.first)
    const [dictionary, postings, names, synonyms] = parts(bytes, 4)
    Object.assign(this, { dictionary, postings, names: asJson(names), synonyms: asLines(synonyms) })
  }

  load(file) {
    return this.files.unpacked(new URL(file, this.url))
  }

  /** The numbers of the first stems of the parts of the postings. */
  get firsts() {
    return this.manifest.postings.length ? this.manifest.postings.map((part) => part.first) : [0]
  }

  /** A part of the postings of a large game. */
  part(number) {
    return this.load(this.manifest.postings[number].file)
  }

  /** The pieces of the vectors, each with its first entry, and whether a query needs only those that it touches. */
  get meaning() {
    return this.manifest.meaning
  }

  /** The text of an entry, fetched with its neighbours. */
  async text(number) {
    const { first, file } = this.manifest.texts.findLast((chunk) => chunk.first <= number)
    return (await this.json(file))[number - first]
  }

  async json(file) {
    return asJson(await this.load(file))
  }
}

/** A file of several parts: the bytes of each, then all of them. */
const parts = (bytes, count) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  let from = 4 * count
  return Array.from({ length: count }, (_, number) => {
    const start = from
    from += view.getUint32(4 * number, true)
    return bytes.subarray(start, from)
  })
}
