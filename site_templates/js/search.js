// The search box of every page and the page that answers `?q=`: all of search that touches the document.

import { around, counted, names, pieces, place, shared, step, tidy, withoutBraces } from './present.js'

const SITE = new URL('../../', import.meta.url)
const IN_POPUP = 8
const ON_PAGE = 40
const STEADY = 3 // results at the top that stay where they are when better ones come

let opening

/** The engine, fetched when first wanted. */
const engine = () => {
  opening ??= import('./rank.js').then(({ open }) => open(new URL('search/', SITE).href))
  return opening
}

/** The same with all data loaded that a query touches; a small site has it all at once. */
const ready = async (query) => {
  const search = await engine()
  await search.prepare(query)
  return search
}

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

const gameTitles = (form) => new Map([...(form.elements.game?.options ?? [])].map((one) => [one.value, one.label]))

const address = (result) => new URL(result.url, SITE).href

/** The name of a result, its number set apart. */
const nameOf = (result, excerpt) => {
  const { number, title, isNameless } = names(result)
  const name = make('span', { class: 'hit-name', dir: 'auto' })
  if (number) name.append(make('span', { class: 'number' }, number), title ? ' ' : '')
  name.append(isNameless ? excerpt : title)
  return name
}

const marked = (element, { text, marks }) => {
  element.replaceChildren(
    ...pieces(text, marks).map((piece) => (piece.marked ? make('mark', {}, piece.text) : piece.text)),
  )
}

/** Fill in the excerpt of a result when it arrives, unless another search has come in between. */
const fillExcerpt = async (search, result, query, element, isCurrent, shape = (excerpt) => excerpt) => {
  try {
    const excerpt = shape(withoutBraces(await search.excerpt(result, query)))
    if (!isCurrent()) return
    marked(element, excerpt)
    const name = element.parentElement.querySelector('.hit-name')
    if (name && !name.textContent) name.textContent = `${excerpt.text.slice(0, 60)} …`
  } catch {
    element.remove() // a result without its excerpt is still a result
  }
}

/**
 * Put results into a list. One that is shown already keeps its element, so that nothing flickers, loses the focus
 * or is read out twice when a better answer comes.
 */
const fill = (list, results, build) => {
  const shown = new Map([...list.children].map((item) => [item.dataset.id, item]))
  for (const [position, result] of results.entries()) {
    const item = shown.get(result.id) ?? build(result)
    item.dataset.id = result.id
    if (list.children[position] !== item) list.insertBefore(item, list.children[position] ?? null)
  }
  while (list.children.length > results.length) list.lastElementChild.remove()
}

/** A better answer once meaning is loaded; the first results, as many as `kept` says then, stay where they are. */
const refined = async (search, query, wishes, results, kept) => {
  if (navigator.connection?.saveData) return { results }
  try {
    await search.loadMeaning()
    return await search.refine(query, results.slice(0, kept()), wishes)
  } catch {
    return { results } // what was found by words stands
  }
}

const guess = (didYouMean, choose) => {
  const button = make('button', { type: 'button', class: 'guess' }, didYouMean)
  button.addEventListener('click', () => choose(didYouMean))
  return make('span', {}, 'Did you mean ', button, '?')
}

const UNAVAILABLE = 'The search data could not be loaded. Browsing by contents still works.'

