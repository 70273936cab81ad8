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
  const site = document.createElement('script')
  site.type = 'module'
  site.src = new URL('site.js', document.currentScript.src)
  document.head.append(site)
})()
