import assert from 'node:assert/strict'
import { test } from 'node:test'

import { STOP_WORDS, nameKey, sentences, stem, stems, words } from '../../site_templates/js/analyse.js'
import { json, rows } from './cases.mjs'

const cases = json('analyse.json')

for (const { title, text, is } of cases.words) {
  test(`words: ${title}`, () => assert.deepEqual(words(text), is))
}

for (const { title, text, is } of cases.stems) {
  test(`stems: ${title}`, () => assert.deepEqual(stems(text), is))
}

for (const { title, one, other } of cases.names) {
  test(`one name: ${title}`, () => assert.equal(nameKey(one), nameKey(other)))
}

for (const { title, one, other } of cases.different_names) {
  test(`different names: ${title}`, () => assert.notEqual(nameKey(one), nameKey(other)))
}

for (const { title, text, is } of cases.sentences) {
  test(`sentences: ${title}`, () => assert.deepEqual(sentences(text).map(([from, to]) => text.slice(from, to)), is))
}

test('every stem is that of snowballstemmer', () => {
  const known = rows('stems.tsv')
  assert.ok(known.length > 2000)
  assert.deepEqual(known.filter(([word, expected]) => stem(word) !== expected), [])
})

test('a stop word is a word as analysed', () => {
  for (const word of STOP_WORDS) assert.deepEqual(words(word), [word])
})

for (const text of ["'".repeat(100000), "a'".repeat(50000), '."'.repeat(50000), 'é'.repeat(100000), ' '.repeat(100000)]) {
  test(`a hostile text of ${JSON.stringify(text.slice(0, 4))} takes no time`, () => {
    const started = performance.now()
    words(text)
    sentences(text)
    assert.ok(performance.now() - started < 2000)
  })
}
