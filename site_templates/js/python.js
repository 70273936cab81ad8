/**
 * What Python brings along and a browser has not: for the modules of `kb/` that `kb/site/translating.py` says as scripts.
 * A list or tuple is an array, a dictionary a map, `None` is null; each name is Python's own, with a `$` before it.
 */

import { isDigits, isLetters } from './link/numbers.js'
import { fields, lines, strip, stripEnd, stripStart } from './link/blanks.js'
import { firstFrom } from './link/lists.js'
import { Pattern, literal } from './link/patterns.js'
import { SequenceMatcher } from './cite/matching.js'

/** What is equal is one key: arrays are told apart by what they hold. */
const keys = new Map()
const numbers = new WeakMap()
let count = 0

const numberOf = (thing) => {
  if (!numbers.has(thing)) numbers.set(thing, ++count)
  return numbers.get(thing)
}

const written = (one) => (
  Array.isArray(one) ? `[${one.map(written).join()}]` : one !== null && typeof one === 'object' ? `#${numberOf(one)}` : JSON.stringify(one) ?? '')

const keyOf = (one) => {
  if (!Array.isArray(one)) return one
  const name = written(one)
  if (!keys.has(name)) keys.set(name, one)
  return keys.get(name)
}

class WithDefault extends Map {
  constructor(make) {
    super()
    this.make = make
  }
}

class Counter extends WithDefault {
  constructor(counted = []) {
    super(() => 0)
    this.add(counted)
  }

  add(counted) {
    const each = counted instanceof Map ? counted : [...counted].map((one) => [one, 1])
    for (const [one, times] of each) $put(this, one, (this.get(keyOf(one)) ?? 0) + times)
  }
}

const isSet = (one) => one instanceof Set

/** Whether Python takes a value for true. */
export const $t = (one) => (
  Array.isArray(one) ? one.length > 0 : one instanceof Map || isSet(one) ? one.size > 0 : Boolean(one))
export const $and = (one, other) => ($t(one) ? other() : one)
export const $or = (one, other) => ($t(one) ? one : other())

/** What a loop goes through: of a dictionary its keys. */
export const $it = (one) => (Array.isArray(one) || !(one instanceof Map) ? one : one.keys())
export const $iter = (one) => $it(one)[Symbol.iterator]()
export const $next = (some, other) => {
  const { done, value } = some.next ? some.next() : $iter(some).next()
  return done ? other : value
}

/** What stands under an index, a name or a key. */
export const $at = (one, key) => {
  if (Array.isArray(one) || typeof one === 'string') return one[key < 0 ? one.length + key : key]
  if (one instanceof Map) {
    const known = keyOf(key)
    if (!one.has(known) && one.make) one.set(known, one.make())
    return one.get(known)
  }
  return one.at ? one.at(key) : one[key]
}
export const $put = (one, key, value) => {
  if (one instanceof Map) one.set(keyOf(key), value)
  else one[key < 0 ? one.length + key : key] = value
}
export const $step = (one, first, last, step) => [...one].slice(first ?? 0, last ?? undefined).filter((_, at) => at % step === 0)
export const $eq = (one, other) => {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, at) => $eq(each, other[at]))
  }
  return one === other || (one == null && other == null)
}
export const $has = (some, one) => {
  if (typeof some === 'string') return some.includes(one)
  if (some instanceof Map || isSet(some)) return some.has(keyOf(one))
  return (Array.isArray(some) ? some : [...some]).some((each) => $eq(each, one))
}

/** The order of two values: arrays by what differs first. */
const compared = (one, other) => {
  if (!Array.isArray(one)) return one < other ? -1 : one > other ? 1 : 0
  const both = Math.min(one.length, other.length)
  for (let at = 0; at < both; at++) {
    const order = compared(one[at], other[at])
    if (order) return order
  }
  return one.length - other.length
}
export const $lt = (one, other) => compared(one, other) < 0
export const $le = (one, other) => (isSet(one) ? [...one].every((each) => other.has(each)) : compared(one, other) <= 0)
export const $gt = (one, other) => compared(one, other) > 0
export const $ge = (one, other) => compared(one, other) >= 0

export const $add = (one, other) => (Array.isArray(one) ? [...one, ...other] : one + other)
/** The same where a list or set is to have more itself. */
export const $grown = (one, other) => {
  if (Array.isArray(one)) OF_LISTS.extend(one, other)
  else if (isSet(one)) for (const each of $it(other)) one.add(keyOf(each))
  else return one + other
  return one
}
export const $sub = (one, other) => (typeof one === 'object' ? new Set([...one].filter((each) => !$has(other, each))) : one - other)
export const $mul = (one, other) => (
  typeof one === 'string' ? one.repeat(other) : Array.isArray(one) ? Array.from({ length: other }, () => one).flat() : one * other)
