import assert from 'node:assert/strict'
import { test } from 'node:test'

import { reasons, WORDS_SHARE, wordsPart } from '../../site_templates/js/fuse.js'
import { readSynonyms, related } from '../../site_templates/js/synonyms.js'
import { ASKED, Rows, Table, Vectors } from '../../site_templates/js/vectors.js'

test('words add their share of the highest score that is let through, by coverage', () => {
  const words = { scores: new Float64Array([2, 8, 4]), coverage: new Float64Array([0.5, 1, 0.25]) }
  const part = wordsPart(words, (number) => number !== 1)
  assert.deepEqual([...part].map((value) => value / WORDS_SHARE), [0.25, 0, 0.25])
})

test('no words add nothing', () => {
  const words = { scores: new Float64Array(2), coverage: new Float64Array(2) }
  assert.deepEqual([...wordsPart(words, () => true)], [0, 0])
})

test('what lifts an entry is said', () => {
  assert.equal(reasons(0.4, 0.4), 'words+meaning')
  assert.equal(reasons(0.4, 0.01), 'words')
  assert.equal(reasons(0, 0.3), 'meaning')
  assert.equal(reasons(0, -0.1), 'meaning')
})

test('a list of synonyms leads from every stem of a member to the others', () => {
  const held = new Set(['hit', 'point', 'health', 'life'])
  const synonyms = readSynonyms(['hit point,health,life,vigour', 'constructor,toString'], (stem) => held.has(stem))
  assert.deepEqual(related(['lose', 'hit', 'point', 'life'], synonyms), ['health'])
  assert.deepEqual(related(['hit', 'toString'], synonyms), [])
})

/** Rows as `kb/encoders/quantise.py` packs them: a scale of 1 is 0x3f80. */
const packed = (bits, columns, rows) => {
  const head = new DataView(new ArrayBuffer(12 + 2 * rows.length))
  ;[...'KBQ1'].forEach((letter, at) => head.setUint8(at, letter.charCodeAt(0)))
  head.setUint8(4, bits)
  head.setUint16(6, columns, true)
  head.setUint32(8, rows.length, true)
  rows.forEach((_, row) => head.setUint16(12 + 2 * row, 0x3f80, true))
  const values = rows.flat()
  const body = bits === 8
    ? values.map((value) => value & 255)
    : values.filter((_, at) => at % 2 === 0).map((value, at) => (value + 8) | ((values[2 * at + 1] + 8) << 4))
  return new Uint8Array([...new Uint8Array(head.buffer), ...body])
}

for (const bits of [4, 8]) {
  test(`rows of ${bits} bits are read with their signs`, () => {
    const rows = new Rows(packed(bits, 2, [[3, -7], [0, 1]]))
    const vector = new Float32Array([0.6, 0.8])
    const rounded = [...rows.compare(vector)].map((value) => Math.round(value * 1000) / 1000)
    assert.deepEqual(rounded, [-3.8, 0.8])
    assert.deepEqual([...rows.compare(vector, 1)], [...rows.compare(vector)].slice(1))
  })
}

test('every column and every row counts, in fours and beyond', () => {
  const six = [[1, 0, 0, 0, 0, 0], [0, 2, 0, 3, 0, -4], [0, 0, 5, 0, 6, 0]]
  const rows = new Rows(packed(8, 6, [...six, ...six, ...six]))
  const asked = new Float32Array([0.5, 0.25, 0.125, 0.5, 0.25, 0.5])
  const rounded = (found) => [...found].map((value) => Math.round(value * 1000) / 1000)
  const expected = [0.5, 0, 2.125, 0.5, 0, 2.125, 0.5, 0, 2.125]
  for (let first = 0; first <= 9; first++) {
    for (let end = first; end <= 9; end++) {
      assert.deepEqual(rounded(rows.compare(asked, first, end)), expected.slice(first, end))
    }
  }
})

test('an entry and its best part have half a say each', () => {
  const list = new TextEncoder().encode('up\ndown')
  const table = new Uint8Array([...'KBT1'].map((letter) => letter.charCodeAt(0)).concat([list.length, 0, 0, 0]))
  const vectors = new Vectors(new Table(new Uint8Array([...table, ...list, ...packed(8, 2, [[1, 0], [0, 1]])])), 4)
  const entries = packed(8, 2, [[1, 0], [0, 1], [1, 1]])
  const parts = packed(8, 2, [[0, 1], [1, 0], [0, 1]])
  const lengths = new Uint32Array([entries.length, parts.length]) // little-endian, as everywhere
  const owners = [0, 0, 0, 1, 2, 0xff, 0xff, 3]
  vectors.add(0, new Uint8Array([...new Uint8Array(lengths.buffer), ...entries, ...parts, ...owners]))
  const { similarity, nearest, average } = vectors.score(['Down!'])
  assert.deepEqual([...similarity.subarray(0, 3)], [0.5, 1, 1])
  assert.deepEqual([...nearest], [0, -1, ASKED, -1])
  assert.equal(similarity[3], Math.fround(average)) // its vectors are not loaded
  assert.deepEqual([...vectors.nearness(0, ['down'])], [[0, 1], [1, 0]])
  assert.deepEqual([...vectors.nearness(2, ['down'])], [])
  assert.deepEqual([...vectors.nearness(3, ['down'])], [])
})
