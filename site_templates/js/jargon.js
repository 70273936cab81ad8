/** What players say that the rules call something else: the twin of `kb/index/jargon.py`, which wrote the lines. */

import { stem, words } from './analyse.js'

const MOST = 4

/** Characters of a meaning that is told to whoever asked; a longer one is there for the search alone. */
export const LONGEST_TOLD = 60

/** More characters than anything that is said has. */
const LONGEST_SAID = 1e6

const stemsOf = (text) => words(text).map(stem)

export class Jargon {
  /** @param {string[]} lines `said`, what it means and the games where it does, parted by tabs */
  constructor(lines) {
    /** @type {Map<string, {said: string[], phrase: {said: string, means: string, games: string[]}}[]>} */
    this.byFirst = new Map()
    this.words = new Set()
    for (const line of lines) {
      const [said, means, games = ''] = line.split('\t')
      const stems = stemsOf(said)
      if (!stems.length) continue
      for (const word of words(said)) this.words.add(word)
      const phrase = { said, means, games: games.split(' ').filter(Boolean) }
      this.byFirst.set(stems[0], [...(this.byFirst.get(stems[0]) ?? []), { said: stems, phrase }])
    }
  }

  /** The phrases of a query, the longest at each place, as the games asked read them; all if none; each meaning once. */
  said(text, games) {
    const asked = stemsOf(text)
    const typed = new Set(words(text))
    const found = new Map()
    let end = 0
    asked.forEach((first, at) => {
      if (at < end) return // within a longer phrase
      const here = (this.byFirst.get(first) ?? []).filter(({ said, phrase }) =>
        said.every((one, place) => asked[at + place] === one)
        && (!games.size || !phrase.games.length || phrase.games.some((game) => games.has(game))))
      const longest = Math.max(0, ...here.map(({ said }) => said.length))
      end = at + longest
      const phrase = best(here.filter(({ said }) => said.length === longest).map((one) => one.phrase), typed)
      if (phrase && phrase.said.length > (found.get(phrase.means)?.said.length ?? 0)) found.set(phrase.means, phrase)
    })
    return [...found.values()].slice(0, MOST)
  }
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
