// Links and verifies posts as the site does: `node cite_posts.mjs < {rules, jobs}`; a job is an act, a post and wishes.
import { readFileSync } from 'node:fs'

import { answered } from './answered.mjs'
import { script } from './scripts.mjs'
import { open } from './small_rules.mjs'

const { rules, jobs } = JSON.parse(readFileSync(0, 'utf8'))
process.stdout.write(JSON.stringify(await answered(open(rules), jobs, await script('post/posts.js'))))
