// Keeps the site open without a net. STATE, written before these lines, is one whole state of the site: files whose
// names change with their content, and packs of pages. A new state is stored whole before it may take over.

const BASE = new URL('./', self.location).href
const PREFIX = `kb ${BASE} `
const CURRENT = PREFIX + STATE.version
const KEEPING = 'offline/keeping/' // with a game's slug: a mark that the game is kept
const PATIENCE = 4000 // milliseconds that a stored page waits for a slow net
const MOST_VISITED = 200
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
const isLasting = (path) => /^assets\/|^search\/.+\.gz$|\.pack$/.test(path)

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

const filesOf = (slug) => [...STATE.games[slug].packs.map((pack) => pack.file), ...STATE.search]

const keptIn = async (cache) => {
  const marks = (await cache.keys()).map(({ url: address }) => pathOf(address)).filter((path) => path.startsWith(KEEPING))
  return marks.map((path) => path.slice(KEEPING.length)).filter((slug) => Object.hasOwn(STATE.games, slug))
}

const keep = async (slug, done) => {
  const cache = await caches.open(CURRENT)
  await store(cache, filesOf(slug), done)
  await cache.put(url(KEEPING + slug), new Response(''))
}

const forget = async (slug) => {
  const cache = await caches.open(CURRENT)
  await cache.delete(url(KEEPING + slug))
  for (const { file } of STATE.games[slug].packs) await cache.delete(url(file))
}

const ours = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX))

const isVisited = (path) => /(^|\/)(index\.html|entry\.json)$/.test(path) && !STATE.shell.includes(path)

/** Take along what the reader had: kept games in their new state, visited pages as they are now. */
const takeAlong = async (cache, name) => {
  const before = await caches.open(name)
  for (const slug of await keptIn(before)) {
    await store(cache, filesOf(slug))
    await cache.put(url(KEEPING + slug), new Response(''))
  }
  const visited = (await before.keys()).map((request) => pathOf(request.url)).filter(isVisited)
  for (const path of visited) await store(cache, [path]).catch(() => {}) // gone, or for the next visit
}

const install = async () => {
  const older = (await ours()).filter((name) => name !== CURRENT)
  const cache = await caches.open(CURRENT)
  try {
    await store(cache, STATE.shell)
    if (STATE.lexicalBytes < CHEAP && !navigator.connection?.saveData) await store(cache, STATE.lexical)
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

let opened = { file: null, pages: {} }

/** A page or record of a kept game, out of its pack. */
const fromPack = async (cache, path) => {
  const [slug, game] = Object.entries(STATE.games).find(([, { folder }]) => path.startsWith(folder)) ?? []
  const file = game?.packs.findLast((pack) => pack.first <= path)?.file
  if (!file || !(await cache.match(url(KEEPING + slug)))) return null
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
  const visited = (await cache.keys()).filter((request) => isVisited(pathOf(request.url)))
  for (const request of visited.slice(0, -MOST_VISITED)) await cache.delete(request)
}

const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time) })

/** The net first, so that nobody who has one reads old rules; what is stored when it fails or dawdles. */
const fromNet = async (event, cache, path) => {
  const asked = fetch(event.request, { cache: 'no-cache' }).then((response) => {
    const isKept = response.ok && response.type === 'basic' && (isVisited(path) || STATE.shell.includes(path))
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
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(cache.put(url(path), response.clone()))
  return response
}

const answer = async (event, path) => {
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
  state: async () => {
    const kept = await keptIn(await caches.open(CURRENT))
    return { games: STATE.games, searchBytes: STATE.searchBytes, kept }
  },
  keep: (slug, tell) => {
    let done = 0
    return keep(slug, () => tell({ done: ++done, of: filesOf(slug).length }))
  },
  forget,
  visited: async (address) => {
    const path = pathOf(address)
    if (path && (isVisited(path) || isLasting(path))) await store(await caches.open(CURRENT), [path])
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
