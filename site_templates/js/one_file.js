// A game in one file: the same search as on the site, its data in the page itself.

import { counted, firstWords, names, pieces, withoutBraces } from './present.js'
import { open } from './library.js'

const MOST = 20

const form = document.querySelector('form.search')
const input = form.elements.q
const found = document.querySelector('.found')
const status = document.querySelector('.status')
const list = document.querySelector('.results')
let turn = 0

/** A file of the search data, out of the page. */
const read = async (url) => {
  const packed = document.querySelector(`[data-file="${url.pathname.split('/').pop()}"]`).textContent
  return new Response(Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0)))
}

const place = (result) => {
  const name = decodeURIComponent(result.url).split('/').at(-2)
  return document.getElementById(`${name}.`) ?? document.getElementById(name) // the page's own places come first
}

const item = (search, result, query) => {
  const row = document.createElement('li')
  const link = document.createElement('a')
  const words = document.createElement('span')
  const { number, title } = names(result)
  link.textContent = [number, title].filter(Boolean).join(' ')
  link.href = `#${place(result)?.id ?? ''}`
  link.dir = words.dir = 'auto'
  words.className = 'hit-text'
  row.append(link, words)
  search.excerpt(result, query).then((excerpt) => {
    const shown = withoutBraces(excerpt)
    if (!link.textContent) link.textContent = firstWords(shown.text)
    words.append(...pieces(shown.text, shown.marks).map(({ text, marked }) => {
      if (!marked) return text
      const mark = document.createElement('mark')
      mark.textContent = text
      return mark
    }))
  }, () => {})
  return row
}

const show = (search, query, { didYouMean, results }) => {
  status.textContent = `${counted(results.length, MOST)}${didYouMean ? ` for ${didYouMean}` : ''}`
  list.replaceChildren(...results.map((result) => item(search, result, query)))
}

const answer = async (engine) => {
  const query = input.value.trim()
  const mine = ++turn
  found.hidden = !query
  if (!query) return
  const search = await engine
  await search.prepare(query)
  if (mine !== turn) return
  const first = search.search(query, { limit: MOST })
  show(search, query, first)
  const better = await search.refine(query, { limit: MOST }).catch(() => first)
  if (mine === turn) show(search, query, better)
}

const start = () => {
  form.hidden = false
  const engine = open('https://one.file/', read).then(async (search) => {
    const game = await search.prepare('')
    game.text = async (number) => place({ url: game.names.url(number) })?.querySelector('.text')?.textContent ?? ''
    return search
  })
  input.addEventListener('input', () => { answer(engine); scrollTo(0, 0) })
  list.addEventListener('click', () => { turn++ }) // a better answer would move what was just opened
  form.addEventListener('submit', (event) => event.preventDefault())
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === input) return
    event.preventDefault()
    input.focus()
  })
}

start()
