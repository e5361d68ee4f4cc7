import { joined, lettersOf, uint24, viewOf } from "./bytes.ts"
import { chunkNamed, type NamedChunk, namedChunk, riffChunks } from "./chunks.ts"
import { profileBytesMax } from "./colourProfile.ts"
import { orientationOf, uprightOrientation, writtenOrientation } from "./orientation.ts"

/** RFC 9649: where the first chunk begins, how many bytes that of an extended file has, and its flags. */
const headerBytes = 12
const extendedBytes = 18
const flags = { animated: 0x02, exif: 0x08, alpha: 0x10, profile: 0x20 } as const

/** What a frame's chunk says before its picture: where, how large, how long. */
const frameHeaderBytes = 16

/** A still picture, or an animation of its first frame alone. */
export const rebuiltWebp = (bytes: Uint8Array): Uint8Array | undefined => {
  const file = viewOf(bytes)
  const chunks = [...riffChunks(file)]
  const [first] = chunks
  if (first === undefined) return undefined
  if (first.name !== "VP8X") return isPicture(first) ? riffOf([wholeOf(bytes, first)]) : undefined
  if (first.dataLength !== extendedBytes - 8) return undefined
  const pictures = isAnimated(bytes, file)
    ? animationOf(bytes, chunks)
    : pictureOf(chunks).map((chunk) => wholeOf(bytes, chunk))
  if (pictures.length === 0) return undefined
  const profile = chunkNamed(chunks, "ICCP")
  const keptProfile =
    profile === undefined || profile.dataLength > profileBytesMax ? [] : [wholeOf(bytes, profile)]
  const orientation = orientationOf(bytes, "webp")
  const exif = orientation === uprightOrientation ? [] : [riffChunk("EXIF", writtenOrientation(orientation))]
  const extended = bytes.slice(headerBytes, headerBytes + extendedBytes)
  extended[8] =
    ((bytes[headerBytes + 8] ?? 0) & (flags.alpha | flags.animated)) |
    (keptProfile.length > 0 ? flags.profile : 0) |
    (exif.length > 0 ? flags.exif : 0)
  return riffOf([extended, ...keptProfile, ...pictures, ...exif])
}

const isPicture = ({ name }: NamedChunk): boolean => name === "VP8 " || name === "VP8L"

/** The first picture, with what says how far one sees through it. */
const pictureOf = (chunks: ReadonlyArray<NamedChunk>): ReadonlyArray<NamedChunk> => {
  const at = chunks.findIndex(isPicture)
  const picture = chunks[at]
  if (picture === undefined) return []
  const alpha = chunks.slice(0, at).findLast(({ name }) => name === "ALPH")
  return alpha === undefined ? [picture] : [alpha, picture]
}

const isAnimated = (bytes: Uint8Array, file: DataView): boolean =>
  bytes.length >= headerBytes + extendedBytes &&
  namedChunk(file, headerBytes) === "VP8X" &&
  ((bytes[headerBytes + 8] ?? 0) & flags.animated) !== 0

/** What all frames have in common, and the first frame; nothing where that lies outside the canvas. */
const animationOf = (bytes: Uint8Array, chunks: ReadonlyArray<NamedChunk>): ReadonlyArray<Uint8Array> => {
  const file = viewOf(bytes)
  const global = chunkNamed(chunks, "ANIM")
  const frame = chunkNamed(chunks, "ANMF")
  if (global === undefined || frame === undefined || frame.dataLength <= frameHeaderBytes) return []
  const { height, left, top, width } = placeOf(file, frame)
  const canvas = { width: uint24(file, headerBytes + 12) + 1, height: uint24(file, headerBytes + 15) + 1 }
  if (left + width > canvas.width || top + height > canvas.height) return []
  const picture = pictureOf([
    ...riffChunks(file, frame.dataAt + frameHeaderBytes, frame.dataAt + frame.dataLength)
  ])
  if (picture.length === 0) return []
  const place = bytes.subarray(frame.dataAt, frame.dataAt + frameHeaderBytes)
  return [
    wholeOf(bytes, global),
    riffChunk("ANMF", joined([place, ...picture.map((chunk) => wholeOf(bytes, chunk))]))
  ]
}

/** A frame as a file of its own, and where it lies on the canvas. */
export interface PlacedFrame {
  readonly still: Uint8Array
  /** In pixels. */
  readonly left: number
  readonly top: number
}

/**
 * The first frame of an animated WebP as a still one, for a decoder that knows no other; `undefined` where the file is
 * a still.
 */
export const firstFrameAsWebp = (bytes: Uint8Array): PlacedFrame | undefined => {
  const file = viewOf(bytes)
  const frame = isAnimated(bytes, file) ? chunkNamed(riffChunks(file), "ANMF") : undefined
  if (frame === undefined || frame.dataLength <= frameHeaderBytes) return undefined
  const extended = new Uint8Array(extendedBytes)
  extended.set(lettersOf("VP8X"))
  extended[4] = extendedBytes - 8
  extended[8] = flags.alpha
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

const wholeOf = (bytes: Uint8Array, { dataAt, dataLength, name }: NamedChunk): Uint8Array =>
  riffChunk(name, bytes.subarray(dataAt, dataAt + dataLength))

/** Name, length, data, and a byte more where their length is odd. */
const riffChunk = (name: string, data: Uint8Array): Uint8Array => {
  const chunk = joined([lettersOf(name), new Uint8Array(4), data, new Uint8Array(data.length % 2)])
  viewOf(chunk).setUint32(4, data.length, true)
  return chunk
}

const riffOf = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const file = joined([lettersOf("RIFF\0\0\0\0WEBP"), ...chunks])
  viewOf(file).setUint32(4, file.length - 8, true)
  return file
}
