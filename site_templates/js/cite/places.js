/** For which place does a post seem to be written? The twin of `recognise` in `kb/cite/places.py`; the places
 * themselves stand in `citing.js`. */

import { PLACES as places } from '../citing.js'
import { Patterns } from '../link/patterns.js'

export const PLACES = places

const TAGS = Patterns('places')

const MOST_LOOKED_AT = 50_000

/** The name of the place, by the tags of the post. */
export const recognise = (post) => {
  const start = post.slice(0, MOST_LOOKED_AT)
  if (TAGS.bgg.search(start)) return 'bgg'
  if (TAGS.bbcode.search(start)) return 'bbcode'
  return TAGS.html.search(start) ? 'html' : 'markdown'
}
