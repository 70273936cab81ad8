/**
 * The stem that the forms of an English word share: Porter2 as Snowball 3.1 has it.
 * `kb/analyse.py` asks the snowballstemmer package; `tests/cases/stems.tsv` holds both to the same answers.
 */

const UNCHANGED = new Set(['andes', 'atlas', 'bias', 'cosmos', 'howe', 'news', 'sky'])
const SPECIAL = new Map(Object.entries({
  early: 'earli', gently: 'gentl', idly: 'idl', only: 'onli', singly: 'singl', skies: 'sky', skis: 'ski', ugly: 'ugli',
}))
const LONG_STARTS = /^(?:arsen|commun|emerg|gener|inter|later|organ|past|univers)/
const KEPT_WHOLE = new Set(['evening', 'canning', 'inning', 'earring', 'herring', 'outing'])
const VOWEL = /[aeiouy]/
const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/
const SHORT_SYLLABLE = /[^aeiouy][aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$|past$/

/** Suffixes of the second step and what becomes of them in the first region; longest first. */
const STEP_2 = byLength({
  anci: 'ance', enci: 'ence', bli: 'ble', abli: 'able', alli: 'al', fulli: 'ful', lessli: 'less', ousli: 'ous',
  entli: 'ent', aliti: 'al', biliti: 'ble', iviti: 'ive', tional: 'tion', ational: 'ate', alism: 'al', ation: 'ate',
  ization: 'ize', izer: 'ize', ator: 'ate', iveness: 'ive', fulness: 'ful', ousness: 'ous', ogist: 'og', ogi: 'og',
  li: '',
})
const STEP_3 = byLength({
  icate: 'ic', ative: '', alize: 'al', iciti: 'ic', ical: 'ic', tional: 'tion', ational: 'ate', ful: '', ness: '',
})
const STEP_4 = byLength({
  ic: '', ance: '', ence: '', able: '', ible: '', ate: '', ive: '', ize: '', iti: '', al: '', ism: '', ion: '',
  er: '', ous: '', ant: '', ent: '', ment: '', ement: '',
})

/** @param {string} word in lower case, letters only @returns {string} */
export function stem(word) {
  if (word.length < 3 || UNCHANGED.has(word)) return word
  const special = SPECIAL.get(word)
  if (special) return special
  let rest = markConsonantY(word)
  const first = LONG_STARTS.exec(rest)?.[0].length ?? regionAfter(rest, 0)
  const second = regionAfter(rest, first)
  rest = withoutPlural(rest)
  rest = withoutPastOrPresent(rest, first)
  rest = rest.replace(/(?<=.[^aeiouy])[yY]$/, 'i')
  rest = replaced(rest, STEP_2, first, (suffix, before) =>
    (suffix !== 'ogi' || before === 'l') && (suffix !== 'li' || 'cdeghkmnrt'.includes(before || ' ')))
  rest = replaced(rest, STEP_3, first, (suffix, before, at) => suffix !== 'ative' || at >= second)
  rest = replaced(rest, STEP_4, second, (suffix, before) => suffix !== 'ion' || before === 's' || before === 't')
  return withoutFinal(rest, first, second).replaceAll('Y', 'y')
}

/** "y" at the start or after a vowel is a consonant, written "Y" while stemming. */
function markConsonantY(word) {
  const letters = [...word]
  letters.forEach((letter, at) => {
    if (letter === 'y' && (at === 0 || VOWEL.test(letters[at - 1]))) letters[at] = 'Y'
  })
  return letters.join('')
}

/** Where the region after the first consonant that follows a vowel begins; the end when there is none. */
function regionAfter(word, from) {
  const found = /[aeiouy][^aeiouy]/.exec(word.slice(from))
  return found ? from + found.index + 2 : word.length
}

function withoutPlural(word) {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  if (/(?:ss|us)$/.test(word) || !word.endsWith('s')) return word
  return VOWEL.test(word.slice(0, -2)) ? word.slice(0, -1) : word
}

function withoutPastOrPresent(word, first) {
  const suffix = /(?:eedly|ingly|edly|eed|ing|ed)$/.exec(word)?.[0]
  if (!suffix) return word
  const base = word.slice(0, -suffix.length)
  if (suffix.startsWith('ee')) {
    return base.length >= first && !/^(?:succ|proc|exc)$/.test(base) ? base + 'ee' : word
  }
  if (suffix === 'ing') {
    if (/^[^aeiouy]y$/.test(base)) return base.slice(0, -1) + 'ie'
    if (KEPT_WHOLE.has(word)) return word
  }
  if (!VOWEL.test(base)) return word
  if (/(?:at|bl|iz)$/.test(base)) return base + 'e'
  if (DOUBLE.test(base)) return /^[aeo]..$/.test(base) ? base : base.slice(0, -1)
  return base.length === first && SHORT_SYLLABLE.test(base) ? base + 'e' : base
}

/** The longest suffix is replaced if it stands in the region and `allowed` agrees; a shorter one never is. */
function replaced(word, endings, region, allowed) {
  const found = endings.find(([suffix]) => word.endsWith(suffix))
  if (!found) return word
  const at = word.length - found[0].length
  return at >= region && allowed(found[0], word[at - 1], at) ? word.slice(0, at) + found[1] : word
}

function withoutFinal(word, first, second) {
  const at = word.length - 1
  const base = word.slice(0, -1)
  if (word.endsWith('e') && (at >= second || (at >= first && !SHORT_SYLLABLE.test(base)))) return base
  return word.endsWith('ll') && at >= second ? base : word
}

function byLength(endings) {
  return Object.entries(endings).sort(([one], [other]) => other.length - one.length)
}
