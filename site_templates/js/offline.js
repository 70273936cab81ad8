// Offline: starts the worker and announces a new state of the site.

import { keep, kept } from './keeping.js'
import { SITE } from './where.js'
import { say } from './words.js'

/** Ask the worker to do something; `news` is told how far it is. */
export const ask = (worker, task, about, news = () => {}) => new Promise((resolve, reject) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }) => {
    if (data.news) news(data.news)
    else if (data.error) reject(new Error(data.error))
    else resolve(data.result)
  }
  worker.postMessage({ task, about }, [port2])
})

export const button = (label, act) => {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = label
  element.addEventListener('click', act)
  return element
}

/** Say that a new state is ready; it is shown when the reader wants it, and then as a whole. */
const announce = (worker) => {
  if (document.querySelector('.update')) return
  const bar = document.createElement('p')
  bar.className = 'update'
  bar.setAttribute('role', 'status')
  document.body.append(bar) // before its words, so that they are read out
  bar.append(say('These rules were updated.'), ' ', button(say('Show the update'), () => ask(worker, 'takeOver')), ' ',
    button(say('Later'), () => bar.remove()))
}

const watch = (registration) => {
  const look = () => { if (registration.waiting && navigator.serviceWorker.controller) announce(registration.waiting) }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  let isControlled = Boolean(navigator.serviceWorker.controller)
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) location.reload() // scripts and pages of two states never mix
    isControlled = true
  })
}

/** The manifest with which a browser offers to install the site; not in the page, since a disk may not serve it. */
const name = () => {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = new URL('site.webmanifest', SITE)
  document.head.append(link)
}

/** Whether small games are kept as they are opened, as a reader once asked for one. */
export const keepsSmall = (wish) => {
  if (wish !== undefined) keep('kb-keeps', wish ? 'small' : '')
  return kept('kb-keeps') === 'small'
}

export const start = async () => {
  name()
  const registration = await navigator.serviceWorker.register(new URL('worker.js', SITE), { scope: SITE.href, updateViaCache: 'none' })
  watch(registration)
  const { active } = await navigator.serviceWorker.ready
  const page = location.href.split(/[?#]/)[0]
  ask(active, 'visited', page).catch(() => {})
  if (keepsSmall() && !navigator.connection?.saveData) await ask(active, 'keepSmall', page).catch(() => {})
  const places = [...document.querySelectorAll('[data-keep]')]
  if (places.length === 0) return
  const { offer } = await import('./offer.js')
  for (const place of places) offer(place, active).catch(() => {})
}
