// Offline: starts the worker, announces a new state of the site, and offers to keep games on this device.

const SITE = new URL('../../../', import.meta.url)

/** A size for people: `2.3 MB`, `80 KB`. */
export const size = (bytes) => (
  bytes < 999_500 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1e6).toFixed(1)} MB`)

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

const button = (label, act) => {
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
  bar.append('These rules were updated. ', button('Show the update', () => ask(worker, 'takeOver')), ' ',
    button('Later', () => bar.remove()))
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

/** The button that keeps a game on this device, or lets go of it. */
const offer = async (place, worker) => {
  const slug = place.dataset.keep
  const { games, searchBytes, kept } = await ask(worker, 'state')
  if (!Object.hasOwn(games, slug)) return
  const said = document.createElement('span')
  said.className = 'soft'
  said.setAttribute('role', 'status')
  const whole = size(games[slug].bytes + searchBytes)
  const change = async (task, failure) => {
    control.disabled = true
    try {
      await ask(worker, task, slug, ({ done, of }) => { said.textContent = `${done} of ${of} …` })
      if (task === 'keep') navigator.storage?.persist?.()
      await offer(place, worker)
    } catch {
      said.textContent = failure
      control.disabled = false
    }
  }
  const control = kept.includes(slug)
    ? button('Remove from this device', () => change('forget', 'That did not work.'))
    : button(`Keep this game offline (${whole})`, () => change('keep', 'Not all of it could be fetched; nothing was kept.'))
  if (kept.includes(slug)) said.textContent = 'Kept on this device: all pages, and search.'
  place.replaceChildren(control, ' ', said)
}

/** The manifest with which a browser offers to install the site; not in the page, since a disk may not serve it. */
const name = () => {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = new URL('site.webmanifest', SITE)
  document.head.append(link)
}

export const start = async () => {
  name()
  const registration = await navigator.serviceWorker.register(new URL('worker.js', SITE), { scope: SITE.href, updateViaCache: 'none' })
  watch(registration)
  const { active } = await navigator.serviceWorker.ready
  ask(active, 'visited', location.href.split(/[?#]/)[0]).catch(() => {})
  for (const place of document.querySelectorAll('[data-keep]')) offer(place, active).catch(() => {})
}
