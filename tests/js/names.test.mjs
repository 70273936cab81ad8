// What `tests/site/test_browser_index.py` sees packed comes out as the terminal holds it.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Names } from '../../site_templates/js/names.js'
import { json } from './cases.mjs'

const { entries, catalogue, slug, above, stands } = json('names.json')
const none = entries.map(() => 0)
const facts = { games: ['moor'], kinds: ['rule'], game: none, kind: none, slug, number: none, title: none, above, standIns: stands }
const position = new Map(entries.map(([id], number) => [id, number]))

test('ids, parents and what entries stand for, the second game behind the first', () => {
  const names = new Names()
  names.add(facts)
  names.add(facts)
  for (const start of [0, entries.length]) {
    for (const [number, [id, parent]] of entries.entries()) {
      const over = position.get(parent)
      const own = over < number ? entries[over][0].slice(5) : null
      assert.equal(names.id(start + number), id)
      assert.deepEqual(names.path(start + number).slice(-1), own ? [own] : [])
      const runs = catalogue.stand_ins[number]?.map((run) => run.map((one) => start + one))
      assert.deepEqual(names.standIns[start + number], runs)
      const told = catalogue.definitions[number]
      assert.equal(names.definitions[start + number], told === undefined ? undefined : start + told)
    }
  }
})
