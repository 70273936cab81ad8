// The words by which a rule was found are handed on to its page.

import { keep } from './keeping.js'
import { tidy } from './present.js'

export const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu

export const FOUND = 'kb-found'

/** Remember the words marked in a hit, for the page that its link opens. */
export const follow = (link) => {
  const hit = link.closest('li, [role=option]') ?? link
  const marks = [...hit.querySelectorAll('mark')].flatMap(({ textContent }) => textContent.toLowerCase().match(WORD) ?? [])
  if (marks.length) keep(FOUND, JSON.stringify({ at: tidy(link.href), words: [...new Set(marks)], when: Date.now() }))
}

/** Do that for every hit of a list, in whatever way it is opened. */
export const watch = (list) => {
  for (const way of ['click', 'auxclick', 'contextmenu']) {
    list.addEventListener(way, ({ target }) => {
      const link = target.closest('a[href]')
      if (link) follow(link)
    })
  }
}
