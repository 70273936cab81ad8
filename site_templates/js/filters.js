// What a search is narrowed to on the page of results: games and kinds, several of each, with how many have the words.

import { button, make } from './elements.js'
import { say } from './words.js'

const MOST_GAMES = 12 // shown as chips; of more those that have the words, and a list for the others

/** The chips of a page. @param {() => void} changed is called when a reader chose */
export const filters = (form, kinds, place, changed) => {
  const list = form.elements.game
  const given = new URLSearchParams(location.search)
  const chosen = new Set(given.getAll('game').filter((slug) => [...list?.options ?? []].some(({ value }) => value === slug && slug)))
  const games = make('fieldset', { class: 'kinds games', hidden: '' }, make('legend', { class: 'unseen' }, say('Games')))
  const boxes = [...kinds.querySelectorAll('input')]
  for (const box of boxes) box.checked = given.getAll('kind').includes(box.value)
  kinds.hidden = false
  kinds.addEventListener('change', changed)
  place.replaceWith(games)
  if (list) list.hidden = list.options.length - 1 <= MOST_GAMES

  const choose = (slug, isChosen) => {
    if (isChosen) chosen.add(slug)
    else chosen.delete(slug)
    changed()
  }

  list?.addEventListener('change', () => {
    if (!list.value) chosen.clear()
    choose(list.value, list.value)
    list.value = ''
  })

  const chips = new Map()
  const chip = ({ value, label }) => {
    if (!chips.has(value)) {
      const box = make('input', { type: 'checkbox', name: 'games', value })
      box.addEventListener('change', () => choose(value, box.checked))
      chips.set(value, make('label', {}, box, make('span', { dir: 'auto' }, label)))
    }
    chips.get(value).firstChild.checked = chosen.has(value)
    return chips.get(value)
  }

  const all = button('chip', () => { chosen.clear(); changed() }, say('Search all games'))

  return {
    game: () => (chosen.size ? [...chosen] : null),
    kind: () => boxes.filter((box) => box.checked).map(({ value }) => value),
    /** Show the choice, and how many rules each would leave. */
    show: (counts) => {
      const has = ({ value }) => counts.games[value] ?? 0
      const options = [...list?.options ?? []].filter(({ value }) => value).sort((one, other) => has(other) - has(one))
      const wanted = options.length <= MOST_GAMES ? options
        : options.filter(({ value }) => chosen.has(value) || counts.games[value]).slice(0, MOST_GAMES)
      games.hidden = options.length < 2 || !wanted.length
      const shown = [games.firstChild, ...wanted.map(chip), ...(chosen.size ? [all] : [])]
      if (shown.some((one, at) => games.children[at] !== one) || games.children.length !== shown.length) {
        const hadFocus = document.activeElement
        games.replaceChildren(...shown)
        if (games.contains(hadFocus)) hadFocus.focus()
      }
      for (const [value, label] of chips) tell(label, counts.games[value])
      for (const box of boxes) tell(box.parentElement, counts.kinds[box.value])
    },
  }
}

/** Say behind the name of a filter how many rules have the words. */
const tell = (label, count) => {
  const name = label.lastElementChild
  name.querySelector('b')?.remove()
  if (count) name.append(make('b', {}, ` ${count}`))
}
