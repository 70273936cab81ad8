// The last searches: kept on this device only, newest first.

import { keep, kept } from './keeping.js'

const NAME = 'kb-searches'
const MOST = 6

/** The list with one more search at its head. */
export const added = (list, query) => (
  [query, ...list.filter((one) => one.toLowerCase() !== query.toLowerCase())].slice(0, MOST))

export const recent = () => {
  try {
    const found = JSON.parse(kept(NAME))
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return [] // whatever is there, it is none of ours
  }
}

export const remember = (query) => {
  if (query.trim()) keep(NAME, JSON.stringify(added(recent(), query.trim())))
}

export const forget = () => keep(NAME, '[]')
