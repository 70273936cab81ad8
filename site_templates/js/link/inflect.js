/** In which forms can a word of a name stand in a sentence? The twin of `kb/link/inflect.py`. */

const UNCHANGING = new Set(['and', 'for', 'from', 'into', 'off', 'out', 'the', 'with', 'without'])
const VOWELS = 'aeiou'

const isLetters = (word) => /^\p{L}+$/u.test(word)
const isVowel = (letter) => VOWELS.includes(letter)
const inflects = (word) => word.length > 2 && isLetters(word) && !UNCHANGING.has(word)

/** The plurals of a noun, which are also the third persons of a verb: ally, allies; leap, leaps. */
export const plurals = (word) => {
  if (!inflects(word) || (!word.endsWith('ss') && word.endsWith('s') && word.length > 3)) return []
  if (word.endsWith('y') && !isVowel(word.at(-2))) return [`${word.slice(0, -1)}ies`]
  if (/(?:s|x|z|ch|sh)$/.test(word)) return [`${word}es`]
  return word.endsWith('o') ? [`${word}es`, `${word}s`] : [`${word}s`]
}

/** Past and progressive, with what spelling does to the end: stun, stunned; place, placing; carried. */
export const verbForms = (word) => {
  if (!inflects(word)) return []
  if (word.endsWith('e')) return [`${word}d`, `${/(?:ee|ie)$/.test(word) ? word : word.slice(0, -1)}ing`]
  if (word.endsWith('y') && !isVowel(word.at(-2))) return [`${word.slice(0, -1)}ied`, `${word}ing`]
  const forms = [`${word}ed`, `${word}ing`]
  return doubles(word) ? [...forms, `${word}${word.at(-1)}ed`, `${word}${word.at(-1)}ing`] : forms
}

/** The form in -ly, which makes adjectives of some nouns: a Friend is Friendly. */
export const adverb = (word) => (inflects(word) && !'yl'.includes(word.at(-1)) ? `${word}ly` : '')

/** Whether the last letter doubles: one vowel before one consonant, as in stun, grab, equip. */
const doubles = (word) => (
  word.length > 2
  && !isVowel(word.at(-1))
  && !'wxy'.includes(word.at(-1))
  && isVowel(word.at(-2))
  && (!isVowel(word.at(-3)) || word.slice(-3, -1) === 'ui'))

/** What goes with a participle that is a name: Defeating with Defeated, Occupying with Occupied. */
const progressive = (word) => {
  if (!isLetters(word) || word.length < 5 || !word.endsWith('ed')) return []
  return [word.endsWith('ied') ? `${word.slice(0, -3)}ying` : `${word.slice(0, -2)}ing`]
}

/**
 * For each form of each word of the vocabulary: the words it may be a form of, itself first.
 * @param {Iterable<string>} vocabulary
 * @param {Map<string, string[]>} irregular forms that have to be known: dice, children, dealt
 * @returns {Map<string, string[]>}
 */
export const lemmas = (vocabulary, irregular) => {
  const known = new Set(vocabulary)
  const sorted = [...known].sort()
  const found = new Map(sorted.map((word) => [word, [word]]))
  const add = (form, word) => {
    if (!found.has(form)) found.set(form, [])
    found.get(form).push(word)
  }
  for (const word of sorted) {
    for (const form of new Set([...plurals(word), ...(irregular.get(word) ?? [])])) add(form, word)
    for (const form of new Set([...verbForms(word), adverb(word)])) if (form && !known.has(form)) add(form, word)
  }
  for (const word of sorted) {
    for (const form of progressive(word)) if (!found.has(form)) found.set(form, [word])
  }
  for (const [form, words] of found) found.set(form, [...new Set(words)])
  return found
}
