// Keeps the site open without a net. VERSION, written before these lines, names one whole state of the site: a file
// tells which files belong to it, whose names change with their content, and which packs of pages. A new state is
// stored whole before it may take over.

const BASE = new URL('./', self.location).href
const PREFIX = `kb ${BASE} `
const CURRENT = PREFIX + VERSION
const STATE = `offline/state-${VERSION}.json`
const KEEPING = 'offline/keeping/' // with a game's slug: a mark that the game is kept
const PATIENCE = 4000 // milliseconds that a stored page waits for a slow net
const MOST_VISITED = 200
const SMALL = 2_000_000 // bytes of a game that is kept without another question
const CHEAP = 400_000 // bytes of search data that are stored without being asked for

const url = (path) => new URL(path.split('/').map(encodeURIComponent).join('/'), BASE).href

/** The file below the site that an address means; null for what is not ours. */
const pathOf = (address) => {
  if (!address.startsWith(BASE)) return null
  try {
    const path = decodeURIComponent(new URL(address).pathname.slice(new URL(BASE).pathname.length))
    return path === '' || path.endsWith('/') ? `${path}index.html` : path
  } catch {
    return null // a stray "%": the host may know what it means
  }
}

/** Whether a file never changes under its name. */
const isLasting = (path) => /^assets\/|\/all\/icons\/|(^|\/all\/)search\/.+-[0-9a-f]{12}\.(gz|json)$|\.pack$|\/all\/offline-[0-9a-f]+\.json$|^offline\/state-/.test(path)

/** A file of what belongs to the site, stored or fetched. */
const read = async (path) => {
  const address = url(path)
  const response = (await caches.match(address)) ?? (await fetch(address))
  if (!response.ok) throw new Error(`${response.status} at ${address}`)
  return response.json()
}

let reading

/** What belongs to this state of the site. */
const state = () => {
  reading ??= read(STATE)
  reading.catch(() => { reading = undefined }) // the next try may have a net
  return reading
}

/** What a first search needs, of all games where that is little. */
const cheap = (games) => {
  const all = Object.values(games)
  const bytes = all.reduce((sum, { firstBytes }) => sum + firstBytes, 0)
  return bytes < CHEAP ? all.flatMap(({ first }) => first) : []
}

/** Put files into a cache, those that never change from an older one where it has them. */
const store = async (cache, paths, done = () => {}) => {
  for (const path of paths) {
    const address = url(path)
    const held = isLasting(path) ? await caches.match(address) : undefined
    const response = held ?? await fetch(address, { cache: isLasting(path) ? 'default' : 'reload' })
    if (!response.ok) throw new Error(`${response.status} at ${address}`)
    await cache.put(address, response)
    done(path)
  }
}

/** What belongs to a game: its packs of pages, and the bytes of all its files. */
const gameOf = async (slug) => read((await state()).games[slug].file)

/** All that a game needs without a net, with its bytes: its pages, its search data and that of all games. */
const filesOf = async (slug) => {
  const { games, shared } = await state()
  return { [games[slug].file]: 0, ...shared, ...(await gameOf(slug)).files }
}

/** Bytes of these files that are not stored yet. */
const missing = async (cache, files) => {
  const held = new Set((await cache.keys()).map(({ url: address }) => pathOf(address)))
  return Object.entries(files).reduce((sum, [path, bytes]) => sum + (held.has(path) ? 0 : bytes), 0)
}

const keptIn = async (cache) => {
  const { games } = await state()
  const marks = (await cache.keys()).map(({ url: address }) => pathOf(address)).filter((path) => path.startsWith(KEEPING))
  return marks.map((path) => path.slice(KEEPING.length)).filter((slug) => Object.hasOwn(games, slug))
}

const keep = async (cache, slug, done) => {
  await store(cache, Object.keys(await filesOf(slug)), done)
  await cache.put(url(KEEPING + slug), new Response(''))
}

/** Let go of all that no other kept game needs; what was stored unasked stays. */
const forget = async (slug) => {
  const cache = await caches.open(CURRENT)
  await cache.delete(url(KEEPING + slug))
  const others = await Promise.all((await keptIn(cache)).map(filesOf))
  const needed = new Set([...others.flatMap(Object.keys), ...cheap((await state()).games)])
  for (const path of Object.keys(await filesOf(slug))) if (!needed.has(path)) await cache.delete(url(path))
}

const ours = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX))

/** Which paths are pages and records of their own, which a reader has opened. */
const visitable = async () => {
  const { shell } = await state()
  return (path) => /(^|\/)(index\.html|entry\.json)$/.test(path) && !shell.includes(path)
}

/** Take along what the reader had: kept games in their new state, visited pages as they are now. */
const takeAlong = async (cache, name) => {
  const before = await caches.open(name)
  for (const slug of await keptIn(before)) await keep(cache, slug)
  const visited = (await before.keys()).map((request) => pathOf(request.url)).filter(await visitable())
  for (const path of visited) await store(cache, [path]).catch(() => {}) // gone, or for the next visit
}

const install = async () => {
  const older = (await ours()).filter((name) => name !== CURRENT)
  const cache = await caches.open(CURRENT)
  try {
    await store(cache, [STATE])
    const { shell, games } = await state()
    await store(cache, shell)
    if (!navigator.connection?.saveData) await store(cache, cheap(games))
    for (const name of older) await takeAlong(cache, name)
  } catch (error) {
    await caches.delete(CURRENT) // all or nothing: the state before stays
    throw error
  }
}

