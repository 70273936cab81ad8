/** The words people use for one another; `kb/index/synonyms.py` wrote them, a list of synonyms a line. */

/**
 * What each member of each ring leads to, by its first stem, as the terminal has it.
 * @param {string[]} lines
 * @param {(stem: string) => boolean} isHeld whether any entry holds a stem
 * @returns {Map<string, [string[], string[]][]>}
 */
export function readSynonyms(lines, isHeld) {
  const synonyms = new Map()
  for (const line of lines) {
    const members = line.split(',')
    for (const member of members) {
      const own = member.split(' ')
      const others = members.filter((other) => other !== member).flatMap((other) => other.split(' '))
      const leads = [...new Set(others)].filter((stem) => isHeld(stem) && !own.includes(stem)).sort()
      if (leads.length) synonyms.set(own[0], [...(synonyms.get(own[0]) ?? []), [own, leads]])
    }
  }
  return synonyms
}

/**
 * The stems that the synonyms of a question's stems lead to, none of them asked for itself.
 * @param {string[]} asked
 * @param {Map<string, [string[], string[]][]>} synonyms
 * @returns {string[]}
 */
export function related(asked, synonyms) {
  const found = new Set()
  asked.forEach((stem, at) => {
    for (const [member, leads] of synonyms.get(stem) ?? []) {
      if (member.every((one, place) => asked[at + place] === one)) leads.forEach((lead) => found.add(lead))
    }
  })
  return [...found].filter((stem) => !asked.includes(stem))
}
