import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Service } from '../../site_templates/js/service.js'

const RULE = { id: 'moor:7', kind: 'rule', number: '7', title: 'Fighting', url: 'moor/7/' }
const RESULT = {
  id: 'moor:7.2', game: 'moor', kind: 'rule', number: '7.2', title: null, url: 'moor/7.2/', score: 1, why: 'number',
  excerpt: 'A figure pushes.', marks: [[2, 8]], says: 'moor:7.2', path: ['7. Fighting'], rule: RULE,
}
const TOLD = {
  did_you_mean: null, answered: true, opens: 'moor/7.2/', players_words: [{ said: 'shove', means: 'push' }],
  results: [RESULT, { ...RESULT, id: 'moor:7.3', says: 'moor:7.3' }],
}

/** A service that remembers what it was asked, and answers with this. */
const served = (answer = () => Response.json(TOLD)) => {
  const asked = []
  const service = new Service('https://api.example/rules/', async (url, settings) => {
    asked.push(url.href)
    return answer(url, settings)
  })
  return { service, asked }
}

test('an answer has what the page shows', async () => {
  const { service, asked } = served()
  const search = await service.ask('7.2', { game: 'moor' })
  assert.deepEqual(asked, ['https://api.example/rules/search?q=7.2&limit=40&game=moor'])
  const found = search.search('7.2', { limit: 1 })
  assert.equal(found.isExact, true)
  assert.deepEqual(found.playersWords, [['shove', 'push']])
  assert.deepEqual(found.results.map(({ id, place, rule }) => [id, place, rule.url]), [['moor:7.2', 'moor:7', 'moor/7/']])
  assert.deepEqual(await search.excerpt(found.results[0], '7.2'), { text: 'A figure pushes.', marks: [[2, 8]] })
})

test('all that an answer says comes from its entry', async () => {
  const { service, asked } = served((url) => Response.json(url.pathname.includes('/entry/') ? { text: 'A figure\npushes. Twice.' } : TOLD))
  const search = await service.ask('pushing')
  const said = await search.excerpt(search.search('pushing').results[0], 'pushing', true)
  assert.deepEqual(said, { text: 'A figure pushes. Twice.', marks: [[9, 15]] })
  assert.equal(asked[1], 'https://api.example/rules/entry/moor%3A7.2?')
})

test('several games and kinds are asked for as operators', async () => {
  const { service, asked } = served()
  await service.ask('push', { game: ['moor', 'fen'], kind: ['rule', 'term'] })
  assert.equal(new URL(asked[0]).searchParams.get('q'), 'push game:moor game:fen kind:rule kind:term')
})

test('only the last of what is typed is asked, and once', async () => {
  const { service, asked } = served()
  const [first, last, again] = await Promise.all(['pu', 'push', 'push'].map((query) => service.ask(query)))
  assert.deepEqual(asked, ['https://api.example/rules/search?q=push&limit=40'])
  assert.deepEqual(first.search('pu').results, [])
  assert.equal(last.search('push').results.length, 2)
  assert.equal(again, last)
})

for (const [what, answer] of [
  ['is not there', () => { throw new TypeError('Failed to fetch') }],
  ['is out of order', () => new Response('{}', { status: 503 })],
  ['says what is no JSON', () => new Response('<!doctype html>')],
  ['speaks otherwise', () => Response.json({ results: [] })],
]) {
  test(`a service that ${what} is left alone for a while`, async () => {
    const { service, asked } = served(answer)
    assert.equal(await service.ask('push'), null)
    assert.equal(await service.ask('pushes'), null)
    assert.equal(asked.length, 1)
    service.silentUntil = 0
    assert.equal(await service.ask('push'), null)
    assert.equal(asked.length, 2)
  })
}

test('a query that it refuses is none of its failures', async () => {
  const { service, asked } = served((url) => (url.searchParams.get('q').length > 9 ? new Response('{}', { status: 413 }) : Response.json(TOLD)))
  assert.equal(await service.ask('push and push'), null)
  assert.notEqual(await service.ask('push'), null)
  assert.equal(asked.length, 2)
})
