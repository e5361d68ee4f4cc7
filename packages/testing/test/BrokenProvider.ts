import { assert, it } from "@effect/vitest"
import { type Context, Effect, Layer } from "effect"

/** A provider on the same outside as another, changed in something. */
export const changing =
  <I, S extends object, R, E>(port: Context.Key<I, S>, sound: Layer.Layer<I | R, E>) =>
  (change: (inner: S) => Partial<S>): Layer.Layer<I | R, E> =>
    Layer.effect(
      port,
      Effect.map(Effect.service(port), (inner) => ({ ...inner, ...change(inner) }))
    ).pipe(Layer.provideMerge(sound))

/** A provider that breaks one law: every check of that law must die on it. */
export const breaks = <R, E>(
  law: string,
  layer: Layer.Layer<R, E>,
  ...checks: ReadonlyArray<Effect.Effect<void, unknown, R>>
) =>
  it.effect(law, () =>
    Effect.gen(function* () {
      for (const [index, check] of checks.entries()) {
        const exit = yield* Effect.exit(Effect.provide(check, layer))
        assert.strictEqual(exit._tag, "Failure", `check ${index + 1} does not notice`)
      }
    })
  )
