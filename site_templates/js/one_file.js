// A game in one file: the same search as on the site, its data in the page itself.

import { make } from './elements.js'
import { open } from './library.js'
import { firstWords, grouped, names, pieces, summed } from './present.js'
import { say } from './words.js'

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

const linkTo = (result) => {
  const { number, title } = names(result)
  const link = make('a', { href: `#${place(result)?.id ?? ''}`, dir: 'auto' })
  link.textContent = [number, title].filter(Boolean).join(' ')
  return link
}

/** A rule with what was found of it, the best first, as the site groups them. */
const item = (search, { rule, hits }, query) => {
  const [best, ...others] = hits
  const head = linkTo(best.place === best.id ? best : rule)
  const words = make('span', { class: 'hit-text', dir: 'auto' })
  const parts = best.place === best.id ? others : hits
  const also = parts.length ? make('span', { class: 'parts' }, ...parts.flatMap((one) => [linkTo(one), ' '])) : ''
  search.excerpt(best, query).then((shown) => {
    if (!head.textContent) head.textContent = firstWords(shown.text)
    words.append(...pieces(shown.text, shown.marks).map(({ text, marked }) => (marked ? make('mark', {}, text) : text)))
  }, () => {})
  return make('li', {}, head, words, also)
}

const show = (search, query, found) => {
  const { didYouMean, results } = found
  const read = didYouMean && say('Read “{0}” as “{1}”.', query, didYouMean)
  status.textContent = [summed(found, MOST), read].filter(Boolean).join(' · ')
  list.replaceChildren(...grouped(results).map((group) => item(search, group, query)))
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
