// The words of the site itself in the language of its texts; a page that is not English brings them along.

const held = globalThis.document?.querySelector('script.words')
const words = held ? JSON.parse(held.textContent) : {}

/** A text in the language of the page, with what it says `{0}`, `{1}` of. */
export const say = (text, ...about) => (words[text] ?? text).replace(/\{(\d)\}/g, (_, number) => about[number])

/** Speak another language: a worker has no page of its own that says which. */
export const learn = (more) => Object.assign(words, more)
