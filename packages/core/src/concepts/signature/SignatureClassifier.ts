import { Context, type Effect, Schema } from "effect"
import type { SignatureEvidence } from "./SignatureEvidence.ts"
import type { SignatureImageRefused } from "./SignatureImageRefused.ts"

/** Images cannot be judged now: too many at once, or the classifier crashed. */
export class SignatureClassifierUnavailable extends Schema.TaggedError<SignatureClassifierUnavailable>()(
  "SignatureClassifierUnavailable",
  { reason: Schema.String }
) {
  get code() {
    return "signature_classifier_unavailable" as const
  }

  override get message(): string {
    return `the image cannot be judged now: ${this.reason}`
  }
}

/**
 * Port. Analyses one image. Its bytes decide the format: PNG, JPEG, GIF or WebP. Sizes are read before anything is
 * decoded. From an animation the first frame counts, transparency is on white (on black, if ink shows only there), and
 * the orientation is applied. The same picture gives the same evidence in every format. Nothing of it is stored or
 * logged; after the answer the bytes are not used again. An answer comes within seconds: an image that takes longer, or
 * too much memory, is `tooCostly`.
 */
export class SignatureClassifier extends Context.Service<
  SignatureClassifier,
  {
    readonly classify: (
      bytes: Uint8Array
    ) => Effect.Effect<SignatureEvidence, SignatureImageRefused | SignatureClassifierUnavailable>
  }
>()("@quittance/core/concepts/signature/SignatureClassifier") {}
