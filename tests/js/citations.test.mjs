// What a post cites, case by case, from the case files that tests/cite/test_citations.py reads too.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { link } from '../../site_templates/js/cite/linking.js'
import { cases } from './cases.mjs'
import { open, small } from './small_rules.mjs'

const rules = open(small.now)
const wishes = { game: 'hearthmoor', source: 'markdown' }

for (const { title, parts: [post, expected] } of cases('citations.txt', 2)) {
  test(`a citation: ${title}`, async () => {
    const linked = await link(rules, post, wishes)
    const told = [
      ...linked.links.map(([words, id]) => `${words} -> ${id.split(':')[1]}`),
      ...linked.doubts.map((doubt) => `? ${doubt.text}`),
    ]
    assert.equal(told.join('\n'), expected.replace('(none)', ''))
  })
}

for (const { title, parts: [post] } of cases('citations_false.txt', 1)) {
  test(`a false friend: ${title}`, async () => {
    const linked = await link(rules, post, wishes)
    assert.equal(linked.text, post)
    assert.deepEqual(linked.links, [])
  })
}
