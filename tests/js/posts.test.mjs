// Whole posts, case by case, from the case files that tests/cite/test_posts.py reads too.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { link } from '../../site_templates/js/cite/linking.js'
import { verify } from '../../site_templates/js/cite/verifying.js'
import { cases } from './cases.mjs'
import { open, small } from './small_rules.mjs'

const editions = { now: open(small.now), later: open(small.later) }

for (const { title, parts: [settings, post, expected, doubts] } of cases('posts.txt', 4)) {
  test(`a post is linked: ${title}`, async () => {
    const [source, to, ...more] = settings.split(' ')
    const game = more.find((one) => one !== 'terms') ?? null
    const linked = await link(editions.now, post, { source, to, game, terms: more.includes('terms') })
    assert.equal(linked.text.replaceAll(small.now.baseUrl, '@'), expected)
    const told = linked.doubts.map((one) => `${one.line} ${one.text}: ${one.reason} (${one.candidates.join(', ')})`)
    assert.equal(told.join('\n'), doubts)
  })
}

const MARKS = { same: ['', ''], post: ['[-', '-]'], text: ['{+', '+}'] }

const told = ({ verdict, cited, entry, since, until, was, difference }) => {
  const editions = `${since ? ` since ${since}` : ''}${until ? ` until ${until}` : ''}`
  const line = `${verdict}: ${cited || '(nothing)'} -> ${entry?.split(':')[1] ?? 'nothing'}${editions}`
  if (was) return [line, was]
  const differs = difference.some(([where]) => where !== 'same')
  const words = difference.map(([where, said]) => MARKS[where].join(said))
  return differs ? [line, words.join(' ')] : [line]
}

for (const { title, parts: [settings, post, expected] } of cases('verify.txt', 3)) {
  test(`a post is verified: ${title}`, async () => {
    const [edition, source, game = null] = settings.split(' ')
    const found = await verify(editions[edition], post, { source, game })
    assert.equal(found.flatMap(told).join('\n'), expected)
  })
}

test('a second time changes nothing', async () => {
  for (const { parts: [settings, post] } of cases('posts.txt', 4)) {
    const [source, to] = settings.split(' ')
    if (source !== to) continue
    const wishes = { source, game: 'hearthmoor', terms: true }
    const once = (await link(editions.now, post, wishes)).text
    assert.equal((await link(editions.now, once, wishes)).text, once)
  }
})

test('a reader decides what is in doubt', async () => {
  const linked = await link(editions.now, '“Ember” it is.', { choose: ({ candidates }) => candidates[1] })
  assert.deepEqual(linked.links, [['Ember', 'cellar:ember']])
  assert.deepEqual(linked.doubts, [])
})
