import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parse } from '../../site_templates/js/query.js'
import { json } from './cases.mjs'

const { games, kinds, cases } = json('query.json')
const nothing = { phrases: [], excluded: [], prefixes: [], games: [], kinds: [], titles: [], numbers: [] }

for (const { title, query, is } of cases) {
  test(`query: ${title}`, () => assert.deepEqual(parse(query, games, kinds), { ...nothing, ...is }))
}

for (const part of ['"', '-"', 'a* ', '-a ', 'game:', 'game:magic ', '-', '\0', ' ']) {
  test(`a query of ${JSON.stringify(part)} over and over is not slow`, () => {
    const started = performance.now()
    parse(part.repeat(10000), games, kinds)
    assert.ok(performance.now() - started < 500)
  })
}
