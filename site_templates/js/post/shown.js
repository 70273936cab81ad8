// How a place shows a post, roughly: its marks become HTML, and of that only harmless elements are made, without attributes.

import { make } from '../make.js'
import { say } from '../words.js'

const DEEPEST = 20
const QUOTED = /^ {0,3}>(?!!)/ // ">!" begins a spoiler
/** Markdown in a line, where signs behind a backslash are entities already. */
const MARKDOWN = [
  [/\*\*([^*\n]{1,500})\*\*/g, '<strong>$1</strong>'],
  [/(?<![\w*])\*([^*\n]{1,500})\*(?![\w*])/g, '<em>$1</em>'],
  [/(?<!\w)_([^_\n]{1,500})_(?!\w)/g, '<em>$1</em>'],
  [/~~([^~\n]{1,500})~~/g, '<s>$1</s>'],
  [/&#62;!([^\n]{1,500}?)!&#60;/g, '<mark>$1</mark>'],
  [/\[([^[\]\n]{1,300})\]\((?:&#60;)?([^\s()]{1,500}?(?:\([^\s()]{0,200}\)[^\s()]{0,200}?)?)(?:&#62;)?\)/g, '<a href="$2">$1</a>'],
]
const BBCODE = [
  [/\[url\]([^[\]\n]{1,500})\[\/url\]/gi, '<a href="$1">$1</a>'],
  [/\[url=(?:&#34;)?([^[\]\n]{1,500}?)(?:&#34;)?\]/gi, '<a href="$1">'],
  [/\[(?:quote|q)(?:=(?:&#34;)?([^\]\n]{0,500}?)(?:&#34;)?)?\]/gi, (_, who) => `<blockquote>${who ? `<p>${say('{0} said:', who)}</p>` : ''}`],
  [/\[\/(?:quote|q)\]/gi, '</blockquote>'],
  [/\[\/url\]/gi, '</a>'],
  [/\[(\/?)(b|i|u|s|code)\]/gi, '<$1$2>'],
]
const KEPT = new Set('B STRONG I EM P BR BLOCKQUOTE Q CODE PRE UL OL LI A S DEL U MARK'.split(' '))
/** What a browser tells the console that it will not run, though we make nothing of it. */
const COMPLAINED_OF = /([\s/"'])(?=(?:on[a-z]+|style)\s*=)/gi
const SAID = { B: 'strong', I: 'em', DEL: 's' } // by what they mean

/** @param {string} post @param {string} place @returns {Node[]} */
export const shown = (post, place) => made(new DOMParser().parseFromString(asHtml(post, place), 'text/html').body, 0)

const asHtml = (post, place) => {
  if (place === 'html') return post.replace(/<[a-z][^>]*/gi, (tag) => tag.replace(COMPLAINED_OF, '$1data-'))
  if (place === 'bbcode' || place === 'bgg') return inLines(replaced(escaped(post), BBCODE))
  return place === 'plain' ? inLines(escaped(post)) : blocks(post.split('\n'), place, 0)
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)
const inLines = (html) => html.replaceAll('\n', '<br>')
const replaced = (html, rules) => rules.reduce((text, [pattern, by]) => text.replace(pattern, by), html)

const inline = (text) => text.split(/(`[^`\n]{1,500}`)/).map((part, number) => (number % 2
  ? `<code>${escaped(part.slice(1, -1))}</code>`
  : replaced(part.replace(/\\([\\`*_{}[\]()<>#+.!&~|-])|[&<>"]/g, (sign, own) => `&#${(own ?? sign).codePointAt(0)};`), MARKDOWN))).join('')

/** The blocks of Markdown: quotations, fenced code, paragraphs. */
const blocks = (lines, place, depth) => {
  let html = ''
  let at = 0
  const taken = (isPart) => {
    const start = at
    while (at < lines.length && isPart(lines[at])) at++
    return lines.slice(start, at)
  }
  while (at < lines.length) {
    if (QUOTED.test(lines[at]) && depth < DEEPEST) {
      const inside = taken((line) => QUOTED.test(line)).map((line) => line.replace(/^ {0,3}>+ ?/, ''))
      html += `<blockquote>${blocks(inside, place, depth + 1)}</blockquote>`
    } else if (/^ {0,3}```/.test(lines[at])) {
      at++
      html += `<pre>${escaped(taken((line) => !/^ {0,3}```/.test(line)).join('\n'))}</pre>`
      at++
    } else if (!lines[at].trim()) {
      at++
    } else {
      const own = [lines[at++], ...taken((line) => line.trim() && !/^ {0,3}(?:>(?!!)|```)/.test(line))]
      const isApart = place === 'discord' || own.some((line) => /^\s*(?:[-*+]|\d+[.)])\s/.test(line))
      html += `<p>${inLines(inline(own.join(isApart ? '\n' : ' ')))}</p>`
    }
  }
  return html
}

/** The elements that are harmless, made anew; of the others the text. */
const made = (element, depth) => [...element.childNodes].flatMap((node) => {
  if (node.nodeType === Node.TEXT_NODE) return [node.data]
  if (node.nodeType !== Node.ELEMENT_NODE || ['SCRIPT', 'STYLE', 'TEMPLATE'].includes(node.tagName)) return []
  const inside = depth < DEEPEST ? made(node, depth + 1) : [node.textContent]
  if (!KEPT.has(node.tagName)) return inside
  const address = node.getAttribute('href') ?? ''
  if (node.tagName !== 'A') return [make(SAID[node.tagName] ?? node.tagName, {}, ...inside)]
  return [/^https?:\/\//i.test(address) // out of here only where it says so
    ? make('a', { href: address, rel: 'noopener nofollow', title: address }, ...inside)
    : make('span', { className: 'link-like', title: address }, ...inside)]
})
