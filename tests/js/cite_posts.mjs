// Links and verifies posts as the site does: `node cite_posts.mjs < {rules, jobs}`; a job is an act, a post and wishes.
import { readFileSync } from 'node:fs'

import { link } from '../../site_templates/js/cite/linking.js'
import { verify } from '../../site_templates/js/cite/verifying.js'
import { open } from './small_rules.mjs'

const ACTS = { link: async (rules, post, wishes) => link(rules, post, wishes), verify }

const { rules: data, jobs } = JSON.parse(readFileSync(0, 'utf8'))
const rules = open(data)
const done = []
for (const [act, post, wishes] of jobs) done.push(await ACTS[act](rules, post, wishes))
process.stdout.write(JSON.stringify(done))
