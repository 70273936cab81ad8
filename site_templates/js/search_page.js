// The page that answers `?q=`: results below the form, its address always that of the search shown.

import { counts } from './counts.js'
import { make } from './elements.js'
import { filters } from './filters.js'
import { watch } from './found.js'
import { grouped, shared, step, summed, tidy } from './present.js'
import { remember } from './recent.js'
import { UNAVAILABLE, answering, engine, exactly, fill, guess } from './results.js'
import { group, update } from './rule_hits.js'

const ON_PAGE = 40
const HITS = 'a:not(.text a, .rows a)'

const topOf = (link) => link.getBoundingClientRect().top

/** The search page: results below the form, its address always that of the search shown. */
export const attachPage = (form) => {
  const input = form.elements.q
  const status = document.querySelector('.status')
  const list = document.querySelector('.results')
  const browse = document.querySelector('.browse')
  const given = new URLSearchParams(location.search)
  let turn = 0
  /** Whoever comes back is at the link that was followed, where it was on the screen: results come after the page. */
  let left = history.state?.place

  input.value = given.get('q') // null is none
  const chosen = filters(form, document.querySelector('.kinds'), document.querySelector('.chips'), () => answer())
  const asked = () => ({ query: input.value.trim(), game: chosen.game(), kind: chosen.kind() })

  const answer = async () => {
    const mine = ++turn
    const isCurrent = () => mine === turn
    const { query, game, kind } = asked()
    history.replaceState(history.state, '', tidy(location.pathname) + shared({ query, game, kind }))
    document.title = document.title.replace(/^.*?(?=Search · )/, query ? `${query} · ` : '')
    browse.hidden = Boolean(query)
    if (!query) {
      status.textContent = ''
      chosen.show({ games: {}, kinds: {} })
      return list.replaceChildren()
    }
    const wishes = { game, kind, limit: ON_PAGE }
    await answering(query, wishes, isCurrent, (search, found, { words, note }, isBetter) => {
      if (!isBetter) list.replaceChildren()
      const { didYouMean, results, answered } = found
      chosen.show(counts(search, words, wishes, results))
      status.textContent = summed(found, ON_PAGE)
      if (note) status.prepend(make('span', { class: 'then' }, ...note), ' · ')
      if (didYouMean) {
        status.append(' ', guess(didYouMean, (words) => { input.value = words; input.focus(); answer() }, words))
      }
      const groups = grouped(results).map(({ rule, hits }) => ({ id: hits[0].id, rule, hits }))
      const about = { search, query: words, isCurrent, form }
      fill(list, groups, (one) => group(one, about))
      groups.forEach((one, rank) => update(list.children[rank], one, answered && rank === 0, about))
    }, () => {
      browse.hidden = false
      status.textContent = UNAVAILABLE
    })
    if (!isCurrent() || !left) return
    const link = open().find(({ href }) => href === left[1])
    link?.focus()
    if (link) scrollBy({ top: topOf(link) - left[0], behavior: 'instant' })
    left = 0
  }

  const open = () => [...list.querySelectorAll(HITS)].filter((link) => link.checkVisibility())

  input.addEventListener('input', answer)
  watch(list)
  list.addEventListener('click', ({ target }) => {
    remember(input.value)
    const link = target.closest('a')
    if (link) history.replaceState({ ...history.state, place: [topOf(link), link.href] }, '')
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { query, game } = asked()
    remember(query)
    exactly(query, game).then((found) => (found ? location.assign(found) : answer()), answer)
  })
  for (const place of [input, list]) {
    place.addEventListener('keydown', (event) => {
      const links = open()
      const position = links.indexOf(document.activeElement)
      const next = step(position, links.length, event.key)
      if (next === position) return
      event.preventDefault()
      ;(links[next] ?? input).focus()
    })
  }
  engine().catch(() => {}) // who comes here will ask
  answer()
}
