/** Which entries does a query name? The twin of `kb/search/naming.py`. */

import { nameKey, words } from './analyse.js'
import { LONGEST, numbersIn } from './refs.js'

const ASKS_WHAT = new RegExp(
  "^[^\\p{L}\\p{N}_]*(?:what(?:['’]?s| is| are| does| do| counts as| is meant by)|how (?:does|do|is|are)|explain|define"
    + '|(?:the )?(?:definition|meaning) of|tell me about)\\s+(?:(?:an?|the)\\s+)?(\\S.*?)'
    + '(?:\\s+(?:do|does|mean|work|works|good for|used|resolved|exactly|rules?|keyword|ability|in this game|again))*[^\\p{L}\\p{N}_]*$',
  'iu',
)

/** "scry 2", "ward {3}": a name with the value that a card prints behind it. */
const VALUED = /^(\p{L}[^\p{Nd}]*?)\s+\{?\p{Nd}{1,3}\}?[^\p{L}\p{N}_]*$/u

/** The REFs a text may consist of, surest first, and whether it asks what they are. @returns {[string[], boolean][]} */
export function waysToRead(text) {
  if (!text) return []
  const numbers = [numbersIn(text), false]
  if (text.length > LONGEST) return [numbers]
  const what = ASKS_WHAT.exec(text)
  const valued = VALUED.exec(what ? what[1] : text)
  return [[[text], false], ...(what ? [[[what[1]], true]] : []), numbers, ...(valued ? [[[valued[1]], true]] : [])]
}

/** Which of an entry's names a REF is: `id`, `title` or `number`. */
export function nameKind(names, number, ref) {
  const typed = words(ref)
  if (ref.trim().toLowerCase() === names.id(number)) return 'id'
  const printed = names.number(number)
  const own = words(printed ?? '')
  if (own.length && typed.some((_, at) => own.every((word, place) => typed[at + place] === word))) return 'number'
  const isTitle = [names.title(number) ?? '', ...names.aliases(number)].some((name) => nameKey(name) === nameKey(ref))
  return printed && !isTitle ? 'number' : 'title'
}
