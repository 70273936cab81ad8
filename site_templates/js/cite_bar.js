// The controls that copy an entry's citation: where to, with its words or not. The choice is kept on the device.

import { get, once } from './asking.js'
import { PLACES, citation } from './citing.js'
import { button, make } from './elements.js'
import { keep, kept } from './keeping.js'
import { say } from './words.js'

/** An address that leads nowhere from another device. */
const HERE_ONLY = /\b(?:file:|https?:\/\/(?:localhost|127\.[\d.]+|\[::1\])[:/])/

const records = new Map()

/** The record of an entry, read once. */
const record = (address) => once(records, address, async () => (await get(address)).json())

/** What is cited: the address that the site names, or else the one at which the page was read. */
const cited = async (recordAddress, permanent) => {
  const { cite, text, children } = await record(recordAddress)
  return { ...cite, text, children, address: cite.address ?? permanent }
}

/** A button that says for a moment whether its work succeeded. */
export const copyButton = (label, text) => {
  const control = button('copy', async () => {
    try {
      const copied = await text()
      await navigator.clipboard.writeText(copied)
      control.textContent = HERE_ONLY.test(copied) ? say('Copied; the link works on this device only') : say('Copied')
    } catch {
      control.textContent = say('Not copied')
    }
    setTimeout(() => { control.textContent = label }, control.textContent.length < 20 ? 2000 : 8000) // time to read it
  }, label)
  return control
}

/**
 * The controls for one entry.
 * @param {string} recordAddress of its `entry.json` @param {string} permanent its permanent address
 */
export const citeBar = (recordAddress, permanent) => {
  const places = Object.entries(PLACES).map(([value, { label }]) => make('option', { value }, label))
  const place = make('select', { 'aria-label': say('Citation for') }, ...places)
  place.value = Object.hasOwn(PLACES, kept('kb-cite')) ? kept('kb-cite') : 'markdown'
  const quote = make('input', { type: 'checkbox' })
  quote.checked = kept('kb-quote') === 'yes'
  place.addEventListener('change', () => keep('kb-cite', place.value))
  quote.addEventListener('change', () => keep('kb-quote', quote.checked ? 'yes' : 'no'))
  const copy = copyButton(say('Copy citation'), async () => {
    return citation(await cited(recordAddress, permanent), place.value, quote.checked)
  })
  const fetchAhead = () => record(recordAddress).catch(() => {})
  const bar = make('div', { class: 'cite-bar' }, place, make('label', {}, quote, ` ${say('with its words')}`), copy)
  bar.addEventListener('pointerenter', fetchAhead, { once: true })
  bar.addEventListener('focusin', fetchAhead, { once: true })
  return bar
}
