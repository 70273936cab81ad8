/** What does linking a post read? The rules of all games, and their texts where they are wanted, from the site's files. */

import { Rules } from '../cite/rules.js'
import { asJson } from '../files.js'
import { Names } from '../names.js'
import { openData } from '../search_data.js'

const MOST_KEPT = 40 // files of texts, about 15 KB each: so many are kept for a day without a net, unasked

/** The rules, what every entry is called, the text of one entry without those of its whole game, and what is needed again. */
export class PostData {
  constructor(rules, names, textAt, files) {
    this.rules = rules
    this.names = names
    this.textAt = textAt
    this.files = files
  }

  async text(entry) {
    return entry.held || this.textAt(entry.position)
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
  const starts = games.map((game) => {
    const start = names.count
    names.add(game.names)
    return start
  })
  const textAt = (position) => {
    const number = starts.findLastIndex((start) => start <= position)
    return games[number].text(position - starts[number])
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
        texts: await Promise.all(rules.names(slug).entries.map(({ position }) => textAt(position))),
        wordings: game.manifest.wordings ? await game.json(game.manifest.wordings) : [],
      }
    },
  )
  const chunks = games.flatMap(({ manifest, url }) => manifest.texts.map(({ file }) => new URL(file, url).href))
  return new PostData(rules, names, textAt, [
    ...['index.json', data.manifest.language].map((file) => new URL(file, folder).href),
    ...games.flatMap(({ manifest, url }) => [
      url.href, ...[manifest.first, manifest.facts, manifest.wordings].filter(Boolean).map((file) => new URL(file, url).href),
    ]),
    ...(chunks.length > MOST_KEPT ? [] : chunks),
  ])
}
