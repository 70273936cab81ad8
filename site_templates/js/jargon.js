/** What players say that the rules call something else: the twin of `kb/index/jargon.py`, which wrote the lines. */

import { STOP_WORDS, stem, stems, words } from './analyse.js'

const MOST = 4

/** Characters of a meaning that is told to whoever asked; a longer one is there for the search alone. */
export const LONGEST_TOLD = 60

/** More characters than anything that is said has. */
const LONGEST_SAID = 1e6

/** Other words that tell something, between three or more of a phrase. */
const BETWEEN = 2

export class Jargon {
  /** @param {string[]} lines `said`, what it means and the games where it does, parted by tabs */
  constructor(lines) {
    /** @type {{said: string[], isLoose: boolean, phrase: {said: string, means: string, games: string[]}}[]} */
    this.phrases = []
    this.words = new Set()
    for (const line of lines) {
      const [said, means, games = ''] = line.split('\t')
      const telling = [...new Set(stems(said))]
      const isLoose = telling.length > 1
      for (const word of words(said)) this.words.add(word)
      const phrase = { said, means, games: games.split(' ').filter(Boolean) }
      this.phrases.push({ said: isLoose ? telling : words(said).map(stem), isLoose, phrase })
    }
  }

  /** The phrases of a query, the longest taken first, as the games asked read them; all if none; each meaning once. */
  said(text, games) {
    const typed = words(text)
    const asked = typed.map(stem)
    const telling = [...typed.keys()].filter((at) => !STOP_WORDS.has(typed[at]))
    /** @type {Map<string, {place: number[], forms: object[]}>} */
    const here = new Map()
    for (const { said, isLoose, phrase } of this.phrases) {
      if (!said.every((one) => asked.includes(one))) continue
      if (games.size && phrase.games.length && !phrase.games.some((game) => games.has(game))) continue
      const place = isLoose ? together(said, asked, telling) : stretch(said, asked)
      if (!place.length) continue
      const key = String(place)
      here.set(key, { place, forms: [...(here.get(key)?.forms ?? []), phrase] })
    }
    const longest = [...here.values()].sort((one, other) => other.place.length - one.place.length || before(one, other))
    const taken = new Set()
    const read = longest.filter(({ place }) => {
      const isFree = !place.some((at) => taken.has(at))
      if (isFree) for (const at of place) taken.add(at)
      return isFree
    })
    const found = new Map()
    for (const { forms } of read.sort(before)) {
      const phrase = best(forms, new Set(typed))
      if (phrase && phrase.said.length > (found.get(phrase.means)?.said.length ?? 0)) found.set(phrase.means, phrase)
    }
    return [...found.values()].slice(0, MOST)
  }
}

/** The earlier of two places; one that begins with the other is the later. */
function before({ place: one }, { place: other }) {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? one.length - other.length : one[at] - (other[at] ?? -1)
}

/** Where words stand near one another, in any order: two side by side, of more some others may stand between. */
function together(said, asked, telling) {
  const among = said.length + (said.length > 2 ? BETWEEN : 0)
  for (let first = 0; first < telling.length; first++) {
    if (!said.includes(asked[telling[first]])) continue
    const near = telling.slice(first, first + among)
    const found = said.map((word) => near.find((at) => asked[at] === word) ?? -1)
    if (!found.includes(-1)) return found.sort((one, other) => one - other)
  }
  return []
}

/** Where words stand in this order with nothing between them. */
function stretch(said, asked) {
  const start = said.length ? asked.findIndex((_, at) => said.every((one, place) => asked[at + place] === one)) : -1
  return start < 0 ? [] : said.map((_, place) => start + place)
}

/** Of the forms of one phrase the one that was typed, then the longest, then the last, which knows the game best. */
function best(forms, typed) {
  const isTyped = ({ said }) => words(said).every((word) => typed.has(word))
  const rank = (form) => (isTyped(form) ? LONGEST_SAID : 0) + form.said.length
  return forms.filter(({ means }) => words(means).some((word) => !typed.has(word)))
    .reduce((known, form) => (known && rank(known) > rank(form) ? known : form), null)
}

/** The lines of several games as one list: what is said alike is said in all games that say so, or everywhere. */
export function joined(lines) {
  const found = new Map()
  for (const line of lines) {
    const [said, means, games] = line.split('\t')
    const key = `${said}\t${means}`
    const known = found.get(key)
    if (!known) found.set(key, games ?? '')
    else if (known && games) found.set(key, [...new Set([...known.split(' '), ...games.split(' ')])].sort().join(' '))
    else found.set(key, '')
  }
  return [...found].map(([key, games]) => `${key}\t${games}`)
}
