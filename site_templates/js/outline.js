// The contents beside a page: the part that is being read is marked and in sight; a sheet closes when it was used.

/** Mark, from now on, the part that is being read. */
export const follow = (outline) => {
  outline.addEventListener('click', ({ target }) => target.closest('a') && outline.matches(':popover-open') && outline.hidePopover())
  const centre = (link) => {
    if (outline.scrollHeight > outline.clientHeight) outline.scrollTop = link.offsetTop - outline.clientHeight / 2
  }
  const own = outline.querySelector('[aria-current=page]')
  if (own) {
    centre(own)
    outline.addEventListener('toggle', () => centre(own))
    return
  }
  const links = new Map([...outline.querySelectorAll('a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
  const parts = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean)
  const here = document.querySelector('.here')
  let current
  const look = () => {
    const line = innerHeight / 4
    const reached = parts.findLast((part) => part.getBoundingClientRect().top <= line) ?? parts[0]
    if (!reached || reached === current) return
    links.get(current?.id)?.removeAttribute('aria-current')
    current = reached
    const link = links.get(current.id)
    link.setAttribute('aria-current', 'location')
    if (here.textContent) here.textContent = link.textContent
    centre(link)
  }
  document.addEventListener('scroll', look, { passive: true }) // which is told once a frame
  look()
}
