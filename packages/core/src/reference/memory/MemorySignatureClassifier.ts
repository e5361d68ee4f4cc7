import { Effect, Layer } from "effect"
import { SignatureClassifier } from "../../concepts/signature/SignatureClassifier.ts"
import type { SignatureEvidence } from "../../concepts/signature/SignatureEvidence.ts"
import { SignatureImageRefused } from "../../concepts/signature/SignatureImageRefused.ts"
import { signatureFileFault } from "../../concepts/signature/SignatureImageType.ts"

/** The evidence of a signature that nothing is wrong with. */
export const flawless: SignatureEvidence = {
  width: 600,
  height: 200,
  quality: {
    inkCoverage: 0.04,
    strokeWidthPixels: 3,
    contrast: 0.8,
    sharpness: 0.5,
    edgeWidthPixels: 1,
    brightness: 240,
    luminanceRange: 200,
    noise: 1,
    cutStrokes: 0,
    inkBox: { left: 0.1, top: 0.2, width: 0.8, height: 0.6 },
    groups: 1
  },
  probabilities: {
    signature: 0.98,
    notASignature: 0.005,
    printedText: 0.005,
    handwrittenText: 0.005,
    drawing: 0.005
  },
  sideways: 0,
  acceptFrom: 0.5
}

/**
 * For tests: looks at no image. What begins as one of the four formats gets the evidence that the script has for it, a
 * flawless signature's unless given; everything else is refused as the port says.
 */
export const layer = (
  script: (bytes: Uint8Array) => ReturnType<SignatureClassifier["Service"]["classify"]> = () =>
    Effect.succeed(flawless)
): Layer.Layer<SignatureClassifier> =>
  Layer.succeed(SignatureClassifier, {
    classify: Effect.fnUntraced(function* (bytes) {
      const fault = signatureFileFault(bytes)
      if (fault !== undefined) return yield* new SignatureImageRefused({ fault })
      return yield* script(bytes)
    })
  })
