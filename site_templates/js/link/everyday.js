/**
 * Which words mean in a rule text mostly what they mean everywhere? The twin of `kb/link/everyday.py`,
 * which holds the words.
 */

import { plurals, verbForms } from './inflect.js'

export class Everyday {
  /** @param {{common: string[], irregular: Object<string, string[]>}} language as `kb/cite/portable.py` writes it */
  constructor({ common, irregular }) {
    this.plain = new Set(common)
    this.irregular = new Map(Object.entries(irregular))
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
