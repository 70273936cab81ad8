/**
 * Which words of a text were taken out, and which put in? The twin of `kb/diff/words.py`; both read
 * `tests/cases/word_changes.json`.
 */

const MOST_CELLS = 60000
const LONGEST = 20000
const DEEPEST = 12

const TOKEN = /(?:[\p{L}\p{N}]+(?:[.'’-][\p{L}\p{N}]+)*|\S)\s*/gu

/** @typedef {['same' | 'removed' | 'added', string]} Piece */

/** The words and marks of a text, each with the blanks behind it. @returns {string[]} */
export const tokens = (text) => text.trimStart().match(TOKEN) ?? []

/** One text with what changed; a number that only follows its rule (old → new) is the same. @returns {Piece[]} */
export const changes = (old, now, renumbered = new Map()) => {
  const before = tokens(old)
  const after = tokens(now)
  const stripped = before.map((word) => word.trimEnd())
  const ours = stripped.map((word) => renumbered.get(word) ?? word)
  const theirs = after.map((word) => word.trimEnd())
  const pieces = []
  let word = ''
  for (const [first, last, start, end] of spans(ours, theirs)) {
    if (isEqual(ours, theirs, first, last, start, end) || isEqual(stripped, theirs, first, last, start, end)) {
      pieces.push(['same', after.slice(start, end).join('')])
      word = before[last - 1]
    } else {
      const told = [before.slice(first, last).join(''), after.slice(start, end).join('')]
      const [removed, added] = pieces.at(-1)?.[0] === 'same' ? partedBlanks(pieces, word, told) : told
      pieces.push(['removed', removed], ['added', added])
    }
  }
  return readable(joined(pieces))
}

/** What was taken out and put in with the blanks before it, where both texts part the word before it differently. */
const partedBlanks = (pieces, word, [removed, added]) => {
  const same = pieces.at(-1)[1]
  const blank = blanks(word)
  const other = blanks(same)
  if (!removed || blank === other || (other && !added)) return [removed, added]
  if (added) pieces[pieces.length - 1] = ['same', same.trimEnd()]
  return [blank + removed, added && other + added]
}

const blanks = (text) => text.slice(text.trimEnd().length)

const isEqual = (old, now, first, last, start, end) => {
  if (last - first !== end - start) return false
  for (let at = 0; at < last - first; at++) if (old[first + at] !== now[start + at]) return false
  return true
}

const spans = (old, now) => {
  const found = []
  const waiting = [[[0, old.length, 0, now.length], 0]]
  while (waiting.length) {
    const [[first, last, start, end], depth] = waiting.pop()
    let head = 0
    while (first + head < last && start + head < end && old[first + head] === now[start + head]) head++
    let tail = 0
    while (first + head < last - tail && start + head < end - tail && old[last - tail - 1] === now[end - tail - 1]) tail++
    const inner = [first + head, last - tail, start + head, end - tail]
    if (head) found.push([first, first + head, start, start + head])
    if (tail) waiting.push([[last - tail, last, end - tail, end], depth])
    if (inner[0] < inner[1] && inner[2] < inner[3]) {
      const parts = parted(old, now, inner, depth)
      if (parts.length) {
        for (const part of parts.reverse()) waiting.push([part, depth + 1])
        continue
      }
    }
    if (inner[0] < inner[1] || inner[2] < inner[3]) found.push(inner)
  }
  return found
}

const parted = (old, now, span, depth) => {
  let [first, last, start, end] = span
  const isShort = Math.max(last - first, end - start) <= LONGEST
  let pairs = depth < DEEPEST && isShort ? anchors(old, now, span) : []
  if (!pairs.length && (last - first) * (end - start) <= MOST_CELLS) pairs = common(old, now, span)
  const parts = []
  for (const [one, other] of pairs) {
    if (first < one || start < other) parts.push([first, one, start, other])
    parts.push([one, one + 1, other, other + 1])
    first = one + 1
    start = other + 1
  }
  if (pairs.length && (first < last || start < end)) parts.push([first, last, start, end])
  return parts
}

const count = (words, from, to) => {
  const found = new Map()
  for (let at = from; at < to; at++) found.set(words[at], (found.get(words[at]) ?? 0) + 1)
  return found
}

const anchors = (old, now, [first, last, start, end]) => {
  const counts = count(old, first, last)
  const others = count(now, start, end)
  const places = new Map()
  for (let at = start; at < end; at++) if (others.get(now[at]) === 1) places.set(now[at], at)
  const pairs = []
  for (let at = first; at < last; at++) {
    if (counts.get(old[at]) === 1 && places.has(old[at])) pairs.push([at, places.get(old[at])])
  }
  return rising(pairs.map(([, other]) => other)).map((at) => pairs[at])
}

/** Where the longest rising row of values stands. @param {number[]} values @returns {number[]} */
export const rising = (values) => {
  const tops = []
  const ends = []
  const before = []
  values.forEach((value, at) => {
    let low = 0
    let high = tops.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (tops[middle] < value) low = middle + 1
      else high = middle
    }
    before.push(low ? ends[low - 1] : -1)
    tops[low] = value
    ends[low] = at
  })
  const row = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]) row.push(at)
  return row.reverse()
}

const common = (old, now, [first, last, start, end]) => {
  const width = end - start + 1
  const table = [new Uint32Array(width)]
  for (let one = last - 1; one >= first; one--) {
    const below = table.at(-1)
    const row = new Uint32Array(width)
    for (let other = width - 2; other >= 0; other--) {
      row[other] = old[one] === now[start + other] ? below[other + 1] + 1 : Math.max(below[other], row[other + 1])
    }
    table.push(row)
  }
  table.reverse()
  const pairs = []
  let one = 0
  let other = 0
  while (one < last - first && other < width - 1) {
    if (old[first + one] === now[start + other]) pairs.push([first + one++, start + other++])
    else if (table[one + 1][other] >= table[one][other + 1]) one++
    else other++
  }
  return pairs
}

const joined = (pieces) => {
  const found = []
  let removed = ''
  let added = ''
  for (const [kind, words] of [...pieces, ['same', '']]) {
    if (kind === 'removed') removed += words
    else if (kind === 'added') added += words
    else if (words || removed || added) {
      if (removed) found.push(['removed', removed])
      if (added) found.push(['added', added])
      removed = added = ''
      if (words && found.at(-1)?.[0] === 'same') found[found.length - 1] = ['same', found.at(-1)[1] + words]
      else if (words) found.push(['same', words])
    }
  }
  return found
}

const readable = (pieces) => {
  const kept = []
  groups(pieces).forEach(([removed, added, same], place) => {
    if (kept.length) {
      const last = kept.at(-1)
      const island = size(last[2])
      const least = Math.min(Math.max(size(last[0]), size(last[1])), Math.max(size(removed), size(added)))
      if ((island > 0 && island <= least) || (island === 0 && place)) {
        kept.pop()
        removed = last[0] + last[2] + removed
        added = last[1] + last[2] + added
      }
    }
    kept.push([removed, added, same])
  })
  const kinds = ['removed', 'added', 'same']
  return joined(kept.flatMap((group) => group.map((words, at) => [kinds[at], words])).filter(([, words]) => words))
}

/** Characters, as Python counts them. */
const size = (text) => [...text].length

const groups = (pieces) => {
  const found = []
  for (const [kind, words] of pieces) {
    const place = ['removed', 'added', 'same'].indexOf(kind)
    if (!found.length || found.at(-1)[2] || (place === 0 && found.at(-1)[1])) found.push(['', '', ''])
    found.at(-1)[place] += words
  }
  return found
}
