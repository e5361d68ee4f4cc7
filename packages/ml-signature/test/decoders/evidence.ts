import type { SignatureEvidence } from "@quittance/core/adapter"

/** Of an image of that size and brightness, with nothing else to be seen. */
export const evidenceOf = (width: number, height: number, brightness: number): SignatureEvidence => ({
  width,
  height,
  quality: {
    inkCoverage: 0,
    strokeWidthPixels: 0,
    contrast: 0,
    sharpness: 0,
    edgeWidthPixels: 0,
    brightness,
    luminanceRange: 0,
    noise: 0,
    cutStrokes: 0,
    inkBox: { left: 0, top: 0, width: 0, height: 0 },
    groups: 0
  },
  probabilities: { signature: 1, notASignature: 0, printedText: 0, handwrittenText: 0, drawing: 0 },
  sideways: 0,
  acceptFrom: 0.5
})