export const $both = (one, other) => new (isSet(one) ? Set : Map)([...one, ...other])
export const $shared = (one, other) => new Set([...one].filter((each) => other.has(each)))
export const $div = (one, other) => one / other
export const $floor = (one, other) => Math.floor(one / other)

export const $len = (one) => (typeof one === 'string' || Array.isArray(one) ? one.length : one.size)
export const $str = String
export const $int = (one) => Math.trunc(Number(one ?? 0))
export const $float = (one) => Number(one ?? 0)
export const $abs = Math.abs
export const $ord = (one) => one.codePointAt(0)
export const $list = (one = []) => [...$it(one)]
export const $tuple = $list
export const $set = (one = []) => new Set([...$it(one)].map(keyOf))
export const $frozenset = $set
export const $dict = (pairs = []) => new Map([...pairs].map(([key, value]) => [keyOf(key), value]))
export const $fromkeys = (some, value = null) => $dict([...$it(some)].map((one) => [one, value]))
export const $Counter = (some) => new Counter(some)
export const $defaultdict = (make) => new WithDefault(make)
export const $deque = (one = []) => [...one]
export const $any = (some) => {
  for (const one of $it(some)) if ($t(one)) return true
  return false
}
export const $all = (some) => {
  for (const one of $it(some)) if (!$t(one)) return false
  return true
}
export const $sum = (some) => {
  let whole = 0
  for (const one of $it(some)) whole += Number(one)
  return whole
}
export const $min = (some, { key = (one) => one, default: none = null } = {}) => best(some, key, none, -1)
export const $max = (some, { key = (one) => one, default: none = null } = {}) => best(some, key, none, 1)
const best = (some, key, none, sign) => {
  let found = none
  let most = null
  for (const one of $it(some)) {
    const told = key(one)
    if (most === null || sign * compared(told, most) > 0) [found, most] = [one, told]
  }
  return found
}
export const $sorted = (some, { key = (one) => one, reverse = false } = {}) => {
  const told = [...$it(some)].map((one) => [key(one), one])
  return told.sort(([one], [other]) => (reverse ? compared(other, one) : compared(one, other))).map(([, one]) => one)
}
export const $reversed = (some) => [...some].reverse()
export function* $map(act, ...some) {
  for (const each of some.length > 1 ? $zip(...some) : [...$it(some[0])].map((one) => [one])) yield act(...each)
}
export function* $filter(act, some) {
  for (const one of $it(some)) if ($t(act ? act(one) : one)) yield one
}
export function* $zip(...some) {
  const each = some.map($iter)
  for (;;) {
    const told = each.map((one) => one.next())
    if (told.some(({ done }) => done)) return
    yield told.map(({ value }) => value)
  }
}
export function* $enumerate(some, first = 0) {
  for (const one of $it(some)) yield [first++, one]
}
export function* $range(...bounds) {
  const [first, last, step = 1] = bounds.length > 1 ? bounds : [0, bounds[0]]
  for (let at = first; step > 0 ? at < last : at > last; at += step) yield at
}
export function* $pairwise(some) {
  const each = [...some]
  for (let at = 1; at < each.length; at++) yield [each[at - 1], each[at]]
}
export const $bisect_left = (some, limit, { key = (one) => one } = {}) => firstFrom(some, limit, key)
export const $bisect_right = (some, limit) => firstFrom(some, limit + 1)

