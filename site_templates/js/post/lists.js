// How the lists of the page for posts look: rules that are linked, words in doubt, quotations and what they are worth.

import { copyButton } from '../cite_bar.js'
import { make } from '../make.js'

const VERDICTS = {
  cited: ['Cited', 'this is'],
  exact: ['Exact', 'as it stands in'],
  'exact, cut short': ['Cut short', 'what is left out turns or limits the sense of'],
  changed: ['Changed', 'compared with'],
  misnumbered: ['Misnumbered', 'this is'],
  'not found': ['Not found', 'the nearest is'],
  're-used number': ['Re-used number', 'it means another rule now; this one is'],
  withdrawn: ['Withdrawn', 'kept at'],
}
/** What a reader calls each verdict. */
export const LABEL_OF = Object.fromEntries(Object.entries(VERDICTS).map(([verdict, [label]]) => [verdict, label]))

/** The class that colours a verdict: right, to be mended, or wrong. */
export const classOf = (verdict) => {
  if (verdict === 'exact' || verdict === 'cited') return 'right'
  return verdict === 'changed' || verdict === 'exact, cut short' ? 'changed' : 'wrong'
}

const MARKS = { post: ['del', 'only in the post: '], text: ['ins', 'only in the rule: '] }

const unseen = (text) => make('span', { className: 'unseen', textContent: text })

/** A link to a rule's page. @param {import('./answers.js').Rule} rule @param {string} site */
const ruleLink = (rule, site) => make('a', {
  href: new URL(rule.page, site), className: 'post-rule', dir: 'auto', lang: rule.language, textContent: rule.name,
})

/** A rule with the words that cite it, its first words and its permanent address. */
export const citedRow = ({ rule, words }, site) => {
  const copy = copyButton('Copy link', () => rule.address)
  copy.ariaLabel = `Copy link to ${rule.name}`
  const row = make(
    'li',
    {},
    make('p', { className: 'post-line' },
      make('span', { className: 'post-words', dir: 'auto', textContent: words.slice(0, 4).join(', ') }),
      make('span', { ariaHidden: 'true', textContent: '→' }),
      ruleLink(rule, site),
      make('span', { className: 'soft', dir: 'auto', textContent: rule.place })),
    make('p', { className: 'post-preview', dir: 'auto', lang: rule.language }),
    make('p', { className: 'post-address' }, make('code', { textContent: rule.address }), ' ', copy),
  )
  row.dataset.rule = rule.id
  return row
}

/** Words in doubt, with what they may mean to choose from. @param {(key: string, id: string) => void} choose */
export const doubtRow = ({ text, line, reason, key, count, candidates, chosen }, choose) => {
  const where = `line ${line}${count > 1 ? ` and ${count - 1} more` : ''}: ${reason}`
  const said = make('p', { className: 'post-line' },
    make('span', { className: 'post-words', dir: 'auto', textContent: text }),
    make('span', { className: 'soft', textContent: where }))
  const options = candidates.map(({ id, name, place }) => make('option', { value: id, textContent: `${name} (${place})` }))
  const select = make('select', { ariaLabel: `What “${text}” means` },
    make('option', { value: '', textContent: 'Leave it as it is' }), ...options)
  select.value = chosen
  select.dataset.key = key
  select.addEventListener('change', () => choose(key, select.value))
  return make('li', {}, said, select)
}

/** What stands in the post, and what would stand in its place. @param {import('../cite/mending.js').Fix} fix */
export const fixRow = ({ line, old, new: words }) => make('li', {},
  make('p', { className: 'post-line' }, make('span', { className: 'soft', textContent: `line ${line}` })),
  make('p', { className: 'post-difference as-written', dir: 'auto' },
    make('del', {}, unseen('now: '), old), unseen(';'), ' ', make('ins', {}, unseen('then: '), words)))

/** A quotation or a citation that leads nowhere, and what was found out. */
export const findingRow = ({ verdict, line, text, cited, rule, difference, since, until, was, missing }, site) => {
  const [label, meaning] = VERDICTS[verdict]
  const badge = make('strong', { className: `verdict ${classOf(verdict)}`, textContent: label })
  const isQuotation = text !== cited
  const said = make('p', { className: 'post-line' },
    badge,
    make('span', { className: 'soft', textContent: `line ${line}` }),
    ...(cited ? [make('span', { className: 'post-words', dir: 'auto', textContent: cited })] : []))
  const rows = [said]
  if (isQuotation) rows.push(make('blockquote', { dir: 'auto', textContent: text }))
  if (was) {
    const last = until ? `; edition ${until} was the last` : ''
    rows.push(make('p', { className: 'post-meant', textContent: `No text holds it any more${last}. It said:` }),
      make('blockquote', { dir: 'auto', lang: rule.language, textContent: was }))
  }
  if (rule) {
    const edition = since ? `, which reads otherwise since edition ${since}` : ''
    rows.push(make('p', { className: 'post-meant' }, `${missing ? 'nothing has this number; ' : ''}${meaning} `, ruleLink(rule, site), edition))
  }
  if (difference.some(([where]) => where !== 'same')) rows.push(differenceOf(difference, rule))
  return make('li', {}, ...rows)
}

const differenceOf = (difference, rule) => make('p', { className: 'post-difference', dir: 'auto', lang: rule.language },
  ...difference.flatMap(([where, words]) => {
    if (where === 'same') return [`${words} `]
    const [tag, said] = MARKS[where]
    return [make(tag, {}, unseen(said), words), unseen(';'), ' ']
  }))
