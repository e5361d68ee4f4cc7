import { type SignatureEvidence, signatureKinds } from "./SignatureEvidence.ts"

/** NaN and negative values become 0; values above the maximum become the maximum. */
const within = (max: number, value: number): number => (value > 0 ? Math.min(value, max) : 0)

const share = (value: number): number => within(1, value)

/**
 * The same evidence with every figure within its range, so that a faulty classifier cannot cause a
 * contradictory verdict. With an invalid threshold, only a certain signature counts.
 */
export const clampedEvidence = (evidence: SignatureEvidence): SignatureEvidence => {
  const { acceptFrom, height, probabilities, quality, sideways, width } = evidence
  const most = Number.MAX_SAFE_INTEGER
  const total = signatureKinds.reduce((sum, kind) => sum + share(probabilities[kind]), 0)
  // Rounding errors of a softmax stay as they are.
  const scale = total > 1.001 ? 1 / total : 1
  const { inkBox } = quality
  return {
    width: within(most, width),
    height: within(most, height),
    quality: {
      inkCoverage: share(quality.inkCoverage),
      strokeWidthPixels: within(most, quality.strokeWidthPixels),
      contrast: share(quality.contrast),
      sharpness: within(most, quality.sharpness),
      sharpnessEvenness: within(most, quality.sharpnessEvenness ?? most),
      edgeWidthPixels: within(most, quality.edgeWidthPixels),
      brightness: within(255, quality.brightness),
      luminanceRange: within(255, quality.luminanceRange),
      noise: within(255, quality.noise),
      cutStrokes: within(most, quality.cutStrokes),
      inkBox: {
        left: share(inkBox.left),
        top: share(inkBox.top),
        width: share(inkBox.width),
        height: share(inkBox.height)
      },
      groups: within(most, quality.groups),
      narrowestGroup: within(most, quality.narrowestGroup ?? most)
    },
    probabilities: {
      signature: share(probabilities.signature) * scale,
      notASignature: share(probabilities.notASignature) * scale,
      printedText: share(probabilities.printedText) * scale,
      handwrittenText: share(probabilities.handwrittenText) * scale,
      drawing: share(probabilities.drawing) * scale
    },
    sideways: share(sideways),
    acceptFrom: acceptFrom > 0 && acceptFrom <= 1 ? acceptFrom : 1
  }
}
