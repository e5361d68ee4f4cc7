/** The length of a run of bytes that two random contents never share. */
const windowBytes = 16
/** How many first bytes of a window the filter compares. */
const filterShift = 32 - 22

/**
 * Finds remains of a content: returns the offset at which bytes begin to hold 16 bytes in a row of it, from wherever in
 * it; undefined if there are none. The content must be random, or a find proves nothing.
 */
export const windowFinder = (content: Uint8Array): ((bytes: Uint8Array) => number | undefined) => {
  const filter = new Uint8Array(1 << (32 - filterShift))
  // Windows by their first four bytes, which tell almost all of them apart; who shares them hides behind the next
  // window.
  const places = new Map<number, number>()
  const wanted = viewOf(content)
  for (let at = 0; at + windowBytes <= content.length; at++) {
    const beginning = wanted.getUint32(at)
    filter[beginning >>> filterShift] = 1
    places.set(beginning, at)
  }
  return (bytes) => {
    const view = viewOf(bytes)
    for (let at = 0; at + windowBytes <= bytes.length; at++) {
      const beginning = view.getUint32(at)
      if (filter[beginning >>> filterShift] === 0) continue
      const place = places.get(beginning)
      if (place !== undefined && isSameWindow(bytes, at, content, place)) return at
    }
    return undefined
  }
}

const viewOf = ({ buffer, byteLength, byteOffset }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

const isSameWindow = (one: Uint8Array, oneAt: number, two: Uint8Array, twoAt: number): boolean => {
  for (let at = 0; at < windowBytes; at++) if (one[oneAt + at] !== two[twoAt + at]) return false
  return true
}
