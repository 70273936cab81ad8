// How the lists of the page for posts look: rules that are linked, words in doubt, quotations and what they are worth.

import { copyButton } from '../cite_bar.js'
import { make } from '../make.js'
import { say } from '../words.js'

const PLACE = '\uFFFC' // where an element stands in a sentence

const VERDICTS = {
  cited: [say('Cited'), say('this is {0}', PLACE)],
  exact: [say('Exact'), say('as it stands in {0}', PLACE)],
  'exact, cut short': [say('Cut short'), say('what is left out turns or limits the sense of {0}', PLACE)],
  changed: [say('Changed'), say('compared with {0}', PLACE)],
  misnumbered: [say('Misnumbered'), say('this is {0}', PLACE)],
  'not found': [say('Not found'), say('the nearest is {0}', PLACE)],
  're-used number': [say('Re-used number'), say('it means another rule now; this one is {0}', PLACE)],
  withdrawn: [say('Withdrawn'), say('kept at {0}', PLACE)],
}
/** What a reader calls each verdict. */
export const LABEL_OF = Object.fromEntries(Object.entries(VERDICTS).map(([verdict, [label]]) => [verdict, label]))

/** A sentence with an element at its place. */
const around = (sentence, element) => {
  const [before, after] = sentence.split(PLACE)
  return [before, element, after]
}

/** The class that colours a verdict: right, to be mended, or wrong. */
export const classOf = (verdict) => {
  if (verdict === 'exact' || verdict === 'cited') return 'right'
  return verdict === 'changed' || verdict === 'exact, cut short' ? 'changed' : 'wrong'
}

const MARKS = { post: ['del', say('only in the post:')], text: ['ins', say('only in the rule:')] }

/** What is only heard; its own side keeps it from telling that of the words around it. */
export const unseen = (text) => make('span', { className: 'unseen', dir: 'auto', textContent: text })

const inLine = (line) => make('span', { className: 'soft', textContent: say('line {0}', line) })

/** A link to a rule's page. @param {import('./answers.js').Rule} rule @param {string} site */
const ruleLink = (rule, site) => make('a', {
  href: new URL(rule.page, site), className: 'post-rule', dir: 'auto', lang: rule.language, textContent: rule.name,
})

/** A rule with the words that cite it, its first words and its permanent address. */
export const citedRow = ({ rule, words }, site) => {
  const copy = copyButton(say('Copy link'), () => rule.address)
  copy.ariaLabel = say('Copy link to {0}', rule.name)
  const row = make(
    'li',
    {},
    make('p', { className: 'post-line' },
      make('span', { className: 'post-words', dir: 'auto', textContent: words.slice(0, 4).join(', ') }),
      make('span', { ariaHidden: 'true', textContent: say('→') }),
      ruleLink(rule, site),
      make('span', { className: 'soft', dir: 'auto', textContent: rule.place })),
    make('p', { className: 'post-preview', dir: 'auto', lang: rule.language }),
    make('p', { className: 'post-address' }, make('code', { dir: 'ltr', textContent: rule.address }), ' ', copy),
  )
  row.dataset.rule = rule.id
  return row
}

/** Words in doubt, with what they may mean to choose from. @param {(key: string, id: string) => void} choose */
export const doubtRow = ({ text, line, reason, key, count, candidates, chosen }, choose) => {
  const where = count > 1 ? say('line {0} and {1} more: {2}', line, count - 1, say(reason)) : say('line {0}: {1}', line, say(reason))
  const said = make('p', { className: 'post-line' },
    make('span', { className: 'post-words', dir: 'auto', textContent: text }),
    make('span', { className: 'soft', textContent: where }))
  const options = candidates.map(({ id, name, place }) => make('option', { value: id, textContent: `${name} (${place})` }))
  const select = make('select', { ariaLabel: say('What “{0}” means', text) },
    make('option', { value: '', textContent: say('Leave it as it is') }), ...options)
  select.value = chosen
  select.dataset.key = key
  select.addEventListener('change', () => choose(key, select.value))
  return make('li', {}, said, select)
}

/** What stands in the post, and what would stand in its place. @param {import('../cite/mending.js').Fix} fix */
export const fixRow = ({ line, old, new: words }) => make('li', {},
  make('p', { className: 'post-line' }, inLine(line)),
  make('p', { className: 'post-difference as-written', dir: 'auto' },
    make('del', {}, unseen(`${say('now:')} `), old), unseen(';'), ' ', make('ins', {}, unseen(`${say('then:')} `), words)))

/** A quotation or a citation that leads nowhere, and what was found out. */
export const findingRow = ({ verdict, line, text, cited, rule, difference, since, until, was, missing }, site) => {
  const [label, meaning] = VERDICTS[verdict]
  const badge = make('strong', { className: `verdict ${classOf(verdict)}`, textContent: label })
  const isQuotation = text !== cited
  const said = make('p', { className: 'post-line' },
    badge,
    inLine(line),
    ...(cited ? [make('span', { className: 'post-words', dir: 'auto', textContent: cited })] : []))
  const rows = [said]
  if (isQuotation) rows.push(make('blockquote', { dir: 'auto', textContent: text }))
  if (was) {
    const past = until ? say('No text holds it any more; edition {0} was the last. It said:', until) : say('No text holds it any more. It said:')
    rows.push(make('p', { className: 'post-meant', textContent: past }),
      make('blockquote', { dir: 'auto', lang: rule.language, textContent: was }))
  }
  if (rule) {
    const sentence = missing ? say('nothing has this number; {0}', meaning) : meaning
    const edition = since ? say(', which reads otherwise since edition {0}', since) : ''
    rows.push(make('p', { className: 'post-meant' }, ...around(sentence, ruleLink(rule, site)), edition))
  }
  if (difference.some(([where]) => where !== 'same')) rows.push(differenceOf(difference, rule))
  return make('li', {}, ...rows)
}

const differenceOf = (difference, rule) => make('p', { className: 'post-difference', dir: 'auto', lang: rule.language },
  ...difference.flatMap(([where, words]) => {
    if (where === 'same') return [`${words} `]
    const [tag, said] = MARKS[where]
    return [make(tag, {}, unseen(`${said} `), words), unseen(';'), ' ']
  }))
