// How a place shows a post, roughly: its links, emphasis, quotations and code. Only our own elements are made, never the post's.

import { make } from '../make.js'

const DEEPEST = 20
const MARKDOWN = new RegExp([
  '`(?<code>[^`\\n]{1,500})`',
  '\\[(?<words>[^\\[\\]\\n]{1,300})\\]\\(<?(?<address>[^\\s()<>]{1,500}(?:\\([^\\s()]{0,200}\\)[^\\s()<>]{0,200})?)>?\\)',
  '\\*\\*(?<strong>[^*\\n]{1,500})\\*\\*',
  '(?<![\\w*])[*](?<em>[^*\\n]{1,500})[*](?![\\w*])',
  '(?<![\\w_])_(?<em2>[^_\\n]{1,500})_(?![\\w_])',
  '~~(?<s>[^~\\n]{1,500})~~',
  '\\\\(?<sign>[\\\\`*_{}\\[\\]()<>#+.!&~|-])',
].join('|'), 'g')
const BBCODE = /\[(\/?)(b|i|u|s|url|quote|q|code)(?:=("?)([^\]\n"]{0,500})\3)?\]/gi
const TAGS = { b: 'strong', i: 'em', u: 'u', s: 's', quote: 'blockquote', q: 'blockquote', code: 'code', url: 'a' }
const KEPT = {
  ...{ B: 'strong', STRONG: 'strong', I: 'em', EM: 'em', P: 'p', BR: 'br', BLOCKQUOTE: 'blockquote', Q: 'q', CODE: 'code' },
  ...{ PRE: 'pre', UL: 'ul', OL: 'ol', LI: 'li', A: 'a', S: 's', DEL: 's', U: 'u' },
}

/** @param {string} post @param {string} place @returns {Node[]} */
export const shown = (post, place) => {
  if (place === 'html') return fromHtml(new DOMParser().parseFromString(post, 'text/html').body, 0)
  if (place === 'bbcode' || place === 'bgg') return [make('div', { className: 'as-written' }, ...fromBBCode(post))]
  if (place === 'plain') return [make('div', { className: 'as-written' }, post)]
  return blocks(post.split('\n'), place, 0)
}

/** A link that leads out only where it says so. */
const anchor = (address, ...children) => (/^https?:\/\//i.test(address)
  ? make('a', { href: address, rel: 'noopener nofollow', title: address }, ...children)
  : make('span', { className: 'link-like', title: address }, ...children))

/** The blocks of Markdown: quotations, fenced code, paragraphs. */
const blocks = (lines, place, depth) => {
  const found = []
  let at = 0
  const taken = (isPart) => {
    const start = at
    while (at < lines.length && isPart(lines[at])) at++
    return lines.slice(start, at)
  }
  while (at < lines.length) {
    if (/^ {0,3}>/.test(lines[at]) && depth < DEEPEST) {
      const inside = taken((line) => /^ {0,3}>/.test(line)).map((line) => line.replace(/^ {0,3}>+ ?/, ''))
      found.push(make('blockquote', {}, ...blocks(inside, place, depth + 1)))
    } else if (/^ {0,3}```/.test(lines[at])) {
      at++
      found.push(make('pre', { textContent: taken((line) => !/^ {0,3}```/.test(line)).join('\n') }))
      at++
    } else if (!lines[at].trim()) {
      at++
    } else {
      const own = [lines[at++], ...taken((line) => line.trim() && !/^ {0,3}(?:>|```)/.test(line))]
      const isApart = place === 'discord' || own.some((line) => /^\s*(?:[-*+]|\d+[.)])\s/.test(line))
      found.push(make('p', { className: isApart ? 'as-written' : '' }, ...inline(own.join(isApart ? '\n' : ' '), 0)))
    }
  }
  return found
}

const inline = (text, depth) => {
  const nodes = []
  let position = 0
  for (const match of depth < DEEPEST ? text.matchAll(MARKDOWN) : []) {
    const { code, words, address, strong, em, em2, s, sign } = match.groups
    nodes.push(text.slice(position, match.index))
    if (code) nodes.push(make('code', { textContent: code }))
    else if (words) nodes.push(anchor(address, ...inline(words, depth + 1)))
    else if (sign) nodes.push(sign)
    else nodes.push(make(strong ? 'strong' : s ? 's' : 'em', {}, ...inline(strong ?? s ?? em ?? em2, depth + 1)))
    position = match.index + match[0].length
  }
  return [...nodes, text.slice(position)]
}

const fromBBCode = (post) => {
  const open = [{ tag: '', nodes: [], value: '' }]
  const close = () => {
    const { tag, nodes, value } = open.pop()
    const who = TAGS[tag] === 'blockquote' && value ? [make('p', { className: 'soft', textContent: `${value} said:` })] : []
    open.at(-1).nodes.push(tag === 'url'
      ? anchor(value || nodes.filter((one) => typeof one === 'string').join(''), ...nodes)
      : make(TAGS[tag], {}, ...who, ...nodes))
  }
  let position = 0
  for (const match of post.matchAll(BBCODE)) {
    const tag = match[2].toLowerCase()
    open.at(-1).nodes.push(post.slice(position, match.index))
    position = match.index + match[0].length
    if (!match[1] && open.length < DEEPEST) open.push({ tag, nodes: [], value: match[4] ?? '' })
    else if (match[1] && open.at(-1).tag === tag) close()
    else open.at(-1).nodes.push(match[0])
  }
  open.at(-1).nodes.push(post.slice(position))
  while (open.length > 1) close()
  return open[0].nodes
}

/** The elements of a post that are harmless, made anew without their attributes; of the others the text. */
const fromHtml = (element, depth) => [...element.childNodes].flatMap((node) => {
  if (node.nodeType === Node.TEXT_NODE) return [node.data]
  if (node.nodeType !== Node.ELEMENT_NODE || ['SCRIPT', 'STYLE', 'TEMPLATE'].includes(node.tagName)) return []
  const inside = depth < DEEPEST ? fromHtml(node, depth + 1) : [node.textContent]
  const tag = KEPT[node.tagName]
  if (tag === 'a') return [anchor(node.getAttribute('href') ?? '', ...inside)]
  return tag ? [make(tag, {}, ...inside)] : inside
})
