// A rule on the page of results: its name, the part that answers with its sentence, and the other parts that were found.

import { citeBar, copyButton } from './cite_bar.js'
import { make } from './elements.js'
import { WORD } from './found.js'
import { markWords } from './marking.js'
import { names } from './present.js'
import { content } from './preview.js'
import { address, fillExcerpt, nameOf, placeOf } from './results.js'
import { say } from './words.js'

const nameLink = (result) => make('a', { href: address(result) }, nameOf(result))

/** The element of a rule whose best hit is the first of its hits. */
export const group = ({ rule, hits: [best] }, { form }) => {
  const head = make('h2', {}, nameLink(best.place === best.id ? best : { ...rule, place: best.place }))
  return make('li', {}, head, make('span', { class: 'hit-place parted' }, ...placeOf({ ...best, path: above(best, rule) }, form)))
}

/** What a rule stands under, of the way to a part of it. */
const above = ({ id, place, path }, { number, title }) => {
  const own = path.findIndex((label) => label.startsWith(number ?? title ?? ' '))
  return id === place ? path : path.slice(0, own)
}

/** Show what a rule says: whole where it is the answer, else the sentence that fits; and its other parts, folded. */
export const update = (item, { hits }, isAnswer, about) => {
  const [best, ...others] = hits
  item.dataset.why = best.why
  const look = [isAnswer, ...others.map(({ id }) => id)].join(' ')
  if (item.dataset.look === look) return
  item.dataset.look = look
  item.classList.toggle('answer', isAnswer)
  for (const part of item.querySelectorAll(':scope > :not(h2, .hit-place)')) part.remove()
  const text = make('span', { class: 'hit-text', dir: 'auto' })
  const said = make('div', { class: 'said' }, best.place === best.id ? '' : part(best), text)
  item.append(said)
  const filled = fillExcerpt(about.search, best, about.query, text, about.isCurrent)
  if (isAnswer) filled.then(() => tellAll(item, said, text, best, about)).catch(() => {}) // the sentence stands
  if (others.length) item.append(folded(others, about))
}

/** The link to a part of a rule, by its number. */
const part = (result) => {
  const { number, title } = names(result)
  return make('a', { class: 'hit-part number', href: address(result) }, number || title)
}

const folded = (others, { search, query, isCurrent }) => {
  const list = make('ul', { class: 'list' })
  const fold = make('details', { class: 'parts' }, make('summary', {}, `${say('Also here:')} ${others.map((one) => Object.values(names(one)).find(Boolean) ?? one.kind).join(', ')}`), list)
  fold.addEventListener('toggle', () => {
    list.append(...others.map((one) => {
      const text = make('span', { class: 'hit-text', dir: 'auto' })
      const row = make('li', {}, nameLink(one), text)
      fillExcerpt(search, one, query, text, isCurrent)
      return row
    }))
  }, { once: true })
  return fold
}

/** Put the whole rule, as its page has it, in place of its sentence, and what copies it below. */
const tellAll = async (item, said, text, best, { isCurrent }) => {
  const { parts, permanent, record } = await content(make('a', { href: address(best) }))
  if (!isCurrent() || !said.isConnected || !parts.length) return
  const marks = [...text.querySelectorAll('mark')].flatMap((mark) => mark.textContent.toLowerCase().match(WORD) ?? [])
  for (const one of parts) markWords(one, new Set(marks))
  text.replaceWith(...parts)
  said.after(make('div', { class: 'answer-tools' }, copyButton(say('Copy link'), () => permanent), citeBar(record, permanent)))
}
