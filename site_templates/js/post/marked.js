// A post as it is written, each citation and quotation in the colour of what was found out about it.

import { make } from '../make.js'
import { LABEL_OF, classOf, unseen } from './lists.js'

/**
 * @param {string} post @param {{at: [number, number], citedAt: ?[number, number], verdict: string}[]} findings
 * @returns {Node[]}
 */
export const markedPost = (post, findings) => {
  const stretches = findings.flatMap(({ at, citedAt, verdict }) => [[...at, verdict], ...(citedAt ? [[...citedAt, verdict]] : [])])
  stretches.sort((one, other) => one[0] - other[0] || one[1] - other[1])
  const nodes = []
  let position = 0
  for (const [start, end, verdict] of stretches) {
    if (start < position || end > post.length) continue // the same once more
    nodes.push(post.slice(position, start), marked(post.slice(start, end), verdict))
    position = end
  }
  return [...nodes, post.slice(position)]
}

const marked = (words, verdict) => make('mark',
  { className: `judged ${classOf(verdict)}`, title: LABEL_OF[verdict] },
  words,
  unseen(` (${LABEL_OF[verdict]}) `))
