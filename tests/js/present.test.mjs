// How results are put into words and addresses.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { around, counted, firstWords, grouped, names, pieces, place, shared, step, tidy, withIcons } from '../../site_templates/js/present.js'

test('marks part a text into pieces', () => {
  assert.deepEqual(pieces('A leap ends.', [[2, 6]]), [
    { text: 'A ', marked: false },
    { text: 'leap', marked: true },
    { text: ' ends.', marked: false },
  ])
})

test('overlapping, empty and impossible marks are left out', () => {
  const found = pieces('leap', [[0, 3], [1, 4], [2, 2], [3, 9]])
  assert.deepEqual(found, [{ text: 'lea', marked: true }, { text: 'p', marked: false }])
  assert.deepEqual(pieces('', []), [])
})

test('an excerpt begins shortly before its first mark', () => {
  const text = 'word '.repeat(40) + 'leap again'
  const cut = around({ text, marks: [[200, 204]] })
  assert.ok(cut.text.startsWith('… word '))
  assert.ok(cut.text.length < 80)
  const [[start, end]] = cut.marks
  assert.equal(cut.text.slice(start, end), 'leap')
})

test('an excerpt whose mark is near, or that has none, stays', () => {
  for (const excerpt of [{ text: 'A leap ends.', marks: [[2, 6]] }, { text: 'A leap ends.', marks: [] }]) {
    assert.deepEqual(around(excerpt), excerpt)
  }
  const unbroken = { text: 'x'.repeat(300), marks: [[200, 204]] }
  assert.deepEqual(around(unbroken), unbroken)
})

test('a result is called by its number and title', () => {
  assert.deepEqual(names({ number: '7.2', title: null }), { number: '7.2', title: '' })
  assert.deepEqual(names({ number: null, title: null }), { number: '', title: '' })
})

test('a step is called by its kind', () => {
  assert.equal(names({ kind: 'step', number: 'b', title: null }).title, 'Step b')
  assert.equal(names({ kind: 'step', number: '1', title: 'Choose' }).title, 'Choose')
})

test('icons stand apart, and marks stay where they were', () => {
  const shown = withIcons({ text: 'A {leap} over {?} walls', marks: [[3, 7], [18, 23]] })
  assert.deepEqual(shown.map(({ text }) => text), ['A ', 'leap', ' over {?} ', 'walls'])
  assert.deepEqual(shown.filter(({ marked }) => marked).map(({ text }) => text), ['leap', 'walls'])
  assert.deepEqual(shown.filter(({ isIcon }) => isIcon).map(({ text }) => text), ['leap'])
})

test('an icon is marked as a whole, however much of it was found', () => {
  const shown = withIcons({ text: 'Pay {2/U} or {T}{T}.', marks: [[5, 6], [7, 8], [14, 20]] })
  assert.deepEqual(shown.map(({ text, marked }) => [text, marked]), [
    ['Pay ', false], ['2/U', true], [' or ', false], ['T', true], ['T', true], ['.', true],
  ])
})

test('first words say icons without braces', () => {
  assert.equal(firstWords('{leap} over walls'), 'leap over walls')
})

test('what has no name is called by its first words', () => {
  assert.equal(firstWords('Walls stand.'), 'Walls stand.')
  assert.equal(firstWords('word '.repeat(40), 22), 'word word word word …')
  assert.equal(firstWords('x'.repeat(100), 10), `${'x'.repeat(10)} …`)
})

test('a place names the game and the nearest titles', () => {
  const games = new Map([['moor', 'Hearthmoor']])
  assert.equal(place({ game: 'moor', path: ['Glossary'] }, games), 'Hearthmoor › Glossary')
  assert.equal(place({ game: 'moor', path: ['a', 'b', 'c'] }, games), 'Hearthmoor › … › b › c')
  assert.equal(place({ game: 'fen', path: [] }, games), 'fen')
})

test('a shared search holds only what was asked', () => {
  assert.equal(shared({ query: '', game: null, kind: null }), '')
  assert.equal(shared({ query: 'a & b', game: 'moor', kind: 'term' }), '?q=a+%26+b&game=moor&kind=term')
})

test('the number of results is said in words', () => {
  assert.match(counted(0, 8), /^Nothing found/)
  assert.equal(counted(1, 8), '1 result')
  assert.equal(counted(5, 8), '5 results')
  assert.equal(counted(8, 8), 'The best 8 results')
})

test('arrows go through the options and back to the box', () => {
  assert.equal(step(-1, 3, 'ArrowDown'), 0)
  assert.equal(step(2, 3, 'ArrowDown'), -1)
  assert.equal(step(-1, 3, 'ArrowUp'), 2)
  assert.equal(step(0, 3, 'ArrowUp'), -1)
  assert.equal(step(1, 3, 'Home'), 1)
  assert.equal(step(-1, 0, 'ArrowDown'), -1)
})

test('an address is shared without its file name', () => {
  assert.equal(tidy('https://a.example/moor/leap/index.html'), 'https://a.example/moor/leap/')
  assert.equal(tidy('https://a.example/moor/leap/index.html#x'), 'https://a.example/moor/leap/#x')
  assert.equal(tidy('https://a.example/index.html?q=1'), 'https://a.example/?q=1')
  assert.equal(tidy('https://a.example/myindex.html'), 'https://a.example/myindex.html')
})

test('hits are grouped by their rule, best rule first', () => {
  const hit = (id, place) => ({ id, place, rule: { number: place } })
  const found = grouped([hit('7.2a', '7.2'), hit('9', '9'), hit('7.2', '7.2'), hit('7.2b', '7.2')])
  assert.deepEqual(found.map(({ rule, hits }) => [rule.number, hits.map(({ id }) => id)]), [
    ['7.2', ['7.2a', '7.2', '7.2b']], ['9', ['9']],
  ])
})
