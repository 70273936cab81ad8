// What the search box and the search page share: the engine, fetched when wanted, and how a result looks.

import { button, make } from './elements.js'
import { Here, onDevice } from './here.js'
import { open } from './library.js'
import { ask } from './offline.js'
import { firstWords, names, place, withIcons } from './present.js'
import { wordingsThen } from './then.js'
import { SITE } from './where.js'
import { say } from './words.js'

let opening

/** The engine, fetched when first wanted. */
export const engine = () => {
  opening ??= open(new URL('search/', SITE).href)
  return opening
}

/** What answers a query: the service that a site names, else the engine with all data loaded that the query touches. */
export const ready = async (query, game, kind) => {
  const search = await engine()
  const { api } = search.data.manifest
  const served = api && await import('./service.js').then((service) => service.ask(api, query, game, kind))
  if (served) return served
  await search.prepare(query, game)
  const device = await onDevice(ask)
  return device ? new Here(search, device) : search
}

/** Offer all games of the site to choose from: a game's own page names only itself. */
export const offerGames = async (form) => {
  const select = form.elements.game
  const { games } = await engine()
  if (!select || games.length < 2) return
  for (const { slug, title, edition } of games) {
    const option = [...select.options].find(({ value }) => value === slug) ?? make('option', { value: slug }, title)
    option.dataset.edition ??= edition // what the page says is in its language
    select.append(option) // in the order of the site
  }
  select.hidden = false
}

/** Where a result stands, as parts of its line: its game, where there are several, the way down, the edition. */
export const placeOf = (result, form) => {
  const games = [...(form.elements.game?.options ?? [])]
  const game = games.find((one) => one.value === result.game)
  const edition = (game ?? form).dataset.edition
  const isOnly = games.filter(({ value }) => value).length < 2
  const way = place(result, new Map([[result.game, isOnly ? '' : game.label]]))
  return [way && make('span', {}, way), ' ', edition ? make('span', { class: 'when' }, edition) : '']
}

/** Say what is searched: in the empty box, and by a chip that takes the chosen game off. */
export const sayWhere = (form, chips) => {
  const game = form.elements.game
  chips.replaceChildren()
  if (game?.value && !game.hidden) {
    const chip = button('chip', () => {
      game.value = ''
      game.dispatchEvent(new Event('change'))
    }, game.selectedOptions[0].label, make('span', { 'aria-hidden': 'true' }, '×'))
    chip.setAttribute('aria-label', say('{0}: search all games instead', game.selectedOptions[0].label))
    chips.append(say('Only in'), ' ', chip)
  }
  form.elements.q.placeholder = game?.value ? say('Search {0}', game.selectedOptions[0].label) : say('Search the rules')
}

export const address = (result) => new URL(result.url, SITE).href

/**
 * What a query with `@EDITION` asks for: a note with links to the wordings of then, what to search for instead, and
 * what Enter opens; the query itself where it names no edition.
 */
export const asked = async (query, game) => {
  const told = query.includes('@')
    ? await engine().then((library) => wordingsThen(query, game, library)).catch(() => null)
    : null
  if (!told) return { words: query, note: null, opens: null }
  const { found, named, edition, held } = told
  if (!found.length) {
    const names = [named, edition, held.join(', ')]
    const why = /\p{Nd}/u.test(edition)
      ? say('“{0}” was not in force in {1}; editions that have it: {2}.', ...names)
      : say('“{1}” names no edition of “{0}”; editions that have it: {2}.', ...names)
    return { words: query, note: [why], opens: null }
  }
  const links = found.map((one) => make('a', { href: address({ url: one.address }) }, nameOf(one), ' ', make('span', { class: 'when' }, spanOf(one))))
  const [{ entry }] = found
  const ends = ` · ${entry ? say('found below is what it is now') : say('nothing holds it now')}`
  return { words: entry ?? query, note: [`${say('Its words of then:')} `, ...links, ends], opens: found.length === 1 ? links[0].href : null }
}

