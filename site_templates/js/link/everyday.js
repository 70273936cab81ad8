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
    this.forms = {}
  }

  /** Whether a word is in the list as it stands: "fly" is, "flying" is not. */
  isCommon(word) {
    return this.plain.has(word)
  }

  /** Whether a word, in whatever form, is one of the common words of English. */
  isEveryday(word) {
    return this.formsOf('everyday').has(word)
  }

  /** Whether people say a word every day, be it the name of a thing in some game: "a scheme", "my partner". */
  isHomely(word) {
    return this.isEveryday(word) || this.formsOf('homely').has(word)
  }

  /** @returns {Set<string>} */
  formsOf(name) {
    this.forms[name] ??= new Set([...wordList(name)].flatMap((one) => (
      [one, ...plurals(one), ...verbForms(one), ...(this.irregular.get(one) ?? [])])))
    return this.forms[name]
  }
}
