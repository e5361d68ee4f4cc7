import { joined, little } from "./bytes.ts"

/** A chunk of a WebP (RFC 9649, 2.3). */
export const webpChunk = (name: string, data: Uint8Array | string): Uint8Array => {
  const bytes = joined(data)
  return joined(name, little(bytes.length, 4), bytes, bytes.length % 2 === 0 ? "" : "\0")
}

export const webpOf = (...chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const body = joined("WEBP", ...chunks)
  return joined("RIFF", little(body.length, 4), body)
}

/** The parts that an extended WebP says it has (RFC 9649, 2.7). */
const webpFlags = { exif: 0x08, xmp: 0x04, animation: 0x02 }

const webpCanvas = (flags: number, width: number, height: number): Uint8Array =>
  webpChunk("VP8X", joined(little(flags, 4), little(width - 1, 3), little(height - 1, 3)))

/** A simple WebP with chunks after its picture. */
export const withWebpChunks = (
  webp: Uint8Array,
  { height, width }: { readonly width: number; readonly height: number },
  ...chunks: ReadonlyArray<Uint8Array>
): Uint8Array =>
  webpOf(webpCanvas(webpFlags.exif + webpFlags.xmp, width, height), webp.subarray(12), ...chunks)

/** Simple WebPs of one size, as frames one after the other. */
export const animatedWebp = (
  { height, width }: { readonly width: number; readonly height: number },
  frames: ReadonlyArray<Uint8Array>
): Uint8Array => {
  const frame = joined(
    little(0, 6),
    little(width - 1, 3),
    little(height - 1, 3),
    little(100, 3),
    little(0, 1)
  )
  return webpOf(
    webpCanvas(webpFlags.animation, width, height),
    webpChunk("ANIM", little(0, 6)),
    ...frames.map((webp) => webpChunk("ANMF", joined(frame, webp.subarray(12))))
  )
}

/** A few bytes that claim to be a WebP of this size. */
export const webpClaim = (width: number, height: number): Uint8Array => {
  // A key frame of VP8 begins with its size (RFC 6386, 9.1); it has no more than this.
  const start = Uint8Array.from([0x30, 0x01, 0x00, 0x9d, 0x01, 0x2a])
  return webpOf(webpChunk("VP8 ", joined(start, little(width, 2), little(height, 2), new Uint8Array(64))))
}

/** The names of the chunks of a WebP, and what is behind the last. */
export const webpPartsOf = (webp: Uint8Array): ReadonlyArray<string> => {
  const view = Buffer.from(webp)
  const end = 8 + view.readUInt32LE(4)
  const names: Array<string> = []
  let at = 12
  while (at < end) {
    names.push(view.toString("latin1", at, at + 4))
    const length = view.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return at < view.length ? [...names, "more"] : names
}
