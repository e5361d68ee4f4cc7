import { Schema } from "effect"
import type { DocumentFault } from "./DocumentRefused.ts"
import type { PictureType } from "./DocumentType.ts"

/** The most pixels that a side of a picture may have. */
export const pictureSideMax = 10_000

/** The most pixels that a picture may have in all. A WebP is decoded whole before its first pixel can be used. */
export const picturePixelsMax: { readonly [T in PictureType]: number } = {
  "image/jpeg": 40_000_000,
  "image/png": 40_000_000,
  "image/webp": 25_000_000
}

/** What a machine sees in a picture, whatever it shows. */
export const Picture = Schema.Struct({
  /** In pixels, as the picture is meant to be looked at. */
  width: Schema.Int,
  height: Schema.Int,
  /** Variance of the Laplacian of the luminance (0–255). A long side of more than 1000 pixels is scaled to 1000 for it. */
  sharpness: Schema.Finite,
  /** Mean luminance, 0 to 255. */
  brightness: Schema.Finite,
  /**
   * 64 hex digits: 256 bits, of which the more differ the less alike two pictures are. Scaling and compressing a picture anew
   * changes few of them; another person's document changes more, also where it has the same layout and lies at the same place.
   * Without any edge in the picture all are 0.
   */
  fingerprint: Schema.String
})
export interface Picture extends Schema.Schema.Type<typeof Picture> {}

/** What a picture must have at least, by `kyc.picture` of the settings. */
export interface PictureDemands {
  readonly shortSideMin: number
  readonly sharpnessMin: number
  readonly brightnessMin: number
}

/** What is wrong with a picture by itself; `undefined` when nothing is. */
export const pictureFault = (
  { brightness, height, sharpness, width }: Picture,
  { brightnessMin, sharpnessMin, shortSideMin }: PictureDemands
): DocumentFault | undefined => {
  if (Math.min(width, height) < shortSideMin) return "tooSmall"
  // What is too dark shows no edges either.
  if (brightness < brightnessMin) return "tooDark"
  return sharpness < sharpnessMin ? "blurry" : undefined
}

const bitCount = 256
/** Pictures that differ in at most so many bits are the same picture. */
export const sameBitsMax = 8
const bandBits = 16

const bandsOf = (fingerprint: string): ReadonlyArray<number> =>
  Array.from({ length: bitCount / bandBits }, (_, band) =>
    Number.parseInt(fingerprint.slice(band * 4, band * 4 + 4), 16)
  )

/** A sixteenth of a fingerprint. */
export interface Band {
  readonly index: number
  readonly value: number
}

/** A part in which nothing can be told apart: too many pictures share it to look for one by it. */
const isFlat = (value: number): boolean => value === 0 || value === 2 ** bandBits - 1

/**
 * The parts by which pictures are looked up. Two that differ in fewer bits than there are parts have at least one part in
 * common, so what is compared are only those that share one.
 */
export const searchBands = (fingerprint: string): ReadonlyArray<Band> =>
  bandsOf(fingerprint).flatMap((value, index) => (isFlat(value) ? [] : [{ index, value }]))

const differingBits = (one: number, other: number): number => {
  let rest = one ^ other
  let count = 0
  while (rest !== 0) {
    rest &= rest - 1
    count += 1
  }
  return count
}

/** How many bits of two fingerprints differ. */
export const fingerprintDistance = (one: string, other: string): number => {
  const others = bandsOf(other)
  return bandsOf(one).reduce((sum, band, index) => sum + differingBits(band, others[index] ?? 0), 0)
}

export const isSamePicture = (one: string, other: string): boolean =>
  fingerprintDistance(one, other) <= sameBitsMax
