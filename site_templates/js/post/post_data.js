/** What does linking a post read? The rules of all games, and their texts where they are wanted, from the site's files. */

import { Rules } from '../cite/rules.js'
import { asJson, unpack } from '../files.js'
import { Names } from '../names.js'

const FORMAT = 2
const MOST_KEPT = 40 // files of texts, about 15 KB each: so many are kept for a day without a net, unasked

export class PostData {
  /** @param {Rules} rules @param {Names} names @param {TextFiles} texts @param {string[]} files what is needed again */
  constructor(rules, names, texts, files) {
    this.rules = rules
    this.names = names
    this.texts = texts
    this.files = files
  }

  /** The text of one entry, without those of its whole game. @param {import('../link/names.js').Entry} entry */
  async text(entry) {
    return entry.text || this.texts.at(entry.position)
  }
}

/** The texts of all entries, in files of several. */
class TextFiles {
  constructor(chunks, load) {
    this.chunks = chunks
    this.load = load
    this.loaded = new Map()
  }

  async at(position) {
    const number = this.chunks.findLastIndex(({ first }) => first <= position)
    const { first, file } = this.chunks[number]
    if (!this.loaded.has(file)) this.loaded.set(file, this.load(file))
    try {
      return (await this.loaded.get(file))[position - first]
    } catch (error) {
      this.loaded.delete(file) // the next try may have a net again
      throw error
    }
  }
}

/**
 * Fetch what finding citations needs.
 * @param {string} site where the site stands, with a final slash
 * @param {(address: URL) => Promise<Response>} fetcher
 */
export async function open(site, fetcher = (address) => fetch(address)) {
  const folder = new URL('search/', site)
  const get = async (file) => {
    const response = await fetcher(new URL(file, folder))
    if (!response.ok) throw new Error(`${response.status} at ${file}`)
    return response
  }
  const load = async (file) => asJson(await unpack(await get(file)))
  const manifest = await (await get('index.json')).json()
  if (manifest.format !== FORMAT) throw new Error(`data of format ${manifest.format}`)
  const { baseUrl, language, games } = manifest.posts
  const slugs = Object.keys(games)
  const [facts, words, ...held] = await Promise.all(
    [manifest.names, language, ...slugs.map((slug) => games[slug].facts)].map(load))
  const names = new Names(facts)
  const texts = new TextFiles(manifest.texts, load)
  const rules = new Rules(
    {
      names,
      language: words,
      baseUrl: baseUrl || site.replace(/\/$/, ''),
      games: Object.fromEntries(slugs.map((slug, number) => [slug, held[number]])),
    },
    async (game) => ({
      texts: await Promise.all(rules.names(game).entries.map(({ position }) => texts.at(position))),
      wordings: games[game].wordings ? await load(games[game].wordings) : [],
    }),
  )
  const small = manifest.texts.length > MOST_KEPT ? [] : manifest.texts.map(({ file }) => file)
  const mine = slugs.flatMap((slug) => Object.values(games[slug]))
  const files = ['index.json', manifest.names, language, ...mine, ...small]
  return new PostData(rules, names, texts, files.map((file) => new URL(file, folder).href))
}
