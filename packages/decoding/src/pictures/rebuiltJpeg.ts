import { joined, lettersOf, viewOf } from "./bytes.ts"
import { profileBytesMax } from "./colourProfile.ts"
import { type JpegPart, jpegParts, markers } from "./jpegParts.ts"
import { orientationOf, uprightOrientation, writtenOrientation } from "./orientation.ts"

/**
 * Everything of the coding stays, in its order: tables, frame, scans, restarts, the number of lines. Of what
 * applications added, that which says what colours mean: JFIF without its thumbnail, Adobe's, and the profile.
 */
export const rebuiltJpeg = (bytes: Uint8Array): Uint8Array => {
  const parts = [...jpegParts(bytes)]
  const profileBytes = parts.reduce((sum, part) => sum + (isProfile(bytes, part) ? part.length : 0), 0)
  const kept = parts.flatMap((part) => keptOf(bytes, part, profileBytes <= profileBytesMax))
  return joined([bytes.subarray(0, 2), ...orientationSegment(bytes), ...kept])
}

const keptOf = (bytes: Uint8Array, part: JpegPart, withProfile: boolean): ReadonlyArray<Uint8Array> => {
  const whole = bytes.subarray(part.at, part.end)
  switch (part.marker) {
    case markers.jfif:
      return begins(bytes, part, "JFIF\0") ? [withoutThumbnail(whole)] : []
    case markers.adobe:
      return begins(bytes, part, "Adobe") ? [shortened(whole, adobeBytes)] : []
    case markers.profile:
      return withProfile && isProfile(bytes, part) ? [whole] : []
    default:
      return isDropped(part.marker) ? [] : [whole]
  }
}

/** What applications and extensions add, comments, and markers that mean nothing between segments. */
const isDropped = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7) || marker >= 0xe0

const begins = (bytes: Uint8Array, { at, end }: JpegPart, letters: string): boolean =>
  lettersOf(letters).every((letter, index) => at + 4 + index < end && bytes[at + 4 + index] === letter)

const isProfile = (bytes: Uint8Array, part: JpegPart): boolean =>
  part.marker === markers.profile && begins(bytes, part, "ICC_PROFILE\0")

/** Marker, length, identifier, version, density, and the sides of a thumbnail (JFIF 1.02). */
const jfifBytes = 18
/** Marker, length, identifier, version, two fields of flags, and the transformation of colours. */
const adobeBytes = 16

const shortened = (segment: Uint8Array, bytesMax: number): Uint8Array => {
  if (segment.length <= bytesMax) return segment
  const shorter = segment.slice(0, bytesMax)
  viewOf(shorter).setUint16(2, bytesMax - 2)
  return shorter
}

const withoutThumbnail = (segment: Uint8Array): Uint8Array => {
  if (segment.length < jfifBytes) return segment
  const shorter = shortened(segment, jfifBytes).slice()
  shorter.fill(0, jfifBytes - 2)
  return shorter
}

const orientationSegment = (bytes: Uint8Array): ReadonlyArray<Uint8Array> => {
  const orientation = orientationOf(bytes, "jpeg")
  if (orientation === uprightOrientation) return []
  const segment = joined([
    Uint8Array.of(0xff, markers.exif, 0, 0),
    lettersOf("Exif\0\0"),
    writtenOrientation(orientation)
  ])
  viewOf(segment).setUint16(2, segment.length - 2)
  return [segment]
}
