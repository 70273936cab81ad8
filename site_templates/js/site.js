// Everything a page does beyond being read. Each part stands alone; without script none of it is missed.

import { citeBar, copyButton } from './cite_bar.js'
import { button, make } from './elements.js'
import { FOUND } from './found.js'
import { keep, kept } from './keeping.js'
import { show as showFound } from './marking.js'
import { search as searchMissing, tell as tellMissing } from './missing.js'
import { offer } from './offer.js'
import { start as keepOpen } from './offline.js'
import { follow } from './outline.js'
import { tidy } from './present.js'
import { start as preview } from './preview.js'
import { fillShelves, lastFirst, opened } from './shelf.js'
import { SITE } from './where.js'
import { say } from './words.js'

/** Links name `index.html` so that they work from a disk; people should see and share the folder. */
const tidyAddress = () => {
  const shown = tidy(location.href)
  if (shown !== location.href) history.replaceState(history.state, '', shown)
}

const isDark = () => {
  const chosen = document.documentElement.dataset.theme
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

/** A button that changes how every page looks, from now on. */
const startSwitch = (selector, name, next) => {
  const { dataset } = document.documentElement
  const button = document.querySelector(selector)
  button.hidden = false
  button.addEventListener('click', () => {
    dataset[name] = next(dataset[name])
    keep(`kb-${name}`, dataset[name])
  })
}

const isTyping = (element) => element.matches('input, textarea, select, [contenteditable]')

/** The box becomes one that answers when it is first wanted: most pages are only read. */
const startBox = (form) => {
  const input = form.elements.q
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-expanded', 'false')
  input.value ||= history.state?.asked ?? ''
  const attach = async () => {
    const games = new URL('search/index.json', SITE) // asked for together with the script that reads it
    document.head.append(make('link', { rel: 'preload', as: 'fetch', crossorigin: '', href: games }))
    return (await import('./search_box.js')).attachBox(form)
  }
  form.addEventListener('submit', (event) => {
    if (form.dataset.attached !== undefined) return
    event.preventDefault()
    attach().then(() => form.requestSubmit(), () => form.submit())
  })
  const isWanted = document.activeElement === input || input.value
  if (isWanted) attach()
  else for (const way of ['focus', 'pointerenter', 'input']) input.addEventListener(way, attach, { once: true })
}

const choose = (event, input) => {
  event.preventDefault()
  input.focus()
  input.select()
}

/** `/` and Ctrl-K lead to the search box from anywhere. */
const startShortcuts = (input) => {
  document.addEventListener('keydown', (event) => {
    const isFree = !isTyping(event.target) || (event.target === input && !input.value)
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && isFree
    const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (isSlash || isCtrlK) choose(event, input)
  })
}

/** The bar of a phone leads to the box of this page; once its title is out of sight, the top of the page says it. */
const startBar = (input) => {
  document.querySelector('.to-search').addEventListener('click', (event) => choose(event, input))
  const title = document.querySelector('.entry-body h1, .reading-body h1')
  if (!title) return
  const here = document.querySelector('.here')
  new IntersectionObserver(([{ isIntersecting, boundingClientRect }]) => {
    here.textContent = isIntersecting || boundingClientRect.top > 0 ? '' : title.textContent
  }).observe(title)
}

/** The left and right arrow keys lead to the page before and after, where nothing else needs them. */
const startSteps = () => {
  document.addEventListener('keydown', (event) => {
    const [back, on] = document.querySelector('main').dir ? ['next', 'prev'] : ['prev', 'next'] // mirrored
    const way = { ArrowLeft: back, ArrowRight: on }[event.key]
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (isTyping(event.target) || event.target.closest('[tabindex="0"]')) return
    document.querySelector(`.steps [rel=${way}]`)?.click()
  })
}

/** Below the text of an entry: controls that copy its permanent address, or its citation. */
const startCiting = (permalink) => {
  const permanent = permalink.dataset.address ?? tidy(permalink.href)
  const bar = citeBar(new URL('entry.json', location.href).href, permanent)
  bar.prepend(copyButton(say('Copy link'), () => permanent), opened())
  document.querySelector('.cite').prepend(bar)
}

/** Links to rules show them; who wants none says so, and finds the way back at the foot of every page. */
const startPreviews = () => {
  if (!document.querySelector('.text a') || !HTMLElement.prototype.showPopover) return
  const turnOff = () => {
    keep('kb-previews', 'off')
    document.querySelector('.bottom').append(button('copy', () => {
      keep('kb-previews', 'on')
      location.reload()
    }, say('Show previews of rules')))
  }
  if (kept('kb-previews') === 'off') turnOff()
  else preview(turnOff)
}

/** What was opened stays readable without a net, once the page itself is all there. */
const startOffline = () => {
  if (!navigator.serviceWorker) document.querySelector('.no-worker')?.removeAttribute('hidden')
  else setTimeout(() => keepOpen(offer).catch(() => {}), 200)
}

/** On paper a link is its address: of what a page points at, and of what points at it. */
const startPrinting = () => addEventListener('beforeprint', () => {
  for (const link of document.querySelectorAll('.connections a[href]')) link.dataset.address = link.href
})

const start = () => {
  tidyAddress()
  if (kept(FOUND)) showFound()
  startSwitch('.theme', 'theme', () => (isDark() ? 'light' : 'dark'))
  startSwitch('.letters-size', 'letters', (size = 0) => (Number(size) + 1) % 3) // one of three sizes
  const form = document.querySelector('form.search')
  startShortcuts(form.elements.q)
  startSteps()
  const isPage = (kind) => document.body.classList.contains(`page-${kind}`)
  if (isPage('search')) import('./search_page.js').then(({ attachPage }) => attachPage(form))
  else startBox(form)
  if (isPage('post')) import('./post/page.js')
  if (isPage('diff')) import('./diff/page.js')
  if (isPage('missing')) import('./search_box.js').then(({ attachBox }) => searchMissing(form, attachBox))
  if (isPage('offline')) tellMissing()
  startBar(form.elements.q)
  const outline = document.querySelector('.outline')
  if (outline) follow(outline)
  fillShelves(isPage('home') ? 5 : undefined)
  if (isPage('home')) lastFirst(document.querySelector('.cards'))
  const permalink = document.querySelector('.permalink')
  if (permalink) startCiting(permalink)
  startPreviews()
  startPrinting()
  startOffline()
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
