/**
 * Which pieces is a text made of? BERT's uncased WordPiece, the twin of `kb/encoders/wordpiece.py`;
 * both read `tests/cases/pieces.json`.
 */

const LONGEST_WORD = 100
const DROPPED = /[\p{Mn}\p{C}\ufffd]/u
const SPACE = /[\t\n\r\p{Z}]/u
const ALONE = /\p{P}|(?=[\0-\x7f])\p{S}|[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/u

/** The words and single punctuation marks of a text, before they are cut. @param {string} text @returns {string[]} */
export function words(text) {
  let folded = ''
  for (const character of text) {
    for (const part of character.normalize('NFD')) folded += fold(part)
  }
  return folded.split(' ').filter(Boolean)
}

export class WordPiece {
  /** @param {string[]} pieces */
  constructor(pieces) {
    this.numbers = new Map(pieces.map((piece, number) => [piece, number]))
  }

  /** The numbers of a text's pieces; words that cannot be cut are left out. @returns {number[]} */
  ids(text) {
    return words(text).flatMap((word) => this.cut(word))
  }

  /** The longest pieces from the left; nothing when the rest of a word starts with no known piece. */
  cut(word) {
    const letters = [...word]
    if (letters.length > LONGEST_WORD) return []
    const found = []
    let start = 0
    while (start < letters.length) {
      let end = letters.length
      let number
      for (; end > start; end--) {
        number = this.numbers.get((start ? '##' : '') + letters.slice(start, end).join(''))
        if (number !== undefined) break
      }
      if (end === start) return []
      found.push(number)
      start = end
    }
    return found
  }
}

function fold(character) {
  if (SPACE.test(character)) return ' '
  if (DROPPED.test(character)) return ''
  return ALONE.test(character) ? ` ${character} ` : character.toLowerCase()
}
