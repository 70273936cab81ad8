// Links and verifies posts beside the page, so that the page never waits, whatever is pasted.

import { checkedAnswer, linkedAnswer, previews } from './answers.js'
import { open } from './post_data.js'
import { learn } from '../words.js'

let opening = null
let latest = null

const opened = (site) => {
  opening ??= open(site).then(
    (postData) => {
      postMessage({ kind: 'ready', files: postData.files })
      return postData
    },
    (error) => {
      opening = null // the next try may have a net again
      throw error
    },
  )
  return opening
}

/** Answer the newest question, and forget those that it has overtaken. */
const answer = async () => {
  if (!latest) return
  const asked = latest
  latest = null
  const tell = (kind, told) => postMessage({ kind, turn: asked.turn, ...told })
  const isOver = () => latest !== null
  try {
    const postData = await opened(asked.site)
    if (isOver()) return
    const linked = await linkedAnswer(postData, asked)
    tell('linked', linked)
    tell('previews', { previews: await previews(postData, linked.cited.map(({ rule }) => rule.id)).catch(() => ({})) })
    if (isOver()) return
    tell('checked', await checkedAnswer(postData, asked, linked.missing))
  } catch (error) {
    tell('failed', { why: String(error) })
  }
}

addEventListener('message', ({ data }) => {
  if (data.words) return learn(JSON.parse(data.words))
  const isWaiting = latest !== null
  latest = data
  if (!isWaiting) setTimeout(answer)
})
