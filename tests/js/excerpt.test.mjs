import assert from 'node:assert/strict'
import { test } from 'node:test'

import { stems } from '../../site_templates/js/analyse.js'
import { excerpt } from '../../site_templates/js/excerpt.js'
import { json } from './cases.mjs'

const expanded = (text) => text
  .replace(/@(\w+) x (\d+)@/g, (_, word, times) => Array(Number(times)).fill(word).join(' '))
  .replace(/@(\w) \* (\d+)@/g, (_, letter, times) => letter.repeat(Number(times)))

for (const { title, text, query, is, is_cut: isCut, marked } of json('excerpt.json').cases) {
  test(`excerpt: ${title}`, () => {
    const found = excerpt(expanded(text), stems(query), () => 1)
    assert.deepEqual(found.marks.map(([from, to]) => found.text.slice(from, to)), marked)
    if (isCut) assert.ok(found.text.includes('…') && found.text.length <= 244)
    else assert.equal(found.text, is)
  })
}
