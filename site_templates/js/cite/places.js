/** For which place does a post seem to be written? The twin of `recognise` in `kb/cite/places.py`; the places
 * themselves stand in `citing.js`. */

import { Pattern } from '../link/pattern.js'

const BGG = new Pattern(String.raw`\[/?q(?:=[^\]\n]{0,100})?\]|\[thing=`, { isCaseless: true })
const BBCODE = new Pattern(String.raw`\[(?:quote|url|b|i|code)(?:=[^\]\n]{0,300})?\]`, { isCaseless: true })
const HTML = new Pattern(
  String.raw`<(?:p|br|div|a\s[^<>]{0,300}|blockquote|b|i|em|strong)\s?/?>`,
  { isCaseless: true },
)
const MOST_LOOKED_AT = 50_000

/** The name of the place, by the tags of the post. */
export const recognise = (post) => {
  const start = post.slice(0, MOST_LOOKED_AT)
  if (BGG.search(start)) return 'bgg'
  if (BBCODE.search(start)) return 'bbcode'
  return HTML.search(start) ? 'html' : 'markdown'
}
