/** What does a printed number look like, and which numbers mean the same place? The twin of `kb/refs/numbers.py`. */

const PARTS = /\p{Nd}+|[A-Za-z]+|\++/gu
const ROMAN = { i: 1, v: 5, x: 10, l: 50, c: 100 }

export const isDigits = (text) => /^\p{Nd}+$/u.test(text)
const isLetters = (text) => /^\p{L}+$/u.test(text)

/** The parts of a number, so that "10.2.d", "10-2-d" and "10.2d" are one: ["10", "2", "d"]. @returns {string[]} */
export const key = (number) => (number.match(PARTS) ?? []).map((part) => (
  isDigits(part) ? part.replace(/^0+/, '') || '0' : part.toLowerCase()))

/** How a number is built, digits of the first part counted: "702.19b" and "314.2a" are both "999.9a". */
export const shape = (number) => {
  const first = /\p{Nd}+/u.exec(number)
  return number.split(/\p{Nd}+/u).join('9') + (first ? `/${first[0].length}` : '')
}

/** Whether a number has several parts: "702.19", "1-2"; a bare integer has one. */
export const isDotted = (number) => key(number).length > 1

/** The value of a Roman numeral up to the hundreds; 0 if it is none. */
export const roman = (text) => {
  const values = [...text.toLowerCase()].map((letter) => ROMAN[letter] ?? 0)
  if (!values.length || values.includes(0)) return 0
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

/** The numbers that differ in one digit, the last one first: one of them may have been meant. */
export function* oneDigitOff(number) {
  for (let place = number.length - 1; place >= 0; place--) {
    if (!'0123456789'.includes(number[place])) continue
    for (const other of '0123456789') {
      if (other !== number[place]) yield number.slice(0, place) + other + number.slice(place + 1)
    }
  }
}

/** The second number of a range written in full: "603.7d–f" ends at 603.7f, "12.1–4" at 12.4. */
export const rangeEnd = (first, last) => {
  if (isLetters(last) && last.length === 1) return (isLetters(first.slice(-1)) ? first.slice(0, -1) : first) + last
  if (!isDigits(last) || !isDotted(first)) return last
  const cut = /\p{Nd}+[A-Za-z]?$/u.exec(first)
  return cut ? first.slice(0, cut.index) + last : last
}
