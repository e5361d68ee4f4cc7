import { joined, viewOf } from "./bytes.ts"

const extensionIntroducer = 0x21
const graphicControl = 0xf9
/** With its introducer and the empty block at its end. */
const graphicControlBytes = 8
const imageSeparator = 0x2c
const trailer = 0x3b

/** The screen with its colours, what controls the frame, the frame and the trailer (GIF89a, appendix B). */
export const rebuiltGif = (bytes: Uint8Array): Uint8Array | undefined => {
  const file = viewOf(bytes)
  const screenEnd = 13 + paletteBytes(bytes[10])
  let control = new Uint8Array()
  for (let at = screenEnd; at + 2 < bytes.length; ) {
    if (bytes[at] === extensionIntroducer) {
      const end = blocksEnd(bytes, at + 2)
      if (end === undefined) return undefined
      if (bytes[at + 1] === graphicControl && end - at === graphicControlBytes) control = bytes.slice(at, end)
      at = end
      continue
    }
    if (bytes[at] !== imageSeparator || at + 10 > bytes.length) return undefined
    const right = file.getUint16(at + 1, true) + file.getUint16(at + 5, true)
    const bottom = file.getUint16(at + 3, true) + file.getUint16(at + 7, true)
    if (right > file.getUint16(6, true) || bottom > file.getUint16(8, true)) return undefined
    const end = blocksEnd(bytes, at + 10 + paletteBytes(bytes[at + 9]) + 1)
    return end === undefined
      ? undefined
      : joined([bytes.subarray(0, screenEnd), control, bytes.subarray(at, end), Uint8Array.of(trailer)])
  }
  return undefined
}

/** Of a table of colours, by the field that says whether there is one and how large. */
const paletteBytes = (packed = 0): number => (packed >= 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

/** Where blocks of data end, each of which begins with its length; the last one has none. */
const blocksEnd = (bytes: Uint8Array, from: number): number | undefined => {
  for (let at = from; at < bytes.length; ) {
    const length = bytes[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return undefined
}
