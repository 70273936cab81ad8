import assert from 'node:assert/strict'
import { test } from 'node:test'

import { stem } from '../../site_templates/js/analyse.js'
import { correct, nearest } from '../../site_templates/js/spelling.js'
import { json } from './cases.mjs'

const file = json('spelling.json')
const vocabulary = Object.entries(file.vocabulary).sort(([one], [other]) => (one < other ? -1 : 1))
const stems = new Set(vocabulary.map(([word]) => stem(word)))
const known = (word) => file.known.includes(word) || stems.has(stem(word))

for (const { title, text, is } of file.cases) {
  test(`spelling: ${title}`, () => assert.equal(correct(text, (word) => nearest(word, vocabulary), known), is))
}
