import {
  type SignatureEvidence,
  type SignatureKind,
  type SignatureQuality,
  signatureKinds
} from "../../../src/concepts/signature/SignatureEvidence.ts"
import { flawless } from "../../../src/reference/memory/MemorySignatureClassifier.ts"

/** A flawless signature, but for what is chosen. */
export const evidence = (
  quality: Partial<SignatureQuality> = {},
  more: Partial<Omit<SignatureEvidence, "quality">> = {}
): SignatureEvidence => ({ ...flawless, ...more, quality: { ...flawless.quality, ...quality } })

/** One kind of this probability, the others alike. */
export const probably = (kind: SignatureKind, probability: number): SignatureEvidence["probabilities"] => {
  const other = (1 - probability) / (signatureKinds.length - 1)
  const of = (each: SignatureKind) => (each === kind ? probability : other)
  return {
    signature: of("signature"),
    notASignature: of("notASignature"),
    printedText: of("printedText"),
    handwrittenText: of("handwrittenText"),
    drawing: of("drawing")
  }
}
