// Writes citations as the site does: `node cite_records.mjs < [[record, place, isQuoted], …]`.
import { readFileSync } from 'node:fs'

import { citation } from '../../site_templates/js/citing.js'

const asked = JSON.parse(readFileSync(0, 'utf8'))
const written = asked.map(
  ([{ cite, text, children }, place, isQuoted]) => citation({ ...cite, text, children }, place, isQuoted))
process.stdout.write(JSON.stringify(written))
