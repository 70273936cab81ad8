import assert from 'node:assert/strict'
import { test } from 'node:test'

import { compare, label, pieces } from '../../site_templates/js/diff/compare.js'
import { json } from './cases.mjs'

const { data, pairs } = json('compared_editions.json')

const told = ({ moved, changes }) => changes.filter(({ status }) => status !== 'same').map((change) => ({
  status: change.status,
  name: label(change.now ?? change.old),
  was: change.old && change.now && (change.old.number !== change.now.number || change.old.title !== change.now.title)
    ? label(change.old) : '',
  heirs: change.heirs.map(({ number, title }) => number || title),
  path: change.path,
  words: pieces(change, moved),
}))

for (const { old, new: now, is } of pairs) {
  test(`${old} to ${now}`, () => assert.deepEqual(told(compare(data, old, now)), is))
}
