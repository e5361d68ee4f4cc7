import { chunkNamed, type NamedChunk, namedChunk, pngChunks, riffChunks } from "./chunks.ts"
import type { ImageFormat } from "./ImageHeader.ts"

/**
 * The file with no more than its first frame, so that decoders cost the same and say the same whatever follows: thousands of
 * frames, a last one that is cut off, or bytes of another kind. Files that are no animations stay as they are. `undefined`: the first
 * frame is not there as a whole, or lies outside the canvas, or a PNG has no end, which only some decoders notice.
 */
export const firstFrameOf = (bytes: Uint8Array, format: ImageFormat): Uint8Array | undefined => {
  switch (format) {
    case "gif":
      return firstGifFrame(bytes)
    case "webp":
      return firstWebpFrame(bytes)
    case "png":
      return wholePng(bytes)
    case "jpeg":
      return bytes
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const wholePng = (bytes: Uint8Array): Uint8Array | undefined => {
  const end = chunkNamed(pngChunks(viewOf(bytes)), "IEND")
  return end === undefined ? undefined : bytes.subarray(0, end.nextAt)
}

const extensionIntroducer = 0x21
const graphicControl = 0xf9
const imageSeparator = 0x2c
const trailer = 0x3b

/** The screen with its colours, what controls the frame, the frame and the trailer (GIF89a, appendix B). */
const firstGifFrame = (bytes: Uint8Array): Uint8Array | undefined => {
  const file = viewOf(bytes)
  const screenEnd = 13 + paletteBytes(bytes[10])
  let control = new Uint8Array()
  for (let at = screenEnd; at + 2 < bytes.length; ) {
    if (bytes[at] === extensionIntroducer) {
      const end = blocksEnd(bytes, at + 2)
      if (end === undefined) return undefined
      if (bytes[at + 1] === graphicControl) control = bytes.slice(at, end)
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

const headerBytes = 12
/** Of an extended file's first chunk, with its name and length. */
const extendedBytes = 18
const animated = 0x02
const transparent = 0x10
/** What a frame's chunk says before its picture: where, how large, how long. */
const frameHeaderBytes = 16

const isAnimated = (bytes: Uint8Array, file: DataView): boolean =>
  bytes.length >= headerBytes + extendedBytes &&
  namedChunk(file, headerBytes) === "VP8X" &&
  ((bytes[headerBytes + 8] ?? 0) & animated) !== 0

const frameOf = (file: DataView): NamedChunk | undefined => {
  const frame = chunkNamed(riffChunks(file), "ANMF")
  return frame !== undefined && frame.dataLength > frameHeaderBytes ? frame : undefined
}

const firstWebpFrame = (bytes: Uint8Array): Uint8Array | undefined => {
  const file = viewOf(bytes)
  if (!isAnimated(bytes, file)) return bytes
  const frame = frameOf(file)
  const global = chunkNamed(riffChunks(file), "ANIM")
  if (frame === undefined || global === undefined) return undefined
  const { height, left, top, width } = placeOf(file, frame)
  const canvas = { width: uint24(file, headerBytes + 12) + 1, height: uint24(file, headerBytes + 15) + 1 }
  if (left + width > canvas.width || top + height > canvas.height) return undefined
  return riffOf([
    bytes.subarray(headerBytes, headerBytes + extendedBytes),
    bytes.subarray(global.at, global.nextAt),
    bytes.subarray(frame.at, frame.nextAt)
  ])
}

/** A frame as a file of its own, and where it lies on the canvas. */
export interface PlacedFrame {
  readonly still: Uint8Array
  /** In pixels. */
  readonly left: number
  readonly top: number
}

/** The first frame of an animated WebP as a still one, for a decoder that knows no other; `undefined` where the file is a still. */
export const firstFrameAsWebp = (bytes: Uint8Array): PlacedFrame | undefined => {
  const file = viewOf(bytes)
  const frame = isAnimated(bytes, file) ? frameOf(file) : undefined
  if (frame === undefined) return undefined
  const extended = new Uint8Array(extendedBytes)
  extended.set(new TextEncoder().encode("VP8X"))
  extended[4] = extendedBytes - 8
  extended[8] = transparent
  // Width and height are written in the same way in both places.
  extended.set(bytes.subarray(frame.dataAt + 6, frame.dataAt + 12), 12)
  const { left, top } = placeOf(file, frame)
  const picture = bytes.subarray(frame.dataAt + frameHeaderBytes, frame.dataAt + frame.dataLength)
  return { still: riffOf([extended, picture]), left, top }
}

const placeOf = (file: DataView, { dataAt }: NamedChunk) => ({
  left: 2 * uint24(file, dataAt),
  top: 2 * uint24(file, dataAt + 3),
  width: uint24(file, dataAt + 6) + 1,
  height: uint24(file, dataAt + 9) + 1
})

const uint24 = (file: DataView, at: number): number =>
  file.getUint16(at, true) + file.getUint8(at + 2) * 0x10000

const riffOf = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const header = new TextEncoder().encode("RIFF\0\0\0\0WEBP")
  const file = joined([header, ...chunks])
  viewOf(file).setUint32(4, file.length - 8, true)
  return file
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
