// The words by which a rule was found: marked where it is opened, which is scrolled to them.

import { make } from './elements.js'
import { FOUND, WORD } from './found.js'
import { keep, keptJson } from './keeping.js'
import { tidy } from './present.js'

const LONGEST = 20_000 // milliseconds from following a hit to its page: on slow lines, and to a tab in the background

/** The words by which this page was found just now, if it was. */
const words = () => {
  const { at, words: found, when } = keptJson(FOUND) ?? {}
  if (at !== tidy(location.href.split('#')[0]) || Date.now() - when > LONGEST) return []
  keep(FOUND, '')
  return [found].flat().map(String)
}

/** Mark the words found in the text of this page, and bring into sight the passage that has most of them. */
export const show = () => {
  const wanted = new Set(words())
  const parts = [...document.querySelectorAll('.entry-body > .text, .entry-body > .rows .text')]
  for (const part of parts) markWords(part, wanted)
  const count = (part) => new Set([...part.querySelectorAll('mark')].map((mark) => mark.textContent.toLowerCase())).size
  const passages = parts.flatMap((part) => [...part.querySelectorAll('p, li, td, dd')])
  const best = passages.reduce((most, one) => (count(one) > (most ? count(most) : 0) ? one : most), null)
  const { top, bottom } = best?.getBoundingClientRect() ?? {}
  if (best && (top < 0 || bottom > innerHeight)) best.querySelector('mark').scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** Mark these words wherever they stand in an element. */
export const markWords = (element, wanted) => {
  const texts = []
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) texts.push(walk.currentNode)
  for (const node of texts) {
    const found = [...node.data.matchAll(WORD)].filter(([word]) => wanted.has(word.toLowerCase()))
    for (const { 0: word, index } of found.reverse()) { // from the end, so that what is before keeps its place
      const match = node.splitText(index)
      match.splitText(word.length)
      match.replaceWith(make('mark', {}, word))
    }
  }
}
