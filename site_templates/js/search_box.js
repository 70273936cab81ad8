// The search box of every page: a combobox with results below it while typing.

import { button, make } from './elements.js'
import { watch } from './found.js'
import { around, counted, grouped, shared, step, told } from './present.js'
import { forget, recent, remember } from './recent.js'
import { UNAVAILABLE, address, answering, exactly, fill, fillExcerpt, guess, nameOf, offerGames, placeOf, sayWhere } from './results.js'
import { say } from './words.js'

const IN_POPUP = 8

/** The combobox: results below the box while typing. */
export const attachBox = (form) => {
  if (form.dataset.attached !== undefined) return
  form.dataset.attached = ''
  const input = form.elements.q
  const list = make('div', { role: 'listbox', id: 'hits', 'aria-label': say('Results') })
  const status = make('p', { role: 'status' })
  const chips = make('p', { class: 'chips' })
  const all = make('p', { class: 'all' })
  const popup = make('div', { class: 'popup', hidden: '' }, chips, status, list, all)
  const last = make('div', { class: 'recent', hidden: '' })
  form.append(popup, last)
  const settings = { 'aria-autocomplete': 'list', 'aria-controls': 'hits' }
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

  const option = (search, { result, isPart, isWhole }, query, isCurrent) => {
    const text = make('span', { class: 'hit-text', dir: 'auto' })
    const item = make(
      'a',
      { role: 'option', 'aria-selected': 'false', href: address(result), tabindex: '-1' },
      nameOf(result),
      isPart ? '' : make('span', { class: 'hit-place parted' }, ...placeOf(result, form)),
      text,
    )
    item.className = isWhole ? 'answer' : isPart ? 'part' : ''
    fillExcerpt(search, result, query, text, isCurrent, { isWhole, shape: isWhole ? undefined : around })
    return item
  }

  /** Show results by their rules; the one that answers says all it has to say. */
  const offer = (search, { results, answered }, query, isCurrent) => {
    const shown = grouped(results).flatMap(({ hits }, rank) => hits.map((result, at) => {
      const [isPart, isWhole] = [at > 0, answered && rank + at === 0]
      return { id: [result.id, isPart && 'part', isWhole && 'answer'].filter(Boolean).join(' '), result, isPart, isWhole }
    }))
    fill(list, shown, (one) => option(search, one, query, isCurrent))
    for (const [position, item] of [...list.children].entries()) item.id = `hit-${position}`
  }

  /** The last searches, while the box is empty. */
  const showRecent = () => {
    const searches = input.value ? [] : recent()
    last.hidden = searches.length === 0
    if (last.hidden) return
    const again = searches.map((query) => {
      const again = button('guess', () => { input.value = query; input.focus(); answer() }, query)
      again.dir = 'auto'
      return again
    })
    const clear = button('copy', () => { forget(); input.focus(); showRecent() }, say('Forget them'))
    last.replaceChildren(make('p', {}, say('Last searches, kept on this device only:')), ...again, clear)
  }

  const answer = async () => {
    last.hidden = true
    const query = input.value.trim()
    const mine = ++turn
    const isCurrent = () => mine === turn
    if (!query) {
      show(false)
      return showRecent()
    }
    const game = form.elements.game?.value || null
    return answering(query, { game, limit: IN_POPUP }, isCurrent, (search, found, meant, isBetter) => {
      const chosen = list.children[active]?.href
      if (!isBetter) list.replaceChildren()
      tell(search, found, query, meant, isCurrent)
      activate(isBetter && chosen ? [...list.children].findIndex((item) => item.href === chosen) : -1)
      show(true)
    }, () => {
      status.className = ''
      status.textContent = UNAVAILABLE
      list.replaceChildren()
      all.hidden = true
      show(true)
    })
  }

  /** Show an answer: the results, and above them what was made of the query. */
  const tell = (search, found, query, { words, note, opens }, isCurrent) => {
    const { didYouMean, results, isExact } = found
    offer(search, found, words, isCurrent)
    const made = told(found)
    status.className = results.length && !made ? 'unseen' : ''
    status.textContent = made || counted(results.length, IN_POPUP)
    if (note || didYouMean) {
      status.className = ''
      status.replaceChildren(...note ?? [guess(didYouMean, (typed) => { input.value = typed; input.focus(); answer() }, words)], made)
    }
    all.hidden = results.length === 0
    const more = make('a', { href: `${form.action}${shared({ query, game: form.elements.game?.value })}` }, say('All results'))
    const opened = opens ? say('opens its words of then') : isExact && !note && say('opens the first')
    all.replaceChildren(make('kbd', {}, 'Enter'), opened ? ` ${opened} · ` : ' ', more)
  }

  /** Go to a rule; whoever comes back finds the words in the box. */
  const follow = (address) => {
    remember(input.value)
    keepWords()
    location.assign(address)
  }

  /** A number or name opens what bears it; all else goes to the page of results. */
  const submit = async (event) => {
    event.preventDefault()
    const query = input.value.trim()
    const found = await exactly(query, form.elements.game?.value || null).catch(() => null)
    if (found) return follow(found)
    remember(query)
    form.submit()
  }

  const greet = () => offerGames(form).then(() => sayWhere(form, chips), () => {})
  const keepWords = () => history.replaceState({ ...history.state, asked: input.value }, '')

  const enter = () => (input.value ? answer() : showRecent())
  input.addEventListener('focus', enter)
  form.addEventListener('submit', submit)
  input.addEventListener('input', answer)
  form.elements.game?.addEventListener('change', () => { sayWhere(form, chips); if (input.value) { input.focus(); answer() } })
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'Escape') {
      if (!popup.hidden || !last.hidden) event.preventDefault()
      last.hidden = true
      turn++
      show(false)
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault()
      list.children[active].click()
    } else if (event.key === 'ArrowDown' && popup.hidden) {
      answer()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      activate(step(active, list.children.length, event.key))
    }
  })
  popup.addEventListener('mousedown', (event) => event.button === 0 && event.preventDefault()) // the box keeps the focus
  watch(list)
  list.addEventListener('click', () => { remember(input.value); keepWords() })
  form.addEventListener('focusout', (event) => { if (!form.contains(event.relatedTarget)) { turn++; show(false); last.hidden = true } })
  if (document.activeElement === input) {
    greet()
    enter()
  } else input.addEventListener('focus', greet, { once: true })
}
