import type { ImageFormat } from "./ImageHeader.ts"
import type { Rgb } from "./upright.ts"

/** The ground that shows through where a picture is transparent. */
export type Ground = "white" | "black"

const lightOfGround: { readonly [G in Ground]: number } = { white: 255, black: 0 }

/** Ink is visible on white if it differs from it by at least this much, of 255. Paler ink has a low contrast there. */
const visible = 64
/** From this difference on ink on black is no rest of what was erased. */
const faint = 10
/** Ink on less than this share of a picture counts as none. */
const inkShareMin = 0.0015
/** Strokes are at most as wide as this share of the long side. What is wider is paper with transparent borders. */
const strokeShareMax = 1 / 8

/**
 * The picture on white. If no ink is visible on white and strokes stand out more on black, it is the picture on black:
 * white or pale ink on a transparent ground. A picture that is blank or pale on white is decoded twice.
 */
export const onGround = async (format: ImageFormat, on: (ground: Ground) => Promise<Rgb>): Promise<Rgb> => {
  const onWhite = await on("white")
  if (format === "jpeg") return onWhite
  const contrast = contrastOf(onWhite, "white")
  if (contrast >= visible) return onWhite
  const onBlack = await on("black")
  const contrastOnBlack = contrastOf(onBlack, "black")
  const isInk =
    contrastOnBlack > Math.max(contrast, faint) &&
    strokeShareOf(onBlack, contrastOnBlack / 2) <= strokeShareMax
  return isInk ? onBlack : onWhite
}

/** By how much ink stands out from the ground, at least: what differs most, but for less than it takes to be ink. */
const contrastOf = (picture: Rgb, ground: Ground): number => {
  const counts = new Uint32Array(256)
  for (let at = 0; at < picture.rgb.length; at += 3) {
    const difference = Math.abs(lightOf(picture, at) - lightOfGround[ground])
    counts[difference] = (counts[difference] ?? 0) + 1
  }
  const least = inkShareMin * picture.width * picture.height
  let differing = 0
  return counts.findLastIndex((count) => {
    differing += count
    return differing >= least
  })
}

/** The light of a pixel is that of its darkest channel. */
const lightOf = ({ rgb }: Rgb, at: number): number =>
  Math.min(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0)

/** How wide what is lighter is on average, along rows or along columns, as a share of the long side. */
const strokeShareOf = (picture: Rgb, than: number): number => {
  const { height, width } = picture
  const isLighter = (x: number, y: number) => x >= 0 && y >= 0 && lightOf(picture, 3 * (y * width + x)) > than
  let count = 0
  let inRows = 0
  let inColumns = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isLighter(x, y)) continue
      count += 1
      if (!isLighter(x - 1, y)) inRows += 1
      if (!isLighter(x, y - 1)) inColumns += 1
    }
  return count / Math.max(inRows, inColumns, 1) / Math.max(width, height)
}
