// Links and verifies posts as the site does: `node cite_posts.mjs < {rules, jobs}`; a job is an act, a post and wishes.
import { readFileSync } from 'node:fs'

import { link } from '../../site_templates/js/cite/linking.js'
import { fixes } from '../../site_templates/js/cite/mending.js'
import { inOneLine, report } from '../../site_templates/js/cite/verifying.js'
import { open } from './small_rules.mjs'

/** A stretch in characters, as Python counts; a browser counts some of them twice. */
const counted = (post, stretch) => stretch?.map((place) => [...post.slice(0, place)].length) ?? null

const verified = async (rules, post, wishes) => {
  const made = await report(rules, post, wishes)
  const { findings, text: _, ...rest } = made // what is blotted out counts otherwise, too
  const mended = fixes(rules, post, made, wishes.source).map((fix) => {
    const [start, end] = counted(post, [fix.start, fix.end])
    return { ...fix, start, end }
  })
  const told = findings.map(({ citedAt, at, ...one }) => ({ ...one, at: counted(post, at), cited_at: counted(post, citedAt) }))
  return { findings: told, ...rest, fixes: mended, line: inOneLine(rules, made) }
}

const ACTS = { link, verify: verified }

const { rules: data, jobs } = JSON.parse(readFileSync(0, 'utf8'))
const rules = open(data)
const done = []
for (const [act, post, wishes] of jobs) done.push(await ACTS[act](rules, post, wishes))
process.stdout.write(JSON.stringify(done))
