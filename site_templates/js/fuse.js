/**
 * How do words and meaning together order the entries? The formula of `kb/search/fuse.py`:
 * similarity + WORDS_SHARE x coverage x bm25 / highest bm25 - OFF_TOPIC x rarest title word not asked.
 */

/** Weight of words beside meaning, as in the terminal. */
export const WORDS_SHARE = 0.35

/** What the rarest word of an entry's titles takes off that the question lacks, as in the terminal. */
export const OFF_TOPIC = 0.07

/** Score of the first entry below which nothing seems to answer, as in the terminal with the table. */
export const LEAST_ANSWER = 0.36

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
