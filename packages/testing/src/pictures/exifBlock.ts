import { joined, little } from "./bytes.ts"

/**
 * A TIFF structure as JPEG, PNG and WebP carry it (Exif 3.0, 4.6): how the picture is turned, a description, and a
 * place on Earth whose name is the description.
 */
export const exifBlock = (orientation: number, description: string): Uint8Array => {
  const text = joined(description, "\0")
  const entries = 3
  const placeAt = 8 + 2 + entries * 12 + 4
  const textAt = placeAt + 2 + 2 * 12 + 4
  const entry = (tag: number, type: number, count: number, value: number) =>
    joined(little(tag, 2), little(type, 2), little(count, 4), little(value, 4))
  return joined(
    "II",
    little(42, 2),
    little(8, 4),
    little(entries, 2),
    entry(0x010e, 2, text.length, textAt),
    entry(0x0112, 3, 1, orientation),
    entry(0x8825, 4, 1, placeAt),
    little(0, 4),
    little(2, 2),
    // GPSLatitudeRef: north. GPSAreaInformation: the description.
    entry(0x0001, 2, 2, "N".charCodeAt(0)),
    entry(0x001c, 7, text.length, textAt),
    little(0, 4),
    text
  )
}
