/** What Python takes for a blank, the end of a line and a character, which is not quite what a browser does. */

const BLANKS = '\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const FIELD = new RegExp(`[^${BLANKS}]+`, 'g')
const BLANK = new RegExp(`[${BLANKS}]`)
const LINE = /[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|$)/g

/** The text without blanks, or these signs, before or behind it: one step a sign, since a pattern would look for an end at every blank. */
export const stripStart = (text, signs) => {
  let start = 0
  while (start < text.length && isOff(text[start], signs)) start++
  return text.slice(start)
}

export const stripEnd = (text, signs) => {
  let end = text.length
  while (end && isOff(text[end - 1], signs)) end--
  return text.slice(0, end)
}

const isOff = (sign, signs) => (signs === undefined ? BLANK.test(sign) : signs.includes(sign))

/** The text without them around it. */
export const strip = (text, signs) => stripEnd(stripStart(text, signs), signs)

/** The words between blanks. @returns {string[]} */
export const fields = (text) => text.match(FIELD) ?? []

/** The lines of a text, each with the sign that ends it. @returns {string[]} */
export const lines = (text) => (text.match(LINE) ?? []).filter(Boolean)
