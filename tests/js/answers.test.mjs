// What the page for posts tells: rules once, doubts to choose from, findings; read from files as a site has them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

import { script } from './scripts.mjs'
import { language, small } from './small_rules.mjs'

const { checkedAnswer, keyOf, linkedAnswer, previews, shortened } = await script('post/answers.js')
const { open } = await script('post/post_data.js')
const { FORMAT } = await script('search_data.js')

const SITE = 'https://here.example/'

/** The parts of a first answer in one file, of which linking reads the names alone. */
const firstOf = (names) => {
  const parts = ['', '', JSON.stringify(names), ''].map((part) => Buffer.from(part))
  const sizes = Buffer.alloc(4 * parts.length)
  for (const [at, part] of parts.entries()) sizes.writeUInt32LE(part.length, 4 * at)
  return Buffer.concat([sizes, ...parts])
}

/** The files of a game below the folder of all of them, its texts in two. */
const filesOfGame = (slug, { names, facts, texts, wordings }) => {
  const half = texts.length >> 1
  const manifest = {
    format: FORMAT,
    first: 'first.gz',
    facts: 'facts.gz',
    wordings: 'wordings.gz',
    texts: [{ first: 0, file: 'a.gz' }, { first: half, file: 'b.gz' }],
  }
  const files = {
    'search.json': manifest,
    'first.gz': firstOf(names),
    'facts.gz': facts,
    'wordings.gz': wordings,
    'a.gz': texts.slice(0, half),
    'b.gz': texts.slice(half),
  }
  return Object.entries(files).map(([name, content]) => [`${slug}/all/search/${name}`, content])
}

/** The files of a site with these rules, by name. */
const filesOf = ({ baseUrl, games }) => {
  const slugs = Object.keys(games)
  const index = {
    format: FORMAT, baseUrl, language: 'language.gz', games: slugs.map((slug) => ({ slug, file: `${slug}/all/search/search.json` })),
  }
  return {
    'search/index.json': index,
    'search/language.gz': language,
    ...Object.fromEntries(slugs.flatMap((slug) => filesOfGame(slug, games[slug]))),
  }
}

/** A site with these rules, its files packed or not, as hosts serve them. */
const shelfOf = (data, fetched = [], broken = new Set()) => {
  const files = filesOf(data)
  return open(SITE, async (address) => {
    const file = address.href.slice(SITE.length)
    fetched.push(file)
    const content = files[file]
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
    return broken.has(file) ? new Response('', { status: 503 }) : new Response(file.endsWith('.gz') ? gzipSync(bytes) : bytes)
  })
}

const wishes = { source: null, to: null, game: null, terms: false, choices: {} }

test('a rule is told once, with all the words that cite it', async () => {
  const told = await linkedAnswer(await shelfOf(small.now), { ...wishes, post: 'CR 314.6, rule 314.6 and [[Leap]], CR 314.6' })
  assert.equal(told.links, 4)
  assert.equal(told.from, 'markdown')
  assert.deepEqual(told.cited.map(({ rule, words }) => [rule.id, words]), [
    ['hearthmoor:314.6', ['CR 314.6', 'rule 314.6']],
    ['hearthmoor:leap', ['Leap']],
  ])
  assert.deepEqual(told.cited[0].rule, {
    id: 'hearthmoor:314.6',
    name: '314.6',
    place: 'Hearthmoor › 314. Schemes',
    language: '',
    page: 'hearthmoor/314.6/',
    address: 'https://moor.example/rules/hearthmoor/314.6@2024-06-07/',
  })
})

test('the same doubt is asked about once, and its answer holds for all', async () => {
  const postData = await shelfOf(small.now)
  const asked = { ...wishes, post: '“Ember” and again\n“Ember”.' }
  const [doubt] = (await linkedAnswer(postData, asked)).doubts
  assert.deepEqual([doubt.count, doubt.candidates.map(({ id }) => id)], [2, ['hearthmoor:ember', 'cellar:ember']])
  const told = await linkedAnswer(postData, { ...asked, choices: { [doubt.key]: 'cellar:ember' } })
  assert.deepEqual([told.links, told.doubtful, told.doubts[0].chosen], [2, 0, 'cellar:ember'])
  assert.equal(doubt.key, keyOf({ text: 'Ember', candidates: ['hearthmoor:ember', 'cellar:ember'] }))
})

