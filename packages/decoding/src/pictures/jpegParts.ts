/** Codes of markers (ITU-T T.81, table B.1; applications by their own standards). */
export const markers = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  jfif: 0xe0,
  exif: 0xe1,
  profile: 0xe2,
  adobe: 0xee
} as const

/** What begins with a marker: a segment, of a scan with its data, or a marker alone. */
export interface JpegPart {
  readonly marker: number
  /** Where the two bytes of its marker begin. */
  readonly at: number
  /** Bytes of the segment behind the marker, with those that tell it; 0 of a marker alone. */
  readonly length: number
  /** Where the next one may begin; a part that is cut off ends with the file. */
  readonly end: number
}

/** Markers without a segment: a restart, a beginning, the end, one for private use. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)

/**
 * All parts behind the first marker, up to the end of the image. What some cameras leave between parts is passed over.
 * It ends after so many steps, each of which is a part, or a byte that looks like a marker and is none.
 */
export function* jpegParts(file: Uint8Array, stepsMax = file.length): Generator<JpegPart> {
  // It looks for a byte ten times as fast.
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  let at = 2
  for (let steps = 0; steps < stepsMax && at + 2 <= bytes.length; steps++) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === 0 || marker === 0xff) {
      const next = bytes.indexOf(0xff, at + 1)
      if (next === -1) return
      at = next
      continue
    }
    if (isAlone(marker)) {
      yield { marker, at, length: 0, end: at + 2 }
      if (marker === markers.endOfImage) return
      at += 2
      continue
    }
    if (at + 4 > bytes.length) return
    const length = (bytes[at + 2] ?? 0) * 0x100 + (bytes[at + 3] ?? 0)
    const segmentEnd = at + 2 + Math.max(length, 2)
    const end =
      marker === markers.startOfScan
        ? scanEnd(bytes, segmentEnd, stepsMax)
        : Math.min(segmentEnd, bytes.length)
    yield { marker, at, length, end }
    at = end
  }
}

/** Where the data of a scan end: at the first marker that is no restart. Two bytes that only look like one end in 0. */
const scanEnd = (bytes: Buffer, from: number, stepsMax: number): number => {
  let at = bytes.indexOf(0xff, from)
  for (let steps = 0; steps < stepsMax && at !== -1; steps++, at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** One of the sixteen kinds of frames (B.1.1.3); three codes between them mean other things. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Before the frame header there are tens of segments in photographs, and a few hundred at most. */
const stepsToFrameMax = 10_000

/**
 * The frame header, which comes before the first scan (B.2.2). It costs next to nothing, whatever the file has in its
 * place.
 */
export const jpegFrame = (bytes: Uint8Array): JpegPart | undefined => {
  for (const part of jpegParts(bytes, stepsToFrameMax)) {
    if (isFrame(part.marker)) return part
    if (part.marker === markers.startOfScan) return undefined
  }
  return undefined
}
