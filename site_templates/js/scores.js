/**
 * How much do the words of a query say about every entry? The same scores as `kb/search/words.py` gives;
 * `tests/cases/scores.json` holds both to them. Pure: no network, no page.
 */

/** BM25's saturation and length constants, as in the terminal. */
export const K1 = 0.9
export const B = 0.4

/** Weight of a word from the synonyms beside one asked for, as in the terminal. */
export const RELATED_WEIGHT = 0.1

/** Weight of a word of what the rules call something that players say otherwise, as in the terminal. */
export const MEANT_WEIGHT = 0.6

/** @typedef {import('./word_index.js').WordIndex} WordIndex */

/** How much it says that an entry holds this stem; most for one that none holds. */
export function rarity(index, stem) {
  return Math.log(1 + index.count / (index.frequency(stem) + 0.5))
}

/**
 * The score of every entry for the stems asked for, those that players' words mean, and a little for others in use.
 * @param {WordIndex} index
 * @param {Iterable<string>} asked
 * @param {Iterable<string>} [related]
 * @param {Iterable<string>} [meant]
 * @returns {{scores: Float64Array, coverage: Float64Array}} Whoosh's BM25F, and which share of the query is held
 */
export function scoreWords(index, asked, related = [], meant = []) {
  const scores = new Float64Array(index.count)
  const coverage = new Float64Array(index.count)
  const weights = new Map([...meant].map((stem) => [stem, MEANT_WEIGHT]))
  for (const stem of asked) weights.set(stem, 1)
  let whole = 0
  for (const [stem, weight] of weights) whole += rarity(index, stem) * weight
  const share = (K1 * B) / index.averageLength
  for (const stem of new Set([...weights.keys(), ...related])) {
    const held = index.postings(stem)
    if (!held) continue
    const { numbers, counts } = held
    const weight = weights.get(stem) ?? 0
    const worth = (Math.log(index.count / (index.frequency(stem) + 1)) + 1) * (K1 + 1) * (weight || RELATED_WEIGHT)
    const covered = (rarity(index, stem) * weight) / whole
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at]
      scores[number] += (worth * counts[at]) / (counts[at] + (K1 * (1 - B) + share * index.lengths[number]))
      coverage[number] += covered
    }
  }
  return { scores, coverage }
}

/**
 * The positions of the best scores, best first; equal scores in reading order.
 * @param {Float64Array | Float32Array} scores
 * @param {(number: number) => boolean} allowed
 * @param {number} least entries below this are left out
 * @param {number} most how many are wanted: finding a few takes a hundredth of sorting all
 * @returns {number[]}
 */
export function order(scores, allowed = () => true, least = Number.MIN_VALUE, most = Infinity) {
  const found = []
  for (let number = 0; number < scores.length; number++) {
    const score = scores[number]
    if (score < least || (found.length === most && score <= scores[found[most - 1]]) || !allowed(number)) continue
    let at = found.length
    if (most < Infinity) while (at > 0 && scores[found[at - 1]] < score) at--
    found.splice(at, 0, number)
    if (found.length > most) found.pop()
  }
  return most < Infinity ? found : found.sort((one, other) => scores[other] - scores[one] || one - other)
}
