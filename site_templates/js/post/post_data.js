/** What does linking a post read? The rules of all games, and their texts where they are wanted, from the site's files. */

import { Rules } from '../cite/rules.js'
import { asJson } from '../files.js'
import { Names } from '../names.js'
import { openData } from '../search_data.js'

const MOST_KEPT = 40 // files of texts, about 15 KB each: so many are kept for a day without a net, unasked

export class PostData {
  /** @param {Rules} rules @param {Names} names @param {Texts} texts @param {string[]} files what is needed again */
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

/** The texts of all entries, numbered through all games. */
class Texts {
  constructor() {
    this.games = []
  }

  add(game, start) {
    this.games.push({ game, start })
  }

  at(position) {
    const { game, start } = this.games.findLast((one) => one.start <= position)
    return game.text(position - start)
  }
}

/**
 * Fetch what finding citations needs.
 * @param {string} site where the site stands, with a final slash
 * @param {(address: URL) => Promise<Response>} fetcher
 */
export async function open(site, fetcher = (address) => fetch(address)) {
  const folder = new URL('search/', site).href
  const data = await openData(folder, fetcher)
  const [words, ...games] = await Promise.all([data.file('language').then(asJson), ...data.slugs.map((slug) => data.game(slug))])
  const names = new Names()
  const texts = new Texts()
  for (const game of games) {
    texts.add(game, names.count)
    names.add(game.names)
  }
  const facts = await Promise.all(games.map((game) => game.json(game.manifest.facts)))
  const rules = new Rules(
    {
      names,
      language: words,
      baseUrl: data.manifest.baseUrl || site.replace(/\/$/, ''),
      games: Object.fromEntries(data.slugs.map((slug, number) => [slug, facts[number]])),
    },
    async (slug) => {
      const game = games.find((one) => one.slug === slug)
      return {
        texts: await Promise.all(rules.names(slug).entries.map(({ position }) => texts.at(position))),
        wordings: game.manifest.wordings ? await game.json(game.manifest.wordings) : [],
      }
    },
  )
  const chunks = games.flatMap(({ manifest, url }) => manifest.texts.map(({ file }) => new URL(file, url).href))
  return new PostData(rules, names, texts, [
    ...['index.json', data.manifest.language].map((file) => new URL(file, folder).href),
    ...games.flatMap(({ manifest, url }) => [
      url.href, ...[manifest.first, manifest.facts, manifest.wordings].filter(Boolean).map((file) => new URL(file, url).href),
    ]),
    ...(chunks.length > MOST_KEPT ? [] : chunks),
  ])
}
