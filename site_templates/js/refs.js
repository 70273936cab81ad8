/**
 * How may a REF be read? The twin of `kb/refs/reading.py` and `kb/refs/inside.py`; both read `tests/cases/refs.json`.
 */

import { isDigits, key, rangeEnd, roman } from './link/numbers.js'

/** Characters of a REF that are read in other ways than as they stand; a longer text is no number or name. */
export const LONGEST = 300

const MOST_NAMES = 20
const MOST_INSIDE = 3

/** The cues of `kb/refs/cues.py`. */
const WORDS = String.raw`rules?|regeln?|règles?|reglas?|regol[ae]|sections?|abschnitte?n?|sección|secciones|sezion[ei]|articles?|artikeln?|artículos?|articol[oi]|laws?|regulations?|clauses?|chapters?|kapiteln?|chapitres?|capítulos?|capitol[oi]|parts?|steps?|schritte?n?|étapes?|pasos?|paragraphs?|paragrafo|apartados?|ziffern?|entry|entries|appendix|appendices|anhang|anhänge|annexes?|anexos?|appendic[ei]`
const SHORT = String.raw`rr?|sect?s?|arts?|paras?|chap|ch|kap|cap`
const END = String.raw`(?![\p{L}\p{N}_])`
const START = String.raw`(?<![\p{L}\p{N}_])`

