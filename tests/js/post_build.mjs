// How long posts take with the rules of a site: `node post_build.mjs SITE < [[act, post, wishes], …]` tells seconds.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

import { script } from './scripts.mjs'

const { link, check } = await script('post/posts.js')
const { open } = await script('post/post_data.js')
const ACTS = { link, verify: check }

const { rules } = await open(`${pathToFileURL(process.argv[2]).href}/`, async (url) => new Response(readFileSync(url)))
await rules.prepare(rules.games.keys())
const seconds = []
for (const [act, post, wishes] of JSON.parse(readFileSync(0, 'utf8'))) {
  const started = performance.now()
  await ACTS[act](rules, post, wishes)
  seconds.push((performance.now() - started) / 1000)
}
process.stdout.write(JSON.stringify(seconds))
