// Offline: starts the worker and announces a new state of the site.

import { button, make } from './elements.js'
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

/** Say that a new state is ready; it is shown when the reader wants it, and then as a whole. */
const announce = (worker) => {
  if (document.querySelector('.update')) return
  const bar = make('p', { class: 'update', role: 'status' })
  document.body.append(bar) // before its words, so that they are read out
  bar.append(say('These rules were updated.'), ' ', button('', () => ask(worker, 'takeOver'), say('Show the update')), ' ',
    button('', () => bar.remove(), say('Later')))
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
const name = () => document.head.append(make('link', { rel: 'manifest', href: new URL('site.webmanifest', SITE) }))

/** Whether small games are kept as they are opened, as a reader once asked for one. */
export const keepsSmall = (wish) => {
  if (wish !== undefined) keep('kb-keeps', wish ? 'small' : '')
  return kept('kb-keeps') === 'small'
}

/** Starts the worker; `offer` is called with each place for the offer to keep a game. */
export const start = async (offer) => {
  name()
  const registration = await navigator.serviceWorker.register(new URL('worker.js', SITE), { scope: SITE.href, updateViaCache: 'none' })
  watch(registration)
  const { active } = await navigator.serviceWorker.ready
  const page = location.href.split(/[?#]/)[0]
  ask(active, 'visited', page).catch(() => {})
  if (keepsSmall() && !navigator.connection?.saveData) await ask(active, 'keepSmall', page).catch(() => {})
  const places = [...document.querySelectorAll('[data-keep]')]
  for (const place of places) offer(place, active).catch(() => {})
}
