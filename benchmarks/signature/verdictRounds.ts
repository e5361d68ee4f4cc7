/**
 * A verdict on an image, beside the least that any judge must do: sharp decodes the image and brings it to the working
 * size.
 */
import { validateSignature } from "@quittance/ml-signature"
import sharp from "sharp"
import { type Measured, measureInTurns } from "../rounds.ts"
import type { PictureSize } from "./pictures.ts"

export const verdictSubject = "validateSignature"
export const sharpSubject = "sharp to the working size, alone"

/** The long side that verdicts are found at, in pixels. */
const workingSide = 384

export type Picture = PictureSize & { readonly bytes: Buffer }

/** What the product asks of sharp, without its checks before and after. */
export const decodeAlone = async ({ bytes, height, width }: Picture): Promise<void> => {
  const scale = Math.min(1, workingSide / Math.max(width, height))
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const { length } = await sharp(bytes, { failOn: "warning" })
    .flatten({ background: "white" })
    .resize({ ...size, fit: "fill" })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer()
  if (length !== 3 * size.width * size.height) throw new Error("sharp answered another size")
}

const millisOf = async (task: () => Promise<unknown>): Promise<number> => {
  const beganAt = performance.now()
  await task()
  return performance.now() - beganAt
}

/**
 * Milliseconds of one image at a time, in turns. While a thread judges its first images, its code is still being
 * compiled.
 */
export const measureVerdicts = async (
  picture: Picture,
  turns: number
): Promise<ReadonlyArray<Measured<number>>> => {
  const subjects = [
    { name: verdictSubject, measure: () => millisOf(() => validateSignature(picture.bytes)) },
    { name: sharpSubject, measure: () => millisOf(() => decodeAlone(picture)) }
  ]
  return measureInTurns(subjects, { rounds: turns })
}

/** Milliseconds from a process's first image to its verdict. The threads load what they need anew each time. */
export const measureStarts = async (picture: Picture, turns: number): Promise<ReadonlyArray<number>> => {
  const starts: Array<number> = []
  for (let turn = 0; turn < turns; turn++) {
    await validateSignature.close()
    starts.push(await millisOf(() => validateSignature(picture.bytes)))
  }
  return starts
}
