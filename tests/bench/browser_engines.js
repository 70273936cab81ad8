// The engines that are compared in a browser, each opened as `(query, game, limit) => Promise<ids>`.

const ours = async () => {
  const { open } = await import('./library.js')
  return open(new URL('site/search/', location.href).href)
}

const ids = (answer) => answer.results.map((result) => result.id)

/** As the page asks before meaning is loaded. */
const byWords = async () => {
  const engine = await ours()
  return async (query, game, limit) => {
    await engine.prepare(query, game)
    return ids(engine.search(query, { game, limit }))
  }
}

/** As the page asks from then on. */
const byBoth = async () => {
  const engine = await ours()
  return async (query, game, limit) => ids(await engine.refine(query, { game, limit }))
}

/** The settings that MiniSearch's documentation recommends for people who type: prefixes and slips allowed. */
const miniSearch = async () => {
  const { default: MiniSearch } = await import('./peers/minisearch.js')
  const stored = await (await fetch('peers/minisearch.json')).text()
  const engine = MiniSearch.loadJSON(stored, { fields: ['title', 'path', 'text'], storeFields: ['game'] })
  return async (query, game, limit) => {
    const wishes = { boost: { title: 2, path: 2 }, prefix: true, fuzzy: 0.2 }
    if (game) wishes.filter = (result) => result.game === game
    return engine.search(query, wishes).slice(0, limit).map((result) => result.id)
  }
}

/** Pagefind names its pages only once their fragments are fetched, so these are part of an answer. */
const pagefind = async () => {
  const engine = await import('./peers/pagefind/pagefind.js')
  await engine.init()
  return async (query, game, limit) => {
    const found = await engine.search(query, game ? { filters: { game } } : {})
    const pages = await Promise.all(found.results.slice(0, limit).map((result) => result.data()))
    return pages.map((page) => page.meta.id)
  }
}

export const ENGINES = { words: byWords, both: byBoth, minisearch: miniSearch, pagefind }

/** Milliseconds from each letter of each query to its results. */
export const typed = async (search, queries, limit) => {
  const taken = []
  for (const query of queries) {
    for (let end = 1; end <= query.length; end++) {
      const started = performance.now()
      await search(query.slice(0, end), null, limit)
      taken.push(performance.now() - started)
    }
  }
  return taken
}
