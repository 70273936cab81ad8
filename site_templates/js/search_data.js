/** What does the search load, and when? The files that `index.json` names, each when it is first wanted. */

import { asJson, asLines, unpack } from './files.js'

const FORMAT = 2

/**
 * @param {string} baseUrl the folder of `index.json`, with a final slash
 * @param {(url: URL) => Promise<Response>} fetcher
 */
export async function openData(baseUrl, fetcher) {
  const get = async (file) => {
    const response = await fetcher(new URL(file, baseUrl))
    if (!response.ok) throw new Error(`no search data at ${baseUrl}${file}`)
    return response
  }
  const manifest = await (await get('index.json')).json()
  if (manifest.format !== FORMAT) throw new Error(`search data of format ${manifest.format}`)
  return new SearchData(manifest, async (file) => unpack(await get(file)))
}

class SearchData {
  constructor(manifest, load) {
    this.manifest = manifest
    this.load = load
    this.loading = new Map()
  }

  /** The same once, and again only after a failure. */
  once(name, fetched) {
    if (!this.loading.has(name)) {
      const loading = fetched()
      this.loading.set(name, loading)
      loading.catch(() => this.loading.delete(name)) // the next try may have a net
    }
    return this.loading.get(name)
  }

  /** What every answer needs: the stems, the names, the synonyms, and the postings unless they come in parts. */
  first() {
    const { words, names, synonyms, postings } = this.manifest
    return Promise.all([
      this.load(words),
      this.load(names).then(asJson),
      this.load(synonyms).then(asLines),
      postings.length === 1 ? this.load(postings[0].file) : null,
    ])
  }

  /** The numbers of the first stems of the parts of the postings. */
  get firsts() {
    return this.manifest.postings.map((part) => part.first)
  }

  postings(part) {
    return this.load(this.manifest.postings[part].file)
  }

  /** What corrects words that nobody knows, and the words that begin in some way. */
  spelling() {
    return this.once('spelling', async () => {
      const [file, { Spelling }] = await Promise.all([
        this.load(this.manifest.spelling).then(asJson),
        import('./spelling.js'),
      ])
      return new Spelling(file)
    })
  }

  /** Vectors without any piece yet. @param {number} count entries of the whole index */
  vectors(count) {
    return this.once('vectors', async () => {
      const [table, { Vectors }] = await Promise.all([this.load(this.manifest.table), import('./vectors.js')])
      return new Vectors(table, count)
    })
  }

  /** The pieces of the vectors, each with its first entry, and whether a query needs only those that it touches. */
  get meaning() {
    return this.manifest.meaning
  }

  piece(file) {
    return this.once(file, () => this.load(file))
  }

  /** The text of an entry, fetched with its neighbours. */
  async text(number) {
    const { first, file } = this.manifest.texts.findLast((chunk) => chunk.first <= number)
    return (await this.once(file, () => this.load(file).then(asJson)))[number - first]
  }
}
