// The page that answers `?q=`: results below the form, its address always that of the search shown.

import { grouped, shared, step, tidy } from './present.js'
import { remember } from './recent.js'
import { UNAVAILABLE, asked as meant, exactly, fill, guess, make, ready, refined, sayWhere, summed } from './results.js'
import { group, update } from './rule_hits.js'

const ON_PAGE = 40
const HITS = 'a:not(.text a, .rows a)'

/** The search page: results below the form, its address always that of the search shown. */
export const attachPage = (form) => {
  const input = form.elements.q
  const games = form.elements.game
  const kinds = document.querySelector('.kinds')
  const status = document.querySelector('.status')
  const list = document.querySelector('.results')
  const chips = document.querySelector('.chips')
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
    let search, words, note
    try {
      ({ words, note } = await meant(query, game))
      search = await ready(words, game)
    } catch {
      browse.hidden = false
      status.textContent = UNAVAILABLE
      return
    }
    if (!isCurrent()) return
    const wishes = { game, kind, limit: ON_PAGE }
    const show = (found) => {
      const { didYouMean, results, answered } = found
      status.textContent = summed(found, ON_PAGE)
      if (note) status.prepend(make('span', { class: 'then' }, ...note), ' · ')
      if (didYouMean) {
        status.append(' ', guess(didYouMean, (words) => { input.value = words; input.focus(); answer() }))
      }
      const groups = grouped(results).map(({ rule, hits }) => ({ id: hits[0].id, rule, hits }))
      const about = { search, query: words, isCurrent, form }
      fill(list, groups, (one) => group(one, about))
      groups.forEach((one, rank) => update(list.children[rank], one, answered && rank === 0, about))
    }
    const first = search.search(words, wishes)
    list.replaceChildren()
    show(first)
    const better = await refined(search, words, wishes, first)
    if (isCurrent() && better !== first && better.results.length > 0) show(better)
  }

  const open = () => [...list.querySelectorAll(HITS)].filter((link) => link.checkVisibility())

  input.addEventListener('input', answer)
  games?.addEventListener('change', () => {
    sayWhere(form, chips)
    answer()
  })
  sayWhere(form, chips)
  kinds.addEventListener('change', answer)
  list.addEventListener('click', () => remember(input.value))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { query, game } = asked()
    remember(query)
    exactly(query, game).then((found) => (found ? location.assign(found) : answer()), answer)
  })
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open()[0]?.focus()
  })
  list.addEventListener('keydown', (event) => {
    const links = open()
    const position = links.indexOf(document.activeElement)
    const next = step(position, links.length, event.key)
    if (next === position) return
    event.preventDefault()
    ;(links[next] ?? input).focus()
  })
  answer()
}
