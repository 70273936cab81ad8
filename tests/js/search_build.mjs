// Answers queries as the site does, from the files of a build: `node search_build.mjs FOLDER < wishes.json`.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

import { open } from '../../site_templates/js/library.js'

const { meaning, queries } = JSON.parse(readFileSync(0, 'utf8'))
const loaded = []
const engine = await open(`${pathToFileURL(process.argv[2]).href}/`, async (url) => {
  loaded.push(url.pathname.split('/').at(-1))
  return new Response(readFileSync(url))
})
const answers = []
for (const { query, refined = false, ...wishes } of queries) {
  const asked = await engine.prepare(query, wishes.game)
  if (meaning) await asked.loadMeaning(query, wishes.game)
  const answer = refined ? await engine.refine(query, wishes) : engine.search(query, wishes)
  const files = loaded.splice(0) // before the excerpt, which fetches a text
  const first = answer.results[0]
  answers.push({ ...answer, files, excerpt: first ? await engine.excerpt(first, query) : null })
}
process.stdout.write(JSON.stringify(answers))
