import { crc32, deflateSync } from "node:zlib"
import { big, joined } from "./bytes.ts"

/** A chunk of a PNG (third edition, 5.3). */
export const pngChunk = (name: string, data: Uint8Array | string): Uint8Array => {
  const named = joined(name, data)
  return joined(big(named.length - 4, 4), named, big(crc32(named), 4))
}

const pngSignature = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Where the first chunk, which states the size, ends. */
const pngStart = pngSignature.length + 4 + 4 + 13 + 4

/** With chunks after the one that states the size. */
export const withPngChunks = (png: Uint8Array, ...chunks: ReadonlyArray<Uint8Array>): Uint8Array =>
  joined(png.subarray(0, pngStart), ...chunks, png.subarray(pngStart))

/** A PNG with this many samples a pixel (1: grey, 3: colour, 4: colour and opacity), each a byte. */
export const pngOf = (width: number, height: number, samples: 1 | 3 | 4, values: Uint8Array): Uint8Array => {
  const rows = Array.from({ length: height }, (_, row) =>
    joined(big(0, 1), values.subarray(row * width * samples, (row + 1) * width * samples))
  )
  return joined(
    pngSignature,
    pngHeader(width, height, samples),
    pngChunk("IDAT", deflateSync(joined(...rows))),
    pngChunk("IEND", "")
  )
}

const pngHeader = (width: number, height: number, samples: 1 | 3 | 4): Uint8Array => {
  const colourType = { 1: 0, 3: 2, 4: 6 }[samples]
  return pngChunk("IHDR", joined(big(width, 4), big(height, 4), Uint8Array.from([8, colourType, 0, 0, 0])))
}

/** A few bytes that claim to be a PNG of this size. */
export const pngClaim = (width: number, height: number): Uint8Array =>
  joined(
    pngSignature,
    pngHeader(width, height, 1),
    pngChunk("IDAT", deflateSync(new Uint8Array(1000))),
    pngChunk("IEND", "")
  )

/** The names of the chunks of a PNG, and what follows the last. */
export const pngPartsOf = (png: Uint8Array): ReadonlyArray<string> => {
  const view = Buffer.from(png)
  const names: Array<string> = []
  let at = pngSignature.length
  while (at < view.length && names.at(-1) !== "IEND") {
    names.push(view.toString("latin1", at + 4, at + 8))
    at += 12 + view.readUInt32BE(at)
  }
  return at < view.length ? [...names, "more"] : names
}
