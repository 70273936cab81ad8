// The table of contents of a reading page follows the scroll.

/** Mark, from now on, the part that is being read. */
export const follow = (outline) => {
  const links = new Map([...outline.querySelectorAll('a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
  const parts = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean)
  let current
  const look = () => {
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
    requestAnimationFrame(() => { isWaiting = false; look() })
  }, { passive: true })
  look()
}
