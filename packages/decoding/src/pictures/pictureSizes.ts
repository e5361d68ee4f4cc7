import { uint24 } from "./bytes.ts"
import { namedChunk } from "./chunks.ts"
import { jpegFrame } from "./jpegParts.ts"

/** In pixels, as a file states them; possibly 0. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** PNG, third edition, section 11.2.1: the first chunk is IHDR. `undefined`: the file says no size there. */
export const pngSize = (file: DataView): PictureSize | undefined =>
  file.byteLength >= 33 && namedChunk(file, 12) === "IHDR" && file.getUint32(8) === 13
    ? { width: file.getUint32(16), height: file.getUint32(20) }
    : undefined

/** GIF89a, section 18: the logical screen. */
export const gifSize = (file: DataView): PictureSize | undefined =>
  file.byteLength >= 13 ? { width: file.getUint16(6, true), height: file.getUint16(8, true) } : undefined

/** RFC 9649: the canvas of an extended file, or the frame of a simple one, lossy or lossless. */
export const webpSize = (file: DataView): PictureSize | undefined => {
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

/** ITU-T T.81, B.2.2. */
export const jpegSize = (file: DataView): PictureSize | undefined => {
  const frame = jpegFrame(new Uint8Array(file.buffer, file.byteOffset, file.byteLength))
  return frame !== undefined && frame.at + 9 <= file.byteLength
    ? { width: file.getUint16(frame.at + 7), height: file.getUint16(frame.at + 5) }
    : undefined
}
