// A REF is found in the browser however people write it: the same cases as the terminal's.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Names } from '../../site_templates/js/names.js'
import { isNumberAlone, nearestAbove, numbersIn } from '../../site_templates/js/refs.js'
import { json } from './cases.mjs'

const { games, entries, cases, inside, above } = json('refs.json')
const slugs = Object.keys(games).sort()
const position = new Map(entries.map(({ id }, number) => [id, number]))
const names = new Names()
names.add({
  games: slugs,
  gameTitles: games,
  kinds: ['rule'],
  game: entries.map(({ id }) => slugs.indexOf(id.split(':')[0])),
  kind: entries.map(() => 0),
  slug: entries.map(({ id }) => `A${id.slice(id.indexOf(':') + 1)}`),
  number: entries.map(({ number }) => number ?? null),
  title: entries.map(({ title }) => title ?? 0),
  aliases: Object.fromEntries(entries.map(({ aliases }, number) => [number, aliases]).filter(([, held]) => held)),
  above: entries.map(({ parent }, number) => (parent ? position.get(parent) - number : 0)),
  url: {},
})

for (const { ref, finds } of cases) {
  test(`REF ${ref}`, () => assert.deepEqual(names.find(ref).map((number) => names.id(number)), finds))
}

for (const { text, numbers } of inside) {
  test(`numbers inside: ${text}`, () => assert.deepEqual(numbersIn(text), numbers))
}

test('a text of marks and digits is not slow', () => {
  for (const part of ['1.', '§', '1-', '(', '/', 'rule ', '1 to ']) {
    const started = performance.now()
    names.find(part.repeat(5000))
    numbersIn(part.repeat(2000))
    assert.ok(performance.now() - started < 500, part)
  }
})

for (const { text, held, nearest } of above) {
  test(`nearest above: ${text}`, () => assert.equal(nearestAbove(text, (ref) => held.includes(ref)), nearest))
}

for (const [text, isAlone] of Object.entries({
  '702.999': true, 'rule 99': true, 'CR 12a?': true, ' 704.99 ': true, '99': false, 'rule 99 says': false, 'trample': false,
})) {
  test(`nothing but a number: ${text}`, () => assert.equal(isNumberAlone(text), isAlone))
}
