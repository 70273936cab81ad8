// The offer to keep a game on this device, and to let go of it.

import { button, make } from './elements.js'
import { ask, keepsSmall } from './offline.js'
import { say } from './words.js'

/** A size for people: `2.3 MB`, `80 KB`. */
export const size = (bytes) => (
  bytes < 999_500 ? say('{0} KB', Math.max(1, Math.round(bytes / 1000))) : say('{0}.{1} MB', ...(bytes / 1e6).toFixed(1).split('.')))

/** The button that keeps a game on this device, or lets go of it. */
export const offer = async (place, worker) => {
  const slug = place.dataset.keep
  const known = await ask(worker, 'state', slug)
  if (!known) return
  const said = make('span', { class: 'soft', role: 'status' })
  const [task, failure, label] = known.isKept
    ? ['forget', say('That did not work.'), say('Remove from this device')]
    : ['keep', say('Not all of it could be fetched; nothing was kept.'), say('Keep this game offline ({0})', size(known.bytes))]
  const control = button('', async () => {
    control.disabled = true
    try {
      await ask(worker, task, slug, ({ done, of }) => { said.textContent = say('{0} of {1} …', done, of) })
      keepsSmall(task === 'keep')
      if (task === 'keep') navigator.storage?.persist?.()
      await offer(place, worker)
    } catch {
      said.textContent = failure
      control.disabled = false
    }
  }, label)
  if (known.isKept) {
    said.textContent = say('Kept on this device: all pages, and search.')
    if (keepsSmall()) said.append(' ', say('Other games under 2 MB are kept, too, as you open them.'))
  }
  place.replaceChildren(control, ' ', said)
}
