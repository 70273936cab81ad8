// The page of what changed between two editions: a filter, side by side, and the way to any other two.

import { button } from '../elements.js'

const form = document.querySelector('.diff-choice')
const { old, new: now, find, beside } = form.elements

/** How the page was left, for who comes back to it. */
const [sought = '', without = [], wasBeside, followed] = history.state?.changes ?? []

/** Which changes are left out. */
const left = () => [...document.querySelectorAll('.diff-count[aria-pressed="false"]')].map(({ dataset }) => dataset.status)

const keep = (at) => history.replaceState({ ...history.state, changes: [find.value, left(), beside.checked, at] }, '')

/** The counts become switches. */
const startCounts = () => {
  for (const told of document.querySelectorAll('.diff-count:not(.same)')) {
    const control = button(told.className, () => {
      control.ariaPressed = control.ariaPressed !== 'true'
      filter()
    }, told.textContent)
    control.dataset.status = told.dataset.status
    control.ariaPressed = String(!without.includes(control.dataset.status))
    told.replaceWith(control)
  }
}

/** Leaves only the rows whose status is wanted and which hold the words that are sought. */
const filter = () => {
  const wanted = find.value.trim().toLowerCase()
  const off = left()
  for (const section of document.querySelectorAll('.diff-chapters section')) {
    section.hidden = true
    for (const article of section.querySelectorAll('.diff')) {
      article.hidden = off.includes(article.classList[1]) || !article.textContent.toLowerCase().includes(wanted)
      section.hidden &&= article.hidden
    }
  }
  keep()
}

/** The two wordings of each change beside each other: one element twice, of which styles hide what is not its own. */
const part = () => {
  for (const words of document.querySelectorAll('.changed > .change')) {
    const both = words.parentElement.appendChild(document.createElement('div'))
    both.className = 'diff-sides'
    both.append(words, words.cloneNode(true))
  }
}

const join = () => {
  for (const both of document.querySelectorAll('.diff-sides')) both.replaceWith(both.firstChild)
}

const asWritten = () => {
  for (const one of form.querySelectorAll('[selected]')) one.selected = true
}

/** Leads to the page of the two editions chosen. */
const go = ({ target }) => { location.href = target.value }

startCounts()
asWritten()
find.value = sought
beside.checked = wasBeside
if (wasBeside) part()
if (sought || without.length) filter()
if (followed) document.getElementById(followed).querySelector('a').focus()
document.querySelector('.diff-chapters').addEventListener('click', ({ target }) => {
  keep(target.closest('article')?.id)
  history.scrollRestoration = 'manual' // the rows that are left come after a browser has scrolled
})
addEventListener('pageshow', asWritten) // a browser that goes back puts in what was chosen last
old.addEventListener('change', go)
now.addEventListener('change', go)
beside.addEventListener('change', () => {
  beside.checked ? part() : join()
  keep()
})
form.addEventListener('submit', (event) => event.preventDefault())
let waiting = 0
find.addEventListener('input', () => {
  clearTimeout(waiting)
  waiting = setTimeout(filter, 120)
})
