import type { SignatureEvidence } from "@quittance/core/adapter"
import { type Axis, axisOf } from "../ink/axisOf.ts"
import { canvasOf } from "../ink/canvas.ts"
import type { InkMap } from "../ink/InkMap.ts"
import { type Box, inkBoxOf } from "../ink/inkBox.ts"
import { paletteOf } from "../ink/palette.ts"
import { inkTurner } from "../ink/turnedInk.ts"
import { meanOf } from "../network/meanOf.ts"
import type { Network } from "../network/Network.ts"
import { probabilitiesOf } from "../network/probabilitiesOf.ts"

type Probabilities = SignatureEvidence["probabilities"]

/**
 * What the network sees in the ink as it is, and turned where that says more. The planes of the ink are gone then.
 *
 * Ink that rises or falls, and that may be a signature, is also looked at when it is laid flat. If it is surely printed
 * text there, it is printed text. If laying it flat makes a signature more probable, the mean of both looks counts.
 *
 * What is no signature then, and stands upright, is also looked at from both sides. There the turned look counts twice.
 */
export const looksAt = (
  { calibration, kinds, logitsOf }: Network,
  ink: InkMap,
  box: Box | undefined
): Pick<SignatureEvidence, "probabilities" | "sideways"> => {
  const palette = paletteOf(ink)
  const canvas = canvasOf(ink, box)
  const axis = axisOf(canvas)
  const asItIs = logitsOf(canvas, palette)
  const turnedBy = inkTurner(ink)
  const turnedLook = (degrees: number): Float32Array => {
    const turned = turnedBy(degrees)
    return logitsOf(canvasOf(turned, inkBoxOf(turned)), palette)
  }
  const ofMean = (...looks: ReadonlyArray<Float32Array>): Probabilities =>
    probabilitiesOf(meanOf(...looks), kinds, calibration)

  const laidFlat = (standing: Probabilities): Probabilities => {
    const flat = turnedLook(axis.slope)
    const alone = ofMean(flat)
    if (alone.printedText >= printedFrom) return alone
    const both = ofMean(asItIs, flat)
    return both.signature > standing.signature ? both : standing
  }
  const first = ofMean(asItIs)
  const probabilities = rises(axis) && mayRise(first) ? laidFlat(first) : first
  const fromTheSide = (degrees: number): number => {
    const side = turnedLook(degrees)
    return ofMean(asItIs, side, side).signature
  }
  const isAsked = probabilities.signature < calibration.acceptFrom && stands(axis) && mayLie(probabilities)
  return { probabilities, sideways: isAsked ? Math.max(fromTheSide(90), fromTheSide(-90)) : 0 }
}

/** In degrees. Laying flat what rises by less lets doodles pass rather than signatures. */
const risingFrom = 15
const risingTo = 60
const standingFrom = 45
/** Ink that is stretched less has no direction to go by. */
const stretchMin = 2

const rises = ({ slope, stretch }: Axis): boolean =>
  stretch >= stretchMin && Math.abs(slope) >= risingFrom && Math.abs(slope) <= risingTo

const stands = ({ slope, stretch }: Axis): boolean => stretch < stretchMin || Math.abs(slope) >= standingFrom

/** What is less probably a signature than this is none when it is laid flat either. */
const signatureMin = 0.2

/** From this probability on what is laid flat is surely printed. */
const printedFrom = 0.8

const mayRise = ({
  drawing,
  handwrittenText,
  notASignature,
  printedText,
  signature
}: Probabilities): boolean =>
  signature >= signatureMin &&
  Math.max(drawing, signature) > Math.max(handwrittenText, notASignature, printedText)

/** From this probability on it is surely no handwriting, lying or not. */
const otherFrom = 0.95

/** Of the corpus's signatures that are valid upright none looked like text on its side. */
const mayLie = ({
  drawing,
  handwrittenText,
  notASignature,
  printedText,
  signature
}: Probabilities): boolean =>
  notASignature < otherFrom &&
  Math.max(drawing, notASignature, signature) > Math.max(handwrittenText, printedText)
