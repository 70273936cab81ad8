// The last searches: kept on this device only, newest first.

import { keep, keptList } from './keeping.js'

const NAME = 'kb-searches'
const MOST = 6

/** The list with one more search at its head. */
export const added = (list, query) => (
  [query, ...list.filter((one) => one.toLowerCase() !== query.toLowerCase())].slice(0, MOST))

export const recent = () => keptList(NAME, (one) => typeof one === 'string').slice(0, MOST)

export const remember = (query) => {
  if (query.trim()) keep(NAME, JSON.stringify(added(recent(), query.trim())))
}

export const forget = () => keep(NAME, '[]')
