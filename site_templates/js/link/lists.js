/** Lists in order, and lists under a name. */

/** The first index from which a sorted list is not below a limit. */
export const firstFrom = (list, limit, placeOf = (one) => one) => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (placeOf(list[middle]) < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Add one to what a map keeps under a name, so many at most. */
export const keepUnder = (map, name, one, most = Infinity) => {
  if (!map.has(name)) map.set(name, [])
  if (map.get(name).length < most) map.get(name).push(one)
}