export const $repr = (text) => {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'"
  return mark + text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`) + mark
}
export const $replace = (one, more) => Object.assign(Object.create(Object.getPrototypeOf(one)), one, more)
export const $bound = (one, name) => (typeof one[name] === 'function' ? one[name].bind(one) : one[name])

const MOST_KEPT = 20_000
export const $memo = (make) => {
  const known = new Map()
  return (...asked) => {
    const name = asked.map((one) => (typeof one === 'string' ? one : written(one))).join('\0')
    if (!known.has(name)) {
      if (known.size >= MOST_KEPT) known.clear()
      known.set(name, make(...asked))
    }
    return known.get(name)
  }
}

/** A pattern that is put together when it is wanted. */
export const $pattern = $memo((source) => new Pattern(source))

export const $re = { escape: literal }
/** The names of signs that posts are read for. */
const SIGNS = {
  quot: '"', bdquo: '„', laquo: '«', raquo: '»', ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’', apos: "'", hellip: '…', mdash: '—', ndash: '–', nbsp: '\xa0', amp: '&',
  euro: '€', pound: '£', yen: '¥',
}
export const $html = {
  unescape: (text) => text.replace(/&(?:#(\d+|x[\da-f]+)|(\w+));/gi, (all, number, name) => (
    name ? SIGNS[name] ?? all : String.fromCodePoint(number.replace(/^x/i, '0x')))),
}
export const $heapq = { nsmallest: (most, some) => $sorted(some).slice(0, most) }

export const $SequenceMatcher = (one, other) => new SequenceMatcher(one, other)

const isCased = (text) => text.toLowerCase() !== text.toUpperCase()

const OF_TEXT = {
  strip,
  lstrip: stripStart,
  rstrip: stripEnd,
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  replace: (text, old, by) => text.replaceAll(old, () => by),
  startswith: (text, begun, at = 0) => [begun].flat().some((one) => text.startsWith(one, at)),
  endswith: (text, end) => [end].flat().some((one) => text.endsWith(one)),
  find: (text, one, at = 0, end = text.length) => { const place = text.indexOf(one, at); return place + one.length <= end ? place : -1 },
  rfind: (text, one, at = 0, end = text.length) => { const place = text.lastIndexOf(one, end - one.length); return end >= one.length && place >= at ? place : -1 },
  count: (text, one, at = 0, end = text.length) => text.slice(at, end).split(one).length - 1,
  split: (text, sign) => (sign === undefined ? fields(text) : text.split(sign)),
  splitlines: (text, kept = false) => (kept ? lines(text) : lines(text).map((line) => line.replace(/(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])$/, ''))),
  join: (text, some) => [...$it(some)].join(text),
  partition: (text, sign) => { const at = text.indexOf(sign); return at < 0 ? [text, '', ''] : [text.slice(0, at), sign, text.slice(at + sign.length)] },
  rpartition: (text, sign) => { const at = text.lastIndexOf(sign); return at < 0 ? ['', '', text] : [text.slice(0, at), sign, text.slice(at + sign.length)] },
  isalpha: isLetters,
  isdigit: isDigits,
  isdecimal: isDigits,
  isalnum: (text) => /^[\p{L}\p{N}]+$/u.test(text),
  isspace: (text) => text !== '' && strip(text) === '',
  isupper: (text) => text === text.toUpperCase() && isCased(text),
  islower: (text) => text === text.toLowerCase() && isCased(text),
  ljust: (text, width, sign = ' ') => text.padEnd(width, sign),
  zfill: (text, width) => text.padStart(width, '0'),
  removesuffix: (text, end) => (end && text.endsWith(end) ? text.slice(0, -end.length) : text),
}
const OF_LISTS = {
  append: (list, one) => { list.push(one) },
  extend: (list, some) => { for (const one of $it(some)) list.push(one) },
  pop: (list) => list.pop(),
  popleft: (list) => list.shift(),
  index: (list, one) => list.findIndex((each) => $eq(each, one)),
  count: (list, one) => list.filter((each) => $eq(each, one)).length,
  sort: (list, { key = (one) => one } = {}) => { list.sort((one, other) => compared(key(one), key(other))) },
}
const OF_DICTIONARIES = {
  get: (map, key, none = null) => map.get(keyOf(key)) ?? none,
  items: (map) => map.entries(),
  keys: (map) => map.keys(),
  values: (map) => map.values(),
  pop: (map, key) => { const value = map.get(keyOf(key)); map.delete(keyOf(key)); return value },
  update: (map, more) => { if (map.make) map.add(more); else for (const [key, value] of more) map.set(keyOf(key), value) },
  most_common: (map, most) => [...map].sort(([, one], [, other]) => other - one).slice(0, most),
}
const OF_SETS = {
  add: (set, one) => { set.add(keyOf(one)) },
  union: (set, ...more) => new Set([...set, ...more.flatMap((some) => [...$it(some)].map(keyOf))]),
  intersection: (set, ...more) => new Set([...set].filter((one) => more.every((some) => $has(some, one)))),
  isdisjoint: (set, some) => ![...$it(some)].some((one) => set.has(keyOf(one))),
}

/** A method of one of Python's own values, or of what has one so called. */
export const $call = (one, name, ...args) => {
  if (typeof one === 'string') return OF_TEXT[name](one, ...args)
  if (Array.isArray(one)) return OF_LISTS[name](one, ...args)
  if (one instanceof Map) return OF_DICTIONARIES[name](one, ...args)
  return isSet(one) ? OF_SETS[name](one, ...args) : one[name](...args)
}
export const $call_all = (name, one, ...more) => $call($set(one), name, ...more)
