/** What Python takes for a blank, the end of a line and a character, which is not quite what a browser does. */

const BLANKS = '\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const FIELD = new RegExp(`[^${BLANKS}]+`, 'g')
const AT_START = new RegExp(`^[${BLANKS}]+`)
const AT_END = new RegExp(`[${BLANKS}]$`)
const LINE = /[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|$)/g

/** The text without blanks at its end: one step a blank, since a pattern would look for an end at every blank. */
export const stripEnd = (text) => {
  let end = text.length
  while (end && AT_END.test(text[end - 1])) end--
  return text.slice(0, end)
}

/** The text without blanks around it. */
export const strip = (text) => stripEnd(text.replace(AT_START, ''))

/** The words between blanks. @returns {string[]} */
export const fields = (text) => text.match(FIELD) ?? []

/** The text with every run of blanks as one, none around it. */
export const joined = (text) => fields(text).join(' ')

/** The lines of a text, each with the sign that ends it. @returns {string[]} */
export const lines = (text) => (text.match(LINE) ?? []).filter(Boolean)

/** The text without these signs around it. */
export const stripped = (text, signs) => {
  let start = 0
  let end = text.length
  while (start < end && signs.includes(text[start])) start++
  while (end > start && signs.includes(text[end - 1])) end--
  return text.slice(start, end)
}

/** So many characters before a place. */
export const before = (text, place, count) => text.slice(Math.max(0, place - count), place)