test('texts are fetched when something is quoted, and only those that are shown before', async () => {
  const fetched = []
  const postData = await shelfOf(small.now, fetched)
  const plain = { ...wishes, post: 'CR 314.6' }
  assert.deepEqual((await checkedAnswer(postData, plain)).findings, [])
  const [first, second] = ['a.gz', 'b.gz'].map((name) => `hearthmoor/all/search/${name}`)
  assert.ok(!fetched.some((file) => /[ab]\.gz$/.test(file)))
  assert.deepEqual(await previews(postData, ['hearthmoor:314.6']), {
    'hearthmoor:314.6': 'Scheme rule 6 says that a figure waits 6 turns.',
  })
  assert.deepEqual(fetched.filter((file) => /[ab]\.gz$/.test(file)), [first])
  const quoted = { ...wishes, post: 'CR 314.6 says “Scheme rule 6 says that a hero waits 6 turns.”' }
  const { counts, findings } = await checkedAnswer(postData, quoted)
  assert.deepEqual(counts, { changed: 1 })
  assert.equal(findings[0].rule.id, 'hearthmoor:314.6')
  assert.ok(fetched.includes(second))
})

test('what cannot be fetched is asked for again', async () => {
  const broken = new Set(['hearthmoor/all/search/a.gz'])
  const postData = await shelfOf(small.now, [], broken)
  const quoted = { ...wishes, post: 'CR 314.6 says “Scheme rule 6 says that a figure waits 6 turns.”' }
  await assert.rejects(checkedAnswer(postData, quoted), / at .*a\.gz/)
  broken.clear()
  assert.deepEqual((await checkedAnswer(postData, quoted)).counts, { exact: 1 })
})

test('a citation that leads nowhere is told once, within a quotation too', async () => {
  const postData = await shelfOf(small.now)
  const asked = { ...wishes, game: 'hearthmoor', post: 'rule 702.9 it is.\n\n“Bob told us that rule 702.8 is the one that counts”' }
  const { missing } = await linkedAnswer(postData, asked)
  const { findings } = await checkedAnswer(postData, asked, missing)
  assert.deepEqual(findings.map(({ verdict, line, cited }) => [verdict, line, cited]), [
    ['not found', 1, 'rule 702.9'],
    ['not found', 3, 'rule 702.8'],
  ])
})

test('what stands nowhere any more leads to the page that keeps it', async () => {
  const postData = await shelfOf(small.later)
  const post = 'https://moor.example/rules/hearthmoor/314.6@2024-06-07/'
  const { findings: [finding] } = await checkedAnswer(postData, { ...wishes, post })
  assert.deepEqual([finding.verdict, finding.since], ['changed', '2026-01-16'])
  const gone = postData.rules.revisions.filter(({ fate }) => fate === 'withdrawn')
  for (const { address } of gone) {
    const told = await checkedAnswer(postData, { ...wishes, post: `https://moor.example/rules/${address}` })
    assert.deepEqual([told.findings[0].verdict, told.findings[0].rule.page], ['withdrawn', address])
  }
  assert.ok(gone.length)
})

test('data of another format is refused', async () => {
  const index = { ...filesOf(small.now)['search/index.json'], format: FORMAT + 1 }
  await assert.rejects(open(SITE, async () => new Response(JSON.stringify(index))), new RegExp(`format ${FORMAT + 1}`))
})

test('long stretches of common words are cut', () => {
  const words = 'one two three four five six seven eight nine ten eleven'
  assert.deepEqual(shortened([['same', words], ['post', words]]), [['same', 'one two three four … eight nine ten eleven'], ['post', words]])
})
