/**
 * How do words and meaning together order the entries? The formula of `kb/search/fuse.py`:
 * similarity + WORDS_SHARE x coverage x bm25 / highest bm25.
 */

/** Weight of words beside meaning, as in the terminal. */
export const WORDS_SHARE = 0.45

const TELLING = 0.25

/**
 * What the words give to every entry: 0 to WORDS_SHARE.
 * @param {{scores: Float64Array, coverage: Float64Array}} words
 * @param {(number: number) => boolean} allows
 */
export function wordsPart({ scores, coverage }, allows) {
  let highest = 0
  for (let number = 0; number < scores.length; number++) {
    if (scores[number] > highest && allows(number)) highest = scores[number]
  }
  return scores.map((score, number) => (highest && allows(number) ? (WORDS_SHARE / highest) * score * coverage[number] : 0))
}

/** What found an entry: `words`, `meaning` or both, from what each adds above an average entry. */
export function reasons(words, meaning) {
  const total = Math.max(words, 0) + Math.max(meaning, 0)
  const found = [['words', words], ['meaning', meaning]].filter(([, part]) => part > TELLING * total)
  return found.map(([name]) => name).join('+') || 'meaning'
}
