// The page of what changed between two editions: a filter, side by side, and the way to any other two.

import { read } from '../preview.js'

const form = document.querySelector('.diff-choice')
const { find, beside } = form.elements
const chapters = document.querySelector('.diff-chapters')
const rest = document.querySelector('.diff-rest')

/** How the page was left, for who comes back to it. */
const [sought = '', without = [], wasBeside, followed] = history.state?.changes ?? []

/** Which changes are left out. */
const left = () => [...form.querySelectorAll('.diff-count :not(:checked)')].map(({ value }) => value)

const keep = (at) => history.replaceState({ ...history.state, changes: [find.value, left(), beside.checked, at] }, '')

/** Changes that stand on many pages are lines of files which this one names; each chapter tells which of them. */
const fill = async () => {
  const files = await Promise.all(chapters.dataset.files.split(' ').map(read))
  const lines = files.flatMap(({ body }) => [...body.children])
  for (const section of chapters.querySelectorAll('[data-lines]')) {
    section.append(...section.dataset.lines.split(' ').map((line) => lines[line]))
  }
  delete chapters.dataset.files // now styles show them
}

/** The changes that a page leaves for later stand on another. */
const goOn = async () => {
  chapters.append(...(await read(rest.firstChild.href)).querySelectorAll('section'))
  rest.remove()
}

/** Leaves only the rows whose status is wanted and which hold the words that are sought. */
const filter = () => {
  const wanted = find.value.trim().toLowerCase()
  const off = left()
  for (const article of chapters.querySelectorAll('.diff')) {
    article.hidden = off.includes(article.classList[1]) || !article.textContent.toLowerCase().includes(wanted)
  }
  keep()
}

/** The two wordings of each change beside each other: one element twice, of which styles hide what is not its own. */
const part = () => {
  for (const words of document.querySelectorAll('main:has([name=beside]:checked) .changed > .change')) {
    const both = words.cloneNode()
    both.className = 'diff-sides'
    words.replaceWith(both)
    both.append(words, words.cloneNode(true))
  }
}

chapters.addEventListener('click', ({ target }) => {
  keep(target.closest('article')?.id)
  history.scrollRestoration = 'manual' // the rows that are left come after a browser has scrolled
})
form.addEventListener('change', ({ target }) => {
  if (target.options) {
    location.href = target.value
    target.querySelector('[selected]').selected = true // for who comes back
  } else {
    part()
    filter()
  }
})
let waiting = 0
find.addEventListener('input', () => {
  clearTimeout(waiting)
  waiting = setTimeout(filter, 120)
})
find.value = sought
beside.checked = wasBeside
for (const one of form.querySelectorAll('.diff-count input')) one.checked = !without.includes(one.value)
if (chapters.dataset.files) await fill()
if (rest) await goOn()
if (location.hash && !document.querySelector(':target')) location.replace(location.hash)
part()
if (find.value || left().length) filter()
if (followed) document.getElementById(followed).querySelector('a').focus()
