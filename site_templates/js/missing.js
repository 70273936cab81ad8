// What somebody may have wanted who came to a page that is not there, or not on this device.

const parts = (path) => path.split('/').filter((part) => part && part !== 'index.html' && part !== '404.html')

/** `…/hearthmoor/first-player@2021/` asks for "first player" … */
export const askedFor = (path) => {
  try {
    return decodeURIComponent(parts(path).at(-1) ?? '').split('@')[0].replace(/\.html?$/, '').replace(/[-_+\s]+/g, ' ').trim()
  } catch {
    return '' // a stray "%"
  }
}

/** … in "hearthmoor", if that is a game. */
export const askedIn = (path, games) => games.find((game) => game && game === parts(path).at(-2)) ?? ''

/** Searches for what was asked for, in its game if the address names one. */
export const search = (form, attachBox) => {
  const { q, game } = form.elements
  if (game) game.value = askedIn(location.pathname, [...game.options].map(({ value }) => value))
  q.value = askedFor(location.pathname)
  attachBox(form)
  q.dispatchEvent(new Event('input'))
}

/** Says which page is not on this device, and leads to it once there is a net. */
export const tell = () => {
  const missed = new URLSearchParams(location.search).get('page')
  const note = document.querySelector('.missed')
  if (!missed) return
  const link = note.querySelector('a')
  link.href = new URL('../', location.href) + encodeURI(missed).replaceAll('?', '%3F')
  link.textContent = missed.replace(/index\.html$/, '')
  note.hidden = false
}
