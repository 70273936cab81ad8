// How each place writes a citation: the same words as `kb cite`. Pure: no page, no network.

import { say } from './words.js'

const JOINER = '\u2060' // invisible and without width: parts what would else be read as a tag or a call
const LESS = ' […]'

/** @typedef {{name: string, about: string, who: string, address: string, text: string, children?: {at: number}[]}} Cited */

const escapeMarkdown = (text) => text.split('\n').map((line) => line
  .replace(/[\\`*_[\]<>&~|]/g, '\\$&')
  .replace(/^(\s*)(?:([#>+=-])|(\d{1,9})([.)])(?=\s|$))/, (_, space, sign, number, dot) => (
    sign ? `${space}\\${sign}` : `${space}${number}\\${dot}`))).join('\n')

const escapeDiscord = (text) => escapeMarkdown(text).replaceAll('@', `@${JOINER}`)

const escapeBBCode = (text) => text.replace(/\[(?=\/?[a-zA-Z*])/g, `[${JOINER}`)

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
const escapeHtml = (text) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign])

/** Words inside the quotation marks of a tag, where nothing can be escaped. */
const attribute = (text) => text.replaceAll('"', '”').replaceAll('[', '(').replaceAll(']', ')').replaceAll(JOINER, '')

const quoteMarkdown = (text, _, origin) => (
  [...text.split('\n'), '', `— ${origin}`].map((line) => `> ${line}`.trimEnd()).join('\n'))

const quoteHtml = (text, _, origin) => {
  const paragraphs = text.split('\n\n').map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`).join('')
  return `<blockquote>${paragraphs}</blockquote>\n<p>— ${origin}</p>`
}

const markdown = {
  label: 'Markdown',
  link: (text, address) => `[${text}](${address})`,
  escape: escapeMarkdown,
  quote: quoteMarkdown,
}
const bbcode = {
  label: 'BBCode',
  link: (text, address) => `[url=${address}]${text}[/url]`,
  escape: escapeBBCode,
  quote: (text, who, origin) => `[quote="${attribute(who)}"]${text}[/quote]\n— ${origin}`,
}

/** Every place to paste into, by the name that `kb cite --as` gives it; `most` characters may one post have. */
export const PLACES = {
  markdown,
  bbcode,
  bgg: {
    ...bbcode,
    label: 'BoardGameGeek',
    quote: (text, who, origin) => `[q="${attribute(who)}"]${text}[/q]\n— ${origin}`,
  },
  reddit: { ...markdown, label: 'Reddit', most: 10_000 },
  discord: {
    ...markdown,
    label: 'Discord',
    link: (text, address) => `[${text}](<${address}>)`, // the angles keep Discord's own previews away
    escape: escapeDiscord,
    most: 2_000,
  },
  html: {
    label: 'HTML',
    link: (text, address) => `<a href="${escapeHtml(address)}">${text}</a>`,
    escape: escapeHtml,
    quote: quoteHtml,
  },
  plain: {
    label: say('Plain text'),
    link: (text, address) => `${text} <${address}>`,
    escape: (text) => text,
    quote: (text, _, origin) => `“${text}”\n— ${origin}`,
  },
}

/**
 * An entry's text as it is quoted: "[…]" says where something else stands in it.
 * @param {string} text @param {{at: number}[]} children offsets count characters, not UTF-16 units
 */
const quotable = (text, children) => {
  const characters = [...text]
  const cuts = [...new Set(children.map((child) => child.at))].filter((at) => at > 0 && at < characters.length)
  const bounds = [0, ...cuts.toSorted((one, two) => one - two), characters.length]
  const parts = bounds.slice(1).map((end, number) => characters.slice(bounds[number], end).join('').replace(/\n+$/, ''))
  return parts.join('\n\n[…]\n\n')
}

/** How many characters of a text may be quoted: all, or up to a word's end as far as there is room. */
const fitting = (text, made, room) => {
  const size = (length) => [...made(length)].length
  if (room === undefined || size(text.length) <= room) return text.length
  let low = 0
  let high = text.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (size(middle) <= room) low = middle
    else high = middle - 1
  }
  return Math.max(text.lastIndexOf(' ', low), 0)
}

/**
 * An entry's citation for a place.
 * @param {Cited} cited @param {string} to a name in PLACES @param {boolean} isQuoted whether its words come along
 */
export const citation = (cited, to, isQuoted) => {
  const place = PLACES[to]
  const origin = `${place.link(place.escape(cited.name), cited.address)} (${place.escape(cited.about)})`
  if (!isQuoted || !cited.text) return origin
  const who = place.escape(cited.who)
  const text = quotable(cited.text, cited.children ?? [])
  const made = (length) => place.quote(
    place.escape(length >= text.length ? text : text.slice(0, length).trimEnd() + LESS), who, origin)
  return made(fitting(text, made, place.most))
}
