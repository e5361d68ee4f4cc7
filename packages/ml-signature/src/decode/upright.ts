import { orientationOf } from "@quittance/decoding/pictures"
import type { ImageHeader } from "./ImageHeader.ts"
import type { WorkingImage } from "./WorkingImage.ts"

/** Pixels of three bytes, row by row. */
export interface Rgb {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

/** The working image of a stored picture, turned upright, with the size at which it is shown. */
export const uprightImage = (
  stored: Rgb,
  bytes: Uint8Array,
  { format, height, width }: ImageHeader
): WorkingImage => {
  const orientation = orientationOf(bytes, format)
  const sideways = isSideways(orientation)
  return {
    shownWidth: sideways ? height : width,
    shownHeight: sideways ? width : height,
    ...upright(stored, orientation)
  }
}

/** Whether turning a picture of this orientation upright exchanges width and height. */
const isSideways = (orientation: number): boolean => orientation >= 5

/** The picture turned upright. `orientation` is how it is stored: 1 to 8, as in Exif. */
const upright = (stored: Rgb, orientation: number): Rgb => {
  if (orientation === 1) return stored
  const sideways = isSideways(orientation)
  const width = sideways ? stored.height : stored.width
  const height = sideways ? stored.width : stored.height
  const rgb = new Uint8Array(stored.rgb.length)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 3) {
      const from = 3 * placeIn(stored, orientation, x, y)
      rgb[to] = stored.rgb[from] ?? 0
      rgb[to + 1] = stored.rgb[from + 1] ?? 0
      rgb[to + 2] = stored.rgb[from + 2] ?? 0
    }
  }
  return { width, height, rgb }
}

/**
 * Where the pixel of the upright picture is stored. Exif 3.0 defines by the orientation what the first row and column
 * are.
 */
const placeIn = ({ height, width }: Rgb, orientation: number, x: number, y: number): number => {
  const right = width - 1
  const bottom = height - 1
  switch (orientation) {
    case 2:
      return y * width + (right - x)
    case 3:
      return (bottom - y) * width + (right - x)
    case 4:
      return (bottom - y) * width + x
    case 5:
      return x * width + y
    case 6:
      return (bottom - x) * width + y
    case 7:
      return (bottom - x) * width + (right - y)
    case 8:
      return x * width + (right - y)
    default:
      return y * width + x
  }
}
