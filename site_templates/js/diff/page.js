// The page of what changed between two editions: any two of them, a filter, side by side.

import { button, make } from '../elements.js'
import { compare, label, pieces } from './compare.js'

const CHAPTER = 2
const AROUND = 8
const LONGEST = 60
const LEAST_HIDDEN = 4
const AT_ONCE = 40

const STATUSES = ['added', 'removed', 'changed', 'renumbered', 'moved']

const lines = (text) => text.split('\n').flatMap((line, at) => (at ? [make('br'), line] : [line]))

/** What of a piece is shown, what hidden, what shown behind; as `kb/diff/folding.py` has it. */
const folded = (all) => all.map(([kind, text], at) => {
  const isLast = at === all.length - 1
  if (kind !== 'same' && all.length > 1) return [kind, text, '', '']
  const before = kind !== 'same' ? LONGEST : at === 0 ? 0 : AROUND
  const behind = kind !== 'same' || isLast ? 0 : AROUND
  const words = text.match(/\S+\s*/g) ?? []
  if (words.length < before + behind + LEAST_HIDDEN) return [kind, text, '', '']
  const end = words.length - behind
  return [kind, words.slice(0, before).join(''), words.slice(before, end).join(''), words.slice(end).join('')]
})

const wordsElement = (all) => make('div', { class: 'change', dir: 'auto' }, ...folded(all).map(([kind, first, hidden, behind]) => {
  const inside = [...lines(first)]
  if (hidden) inside.push(make('details', {}, make('summary', {}, '…'), ...lines(hidden)), ...lines(behind))
  return make({ added: 'ins', removed: 'del', same: 'span' }[kind], {}, ...inside)
}))

/** A row for a change of two editions that were compared here. */
const row = (change, moved, base) => {
  const side = change.now ?? change.old
  const address = new URL(side.address, base)
  const slug = decodeURIComponent(address.pathname.replace(/\/index\.html$/, '').split('/').pop()).split('@')[0]
  const id = change.now ? slug : `was-${slug}`
  const head = make('p', {}, make('span', { class: 'diff-status' }, change.status), ' ',
    make('a', { href: address.href, dir: 'auto' }, label(side)), ' ')
  const isNamedAnew = change.old && change.now && (change.old.number !== change.now.number || change.old.title !== change.now.title)
  const notes = isNamedAnew ? [`was ${label(change.old)}`] : []
  if (change.heirs.length) notes.push(`its words are in ${change.heirs.map((heir) => label(heir)).join(', ')}`)
  if (notes.length) head.append(make('span', { class: 'soft', dir: 'auto' }, notes.join('; ')), ' ')
  head.append(make('a', { class: 'diff-here', href: `#${encodeURIComponent(id)}`, 'aria-label': 'Link to this change' }, '#'))
  const article = make('article', { class: `diff ${change.status}`, id }, head)
  const told = change.status === 'renumbered' || change.status === 'moved' ? [] : pieces(change, moved)
  if (told.length) article.append(wordsElement(told))
  return article
}

/** Puts the changes of two editions on the page, a few at a time so that it stays at hand. */
const show = async (form, from, to) => {
  const base = new URL(form.dataset.editions, location.href)
  const chapters = document.querySelector('.diff-chapters')
  chapters.replaceChildren(make('p', { class: 'diff-progress' }, 'Comparing …'))
  const data = await (await fetch(base)).json()
  const { moved, changes } = compare(data, from, to)
  const told = changes.filter(({ status }) => status !== 'same')
  counts(STATUSES.map((status) => [status, told.filter((one) => one.status === status).length]).filter(([, many]) => many))
  chapters.replaceChildren()
  let heading = null
  let section = null
  for (let at = 0; at < told.length; at++) {
    const title = told[at].path.slice(0, CHAPTER).join(' › ')
    if (title !== heading) {
      heading = title
      section = make('section', {}, title && make('h2', { dir: 'auto' }, title))
      chapters.append(section)
    }
    section.append(row(told[at], moved, base))
    if (at % AT_ONCE === AT_ONCE - 1) await new Promise((done) => setTimeout(done))
  }
  if (!told.length) chapters.append(make('p', {}, 'Both editions say the same.'))
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
}

