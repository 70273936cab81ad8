// Rules that were opened last, and those that were saved: on this device only, newest first.

import { button, make } from './elements.js'
import { keep, keptList } from './keeping.js'
import { tidy } from './present.js'
import { SITE } from './where.js'
import { say } from './words.js'

const MOST = { opened: 24, saved: 200 }

/** What a shelf holds: `[{at: 'magic/702.19b/', name: '702.19b Trample', game: 'Magic'}]`. */
export const shelf = (name) => keptList(`kb-${name}`, (one) => typeof one?.at === 'string' && typeof one.name === 'string')

const put = (name, held) => keep(`kb-${name}`, JSON.stringify(held.slice(0, MOST[name])))

const without = (name, { at }) => shelf(name).filter((one) => one.at !== at)

/** What this page is called on a shelf. */
const page = () => ({
  at: tidy(location.href.split(/[?#]/)[0]).slice(SITE.href.length),
  name: document.querySelector('h1').textContent.trim().replace(/\s+/g, ' '),
  game: document.querySelector('.trail a')?.textContent.trim() ?? '',
})

/** Put this page among those opened last, and give the button that saves it. */
export const opened = () => {
  const here = page()
  put('opened', [here, ...without('opened', here)])
  const show = () => {
    const isSaved = shelf('saved').some(({ at }) => at === here.at)
    control.textContent = isSaved ? say('Saved') : say('Save')
    control.setAttribute('aria-pressed', isSaved)
    return isSaved
  }
  const control = button('copy', () => {
    put('saved', show() ? without('saved', here) : [here, ...shelf('saved')])
    show()
  })
  show()
  return control
}

/** The game that was used last comes first. */
export const lastFirst = (cards) => {
  const [last] = shelf('opened')
  const card = last && [...cards.children].find((one) => one.querySelector('a').href.startsWith(new URL(last.at.split('/')[0], SITE).href + '/'))
  if (card) cards.prepend(card)
}

/** List what a shelf holds in each place that asks for it; an empty one stays as it is. */
export const fillShelves = (most = Infinity) => {
  for (const place of document.querySelectorAll('[data-shelf]')) {
    const held = shelf(place.dataset.shelf).slice(0, most)
    if (!held.length) continue
    place.hidden = false
    place.querySelector('p, ul').replaceWith(make('ul', { class: 'list' }, ...held.map(({ at, name, game }) => make(
      'li', {}, make('a', { href: new URL(at, SITE).href, dir: 'auto' }, name), ' ', make('span', { class: 'soft', dir: 'auto' }, game ?? ''),
    ))))
  }
}
