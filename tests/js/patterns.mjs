// The patterns of the recogniser's scripts, for tests/cite/test_twins.py: `{module: {name: pattern}}`.
const MODULES = {
  'kb.link.citations': 'link/citations.js',
  'kb.link.names': 'link/names.js',
  'kb.link.terms': 'link/terms.js',
  'kb.link.tokens': 'link/tokens.js',
  'kb.cite.attributing': 'cite/attributing.js',
  'kb.cite.finders': 'cite/finders.js',
  'kb.cite.quotations': 'cite/quotations.js',
  'kb.cite.shield': 'cite/shield.js',
}

const told = {}
for (const [module, file] of Object.entries(MODULES)) {
  const { PATTERNS } = await import(`../../site_templates/js/${file}`)
  told[module] = Object.fromEntries(Object.entries(PATTERNS).map(([name, { source }]) => [name, source]))
}
process.stdout.write(JSON.stringify(told))
