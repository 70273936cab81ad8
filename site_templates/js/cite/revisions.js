/** Which wordings did the entries of a game have, and which of them were in force in an edition? Reads the facts of `kb/cite/portable.py`. */

const FORMAT = 6

/**
 * What the recogniser knows of an entry; what it says comes later, when quotations are compared.
 * @typedef {{id: string, game: string, source: number, order: number, position: number, kind: string, number: ?string,
 *   title: ?string, aliases: string[], parent: ?string, url: string, edition: ?string, permalink: string, text: string}} Entry
 */

/**
 * A wording of an entry under one number or name, as the ledger has it; `editions` are those of its source, oldest first.
 * @typedef {{game: string, entity: string, kind: string, number: ?string, title: ?string, first: ?string, last: ?string,
 *   address: string, markdown: string, fate: string, entry: ?string, editions: string[]}} Revision
 */

export const plainOf = (address) => `${address.split('@', 1)[0].replace(/\/+$/, '')}/`

/** The number or name in an address: `314.6` of `magic/314.6@2024-06-07/`. */
export const slugOf = (address) => {
  const slash = address.indexOf('/')
  return (slash < 0 ? '' : address.slice(slash + 1)).split('@', 1)[0].replace(/\/+$/, '')
}

/** The entries of a game, with where their permanent addresses are. @returns {Entry[]} */
export const entriesOf = (known, game, { format, editions, pinned, called: [, texts] }) => {
  if (format !== FORMAT) throw new Error(`facts of format ${format}`)
  const found = []
  for (let position = 0; position < known.count; position++) {
    if (known.game(position) !== game) continue
    const url = `${game}/${known.facts.slug[position]}/`
    const pin = pinned[found.length]
    found.push({
      id: known.id(position),
      game,
      source: texts[found.length] ?? 0,
      order: found.length,
      position,
      kind: known.kind(position),
      number: known.number(position) ?? null,
      title: known.title(position),
      aliases: known.facts.aliases[position] ?? [],
      parent: known.facts.above[position] ? known.id(position - known.facts.above[position]) : null,
      url,
      edition: null,
      permalink: typeof pin === 'string' ? pin : pin ? `${url.slice(0, -1)}@${editions[pin - 1]}/` : url,
    })
  }
  return found
}

/** The wordings of a game as written: 0 is what its entry tells, 1 what number and edition tell. @returns {Revision[]} */
export const revisionsOf = (game, { editions, sources, revisions }, entries) => {
  const held = sources.map((numbers) => numbers.map((number) => editions[number - 1]))
  return revisions.map(
    ([entry = 0, fate = 0, first = 0, last = 0, address = 0, number = 0, title = 0, kind = 0, entity = 0, source = 0]) => {
      const now = entries[entry - 1]
      const printed = number === 0 ? now?.number ?? null : number
      const begun = editions[first - 1] ?? null
      return {
        game,
        entity: entity === 1 ? `${game}:${printed}` : entity || now?.id,
        kind: kind || now?.kind,
        number: printed,
        title: title === 0 ? now?.title ?? null : title,
        first: begun,
        last: editions[last - 1] ?? null,
        address: address === 1 ? `${game}/${printed}@${begun}/` : address || (now?.permalink ?? ''),
        fate: FATES[fate],
        entry: now?.id ?? null,
        editions: held[source],
      }
    })
}

const FATES = ['current', 'edited', 'renumbered', 'renamed', 'split', 'merged', 'replaced', 'withdrawn']

/** Whether a wording has the address of an edition, or is what the edition in force then prints. */
export const isInForce = (revision, asked) => {
  if (revision.address.endsWith(`@${asked}/`)) return true
  const { editions, first, last } = revision
  const then = editions.indexOf(inForce(editions, asked))
  return then >= 0 && editions.indexOf(first) <= then && then <= editions.indexOf(last)
}

/** The edition that is called so, else the newest that begins so or came before. The twin of `kb/refs/editions.py`. */
const inForce = (editions, asked) => {
  if (editions.includes(asked)) return asked
  const wanted = numbersOf(asked)
  return editions.findLast((one) => wanted.length && compared(numbersOf(one).slice(0, wanted.length), wanted) <= 0)
}

/** The numbers of an edition in order: dates and versions compare by them. */
const numbersOf = (edition) => (edition.match(/\d+/g) ?? []).map((digits) => BigInt(digits.slice(0, 18)))

const compared = (one, other) => {
  for (const [at, value] of one.entries()) {
    if (at >= other.length) return 1
    if (value !== other[at]) return value < other[at] ? -1 : 1
  }
  return one.length - other.length
}
