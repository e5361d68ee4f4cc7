import { SignatureClassifier, SignatureClassifierUnavailable } from "@quittance/core"
import { Context, Duration, Effect, Exit, Layer } from "effect"

/**
 * Looks at images of signatures with the packaged model. It is loaded by the first image: most processes never see one. Where it
 * cannot be loaded that image is told so, the log says why, and the next one tries again.
 */
export const signatureClassifierLayer: Layer.Layer<SignatureClassifier> = Layer.effect(
  SignatureClassifier,
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const load = Effect.gen(function* () {
      const { SignatureModel } = yield* Effect.tryPromise(() => import("@quittance/ml-signature"))
      return Context.get(yield* Layer.buildWithScope(SignatureModel.layer(), scope), SignatureClassifier)
    }).pipe(
      Effect.tapCause((cause) => Effect.logError("the signature model cannot be loaded", cause)),
      Effect.mapError(() => new SignatureClassifierUnavailable({ reason: "the model cannot be loaded" })),
      // Whoever asked first may be gone before it is loaded; others wait for it.
      Effect.uninterruptible
    )
    const loaded = yield* Effect.cachedWithTTL(load, (exit) =>
      Exit.isSuccess(exit) ? Duration.infinity : Duration.zero
    )
    return SignatureClassifier.of({
      classify: (bytes) => Effect.flatMap(loaded, ({ classify }) => classify(bytes))
    })
  })
)
