import { crc32, inflateSync } from "node:zlib"
import { joined, lettersOf, viewOf } from "./bytes.ts"
import { type NamedChunk, pngChunks } from "./chunks.ts"
import { profileBytesMax } from "./colourProfile.ts"
import { orientationOf, uprightOrientation, writtenOrientation } from "./orientation.ts"

/**
 * Each once, before the pixels: the header, colours, transparency, and what the values of pixels mean (third edition,
 * section 11).
 */
const single: ReadonlySet<string> = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB"])

/** Of an animation (APNG) that is the still picture: frames have chunks of other names. */
export const rebuiltPng = (bytes: Uint8Array): Uint8Array | undefined => {
  const kept = [bytes.subarray(0, 8)]
  const found = new Set<string>()
  for (const chunk of pngChunks(viewOf(bytes))) {
    const { at, name, nextAt } = chunk
    const isFirst = !found.has(name)
    found.add(name)
    if (name === "IDAT" && isFirst) kept.push(...orientationChunk(bytes))
    if (
      name === "IDAT" ||
      (isFirst && (single.has(name) || (name === "iCCP" && isSmallProfile(bytes, chunk))))
    )
      kept.push(bytes.subarray(at, nextAt))
    if (name === "IEND") {
      kept.push(bytes.subarray(at, nextAt))
      return joined(kept)
    }
  }
  return undefined
}

/** Section 11.3.2.3: a name of at most 79 letters and a zero, the method, then the profile, deflated. */
const isSmallProfile = (bytes: Uint8Array, { dataAt, dataLength }: NamedChunk): boolean => {
  const data = bytes.subarray(dataAt, dataAt + dataLength)
  const nameEnd = data.subarray(0, 80).indexOf(0)
  if (nameEnd < 1) return false
  try {
    inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: profileBytesMax })
    return true
  } catch {
    // Damaged, or too large.
    return false
  }
}

const orientationChunk = (bytes: Uint8Array): ReadonlyArray<Uint8Array> => {
  const orientation = orientationOf(bytes, "png")
  return orientation === uprightOrientation ? [] : [pngChunk("eXIf", writtenOrientation(orientation))]
}

/** Length, name, data, checksum (section 5.3). */
const pngChunk = (name: string, data: Uint8Array): Uint8Array => {
  const chunk = joined([new Uint8Array(4), lettersOf(name), data, new Uint8Array(4)])
  const view = viewOf(chunk)
  view.setUint32(0, data.length)
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)))
  return chunk
}