/** The combobox: results below the box while typing. */
export const attachBox = (form) => {
  const input = form.elements.q
  const list = make('ul', { role: 'listbox', id: 'hits', 'aria-label': 'Results' })
  const status = make('p', { role: 'status' })
  const all = make('p', { class: 'all' }, make('kbd', {}, 'Enter'), ' shows all results')
  const popup = make('div', { class: 'popup', hidden: '' }, status, list, all)
  form.append(popup)
  const settings = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'hits' }
  for (const [name, value] of Object.entries(settings)) input.setAttribute(name, value)
  let active = -1
  let turn = 0

  const show = (isShown) => {
    popup.hidden = !isShown
    input.setAttribute('aria-expanded', String(isShown))
    if (!isShown) activate(-1)
  }

  const activate = (position) => {
    list.children[active]?.setAttribute('aria-selected', 'false')
    active = position
    const option = list.children[active]
    if (!option) {
      input.removeAttribute('aria-activedescendant')
      return
    }
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', option.id)
  }

  const option = (search, result, query, isCurrent) => {
    const text = make('span', { class: 'hit-text', dir: 'auto' })
    const item = make(
      'li',
      { role: 'option', 'aria-selected': 'false' },
      nameOf(result, ''),
      make('span', { class: 'hit-place' }, place(result, gameTitles(form))),
      text,
    )
    item.dataset.address = address(result)
    fillExcerpt(search, result, query, text, isCurrent, around)
    return item
  }

  const offer = (search, results, query, isCurrent) => {
    fill(list, results, (result) => option(search, result, query, isCurrent))
    for (const [position, item] of [...list.children].entries()) item.id = `hit-${position}`
  }

  /** How many results must not move: those in sight of a hurried thumb, and all down to where the reader is. */
  const kept = () => {
    const pointed = [...list.children].findIndex((item) => item.matches(':hover'))
    return Math.max(STEADY, active + 1, pointed + 1)
  }

  const answer = async () => {
    const query = input.value.trim()
    const mine = ++turn
    const isCurrent = () => mine === turn
    if (!query) return show(false)
    let search
    try {
      search = await ready(query)
    } catch {
      status.className = ''
      status.textContent = UNAVAILABLE
      list.replaceChildren()
      all.hidden = true
      return show(true)
    }
    if (!isCurrent()) return
    const wishes = { game: form.elements.game?.value || null, limit: IN_POPUP }
    const { didYouMean, results } = search.search(query, wishes)
    activate(-1)
    list.replaceChildren()
    offer(search, results, query, isCurrent)
    status.className = results.length ? 'unseen' : ''
    status.textContent = counted(results.length, IN_POPUP)
    if (didYouMean) {
      status.className = ''
      status.replaceChildren(guess(didYouMean, (words) => { input.value = words; input.focus(); answer() }))
    }
    all.hidden = results.length === 0
    show(true)
    const better = await refined(search, query, wishes, results, kept)
    if (!isCurrent() || popup.hidden || better.results.length === 0) return
    offer(search, better.results, query, isCurrent)
    all.hidden = false
    if (results.length === 0) status.textContent = counted(better.results.length, IN_POPUP)
  }

  input.addEventListener('focus', () => engine().catch(() => {}), { once: true })
  input.addEventListener('input', answer)
  form.elements.game?.addEventListener('change', () => { if (input.value) { input.focus(); answer() } })
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'Escape') {
      if (!popup.hidden) event.preventDefault()
      turn++
      show(false)
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault()
      location.assign(list.children[active].dataset.address)
    } else if (event.key === 'ArrowDown' && popup.hidden) {
      answer()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      activate(step(active, list.children.length, event.key))
    }
  })
  list.addEventListener('mousedown', (event) => event.preventDefault()) // the box keeps the focus
  list.addEventListener('click', (event) => {
    const target = event.target.closest('[role="option"]')
    if (!target) return
    if (event.ctrlKey || event.metaKey) window.open(target.dataset.address, '_blank', 'noopener')
    else location.assign(target.dataset.address)
  })
  form.addEventListener('focusout', (event) => { if (!form.contains(event.relatedTarget)) { turn++; show(false) } })
  if (document.activeElement === input) engine().then(() => { if (input.value) answer() }, () => {})
}

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
    const link = make('a', { href: address(result) }, nameOf(result, ''))
    const why = result.why ? make('span', { class: 'why' }, result.why) : ''
    const row = make('li', {}, why, link, make('span', { class: 'hit-place' }, place(result, gameTitles(form))), text)
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
      search = await ready(query)
    } catch {
      browse.hidden = false
      status.textContent = UNAVAILABLE
      return
    }
    if (!isCurrent()) return
    const wishes = { game, kind, limit: ON_PAGE }
    const { didYouMean, results } = search.search(query, wishes)
    status.textContent = counted(results.length, ON_PAGE)
    if (didYouMean) {
      status.append(' ', guess(didYouMean, (words) => { input.value = words; input.focus(); answer() }))
    }
    list.replaceChildren()
    fill(list, results, (one) => item(search, one, query, isCurrent))
    const better = await refined(search, query, wishes, results, kept)
    if (!isCurrent() || better.results.length === 0) return
    fill(list, better.results, (one) => item(search, one, query, isCurrent))
    if (!didYouMean) status.textContent = counted(better.results.length, ON_PAGE)
  }

  /** How many results must not move: those in the window, and all down to where the reader is. */
  const kept = () => {
    const items = [...list.children]
    const seen = items.findLastIndex((one) => one.getBoundingClientRect().top < innerHeight)
    return Math.max(STEADY, seen + 1, items.findIndex((one) => one.contains(document.activeElement)) + 1)
  }

  input.addEventListener('input', answer)
  games?.addEventListener('change', answer)
  kinds.addEventListener('change', answer)
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
