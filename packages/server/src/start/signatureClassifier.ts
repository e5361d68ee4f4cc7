import { SignatureClassifier, SignatureClassifierUnavailable } from "@quittance/core/adapter"
import { Decoding } from "@quittance/decoding"
import { Context, Duration, Effect, Exit, Layer } from "effect"

/**
 * Analyses images of signatures with the packaged model, loaded when the first image arrives: most processes
 * never see one. If it cannot be loaded, that image is refused, the log says why, and the next one tries
 * again.
 */
export const signatureClassifierLayer: Layer.Layer<SignatureClassifier, never, Decoding> = Layer.effect(
  SignatureClassifier,
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const decoding = Layer.succeed(Decoding, yield* Decoding)
    const load = Effect.gen(function* () {
      const { SignatureModel } = yield* Effect.tryPromise(() => import("@quittance/ml-signature"))
      const model = Layer.provide(SignatureModel.layerNoDeps(), decoding)
      return Context.get(yield* Layer.buildWithScope(model, scope), SignatureClassifier)
    }).pipe(
      Effect.tapCause((cause) => Effect.logError("the signature model cannot be loaded", cause)),
      Effect.mapError(() => new SignatureClassifierUnavailable({ reason: "the model cannot be loaded" })),
      // The first caller may be gone before it is loaded; others wait for it.
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
