// What opens without a net: of what a search finds only that is offered.

import { SITE } from './where.js'

const PATIENCE = 400 // milliseconds: a worker of an older state of the site does not answer
const MANY = 400

/** What a worker says of this device while there is no net: `{folders, pages}`; null while there is one, or no worker. */
export const onDevice = async (ask) => {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return null
  const silence = new Promise((resolve) => { setTimeout(resolve, PATIENCE, null) })
  return Promise.race([ask(worker, 'opens', navigator.onLine).catch(() => null), silence])
}

/** A search that tells only of what opens. */
export class Here {
  constructor(search, { folders, pages }) {
    /** @type {WeakMap<object, object>} what is shown, and what was found */
    this.found = new WeakMap()
    this.all = search
    this.folders = folders
    this.pages = new Set(pages)
  }

  search(query, wishes) {
    return this.only(this.all.search(query, { ...wishes, limit: MANY }), wishes)
  }

  async refine(query, wishes) {
    return this.only(await this.all.refine(query, { ...wishes, limit: MANY }), wishes)
  }

  /** What counts entries counts those, too, that do not open. */
  engine() {
    return null
  }

  excerpt(result, ...wishes) {
    return this.all.excerpt(this.found.get(result), ...wishes)
  }

  only(answer, { limit }) {
    const results = answer.results.filter(({ url }) => this.opens(url)).slice(0, limit).map((result) => {
      const shown = this.opens(result.rule.url) ? result : { ...result, place: result.id, rule: result }
      this.found.set(shown, result)
      return shown
    })
    return { ...answer, results, isHere: true }
  }

  opens(url) {
    const path = pathOf(new URL(url, SITE).href)
    return this.folders.some((folder) => path.startsWith(folder)) || this.pages.has(path)
  }
}

const pathOf = (address) => {
  try {
    return decodeURIComponent(address).slice(decodeURIComponent(SITE.href).length)
  } catch {
    return '' // a stray "%"
  }
}