const counts = (found) => {
  const line = document.querySelector('.diff-counts')
  if (found) {
    line.replaceChildren(...found.map(([status, many]) => (
      make('span', { class: `diff-count ${status}`, 'data-status': status }, `${many.toLocaleString('en')} ${status}`))))
  }
  for (const told of line.querySelectorAll('span:not(.same)')) {
    const control = button(told.className, () => {
      control.ariaPressed = control.ariaPressed !== 'true'
      filter()
    }, told.textContent.trim())
    control.ariaPressed = 'true'
    control.dataset.status = told.dataset.status
    told.replaceWith(control)
  }
}

const form = document.querySelector('.diff-choice')
const read = new WeakMap()

/** What is said in a row, read once. */
const textOf = (article) => {
  if (!read.has(article)) read.set(article, article.textContent.toLowerCase())
  return read.get(article)
}

/** Leaves only the rows whose status is wanted and which hold the words that are sought. */
const filter = () => {
  const wanted = form.elements.find.value.trim().toLowerCase()
  const off = new Set([...document.querySelectorAll('button.diff-count[aria-pressed="false"]')].map((one) => one.dataset.status))
  for (const section of document.querySelectorAll('.diff-chapters section')) {
    let shown = 0
    for (const article of section.querySelectorAll('.diff')) {
      article.hidden = off.has(article.classList[1]) || (wanted !== '' && !textOf(article).includes(wanted))
      shown += !article.hidden
    }
    section.hidden = !shown
  }
}

const sides = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (isIntersecting && form.elements.beside.checked) part(target)
  }
}, { rootMargin: '50%' })

/** The two wordings of a change beside each other: one element twice, of which styles hide what is not its own. */
const part = (article) => {
  const words = article.querySelector(':scope > .change')
  if (!words || !article.classList.contains('changed')) return
  const both = make('div', { class: 'diff-sides' })
  words.replaceWith(both)
  both.append(words, words.cloneNode(true))
}

const join = (article) => {
  const both = article.querySelector('.diff-sides')
  if (both) both.replaceWith(both.firstChild)
}

const startSides = () => {
  form.elements.beside.addEventListener('change', () => {
    for (const article of document.querySelectorAll('.diff.changed')) {
      if (form.elements.beside.checked) {
        sides.observe(article)
      } else {
        sides.unobserve(article)
        join(article)
      }
    }
  })
}

/** Leads to the page of the two editions chosen, the older one first. */
const startChoice = () => {
  const { old, new: now } = form.elements
  const asWritten = () => {
    old.value = form.dataset.old
    now.value = form.dataset.new
  }
  asWritten()
  addEventListener('pageshow', asWritten) // a browser that goes back puts in what was chosen last
  const editions = [...old.options].map(({ value }) => value)
  const go = () => {
    const [from, to] = [old.value, now.value].sort((one, other) => editions.indexOf(one) - editions.indexOf(other))
    if (from === to || (from === form.dataset.old && to === form.dataset.new)) return
    location.href = new URL(`../${encodeURIComponent(`${name(from)}-to-${name(to)}`)}/`, location.href)
  }
  old.addEventListener('change', go)
  now.addEventListener('change', go)
}

/** An edition as part of an address, as `kb/site/diffs.py` has it. */
const name = (edition) => edition.replace(/[^\p{L}\p{N}_.@+-]+/gu, '-')

form.hidden = false
counts()
startSides()
startChoice()
form.addEventListener('submit', (event) => event.preventDefault())
let waiting = 0
form.elements.find.addEventListener('input', () => {
  clearTimeout(waiting)
  waiting = setTimeout(filter, 120)
})
if ('compare' in form.dataset) show(form, form.dataset.old, form.dataset.new)
