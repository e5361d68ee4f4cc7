import { Schema } from "effect"
import type { DocumentFault } from "./DocumentRefused.ts"
import type { PictureType } from "./DocumentType.ts"

/** The maximum number of pixels on one side. */
export const pictureSideMax = 10_000

/** The maximum number of pixels. A WebP is decoded completely before its first pixel can be used. */
export const picturePixelsMax: { readonly [T in PictureType]: number } = {
  "image/jpeg": 40_000_000,
  "image/png": 40_000_000,
  "image/webp": 25_000_000
}

/** The measures of a picture. */
export const Picture = Schema.Struct({
  /** In pixels, after applying the orientation. */
  width: Schema.Int,
  height: Schema.Int,
  /** Variance of the Laplacian of the luminance (0–255). A long side over 1000 pixels is scaled to 1000 first. */
  sharpness: Schema.Finite,
  /** Mean luminance, 0 to 255. */
  brightness: Schema.Finite,
  /**
   * 64 hex digits: 256 bits. The more bits differ, the less similar two pictures are. Scaling and
   * recompressing a picture changes few of them; another person's document changes more, even with the same
   * layout in the same place. A picture without any edge has only zeros.
   */
  fingerprint: Schema.String
})
export interface Picture extends Schema.Schema.Type<typeof Picture> {}

/** The minimum requirements for a picture, `kyc.picture` of the settings. */
export interface PictureDemands {
  readonly shortSideMin: number
  readonly sharpnessMin: number
  readonly brightnessMin: number
}

/** The fault of a single picture, if any. */
export const pictureFault = (
  { brightness, height, sharpness, width }: Picture,
  { brightnessMin, sharpnessMin, shortSideMin }: PictureDemands
): DocumentFault | undefined => {
  if (Math.min(width, height) < shortSideMin) return "tooSmall"
  // A picture that is too dark shows no edges either.
  if (brightness < brightnessMin) return "tooDark"
  return sharpness < sharpnessMin ? "blurry" : undefined
}

const bitCount = 256
/** Pictures that differ in at most this many bits are the same picture. */
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

/** A part without information: too many pictures share it to search by it. */
const isFlat = (value: number): boolean => value === 0 || value === 2 ** bandBits - 1

/**
 * The parts by which pictures are searched. Two fingerprints that differ in fewer bits than there are parts
 * share at least one part, so only pictures that share one are compared.
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
