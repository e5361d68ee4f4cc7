import type { SignatureEvidence } from "@quittance/core/adapter"
import { canvasOf } from "../ink/canvas.ts"
import type { InkMap } from "../ink/InkMap.ts"
import { type Box, inkBoxOf } from "../ink/inkBox.ts"
import { paletteOf } from "../ink/palette.ts"
import { slopeOf } from "../ink/slopeOf.ts"
import { inkTurner } from "../ink/turnedInk.ts"
import { meanOf } from "../network/meanOf.ts"
import type { Network } from "../network/Network.ts"
import { probabilitiesOf } from "../network/probabilitiesOf.ts"

type Probabilities = SignatureEvidence["probabilities"]

/** A slope of fewer degrees is looked at as it is; one of more lies on its side. */
const slopeMin = 8
const slopeMax = 60
/** What is less probably a signature than this, as it is, is none when it is laid flat either. */
const risingFrom = 0.02

/**
 * What the network sees: first the ink as it is; where it may be a signature that rises or falls, the mean with what it
 * sees when that is laid flat; where it may be one that lies on its side, also what it sees from both sides. The
 * planes of the ink are gone then.
 */
export const looksAt = (
  { calibration, kinds, logitsOf }: Network,
  ink: InkMap,
  box: Box | undefined
): Pick<SignatureEvidence, "probabilities" | "sideways"> => {
  const palette = paletteOf(ink)
  const canvas = canvasOf(ink, box)
  const of = (logits: Float32Array) => probabilitiesOf(logits, kinds, calibration)
  const first = logitsOf(canvas, palette)
  const asItIs = of(first)
  if (asItIs.signature >= calibration.acceptFrom) return { probabilities: asItIs, sideways: 0 }

  const turnedBy = inkTurner(ink)
  const look = (degrees: number): Float32Array => {
    const turned = turnedBy(degrees)
    return logitsOf(canvasOf(turned, inkBoxOf(turned)), palette)
  }
  const slope = slopeOf(canvas)
  const isSteep = Math.abs(slope) >= slopeMin && Math.abs(slope) <= slopeMax
  const laidFlat = isSteep && mayRise(asItIs) ? of(meanOf(first, look(slope))) : asItIs
  const probabilities = laidFlat.signature > asItIs.signature ? laidFlat : asItIs
  const liesPerhaps = probabilities.signature < calibration.acceptFrom && mayLie(probabilities)
  const sideways = liesPerhaps ? Math.max(...[90, -90].map((to) => of(look(to)).signature)) : 0
  return { probabilities, sideways }
}

const mayRise = ({
  drawing,
  handwrittenText,
  notASignature,
  printedText,
  signature
}: Probabilities): boolean =>
  signature >= risingFrom &&
  Math.max(drawing, signature) > Math.max(handwrittenText, notASignature, printedText)

/** Of the corpus's signatures that are valid upright none looked like text on its side. */
const mayLie = ({
  drawing,
  handwrittenText,
  notASignature,
  printedText,
  signature
}: Probabilities): boolean =>
  Math.max(drawing, notASignature, signature) > Math.max(handwrittenText, printedText)
