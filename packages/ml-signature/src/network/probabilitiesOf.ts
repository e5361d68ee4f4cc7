import type { SignatureEvidence, SignatureKind } from "@quittance/core/adapter"
import type { Calibration } from "./modelFiles.ts"

/** Calibrated; their sum is 1. */
export const probabilitiesOf = (
  logits: Float32Array,
  kinds: ReadonlyArray<SignatureKind>,
  { biases, temperature }: Pick<Calibration, "biases" | "temperature">
): SignatureEvidence["probabilities"] => {
  const scaled = kinds.map((_, at) => (logits[at] ?? 0) / temperature + (biases[at] ?? 0))
  const most = Math.max(...scaled)
  const odds = scaled.map((logit) => Math.exp(logit - most))
  const total = odds.reduce((sum, odd) => sum + odd, 0)
  const of = (kind: SignatureKind): number => (odds[kinds.indexOf(kind)] ?? 0) / total
  return {
    signature: of("signature"),
    notASignature: of("notASignature"),
    printedText: of("printedText"),
    handwrittenText: of("handwrittenText"),
    drawing: of("drawing")
  }
}
