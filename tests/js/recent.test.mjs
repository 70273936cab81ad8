// Which searches are remembered.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { askedFor } from '../../site_templates/js/missing.js'
import { added, forget, recent, remember } from '../../site_templates/js/recent.js'

test('the newest search comes first, and each once', () => {
  assert.deepEqual(added(['push', 'leap'], 'Leap'), ['Leap', 'push'])
  assert.equal(added(['1', '2', '3', '4', '5', '6'], 'new').length, 6)
})

test('searches are remembered even where nothing can be stored, and forgotten when wished', () => {
  remember(' push ')
  remember('  ')
  remember('leap')
  assert.deepEqual(recent(), ['leap', 'push'])
  forget()
  assert.deepEqual(recent(), [])
})

test('an address without a page still says what was wanted', () => {
  assert.equal(askedFor('/rules/magic/first-player@2021/'), 'first player')
  assert.equal(askedFor('/magic/314.6/index.html'), '314.6')
  assert.equal(askedFor('/%zz/'), '')
  assert.equal(askedFor('/404.html'), '')
  assert.equal(askedFor('/'), '')
})
