/**
 * Which words mean in a rule text mostly what they mean everywhere? The twin of `kb/link/everyday.py`.
 */

import { plurals, verbForms } from './inflect.js'
import { wordList } from './pattern.js'

export class Everyday {
  /** @param {{irregular: Object<string, string>}} language as `kb/link/patterns.py` writes it */
  constructor({ irregular }) {
    this.plain = wordList('everyday')
    this.irregular = new Map(Object.entries(irregular).map(([word, forms]) => [word, forms.split(' ')]))
    this.forms = null
  }

  /** Whether a word is in the list as it stands: "fly" is, "flying" is not. */
  isCommon(word) {
    return this.plain.has(word)
  }

  /** Whether a word, in whatever form, is one of the common words of English. */
  isEveryday(word) {
    this.forms ??= new Set([...this.plain].flatMap((one) => (
      [one, ...plurals(one), ...verbForms(one), ...(this.irregular.get(one) ?? [])])))
    return this.forms.has(word)
  }
}
