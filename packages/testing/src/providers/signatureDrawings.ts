import { SignatureClassifier } from "@quittance/core/adapter"
import { Effect } from "effect"
import { drawnInk, loops } from "../pictures/drawnInk.ts"
import type { Pixels } from "../pictures/drawnPictures.ts"
import { pngOf } from "../pictures/pngFile.ts"

export const signatureStroke = loops(60, 40, 240, 70)

/** The drawing that most checks look at: one line of loops in the middle of white paper. */
export const drawnSignature: Pixels = drawnInk(360, 150, [signatureStroke])

/** The pixels as a PNG in colour. */
export const pngOfPixels = ({ height, values, width }: Pixels): Uint8Array => pngOf(width, height, 3, values)

export const classify = (file: Uint8Array) =>
  Effect.flatMap(SignatureClassifier, (classifier) => classifier.classify(file))

/** What is measured on a drawing. */
export const qualityOf = (drawing: Pixels) =>
  Effect.map(classify(pngOfPixels(drawing)), ({ quality }) => quality)
