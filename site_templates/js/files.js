/** How are the files read that the search and the page for posts share? Each is compressed inside. */

/** What a file holds; a host that declares its packing has had the browser unpack it already. */
export async function unpack(response) {
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const decode = (bytes) => new TextDecoder().decode(bytes)
export const asJson = (bytes) => JSON.parse(decode(bytes))
export const asLines = (bytes) => decode(bytes).split('\n').filter(Boolean)
