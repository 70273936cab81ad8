// What is searched for on the page for addresses that do not exist.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { askedIn } from '../../site_templates/js/missing.js'

test('a page that is not there is searched for in the game that its address names', () => {
  const games = ['', 'hearthmoor', 'fen']
  assert.equal(askedIn('/moor/hearthmoor/9.9/', games), 'hearthmoor')
  assert.equal(askedIn('/moor/fen/push', games), 'fen')
  assert.equal(askedIn('/moor/hearthmoor/', games), '')
  assert.equal(askedIn('/', games), '')
})
