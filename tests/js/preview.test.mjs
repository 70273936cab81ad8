// Where a preview goes, in numbers: nothing of it may leave the window or cover its link.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { placed } from '../../site_templates/js/preview.js'

const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 800 }
const SIZE = { width: 400, height: 200 }
const link = (left, top) => ({ left, top, bottom: top + 20 })

test('below its link where there is room', () => {
  assert.deepEqual(placed(link(100, 100), SIZE, WIDE), { left: 100, top: 128, width: 400 })
})

test('above it at the foot of the window', () => {
  assert.deepEqual(placed(link(100, 700), SIZE, WIDE), { left: 100, top: 492, width: 400 })
})

test('never past the right edge', () => {
  assert.equal(placed(link(1200, 100), SIZE, WIDE).left, 1280 - 400 - 8)
})

test('on a phone at the edge away from the link', () => {
  assert.deepEqual(placed(link(100, 100), SIZE, PHONE), { left: 8, top: 592, width: 374 })
  assert.deepEqual(placed(link(100, 700), SIZE, PHONE), { left: 8, top: 8, width: 374 })
})