const activate = async () => {
  for (const name of await ours()) if (name !== CURRENT) await caches.delete(name)
  await self.clients.claim()
}

/** The game that a page belongs to. */
const gameAt = async (path) => Object.entries((await state()).games).find(([, { folder }]) => path.startsWith(folder)) ?? []

let opened = { file: null, pages: {} }

/** A page or record of a kept game, out of its pack. */
const fromPack = async (cache, path) => {
  const [slug, game] = await gameAt(path)
  if (!game || !(await cache.match(url(KEEPING + slug)))) return null
  const file = (await gameOf(slug)).packs.findLast((pack) => pack.first <= path)?.file
  if (!file) return null
  if (opened.file !== file) {
    const packed = await cache.match(url(file))
    if (!packed) return null
    const unpacked = packed.body.pipeThrough(new DecompressionStream('gzip'))
    opened = { file, pages: await new Response(unpacked).json() }
  }
  if (!Object.hasOwn(opened.pages, path)) return null
  const type = path.endsWith('.json') ? 'application/json' : 'text/html'
  return new Response(opened.pages[path], { headers: { 'Content-Type': `${type}; charset=utf-8` } })
}

const remember = async (cache, path, response) => {
  await cache.put(url(path), response)
  const isVisited = await visitable()
  const visited = (await cache.keys()).filter((request) => isVisited(pathOf(request.url)))
  for (const request of visited.slice(0, -MOST_VISITED)) await cache.delete(request)
}

let isCut = false

/** Fetch something, and notice whether there is a net. */
const load = async (request, settings) => {
  try {
    const response = await fetch(request, settings)
    isCut = false
    return response
  } catch (error) {
    if (error.name !== 'AbortError') isCut = true
    throw error
  }
}

const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time) })

/** The net first, so that nobody who has one reads old rules; what is stored when it fails or dawdles. */
const fromNet = async (event, cache, path) => {
  const isVisited = await visitable()
  const { shell } = await state()
  const asked = load(event.request, { cache: 'no-cache' }).then((response) => {
    const isKept = response.ok && response.type === 'basic' && (isVisited(path) || shell.includes(path))
    if (isKept) event.waitUntil(remember(cache, path, response.clone()))
    return response
  })
  const held = await cache.match(url(path))
  if (!held) return asked
  return Promise.race([asked, pause(PATIENCE).then(() => held)]).catch(() => held)
}

const lasting = async (event, cache, path) => {
  const held = await cache.match(url(path))
  if (held) return held
  const response = await load(event.request)
  if (response.ok) event.waitUntil(cache.put(url(path), response.clone()))
  return response
}

const answer = async (event, path) => {
  if (!(await state().catch(() => null))) return fetch(event.request) // all that was stored is gone
  const cache = await caches.open(CURRENT)
  if (isLasting(path)) return lasting(event, cache, path)
  try {
    return (await fromPack(cache, path)) ?? (await fromNet(event, cache, path))
  } catch (error) {
    if (event.request.mode !== 'navigate') throw error
    return Response.redirect(`${url('offline/index.html')}?page=${encodeURIComponent(path)}`)
  }
}

/** What pages ask for, each with a port for answers. */
const TASKS = {
  state: async (slug) => {
    const cache = await caches.open(CURRENT)
    const { games, shared } = await state()
    if (!Object.hasOwn(games, slug)) return null
    const isKept = (await keptIn(cache)).includes(slug)
    const { bytes, first, firstBytes } = games[slug]
    const isFirstHeld = (await Promise.all(first.map((path) => cache.match(url(path))))).every(Boolean)
    return { bytes: bytes - (isFirstHeld ? firstBytes : 0) + (await missing(cache, shared)), isKept }
  },
  keep: async (slug, tell) => {
    const of = Object.keys(await filesOf(slug)).length
    let done = 0
    await keep(await caches.open(CURRENT), slug, () => tell({ done: ++done, of }))
  },
  forget,
  visited: async (address) => {
    const path = pathOf(address)
    const isVisited = await visitable()
    if (path && (isVisited(path) || isLasting(path))) await store(await caches.open(CURRENT), [path])
  },
  /** Keep the game of a page, if it is small: for readers who asked for that. */
  keepSmall: async (address) => {
    const [slug, game] = await gameAt(pathOf(address) ?? '')
    if (!game || game.bytes > SMALL) return
    const cache = await caches.open(CURRENT)
    if (!(await keptIn(cache)).includes(slug)) await keep(cache, slug)
  },
  /** What opens without a net: the folders of kept games, and pages; null while there is one. */
  opens: async (isOnLine) => {
    if (isOnLine && !isCut) return null
    const cache = await caches.open(CURRENT)
    const { games } = await state()
    const isVisited = await visitable()
    const paths = (await cache.keys()).map((request) => pathOf(request.url))
    return {
      folders: (await keptIn(cache)).map((slug) => games[slug].folder),
      pages: paths.filter((path) => isVisited(path) && path.endsWith('/index.html')).map((path) => path.slice(0, -'index.html'.length)),
    }
  },
  takeOver: () => self.skipWaiting(),
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const path = event.request.method === 'GET' ? pathOf(event.request.url) : null
  if (path !== null) event.respondWith(answer(event, path))
})
self.addEventListener('message', (event) => {
  const [port] = event.ports
  const { task, about } = event.data
  if (!port || !Object.hasOwn(TASKS, task)) return
  event.waitUntil(Promise.resolve(TASKS[task](about, (news) => port.postMessage({ news }))).then(
    (result) => port.postMessage({ result }),
    (error) => port.postMessage({ error: String(error) }),
  ))
})
