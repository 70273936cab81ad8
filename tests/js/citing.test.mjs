// How each place writes a citation; tests/site/test_citing.py holds every place to `kb cite`.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { PLACES, citation } from '../../site_templates/js/citing.js'

const leap = {
  name: '7.2 Leap',
  about: 'Hearthmoor, Rules, 2025-03-01',
  who: 'Rules, 7.2 Leap',
  address: 'https://rules.example/hearthmoor/7.2@2025-03-01/',
  text: 'A *figure* leaps.\n\nOnce.',
}

test('a place without markup gets name, address and source', () => {
  assert.equal(citation(leap, 'plain', false),
    '7.2 Leap <https://rules.example/hearthmoor/7.2@2025-03-01/> (Hearthmoor, Rules, 2025-03-01)')
})

test('quoted words cannot become markup', () => {
  assert.equal(citation(leap, 'markdown', true), [
    '> A \\*figure\\* leaps.',
    '>',
    '> Once.',
    '>',
    '> — [7.2 Leap](https://rules.example/hearthmoor/7.2@2025-03-01/) (Hearthmoor, Rules, 2025-03-01)',
  ].join('\n'))
})

test('a text too long for a post is cut at a word', () => {
  const long = citation({ ...leap, text: 'word '.repeat(2000) }, 'discord', true)
  assert.ok([...long].length <= PLACES.discord.most)
  assert.match(long, /word \\\[…\\\]\n/)
})

test('an entry without words of its own is cited by its name', () => {
  for (const place of Object.keys(PLACES)) {
    assert.equal(citation({ ...leap, text: '' }, place, true), citation(leap, place, false))
  }
})
