/** Which words of a post cite a rule? The twin of `kb/cite/finders.py`. */

import { before, strip } from '../link/blanks.js'
import { numbersAt } from '../link/citations.js'
import { isDotted, rangeEnd } from '../link/numbers.js'
import { endOf, patterns, table } from '../link/pattern.js'
import { LINK, masked } from './shield.js'
import { BEHIND_NAME, ON_TOPIC, isShort, weigh } from './weighing.js'

const IN = patterns('finders')

/**
 * Words that may cite an entry, before anybody knows which.
 * @typedef {{start: number, end: number, form: string, name: string, cue: string, shown: string, weight: number, instead: string[]}} Found
 */

const LEGAL = new Set(['section', 'article', 'paragraph', 'clause'])
const BESIDE = 60
const LETTER_NEAR = 300

export const found = (facts) => ({ cue: '', shown: '', weight: 0, instead: [], ...facts })

function* named(post, names) {
  for (const one of names.split(' ')) {
    const form = one.split('_', 1)[0]
    for (const match of IN[one].all(post, 'dg')) {
      const { name, cue = '', shown, instead } = match.groups ?? {}
      const [start, end] = match.indices.groups?.cites ?? match.indices[0]
      if (form === 'phrase' && IN.determined.search(before(post, start, BESIDE))) continue
      const known = name ?? post.slice(start, end)
      yield found({
        start, end, form, cue,
        name: strip(known),
        shown: 'shown' in (match.groups ?? {}) ? strip(shown ?? known) : '',
        instead: instead ? [instead] : [],
      })
    }
  }
}

function* announcedNumbers(post) {
  for (const match of IN.cue.all(post)) {
    const [cue] = Object.entries(match.groups).find(([, written]) => written)
    const all = [...numbers(post, match.index, endOf(match), cue, 'number')]
    const end = all.at(-1)?.end ?? endOf(match)
    if ((LEGAL.has(cue) && IN.of_law.at(post, end)) || IN.of_code.at(post, end)) continue
    yield* IN.of_rules.at(post, end) ? all.map((one) => ({ ...one, cue: 'rule' })) : all
  }
}

function* bareNumbers(post) {
  let end = 0 // of what the list before has told
  for (const match of IN.bare.all(post)) {
    if (match.index < end) continue
    const weight = weigh(post, match.index, endOf(IN.lettered.at(post, match.index) ?? match))
    if (weight < (isShort(match[0]) ? 1 : BEHIND_NAME) || IN.of_code.at(post, endOf(match))) continue
    for (const one of numbers(post, match.index, match.index, '', 'bare')) {
      yield { ...one, weight }
      end = one.end
    }
  }
}

/** Numbers that others in the post go on from: 9m beside 9m2. */
function* shorter(post, kept) {
  const begun = new Set(kept.map(({ name }) => IN.begun.at(name, 0)?.[0]).filter(Boolean))
  for (const match of begun.size ? IN.shorter.all(post) : []) {
    if (!begun.has(match[0])) continue
    const [start, end] = [match.index, endOf(match)]
    const weight = weigh(post, start, end)
    if (weight >= 0) yield { ...found({ start, end, form: 'bare', name: match[0] }), weight: weight + ON_TOPIC }
  }
}

/** Letters of the number before them: "704.5f … and letter g", of those beside its own also "read g as well". */
function* letters(post, kept) {
  const numbers = kept.filter(({ form, name }) => (form === 'number' || form === 'bare') && isDotted(name))
  for (const pattern of [IN.letter, IN.letter_next]) {
    let next = 0
    for (const match of pattern.all(post, 'dg')) {
      while (next < numbers.length && numbers[next].start < match.index) next += 1
      const [before, { letter }, end] = [numbers[next - 1], match.groups, endOf(match)]
      if (!before || match.index - before.end > LETTER_NEAR) continue
      if (pattern === IN.letter_next && Math.abs(letter.codePointAt() - before.name.codePointAt(before.name.length - 1)) !== 1) continue
      const start = pattern === IN.letter ? match.index : match.indices.groups.letter[0]
      yield found({ start, end, form: 'bare', name: before.name.replace(/[a-z]+$/, '') + letter, cue: 'letter' })
    }
  }
}

