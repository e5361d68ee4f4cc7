import { namedChunk } from "./chunks.ts"

/** In pixels, as a file states them; possibly 0. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** PNG, third edition, section 11.2.1: the first chunk is IHDR. `undefined`: the file says no size there. */
export const pngSize = (file: DataView): ImageSize | undefined =>
  file.byteLength >= 33 && namedChunk(file, 12) === "IHDR" && file.getUint32(8) === 13
    ? { width: file.getUint32(16), height: file.getUint32(20) }
    : undefined

/** GIF89a, section 18: the logical screen. */
export const gifSize = (file: DataView): ImageSize | undefined =>
  file.byteLength >= 13 ? { width: file.getUint16(6, true), height: file.getUint16(8, true) } : undefined

/** RFC 9649: the canvas of an extended file, or the frame of a simple one, lossy or lossless. */
export const webpSize = (file: DataView): ImageSize | undefined => {
  if (file.byteLength < 30) return undefined
  switch (namedChunk(file, 12)) {
    case "VP8X":
      return { width: uint24(file, 24) + 1, height: uint24(file, 27) + 1 }
    case "VP8L": {
      const bits = file.getUint32(21, true)
      return file.getUint8(20) === 0x2f
        ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
        : undefined
    }
    case "VP8 ":
      return uint24(file, 23) === 0x2a019d
        ? { width: file.getUint16(26, true) & 0x3fff, height: file.getUint16(28, true) & 0x3fff }
        : undefined
    default:
      return undefined
  }
}

const uint24 = (file: DataView, at: number): number =>
  file.getUint16(at, true) + file.getUint8(at + 2) * 0x10000

/** ITU-T T.81, B.1.1.3: markers of one of the sixteen kinds of frames; three codes between them mean other things. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const startOfScan = 0xda
const endOfImage = 0xd9

/** ITU-T T.81, B.2.2: the frame header, which comes before the first scan. */
export const jpegFrame = (file: DataView): JpegSegment | undefined => {
  for (const segment of jpegSegments(file)) if (isFrame(segment.marker)) return segment
  return undefined
}

export const jpegSize = (file: DataView): ImageSize | undefined => {
  const frame = jpegFrame(file)
  return frame !== undefined && frame.at + 9 <= file.byteLength
    ? { width: file.getUint16(frame.at + 7), height: file.getUint16(frame.at + 5) }
    : undefined
}

/** `at` is where the two bytes of a marker begin, of which `length` bytes follow. */
interface JpegSegment {
  readonly marker: number
  readonly at: number
  readonly length: number
}

/** The segments before the first scan. What some cameras leave between segments is passed over, as by every decoder. */
export function* jpegSegments(file: DataView): Generator<JpegSegment> {
  let at = 2
  while (at + 4 <= file.byteLength) {
    const marker = file.getUint8(at + 1)
    if (file.getUint8(at) !== 0xff || marker === 0 || marker === 0xff) {
      at += 1
      continue
    }
    if (marker === startOfScan || marker === endOfImage) return
    // Markers without a segment: a restart, a second beginning, one for private use.
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2
      continue
    }
    const length = file.getUint16(at + 2)
    yield { marker, at, length }
    at += 2 + Math.max(length, 2)
  }
}
