import { assert, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"

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