/** Numbers that begin with a capital as others in the post do, typed without it: a6f beside A6d. */
function* small(post, kept) {
  const numbers = kept.filter(({ form, name }) => (form === 'number' || form === 'bare') && /^\p{L}/u.test(name))
  const begun = new Set(numbers.map(({ name }) => name[0]))
  for (const match of begun.size ? IN.small_first.all(post) : []) {
    const [start, end] = [match.index, endOf(match)]
    const name = match[0][0].toUpperCase() + match[0].slice(1)
    if (begun.has(name[0]) && weigh(post, start, end) >= 0) yield found({ start, end, form: 'bare', name, cue: 'letter' })
  }
}

const OF_NUMBERS = { number: announcedNumbers, bare: bareNumbers }

export const find = (post) => {
  const names = table('finders')
  let [kept, text] = [[], post]
  for (const [place, one] of names.entries()) {
    kept = merged(kept, [...(OF_NUMBERS[one] ?? named)(text, one)])
    if (place <= names.indexOf('number')) text = masked(post, kept.map(({ start, end }) => [start, end]), LINK)
  }
  kept = merged(kept, [...shorter(text, kept), ...letters(text, kept), ...small(text, kept)])
  const standsOut = ({ start, end }) => IN.small.search(before(post, start, BESIDE) + post.slice(end, end + BESIDE))
  return kept.filter((one) => one.form !== 'capitals' || standsOut(one))
}

const merged = (kept, added) => {
  const result = []
  let number = 0
  for (const one of added.sort((a, b) => a.start - b.start || b.end - a.end)) {
    while (number < kept.length && kept[number].start < one.end) result.push(kept[number++])
    if (!result.length || result.at(-1).end <= one.start) result.push(one)
  }
  return [...result, ...kept.slice(number)]
}

function* numbers(post, start, position, cue, form) {
  const typed = IN.typed.at(post, position)
  if (typed) {
    yield found({ start, end: endOf(typed), form, name: typed[1], cue, instead: [`${typed[1]}.${typed[2]}`] })
    return
  }
  const strange = IN.strange.at(post, position)
  if (strange) yield found({ start, end: endOf(strange), form, name: strange[0], cue })
  let last = ''
  let end = position
  let isFirst = true
  for (const item of numbersAt(post, position)) {
    const first = isFirst ? start : item.start
    isFirst = false
    const lettered = IN.lettered.at(post, item.start)
    if (lettered) {
      const [, until, number, from, to] = lettered
      yield found({ start: first, end: item.start + until.length, form, name: number + from, cue })
      yield found({ start: endOf(lettered) - 2, end: endOf(lettered), form, name: number + to, cue })
      return
    }
    if (item.to) {
      yield found({ start: first, end: item.between[0], form, name: item.number, cue })
      yield found({ start: item.between[1], end: item.end, form, name: item.to, cue })
      last = item.to
      end = item.end
      continue
    }
    const bracketed = IN.bracketed.at(post, item.start)
    const instead = bracketed ? [`${bracketed[1]}${bracketed[2]}`] : []
    last = item.number
    end = bracketed ? endOf(bracketed) : item.end
    yield found({ start: first, end, form, name: item.number, cue, instead })
  }
  yield* continued(post, end, last, cue, form)
}

/** The numbers of which only the end is written: ".7" in "314.6 and .7". */
function* continued(post, end, last, cue, form) {
  for (let joint = last && IN.continued.at(post, end); joint; joint = IN.continued.at(post, end)) {
    const start = endOf(joint)
    const part = joint[joint.findLastIndex(Boolean)]
    end = start + part.length
    last = (joint[1] ? last.replace(/\.[^.]*$/, '') : last.slice(0, -part.length)) + part
    yield found({ start, end, form, name: last, cue })
  }
}

export const splitRange = (name) => {
  const hyphen = name.lastIndexOf('-')
  const [first, last] = [name.slice(0, Math.max(hyphen, 0)), name.slice(hyphen + 1)]
  return first && last ? [first, rangeEnd(first, last)] : null
}
