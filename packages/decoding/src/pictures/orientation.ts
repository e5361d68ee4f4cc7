import { viewOf } from "./bytes.ts"
import { chunkNamed, type NamedChunk, namedChunk, pngChunks, riffChunks } from "./chunks.ts"
import { jpegParts, markers } from "./jpegParts.ts"
import type { PictureFormat } from "./PictureFormat.ts"

/** Nothing is to be turned. */
export const uprightOrientation = 1

/** A larger part, which no JPEG can have, is not looked at. */
const exifBytesMax = 64 * 1024

/**
 * How a picture is stored, 1 to 8, as the Exif part of its file says (Exif 3.0, tag 0x0112): 1 is upright, from 5 on
 * width and height are exchanged. Whatever is no such number, cannot be found or lies outside the file counts as 1.
 */
export const orientationOf = (bytes: Uint8Array, format: PictureFormat): number => {
  const file = viewOf(bytes)
  const exif = exifOf(bytes, file, format)
  return exif === undefined || exif.byteLength > exifBytesMax ? uprightOrientation : orientationIn(exif)
}

const exifOf = (bytes: Uint8Array, file: DataView, format: PictureFormat): DataView | undefined => {
  switch (format) {
    case "gif":
      return undefined
    case "jpeg":
      for (const { at, length, marker } of jpegParts(bytes)) {
        const end = at + 2 + length
        if (marker === markers.exif && end <= file.byteLength && length >= 8 && isExif(file, at + 4))
          return part(file, at + 10, end)
        if (marker === markers.startOfScan) return undefined
      }
      return undefined
    case "png":
      return dataOf(file, chunkNamed(pngChunks(file), "eXIf"))
    case "webp":
      return dataOf(file, chunkNamed(riffChunks(file), "EXIF"))
  }
}

const dataOf = (file: DataView, chunk: NamedChunk | undefined): DataView | undefined => {
  if (chunk === undefined) return undefined
  const end = chunk.dataAt + chunk.dataLength
  // Some writers put what stands before it in a JPEG here, too.
  const from = chunk.dataLength >= 6 && isExif(file, chunk.dataAt) ? chunk.dataAt + 6 : chunk.dataAt
  return part(file, from, end)
}

const isExif = (file: DataView, at: number): boolean =>
  namedChunk(file, at) === "Exif" && file.getUint16(at + 4) === 0

const part = (file: DataView, from: number, to: number): DataView =>
  new DataView(file.buffer, file.byteOffset + from, to - from)

const orientationTag = 0x0112
/** Of a number of two bytes (TIFF 6.0, section 2). */
const shortType = 3

const orientationIn = (tiff: DataView): number => {
  if (tiff.byteLength < 8) return 1
  const order = tiff.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) return 1
  const little = order === 0x4949
  const directory = tiff.getUint32(4, little)
  if (tiff.getUint16(2, little) !== 42 || directory + 2 > tiff.byteLength) return 1
  const count = tiff.getUint16(directory, little)
  for (let entry = 0; entry < count; entry++) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.byteLength) return 1
    if (tiff.getUint16(at, little) !== orientationTag) continue
    const value = tiff.getUint16(at + 8, little)
    return tiff.getUint16(at + 2, little) === shortType && value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** An Exif part that says nothing else. */
export const writtenOrientation = (orientation: number): Uint8Array => {
  const tiff = new DataView(new ArrayBuffer(26))
  tiff.setUint32(0, 0x4d4d002a)
  tiff.setUint32(4, 8)
  tiff.setUint16(8, 1)
  tiff.setUint16(10, orientationTag)
  tiff.setUint16(12, shortType)
  tiff.setUint32(14, 1)
  tiff.setUint16(18, orientation)
  return new Uint8Array(tiff.buffer)
}
