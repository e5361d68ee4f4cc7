import { Context, Effect, Layer, Option } from "effect"
import { ProviderMissing } from "../../kernel/input/Refusals.ts"
import { SignatureClassifier, type SignatureClassifierUnavailable } from "./SignatureClassifier.ts"
import { SignatureImageRefused } from "./SignatureImageRefused.ts"
import { signatureFileFault } from "./SignatureImageType.ts"
import { type SignatureVerdict, signatureVerdictOf } from "./SignatureVerdict.ts"

/** Judges images of handwritten signatures. */
export class Signatures extends Context.Service<
  Signatures,
  {
    /**
     * Decides whether an image of at most 10 MB shows a genuine handwritten signature, and if not, why. The
     * same image always gets the same verdict. Nothing of it is stored. A file of another format is refused
     * without being decoded.
     */
    readonly validate: (
      bytes: Uint8Array
    ) => Effect.Effect<
      SignatureVerdict,
      ProviderMissing | SignatureClassifierUnavailable | SignatureImageRefused
    >
  }
>()("@quittance/core/concepts/signature/Signatures") {
  static readonly layer = Layer.effect(
    Signatures,
    Effect.gen(function* () {
      const classifier = yield* Effect.serviceOption(SignatureClassifier)

      const validate = Effect.fn("Signatures.validate")(function* (bytes: Uint8Array) {
        const fault = signatureFileFault(bytes)
        if (fault !== undefined) return yield* new SignatureImageRefused({ fault })
        if (Option.isNone(classifier)) return yield* new ProviderMissing({ provider: "SignatureClassifier" })
        return signatureVerdictOf(yield* classifier.value.classify(bytes))
      })

      return Signatures.of({ validate })
    })
  )
}