const ADDRESS = /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|\/|\.\.?\/)?[^\s<>()[\]"']*\/[^\s<>()[\]"']*/giu
const FILE = /^(?:index|entry)\.(?:html?|json)$/i
const WRAPPING = ' \t\n"\'“”‘’«»„`*_~<>()[]{},;:!?…'
const BULLET = /^(?:[-–—•>]\s+)+/u
const CUE = new RegExp(
  String.raw`^(?:see\s+|the\s+)*(?:(?:comp(?:rehensive|\.)?\s+|official\s+)?(?:${WORDS})(?:${END}|(?=[0-9_]))[-/_]?|(?:${SHORT})\.|cr${END}|cr(?=[0-9])`
  + String.raw`|r(?=[0-9])|[§¶#]+)\s*(?:(?:no|nos|nr|n[°º]|number)${END}\.?|[#:.§])*\s*`, 'iu')
const NUMBER = /(?:[a-z]{1,2}\.?)?[0-9]{1,4}(?:\s?[.,:/·-]\s?[0-9]{1,4}|\s?[.,:/·-]?\s?[a-z](?![a-z])[0-9]{0,4}|\s?\([a-z0-9]{1,3}\)){0,9}\+{0,3}|[ivxlc]{1,7}/iuy
const LISTED = /(?:[a-z]{1,2}\.?)?[0-9]{1,4}(?:[.][0-9]{1,4}|[.]?[a-z](?![a-z])[0-9]{0,4}){0,9}/iuy
const UNTIL = new RegExp(String.raw`\s*(?:[-–—‑−‐‒…~]|\.\.\.?|${START}(?:to|thru|through|until|till|bis|à)${END})\s*`, 'iuy')
const AND = new RegExp(String.raw`\s*(?:[,;&+/]\s*(?:and${END}|or${END})?|${START}(?:and|or|und|oder|et|ou|y)${END})\s*`, 'iuy')
const TAIL = /\.?[0-9]{1,4}[a-z]?|[a-z]/iuy
const ABOUT = /^\s*(?:[(“"—–:]|,\s*[“"]|-\s).*$/su
const PARTED = String.raw`(?:[a-z]{1,2}\.)?[0-9]{1,4}`
  + String.raw`(?:(?:\.[0-9]{1,4})+(?:\.?[a-z](?![a-z]))?|(?:-[0-9]{1,4}){2,8})(?:\s?\([a-z0-9]\))?`
const ANNOUNCES = String.raw`(?:${START}(?:${WORDS})${END}\.?|${START}cr|[§¶])\s*(?:no\.?|number|[#:])?\s*`
const CUED = String.raw`${ANNOUNCES}[0-9]{1,4}[a-z]?`
const INSIDE = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.+/*-])${PARTED}(?![\p{L}\p{N}_/*%]|[.,][0-9])|${CUED}(?![\p{L}\p{N}_/*%]|[.,-][0-9])`, 'giu')

/** @typedef {{names: {first: string, last: string}[], game?: string, edition?: string}} Reading */

/** The numbers of rules that a question names, in order, each once. @returns {string[]} */
export const numbersIn = (text) => [...new Set([...text.matchAll(INSIDE)].map(([found]) => found.trim()))].slice(0, MOST_INSIDE)

const PART = /[0-9]+|[a-z](?![a-z])/giu
const ALONE = new RegExp(String.raw`^(?:${ANNOUNCES})?([0-9]{1,4}(?:[.-][0-9]{1,4}){0,9}\.?[a-z]{0,2})[.?!]*$`, 'iu')
const ANNOUNCED = new RegExp(`${ANNOUNCES}$`, 'iu')

/** Whether a text is nothing but a number, told from an amount: `702.999`, `rule 99`, but not `99`. @returns {boolean} */
export function isNumberAlone(text) {
  const found = ALONE.exec(text.trim())
  return !!found && (found[1].includes('.') || found[0].indexOf(found[1]) > 0)
}

/**
 * A question with each number that nothing has made the nearest above it that something has; null without such a number.
 * @param {string} text
 * @param {(ref: string) => boolean} isHeld
 */
export function nearestAbove(text, isHeld) {
  let nearest = text
  const alone = ALONE.exec(text.trim())
  for (const number of alone && !isHeld(text.trim()) ? [alone[1]] : numbersIn(text)) {
    if (isHeld(number)) continue
    const isTold = alone || ANNOUNCED.test(text.slice(0, text.indexOf(number)))
    const isNumber = (one) => (isTold ? /[0-9]$/.test(one) : numbersIn(one)[0] === one)
    const parents = [...number.matchAll(PART)].map(({ index, 0: part }) => number.slice(0, index + part.length)).reverse()
    const above = parents.find((one) => one !== number && isNumber(one) && isHeld(one))
    nearest = nearest.replace(number, () => above ?? number)
  }
  return nearest === text ? null : nearest
}

/**
 * Every way to read a REF, the likeliest first.
 * @param {string} text
 * @param {Record<string, string>} games the titles of the games held, by slug
 * @returns {Iterable<Reading>}
 */
export function* readings(text, games) {
  yield { names: [name(text)] }
  const plain = text.slice(0, LONGEST + 1).normalize('NFKC').trim().split(/\s+/).join(' ')
  if (!plain || plain.length > LONGEST) return
  const addressed = [...ofAddresses(plain, games)]
  yield* addressed.length ? addressed : spoken(plain, games)
}

/** What the ways to part a number share: "702.19b", "702,19 B" and "702-19-b"; empty for a name. */
export function partsKey(number) {
  const bare = number.trim().replace(/\.+$/, '')
  if (matchAt(NUMBER, bare, 0)?.[0] !== bare) return ''
  return `#${key(number).map((part) => (part.length > 1 && roman(part) ? roman(part) : part)).join(' ')}`
}

const name = (first, last = '') => ({ first, last })

function matchAt(pattern, text, position) {
  pattern.lastIndex = position
  return pattern.exec(text)
}

function* ofAddresses(text, games) {
  for (const [found] of text.includes('/') ? text.matchAll(ADDRESS) : []) {
    const [path, place = ''] = decoded(found).split('#')
    const steps = path.split('?')[0].split('/').filter((step) => step && !FILE.test(step))
    for (let at = steps.length - 1; at > 0; at--) {
      const game = [steps[at - 1], steps[at - 1].replace(/-game$/, '')].find((slug) => Object.hasOwn(games, slug))
      if (game === undefined) continue
      const slug = ['read', 'all'].includes(steps[at]) && place ? place.replace(/\.+$/, '') : steps[at]
      const [first, edition] = slug.replace(/[.,;]+$/, '').split('@')
      if (first) yield { names: [name(first)], game, edition }
      break
    }
  }
}

function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function* spoken(text, games) {
  const bare = unwrapped(text)
  const at = bare.lastIndexOf('@')
  const edition = at < 0 ? '' : unwrapped(bare.slice(at + 1))
  const named = at < 0 ? '' : unwrapped(bare.slice(0, at))
  const isThen = named && edition && edition.length <= 60
  yield* ofGames(isThen ? named : bare, games, isThen ? edition : undefined)
}

/** The readings of a name that may have its game before it. */
function* ofGames(ref, games, edition) {
  if (!ref) return
  for (const names of waysOf(ref)) yield { names, edition }
  const lowered = ref.toLowerCase()
  const before = Object.entries(games).flatMap(([game, title]) => {
    const called = new Set([game, game.replaceAll('-', ' '), title, title.split(/[:(–—]/)[0].trim()])
    return [...called].filter((start) => start && lowered.startsWith(start.toLowerCase())
      && !/[\p{L}\p{N}]/u.test(ref[start.length] ?? ' ')).map((start) => ({ game, length: start.length }))
  })
  for (const { game, length } of before.sort((one, other) => other.length - one.length)) {
    const rest = unwrapped(ref.slice(length))
    if (rest) for (const names of waysOf(rest)) yield { names, game, edition }
  }
}

/** The readings of a number or name: as it stands, without a cue, as a range or list, its parts apart. */
function* waysOf(text) {
  yield [name(text)]
  const cue = CUE.exec(text)
  const rest = cue ? unwrapped(text.slice(cue[0].length)) : text
  if (cue && matchAt(NUMBER, rest, 0)) yield [name(rest)]
  const several = severalOf(rest, Boolean(cue))
  if (several.length) yield several
  const number = matchAt(NUMBER, rest, 0)
  if (number && (cue || key(number[0]).length > 1)) {
    const behind = rest.slice(number[0].length)
    if (!behind || behind === '.' || ABOUT.test(behind)) {
      yield [name(number[0])]
      yield [name(partsKey(number[0]))]
    }
  }
}

/** The numbers of a range or a list; none where a text is anything else. */
function severalOf(text, isCued) {
  const names = []
  let position = 0
  let before = ''
  while (position < text.length && names.length < MOST_NAMES) {
    const number = numberAt(text, position, before)
    if (!number) return []
    const [first, end] = number
    const until = matchAt(UNTIL, text, end)
    const last = until ? numberAt(text, end + until[0].length, first) : null
    position = last ? last[1] : end
    names.push(name(first, last ? last[0] : ''))
    before = names.at(-1).last || first
    const joint = matchAt(AND, text, position)
    if (!joint) break
    position += joint[0].length
  }
  const isWhole = position >= text.replace(/\.+$/, '').length
  const isTelling = names.length > 0 && (isCued || key(names[0].first).length > 1)
  return isWhole && isTelling && (names.length > 1 || names[0].last) ? names : []
}

/** The number at a position, and where it ends; with the beginning of the one before it where it lacks its own. */
function numberAt(text, position, before) {
  const tail = before ? matchAt(TAIL, text, position) : null
  const number = matchAt(LISTED, text, position)
  const end = position + (number?.[0].length ?? 0)
  const tailEnd = position + (tail?.[0].length ?? 0)
  if (number && (!tail || end > tailEnd)) return [number[0], end]
  if (tail && !/[\p{L}\p{N}]/u.test(text[tailEnd] ?? ' ')) return [continued(before, tail[0].replace(/^\.+/, '')), tailEnd]
  return number ? [number[0], end] : null
}

/** A number that goes on where the one before it does: "8b" behind "314.6" is 314.8b. */
function continued(before, tail) {
  const digits = tail.replace(/[a-z]+$/i, '')
  if (!digits || digits === tail || !isDigits(digits)) return rangeEnd(before, tail)
  return rangeEnd(before, digits) + tail.slice(digits.length)
}

function unwrapped(text) {
  let start = 0
  let end = text.length
  while (start < end && WRAPPING.includes(text[start])) start++
  while (end > start && WRAPPING.includes(text[end - 1])) end--
  const bare = text.slice(start, end).replace(BULLET, '')
  const count = (mark) => bare.split(mark).length
  return count('(') > count(')') ? `${bare})` : bare
}
