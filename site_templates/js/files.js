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

/** Words as `kb/index/portable.py` shortens them: a capital says how much each shares with the one before. */
export const whole = (words) => {
  let word = ''
  return words.map((packed) => (word = word.slice(0, packed.charCodeAt(0) - 65) + packed.slice(1)))
}

/** Such words in one text; none holds a capital. */
export const wordList = (text) => whole(text.split(/(?=[A-Z])/).filter(Boolean))

/** Reads numbers of seven bits a byte, lowest first, the eighth bit set on all but the last. */
export class Varints {
  /** @param {Uint8Array} bytes @param {number} [at] */
  constructor(bytes, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  next() {
    let number = 0
    let factor = 1
    let byte
    do {
      byte = this.bytes[this.at++]
      number += (byte & 127) * factor
      factor *= 128
    } while (byte > 127)
    return number
  }
}
