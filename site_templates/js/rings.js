/** The words people use for one another; `kb/index/rings.py` wrote them. */

/**
 * The stems that the rings of a question's stems lead to, none of them asked for itself.
 * @param {string[]} asked
 * @param {Object<string, [string[], string[]][]>} rings
 * @returns {string[]}
 */
export function related(asked, rings) {
  const found = new Set()
  asked.forEach((stem, at) => {
    for (const [member, leads] of Object.hasOwn(rings, stem) ? rings[stem] : []) {
      if (member.every((one, place) => asked[at + place] === one)) leads.forEach((lead) => found.add(lead))
    }
  })
  return [...found].filter((stem) => !asked.includes(stem))
}
