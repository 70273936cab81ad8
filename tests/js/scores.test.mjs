import assert from 'node:assert/strict'
import { test } from 'node:test'

import { stems } from '../../site_templates/js/analyse.js'
import { order, scoreWords } from '../../site_templates/js/scores.js'
import { WordIndex } from '../../site_templates/js/word_index.js'
import { json } from './cases.mjs'

const file = json('scores.json')
const bytes = (text) => new Uint8Array(Buffer.from(text, 'base64'))

const opened = () => {
  const index = new WordIndex(bytes(file.dictionary))
  index.add(0, bytes(file.postings))
  return index
}

const held = (values) => Object.fromEntries(
  [...values].map((value, number) => [file.ids[number], Number(value.toFixed(9))]).filter(([, value]) => value),
)

for (const { query, scores, coverage } of file.cases) {
  test(`the scores of ${query || 'nothing'} are those of the terminal`, () => {
    const found = scoreWords(opened(), stems(query))
    assert.deepEqual(held(found.scores), scores)
    assert.deepEqual(held(found.coverage), coverage)
  })
}

/** Some stems' postings as `postings.bin` holds them; every number of the case is below 128, a byte of its own. */
const packed = (index, stems) => {
  const held = stems.map((stem) => index.postings(stem))
  const gaps = held.flatMap(({ numbers }) => [...numbers].map((number, at) => number - (at ? numbers[at - 1] : -1) - 1))
  return Uint8Array.from([...gaps, ...held.flatMap(({ counts }) => [...counts])])
}

test('a part that is not loaded scores nothing and is named', () => {
  const whole = opened()
  const second = whole.stems.get('wall')
  const index = new WordIndex(bytes(file.dictionary), [0, second])
  index.add(0, packed(whole, [...whole.stems.keys()].slice(0, second)))
  assert.equal(index.partOf('action'), 0)
  assert.equal(index.partOf('wall'), 1)
  assert.equal(index.partOf('zzz'), -1)
  assert.equal(index.postings('wall'), null)
  assert.deepEqual(index.postings('action'), whole.postings('action'))
  assert.ok(whole.stems.get('action') < second)
  assert.deepEqual(order(scoreWords(index, ['wall']).scores), [])
})

test('a part is read from where it begins', () => {
  const whole = opened()
  const number = whole.stems.get('leap')
  const index = new WordIndex(bytes(file.dictionary), [0, number])
  index.add(1, packed(whole, [...whole.stems.keys()].slice(number)))
  assert.deepEqual(index.postings('wall'), whole.postings('wall'))
})

test('equal scores keep the reading order', () => {
  assert.deepEqual(order(new Float64Array([0, 2, 3, 2])), [2, 1, 3])
})

test('the best few are those at the head of all', () => {
  const scores = Float64Array.from({ length: 500 }, (_, number) => (number * 7919) % 31)
  const allows = (number) => number % 5 > 0
  for (const most of [0, 1, 8, 40, 600]) {
    assert.deepEqual(order(scores, allows, undefined, most), order(scores, allows).slice(0, most))
    assert.deepEqual(order(scores, allows, -Infinity, most), order(scores, allows, -Infinity).slice(0, most))
  }
})

