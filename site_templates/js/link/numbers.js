/** What does a printed number look like, and which numbers mean the same place? The twin of `kb/refs/numbers.py`. */

const PARTS = /\p{Nd}+|[A-Za-z]+|\++/gu
const ROMAN = { i: 1, v: 5, x: 10, l: 50, c: 100 }

export const isDigits = (text) => /^\p{Nd}+$/u.test(text)
export const isLetters = (text) => /^\p{L}+$/u.test(text)
export const isLetter = (text) => /^\p{L}$/u.test(text)

export const key = (number) => (number.match(PARTS) ?? []).map((part) => (
  isDigits(part) ? part.replace(/^0+/, '') || '0' : part.toLowerCase()))

export const shape = (number) => {
  const first = /\p{Nd}+/u.exec(number)
  return number.replace(/[a-z]/g, 'a').split(/\p{Nd}+/u).join('9') + (first ? `/${first[0].length}` : '')
}

export const isDotted = (number) => key(number).length > 1

export const roman = (text) => {
  const values = [...text.toLowerCase()].map((letter) => ROMAN[letter] ?? 0)
  if (!values.length || values.includes(0)) return 0
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

export function* oneDigitOff(number) {
  for (let place = number.length - 1; place >= 0; place--) {
    if (!'0123456789'.includes(number[place])) continue
    for (const other of '0123456789') {
      if (other !== number[place]) yield number.slice(0, place) + other + number.slice(place + 1)
    }
  }
}

export const rangeEnd = (first, last) => {
  if (isLetter(last)) return (isLetters(first.slice(-1)) ? first.slice(0, -1) : first) + last
  if (!isDigits(last) || !isDotted(first)) return last
  const cut = /\p{Nd}+[A-Za-z]?$/u.exec(first)
  return cut ? first.slice(0, cut.index) + last : last
}