const spanOf = ({ first, last }) => (first === last ? first : `${first} to ${last}`)

/** Where the answer to a query is to be read at once: what bears exactly this number or name. */
export const exactly = async (query, game) => {
  const { note, opens } = await asked(query, game)
  if (note) return opens
  const { isExact, results } = (await ready(query, game)).search(query, { game, limit: 1 })
  return isExact && results.length ? address(results[0]) : null
}

/** The name of a result, its number set apart; a bare number goes with the title of its rule. */
export const nameOf = (result) => {
  const { number, title } = names(result)
  const name = make('span', { class: 'hit-name', dir: 'auto' })
  const said = title || (number && result.rule?.title) || ''
  if (number) name.append(make('span', { class: 'number' }, number), said ? ' ' : '')
  name.append(said)
  return name
}

/** An icon as its game draws it, which reads and is copied as its name; else the name. */
const icon = (name, icons = {}) => {
  const drawn = new Map(Object.entries(icons)).get(name.toLowerCase())
  if (!drawn) return name
  return drawn[9] // no sign is so long
    ? make('img', { class: 'icon', src: address({ url: drawn }), alt: name })
    : make('span', { class: 'icon', 'data-sign': drawn }, name)
}

const marked = (element, excerpt) => {
  element.replaceChildren(...withIcons(excerpt).map(({ text, isIcon, marked }) => {
    const shown = isIcon ? icon(text, excerpt.icons) : text
    return marked ? make('mark', {}, shown) : shown
  }))
}

/** Fill in the excerpt of a result when it arrives, or all it says, unless another search has come in between. */
export const fillExcerpt = async (search, result, query, element, isCurrent, { shape = (excerpt) => excerpt, isWhole = false } = {}) => {
  try {
    const excerpt = shape(await search.excerpt(result, query, isWhole))
    if (!isCurrent()) return
    marked(element, excerpt)
    const name = element.closest('a, li').querySelector('.hit-name')
    if (name && !name.textContent) name.textContent = firstWords(excerpt.text)
  } catch {
    element.remove() // a result without its excerpt is still a result
  }
}

/**
 * Put results into a list. One that is shown already keeps its element, so that nothing flickers, loses the focus
 * or is read out twice when a better answer comes.
 */
export const fill = (list, results, build) => {
  const shown = new Map([...list.children].map((item) => [item.dataset.id, item]))
  for (const [position, result] of results.entries()) {
    const item = shown.get(result.id) ?? build(result)
    item.dataset.id = result.id
    if (list.children[position] !== item) list.insertBefore(item, list.children[position] ?? null)
  }
  while (list.children.length > results.length) list.lastElementChild.remove()
}

/**
 * Show what answers a query while nothing else is asked: at once by words, and by meaning once that is loaded, in the
 * order of the terminal. `show` gets the search, the answer, what the query was read as, and whether it is the second;
 * `fail` is for what cannot be loaded.
 */
export const answering = async (query, wishes, isCurrent, show, fail) => {
  let meant, search
  try {
    meant = await asked(query, wishes.game)
    search = await ready(meant.words, wishes.game, wishes.kind)
  } catch {
    return fail()
  }
  if (!isCurrent()) return
  const first = search.search(meant.words, wishes)
  show(search, first, meant, false)
  if (navigator.connection?.saveData) return
  const better = await search.refine(meant.words, wishes).catch(() => first) // what was found by words stands
  if (isCurrent() && better !== first && better.results.length > 0) show(search, better, meant, true)
}

/** What may have been meant, to choose; before it, that a number of the query is none here. */
export const guess = (didYouMean, choose, query) => {
  const number = query.match(/\w*\d[\w.]*/g)?.find((one) => !didYouMean.includes(one))
  const lead = number ? [say('Nothing here is numbered {0}.', number), ' '] : []
  return make('span', {}, ...lead, say('Did you mean'), ' ', button('guess', () => choose(didYouMean), didYouMean), '?')
}

export const UNAVAILABLE = say('The search data could not be loaded. Browsing by contents still works.')
