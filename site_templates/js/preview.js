// Previews: hovering, focusing or tapping a link to a rule shows the rule beside it. Reads the linked page itself.

import { get, once } from './asking.js'
import { citeBar, copyButton } from './cite_bar.js'
import { button, make } from './elements.js'
import { tidy } from './present.js'
import { say } from './words.js'

const AFTER = 350 // milliseconds of rest on a link before it opens: passing over one is no wish
const GRACE = 250 // and to cross from the link into its preview
const DEEPEST = 2
const LINKS = '.text a:not(.out)'

const pages = new Map()

/** The page at an address, read once. */
export const read = (address) => once(pages, address, async () => (
  new DOMParser().parseFromString(await (await get(address)).text(), 'text/html')))

/** Copies of what a preview shows, fit for another page: no ids, and links that still arrive. */
const copies = (elements, address) => elements.filter(Boolean).map((element) => {
  const copy = element.cloneNode(true)
  for (const one of [copy, ...copy.querySelectorAll('[id]')]) one.removeAttribute('id')
  for (const link of copy.querySelectorAll('a[href]')) link.href = new URL(link.getAttribute('href'), address)
  for (const picture of copy.querySelectorAll('img')) picture.src = new URL(picture.getAttribute('src'), address)
  return copy
})

/** What there is to show for a link: its rule's name, words and permanent address. */
export const content = async (link) => {
  const address = link.href
  const here = link.hash && link.pathname === location.pathname && document.getElementById(decodeURIComponent(link.hash.slice(1)))
  if (here) {
    const open = new URL(here.querySelector('.mark').getAttribute('href'), location.href).href
    return { ...(await content(make('a', { href: open }))), open: address }
  }
  const page = await read(address.split('#')[0])
  const body = page.querySelector('.entry-body')
  const permanent = page.querySelector('.permalink')
  if (!body || !permanent) throw new Error(address)
  return {
    open: address,
    name: body.querySelector('h1').textContent.trim(),
    parts: copies([body.querySelector(':scope > .text'), body.querySelector(':scope > .rows')], address),
    permanent: permanent.dataset.address ?? tidy(new URL(permanent.getAttribute('href'), address).href),
    record: new URL('entry.json', address).href,
  }
}

/** Start previews for the links of a page; `turnOff` is called when the reader wants none. */
export const start = (turnOff) => {
  const open = [] // from the outermost inwards
  let waiting = 0
  let touched = false
  let isOff = false

  const depthOf = (node) => open.findLastIndex((one) => one.box.contains(node)) + 1

  const close = (depth = 0) => {
    clearTimeout(waiting)
    for (const { box, link } of open.splice(depth)) {
      const hadFocus = box.contains(document.activeElement)
      box.remove()
      link.style.anchorName = ''
      if (hadFocus) link.focus({ preventScroll: true })
    }
  }

  const offButton = () => button('copy', () => {
    close()
    isOff = true
    turnOff()
  }, say('No previews'))

  const build = ({ open: address, name, parts, permanent, record }) => {
    const x = button('close', () => { wanted = null; close(open.findIndex((one) => one.box === box)) }, '×')
    x.setAttribute('aria-label', say('Close'))
    const box = make('div', { class: 'preview', popover: 'manual', role: 'dialog', 'aria-label': say('Preview of {0}', name) },
      make('a', { class: 'preview-name', href: address, dir: 'auto', 'data-open': say('Open') }, name),
      make('div', { class: 'preview-words', tabindex: '0' }, ...parts),
      citeBar(record, permanent),
      make('div', { class: 'preview-buttons' }, copyButton(say('Copy link'), () => permanent), offButton()),
      x)
    return box
  }

  const show = async (link) => {
    const depth = depthOf(link)
    if (isOff || depth >= DEEPEST || open[depth]?.link === link) return
    let found
    try {
      found = await content(link)
    } catch {
      return // the link itself still works
    }
    if (wanted !== link || !link.isConnected) return
    close(depth)
    const box = build(found)
    link.after(box)
    link.style.anchorName = box.style.positionAnchor = `--link-${depth}` // styles place it
    box.showPopover()
    open.push({ box, link })
  }

  let wanted = null
  const wish = (link, delay) => {
    wanted = link
    clearTimeout(waiting)
    waiting = setTimeout(() => (link ? show(link) : close()), delay)
  }

  const linkAt = (node) => (node instanceof Element ? node.closest(LINKS) : null)

  const early = document.querySelector(`${LINKS}:is(:hover, :focus-visible)`) // before this script was there
  if (early) wish(early, AFTER)

  document.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return
    const link = linkAt(event.target)
    const depth = depthOf(event.target)
    if (link) wish(link, AFTER)
    else if (depth) clearTimeout(waiting)
    else if (open.length || wanted) wish(null, GRACE)
  })
  document.addEventListener('focusin', (event) => {
    const link = linkAt(event.target)
    if (link && link.matches(':focus-visible')) wish(link, AFTER)
    else if (!depthOf(event.target) && !link) wish(null, 0)
  })
  document.addEventListener('pointerdown', (event) => {
    touched = event.pointerType === 'touch'
    if (!depthOf(event.target) && !linkAt(event.target)) close()
  })
  document.addEventListener('click', (event) => {
    const link = linkAt(event.target)
    if (!link || !touched || isOff || depthOf(link) >= DEEPEST) return
    if (open.some((one) => one.link === link)) return // a second tap opens the rule
    event.preventDefault()
    wish(link, 0)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !open.length) return
    event.preventDefault()
    wanted = null
    close(open.length - 1)
  })
}
