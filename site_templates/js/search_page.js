// The page that answers `?q=`: results below the form, its address always that of the search shown.

import { counted, shared, step, tidy } from './present.js'
import { remember } from './recent.js'
import { UNAVAILABLE, address, fill, fillExcerpt, guess, make, nameOf, placeOf, ready, refined, sayWhere, told } from './results.js'

const ON_PAGE = 40

/** The search page: results below the form, its address always that of the search shown. */
export const attachPage = (form) => {
  const input = form.elements.q
  const games = form.elements.game
  const kinds = document.querySelector('.kinds')
  const status = document.querySelector('.status')
  const list = document.querySelector('.results')
  const browse = document.querySelector('.browse')
  const given = new URLSearchParams(location.search)
  let turn = 0

  input.value = given.get('q') ?? ''
  if (games) games.value = [...games.options].some((one) => one.value === given.get('game')) ? given.get('game') : ''
  for (const one of kinds.querySelectorAll('input')) one.checked = one.value === (given.get('kind') ?? '')
  kinds.hidden = false

  const asked = () => ({
    query: input.value.trim(),
    game: games?.value || null,
    kind: kinds.querySelector(':checked')?.value || null,
  })

  const item = (search, result, query, isCurrent) => {
    const text = make('span', { class: 'hit-text', dir: 'auto' })
    const link = make('a', { href: address(result) }, nameOf(result))
    const why = result.why ? make('span', { class: 'why' }, result.why) : ''
    const row = make('li', {}, why, link, make('span', { class: 'hit-place' }, ...placeOf(result, form)), text)
    fillExcerpt(search, result, query, text, isCurrent)
    return row
  }

  const answer = async () => {
    const mine = ++turn
    const isCurrent = () => mine === turn
    const { query, game, kind } = asked()
    history.replaceState(history.state, '', tidy(location.pathname) + shared({ query, game, kind }))
    document.title = document.title.replace(/^.*?(?=Search · )/, query ? `${query} · ` : '')
    browse.hidden = Boolean(query)
    if (!query) {
      status.textContent = ''
      return list.replaceChildren()
    }
    let search
    try {
      search = await ready(query, game)
    } catch {
      browse.hidden = false
      status.textContent = UNAVAILABLE
      return
    }
    if (!isCurrent()) return
    const wishes = { game, kind, limit: ON_PAGE }
    const show = (found) => {
      const { didYouMean, results } = found
      status.textContent = [counted(results.length, ON_PAGE), told(found)].filter(Boolean).join(' ')
      if (didYouMean) {
        status.append(' ', guess(didYouMean, (words) => { input.value = words; input.focus(); answer() }))
      }
      fill(list, results, (one) => item(search, one, query, isCurrent))
    }
    const first = search.search(query, wishes)
    list.replaceChildren()
    show(first)
    const better = await refined(search, query, wishes, first)
    if (isCurrent() && better !== first && better.results.length > 0) show(better)
  }

  input.addEventListener('input', answer)
  games?.addEventListener('change', () => {
    sayWhere(form)
    answer()
  })
  sayWhere(form)
  kinds.addEventListener('change', answer)
  list.addEventListener('click', () => remember(input.value))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    answer()
  })
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    list.querySelector('a')?.focus()
  })
  list.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')]
    const position = links.indexOf(document.activeElement)
    const next = step(position, links.length, event.key)
    if (next === position) return
    event.preventDefault()
    ;(links[next] ?? input).focus()
  })
  answer()
}
