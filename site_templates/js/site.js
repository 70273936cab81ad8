// Everything a page does beyond being read. Each part stands alone; without script none of it is missed.

import { tidy } from './present.js'
import { attachBox } from './search_box.js'

/** Links name `index.html` so that they work from a disk; people should see and share the folder. */
const tidyAddress = () => {
  const shown = tidy(location.href)
  if (shown !== location.href) history.replaceState(history.state, '', shown)
}

/** A wish of the reader, kept on this device only; where storage is switched off it lasts for this page. */
const keep = (name, value) => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Not kept, then.
  }
}

const kept = (name) => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

const isDark = () => {
  const chosen = document.documentElement.dataset.theme
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

const startThemeSwitch = (button) => {
  button.hidden = false
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark'
    document.documentElement.dataset.theme = theme
    keep('kb-theme', theme)
  })
}

const isTyping = (element) => element.matches('input, textarea, select, [contenteditable]')

/** `/` and Ctrl-K lead to the search box from anywhere. */
const startShortcuts = (input) => {
  document.addEventListener('keydown', (event) => {
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
    const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!isSlash && !isCtrlK) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

/** The table of contents shows which part is being read. */
const startOutline = (outline) => {
  const links = new Map([...outline.querySelectorAll('a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
  const parts = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean)
  let current
  const follow = () => {
    const line = innerHeight / 4
    const reached = parts.findLast((part) => part.getBoundingClientRect().top <= line) ?? parts[0]
    if (!reached || reached === current) return
    links.get(current?.id)?.removeAttribute('aria-current')
    current = reached
    const link = links.get(current.id)
    link.setAttribute('aria-current', 'location')
    if (outline.scrollHeight > outline.clientHeight) {
      outline.scrollTop = link.offsetTop - outline.clientHeight / 2
    }
  }
  let isWaiting = false
  document.addEventListener('scroll', () => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() => { isWaiting = false; follow() })
  }, { passive: true })
  follow()
}

/** A button beside the permanent address copies it whole. */
const startCopy = (link) => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', 'Copy the permanent address')
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(link.dataset.address ?? tidy(link.href))
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'Not allowed'
    }
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
  link.after(' ', button)
}

/** Links to rules show them; who wants none says so, and finds the way back at the foot of every page. */
const startPreviews = async () => {
  if (!document.querySelector('.text a') || !HTMLElement.prototype.showPopover) return
  const turnOff = () => {
    keep('kb-previews', 'off')
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Show previews of rules'
    button.addEventListener('click', () => {
      keep('kb-previews', 'on')
      location.reload()
    })
    document.querySelector('.bottom').append(button)
  }
  if (kept('kb-previews') === 'off') turnOff()
  else (await import('./preview.js')).start(turnOff)
}

const start = () => {
  tidyAddress()
  startThemeSwitch(document.querySelector('.theme'))
  const form = document.querySelector('form.search')
  startShortcuts(form.elements.q)
  if (document.body.classList.contains('page-search')) import('./search_page.js').then(({ attachPage }) => attachPage(form))
  else attachBox(form)
  const outline = document.querySelector('.outline')
  if (outline) startOutline(outline)
  const permalink = document.querySelector('.permalink')
  if (permalink) startCopy(permalink)
  startPreviews()
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
