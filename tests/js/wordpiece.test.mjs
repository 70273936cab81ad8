import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { WordPiece } from '../../site_templates/js/wordpiece.js'
import { json } from './cases.mjs'

const list = new URL('../../kb/encoders/data/pieces.txt', import.meta.url)
const pieces = readFileSync(list, 'utf8').trimEnd().split('\n')
const cutter = new WordPiece(pieces)

for (const { title, text, pieces: expected } of json('pieces.json')) {
  test(`pieces: ${title}`, () => {
    const found = cutter.ids(text).map((number) => pieces[number])
    assert.deepEqual(found, expected.filter((piece) => piece !== '[UNK]'))
  })
}
