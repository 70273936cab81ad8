import assert from 'node:assert/strict'
import { test } from 'node:test'

import { changes } from '../../site_templates/js/diff/words.js'
import { json } from './cases.mjs'

for (const { title, old, new: now, renumbered, is } of json('word_changes.json').cases) {
  test(title, () => assert.deepEqual(changes(old, now, new Map(Object.entries(renumbered ?? {}))), is))
}
