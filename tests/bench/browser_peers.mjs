// Indexes entries with Pagefind and MiniSearch: `node browser_peers.mjs MODULES OUT < entries.json`.
// MODULES is a folder in which `npm install pagefind minisearch` ran.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [modules, out] = process.argv.slice(2)
const libraries = join(modules, 'node_modules')
const from = (path) => import(pathToFileURL(join(libraries, path)))
const entries = JSON.parse(readFileSync(0, 'utf8'))
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = ({ id, game, title, path, text }) => `<!doctype html><html lang="en"><body>
  <p data-pagefind-meta="id" data-pagefind-ignore="index">${escaped(id)}</p>
  <p data-pagefind-filter="game" data-pagefind-ignore="index">${escaped(game)}</p>
  <h1>${escaped(title)}</h1><p data-pagefind-weight="2">${escaped(path)}</p><p>${escaped(text)}</p></body></html>`

mkdirSync(out, { recursive: true })
const { default: MiniSearch } = await from('minisearch/dist/es/index.js')
const mini = new MiniSearch({ fields: ['title', 'path', 'text'], storeFields: ['game'] })
mini.addAll(entries)
writeFileSync(join(out, 'minisearch.json'), JSON.stringify(mini))
copyFileSync(join(libraries, 'minisearch/dist/es/index.js'), join(out, 'minisearch.js'))

const { close, createIndex } = await from('pagefind/lib/index.js')
const { index } = await createIndex()
for (const [number, entry] of entries.entries()) {
  await index.addHTMLFile({ url: `/${number}/`, content: page(entry) })
}
await index.writeFiles({ outputPath: join(out, 'pagefind') })
await close()
