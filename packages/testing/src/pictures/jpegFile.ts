import { big, joined } from "./bytes.ts"

/** A segment of a JPEG (ISO/IEC 10918-1, B.1.1.4). */
export const jpegSegment = (marker: number, data: Uint8Array | string): Uint8Array =>
  joined(Uint8Array.from([0xff, marker]), big(joined(data).length + 2, 2), data)

/** With segments at its beginning. */
export const withJpegSegments = (jpeg: Uint8Array, ...segments: ReadonlyArray<Uint8Array>): Uint8Array =>
  joined(jpeg.subarray(0, 2), ...segments, jpeg.subarray(2))

/** The same file, which claims another size. */
export const jpegClaim = (jpeg: Uint8Array, width: number, height: number): Uint8Array => {
  const claim = Uint8Array.from(jpeg)
  for (const { at, marker } of jpegSegmentsOf(jpeg)) {
    if (isFrame(marker)) claim.set(joined(big(height, 2), big(width, 2)), at + 5)
  }
  return claim
}

/** Start of frame: the segment that tells the size. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

const jpegSegmentsOf = (
  jpeg: Uint8Array
): ReadonlyArray<{ readonly at: number; readonly marker: number }> => {
  const segments: Array<{ readonly at: number; readonly marker: number }> = []
  let at = 2
  while (at < jpeg.length) {
    const marker = jpeg[at + 1] ?? 0
    segments.push({ at, marker })
    if (marker === 0xd9) break
    at += 2 + (jpeg[at + 2] ?? 0) * 256 + (jpeg[at + 3] ?? 0)
    // The scan has no length: it ends where a marker is that is neither a zero nor a restart.
    if (marker === 0xda) at = scanEnd(jpeg, at)
  }
  return segments
}

const scanEnd = (jpeg: Uint8Array, from: number): number => {
  let at = from
  while (at < jpeg.length) {
    const next = jpeg[at + 1] ?? 0
    if (jpeg[at] === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7)) return at
    at += 1
  }
  return at
}

/** The names of the segments of a JPEG, and what is behind the last. */
export const jpegPartsOf = (jpeg: Uint8Array): ReadonlyArray<string> => {
  const segments = jpegSegmentsOf(jpeg)
  const names = segments.map(({ marker }) =>
    isFrame(marker) ? "SOF" : (jpegNames.get(marker) ?? `FF${marker.toString(16)}`)
  )
  const last = segments.at(-1)
  return last !== undefined && last.at + 2 < jpeg.length ? [...names, "more"] : names
}

const jpegNames = new Map([
  [0xdb, "DQT"],
  [0xc4, "DHT"],
  [0xdd, "DRI"],
  [0xda, "SOS"],
  [0xd9, "EOI"]
])
