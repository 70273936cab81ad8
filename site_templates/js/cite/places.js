/** For which place does a post seem to be written? The twin of `recognise` in `kb/cite/places.py`; the places
 * themselves stand in `citing.js`. */

import { pattern } from '../link/pattern.js'

const BGG = pattern('places.bgg')
const BBCODE = pattern('places.bbcode')
const HTML = pattern('places.html')
const MOST_LOOKED_AT = 50_000

/** The name of the place, by the tags of the post. */
export const recognise = (post) => {
  const start = post.slice(0, MOST_LOOKED_AT)
  if (BGG.search(start)) return 'bgg'
  if (BBCODE.search(start)) return 'bbcode'
  return HTML.search(start) ? 'html' : 'markdown'
}
