// The page "Link my post": what is typed goes to a worker beside the page, what comes back is shown.

import { PLACES, citation } from '../citing.js'
import { copyButton } from '../cite_bar.js'
import { keep, kept } from '../keeping.js'
import { ask } from '../offline.js'
import { citedRow, doubtRow, findingRow, fixRow } from './lists.js'
import { markedPost } from './marked.js'
import { shown } from './shown.js'
import { say } from '../words.js'

const SITE = new URL('../../../../', import.meta.url).href
const PAUSE = 250 // milliseconds without a key before a post is read
const MOST_SHOWN_AS = 20_000 // characters of the preview
const MOST_FIXES = 200
const MOST_IN_BOX = 100_000 // characters; a browser lays out what nobody scrolls through, and stands still for it

// A post that begins in Hebrew or Arabic; `dir="auto"` would ask every line, which takes a long post half a minute.
const IS_FROM_RIGHT = /^\P{L}{0,200}[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

const form = document.querySelector('.post-form')
const status = document.querySelector('.post-status')
const section = (name) => document.querySelector(`.post-${name}`)
const { post, linked, source, to, game, terms } = form.elements
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
const SECTIONS = ['doubts', 'fixes', 'quotations', 'citations', 'marked', 'shown', 'told']
const choices = {}
const told = {}
let turn = 0
let waiting = 0

const number = (count) => count.toLocaleString(`${document.documentElement.lang}-u-nu-latn`)

/** Write both boxes from one side; a change lays all of them out again. */
const turnTo = (side) => {
  if (post.dir !== side) post.dir = linked.dir = side
}

/** Ask the worker about a post. */
const tellOf = (text) => worker.postMessage({
  turn,
  site: SITE,
  post: text,
  source: source.value || null,
  to: to.value || null,
  game: game.value || null,
  terms: terms.checked,
  choices: { ...choices },
})

/** Read the example in the empty box, so that the rules are there when the first post comes; nobody is told of it. */
const getReady = () => {
  if (post.value || navigator.connection?.saveData) return
  tellOf(post.placeholder)
  turn++
}

/** What stands on the page was said of another post: it can no more be copied or done. */
const outdate = () => {
  status.dataset.state = 'busy'
  for (const name of ['copy', 'told', 'fixes']) section(name).inert = true
}

/** Ask about the post as it is now. */
const read = () => {
  clearTimeout(waiting)
  turn++
  if (!post.value.trim()) return empty()
  turnTo(IS_FROM_RIGHT.test(post.value) ? 'rtl' : 'ltr')
  outdate()
  tellOf(post.value)
}

const empty = () => {
  turnTo('')
  linked.value = told.text = ''
  status.textContent = ''
  for (const name of SECTIONS) section(name).hidden = true
}

/** Fill a list; a row that holds the focus gives it to the one in its place. */
const fill = (name, rows, count) => {
  const list = section(name).querySelector('.post-list')
  const key = document.activeElement?.dataset.key
  list.replaceChildren(...rows)
  if (key) [...list.querySelectorAll('[data-key]')].find((one) => one.dataset.key === key)?.focus()
  section(name).hidden = rows.length === 0
  section(name).querySelector('h2').dataset.count = count > rows.length ? say('{0} of {1}', number(rows.length), number(count)) : number(count)
}

/** What stands on the page, in one sentence. */
const summary = () => {
  const { links, from, about, doubtful, counts, to: written, text } = told
  const made = links === 1 ? say('1 link made') : links ? say('{0} links made', number(links)) : say('Nothing to link')
  const parts = [made, say('read as {0}', PLACES[from].label)]
  if (doubtful) parts.push(say('{0} unclear', number(doubtful)))
  if (counts) {
    const { exact, ...wrong } = counts
    if (exact) parts.push(exact === 1 ? say('1 quotation {0}', say('exact')) : say('{0} quotations {1}', number(exact), say('exact')))
    const called = (verdict) => (verdict === 'exact, cut short' ? say('cut short') : say(verdict)) // a comma parts what is counted
    parts.push(...Object.entries(wrong).map(([verdict, count]) => say('{0} {1}', number(count), called(verdict))))
  } else {
    parts.push(say('comparing quotations'))
  }
  const { most, label } = PLACES[written]
  const length = most ? [...text].length : 0
  return [
    `${parts.join(say(', '))}${counts ? '.' : ' …'}`,
    about,
    length > most && say('Too long for {0}: {1} of {2} characters.', label, number(length), number(most)),
    text.length > MOST_IN_BOX && say('The box shows the beginning; the button copies all of it.'),
  ].filter(Boolean).join(' ')
}

const TOLD = {
  ready: ({ files }) => store(files),
  linked: (answer) => {
    Object.assign(told, answer, { counts: null })
    section('copy').inert = false
    linked.value = answer.text.slice(0, MOST_IN_BOX)
    show('shown', shown(answer.text.slice(0, MOST_SHOWN_AS), answer.to))
    fill('citations', answer.cited.map((one) => citedRow(one, SITE)), answer.rules)
    fill('doubts', answer.doubts.map((one) => doubtRow(one, choose)), answer.asked)
    status.textContent = summary()
  },
  previews: ({ previews }) => {
    for (const row of section('citations').querySelectorAll('[data-rule]')) {
      row.querySelector('.post-preview').textContent = previews[row.dataset.rule] ?? ''
    }
  },
  checked: ({ counts, checked, findings, marks, fixes, fixed, line }) => {
    Object.assign(told, { counts, fixes, fixed, line })
    for (const name of ['told', 'fixes']) section(name).inert = false
    fill('quotations', findings.map((one) => findingRow(one, SITE)), checked)
    fill('fixes', fixes.slice(0, MOST_FIXES).map(fixRow), fixes.length)
    show('marked', marks.length ? markedPost(post.value, marks) : [])
    show('told', line ? [line] : [])
    status.textContent = summary()
    status.dataset.state = 'done'
  },
  failed: () => {
    status.textContent = say('The rules could not be fetched; try again once you are online.')
    status.dataset.state = 'done'
  },
}

/** Put nodes into the box of a section, or hide it where there are none. */
const show = (name, nodes) => {
  section(name).querySelector('.post-box').replaceChildren(...nodes)
  section(name).hidden = nodes.length === 0
}

/** Write what was shown into the box of the post, so that the browser can undo it. */
const mend = () => {
  post.focus()
  post.select()
  if (!document.execCommand?.('insertText', false, told.fixed)) post.value = told.fixed
  read()
}

const choose = (key, id) => {
  choices[key] = id
  read()
}

/** What was fetched stays on the device, for a day without a net. */
const store = async (files) => {
  const active = (await navigator.serviceWorker?.ready)?.active
  for (const file of active ? files : []) await ask(active, 'visited', file).catch(() => {})
}

const offerPlaces = () => {
  const option = ([value, { label }]) => Object.assign(document.createElement('option'), { value, textContent: label })
  source.append(...Object.entries(PLACES).map(option))
  to.append(...Object.entries(PLACES).map(option))
  if (Object.hasOwn(PLACES, kept('kb-link-to') ?? '')) to.value = kept('kb-link-to')
  to.addEventListener('change', () => keep('kb-link-to', to.value))
}

worker.addEventListener('message', ({ data }) => {
  if (data.kind === 'ready' || data.turn === turn) TOLD[data.kind](data)
})
worker.addEventListener('error', () => TOLD.failed())
post.addEventListener('input', () => {
  clearTimeout(waiting)
  outdate()
  waiting = setTimeout(read, PAUSE)
})
for (const control of [source, to, game, terms]) control.addEventListener('change', read)
form.addEventListener('submit', (event) => event.preventDefault())
addEventListener('pageshow', () => { if (post.value) read() })

/** Begin a post with a rule of this site, as its page asks for it; what was written already stays. */
const quote = async (folder) => {
  const record = new URL(`${folder}entry.json`, SITE)
  if (post.value || !record.href.startsWith(SITE)) return
  const { cite, permalink, text, children } = await (await fetch(record)).json()
  if (post.value) return // typed meanwhile
  const place = Object.hasOwn(PLACES, kept('kb-cite') ?? '') ? kept('kb-cite') : 'markdown'
  const address = cite.address ?? new URL(permalink, SITE).href
  post.value = `${citation({ ...cite, text, children, address }, place, true)}\n\n`
  source.value = place
  post.focus()
  read()
}

const words = document.querySelector('script.words')
if (words) worker.postMessage({ words: words.textContent })
offerPlaces()
const copy = copyButton(say('Copy the post'), () => told.text ?? '')
copy.className = 'post-copy-button'
document.querySelector('.post-copy').append(copy)
section('told').append(copyButton(say('Copy the line'), () => told.line))
section('fixes').querySelector('button').addEventListener('click', mend)
form.hidden = false
read()
getReady()
const asked = new URLSearchParams(location.search).get('quote')
if (asked) quote(asked).catch(() => TOLD.failed())
