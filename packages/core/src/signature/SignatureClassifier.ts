import { Context, type Effect, Schema } from "effect"
import type { SignatureEvidence } from "./SignatureEvidence.ts"
import type { SignatureImageRefused } from "./SignatureImageRefused.ts"

/** Images cannot be judged now: too many at once, or the classifier broke down. */
export class SignatureClassifierUnavailable extends Schema.TaggedError<SignatureClassifierUnavailable>()(
  "SignatureClassifierUnavailable",
  { reason: Schema.String }
) {
  override get message(): string {
    return `the image cannot be judged now: ${this.reason}`
  }
}

/**
 * Port. Looks at one image and tells what it shows. The format is decided by the bytes: PNG, JPEG, GIF or WebP. Sizes are read
 * before anything is decoded; of an animation the first frame counts, what one could see through lies on white, and the image is
 * turned as it is meant to be looked at. The same picture gives the same evidence whatever format it comes in. Nothing of it is
 * stored or logged; once answered, the bytes are not looked at again. An answer comes within seconds: an image that takes longer
 * is `tooManyPixels`.
 */
export class SignatureClassifier extends Context.Service<
  SignatureClassifier,
  {
    readonly classify: (
      bytes: Uint8Array
    ) => Effect.Effect<SignatureEvidence, SignatureImageRefused | SignatureClassifierUnavailable>
  }
>()("@quittance/core/signature/SignatureClassifier") {}
