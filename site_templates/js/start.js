// Runs before the first paint, as a classic script: applies the chosen colours, then starts the rest.
(() => {
  const page = document.documentElement
  try {
    const theme = localStorage.getItem('kb-theme')
    page.dataset.letters = localStorage.getItem('kb-letters') ?? '0'
    if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
  } catch {
    // Storage may be switched off; the system's colours serve.
  }
  if (location.protocol === 'file:') {
    page.classList.add('from-disk') // a browser loads no modules and no data from a disk
    return
  }
  page.classList.add('scripted')
  const { src, dataset } = document.currentScript
  const load = (element, about) => document.head.append(Object.assign(document.createElement(element), about))
  load('script', { type: 'module', src: new URL('site.js', src) })
  const asked = new URLSearchParams(location.search)
  const games = asked.getAll('game')
  const isAsked = (path) => asked.get('q') && (!games.length || games.some((game) => path.includes(`/${game}/`)))
  const first = dataset.first?.split(' ').filter(isAsked) ?? []
  for (const name of [...dataset.also?.split(' ') ?? [], ...first]) { // not one after another
    load('link', { crossOrigin: '', href: new URL(name, src), ...(name.endsWith('s') ? { rel: 'modulepreload' } : { rel: 'preload', as: 'fetch' }) })
  }
})()
