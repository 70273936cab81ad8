/** How is something asked for over the net? Each thing once, and again only after a failure. */

/** What `make` gives for a key. @param {Map<string, Promise<any>>} held */
export const once = (held, key, make) => {
  if (!held.has(key)) {
    const making = make()
    held.set(key, making)
    making.catch(() => held.delete(key)) // the next try may have a net
  }
  return held.get(key)
}

/** @returns {Promise<Response>} */
export const get = async (address, fetcher = (url) => fetch(url)) => {
  const response = await fetcher(address)
  if (!response.ok) throw new Error(`${response.status} at ${address}`)
  return response
}
