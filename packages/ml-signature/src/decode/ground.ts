import type { ImageFormat } from "./ImageHeader.ts"
import type { Rgb } from "./upright.ts"

/** The ground that shows through where a picture is transparent. */
export type Ground = "white" | "black"

/** White ink differs from its ground by at least this much, of 255. */
const visible = 10
/** Ink on less than this share of a picture counts as none. */
const inkShareMin = 0.0015
/** Ink covers at most this share of a picture. What covers more is paper with transparent borders. */
const inkShareMax = 0.5

/**
 * The picture on white. If no ink is visible on white and light ink is visible on black, it is the picture on black:
 * white ink on a transparent ground. A picture that is blank on both is decoded twice.
 */
export const onGround = async (format: ImageFormat, on: (ground: Ground) => Promise<Rgb>): Promise<Rgb> => {
  const onWhite = await on("white")
  if (format === "jpeg" || shareOf(onWhite, (light) => light <= 255 - visible) >= inkShareMin) return onWhite
  const onBlack = await on("black")
  const middle = middleOf(onBlack)
  if (middle === undefined) return onWhite
  const share = shareOf(onBlack, (light) => light > middle)
  return share >= inkShareMin && share <= inkShareMax ? onBlack : onWhite
}

/** The share of a picture's pixels whose light passes. The light of a pixel is that of its darkest channel. */
const shareOf = ({ height, rgb, width }: Rgb, passes: (light: number) => boolean): number => {
  let count = 0
  for (let at = 0; at < rgb.length; at += 3) if (passes(lightOf(rgb, at))) count += 1
  return count / (width * height)
}

const lightOf = (rgb: Uint8Array, at: number): number =>
  Math.min(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0)

/** Halfway between the darkest and the lightest pixel; undefined if they look the same. */
const middleOf = ({ rgb }: Rgb): number | undefined => {
  let darkest = 255
  let lightest = 0
  for (let at = 0; at < rgb.length; at += 3) {
    const light = lightOf(rgb, at)
    darkest = Math.min(darkest, light)
    lightest = Math.max(lightest, light)
  }
  return lightest - darkest < visible ? undefined : (lightest + darkest) / 2
}
