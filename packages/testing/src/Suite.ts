import { describe, it } from "@effect/vitest"
import { Ids } from "@quittance/core"
import { Context, Effect, Layer } from "effect"
import * as fc from "fast-check"

/**
 * Checks are plain effects under the sentence that each proves. A check dies with an assertion if the adapter breaks
 * the sentence. So a suite can be tested itself: given a broken adapter, a check must die.
 */
export type Checks<R> = { readonly [proof: string]: Effect.Effect<void, unknown, R> }

/** The checks of a port, under the port's name. */
export interface CheckGroup<R> {
  readonly subject: string
  readonly checks: Checks<R>
}

const timeoutMillis = 30_000

/** Registers every check of the groups as a test, all on one build of the layer. Checks may make ids. */
export const runSuite = <R>(
  name: string,
  layer: Layer.Layer<R, unknown>,
  groups: ReadonlyArray<CheckGroup<R | Ids>>
): void => {
  it.layer(Layer.merge(layer, Ids.layer), { timeout: timeoutMillis })(name, (it) => {
    for (const { checks, subject } of groups) {
      describe(subject, () => {
        for (const [proof, check] of Object.entries(checks)) it.effect(proof, () => check, timeoutMillis)
      })
    }
  })
}

/** The suite of one subject. Call it with a name and the layer of the adapter to prove. */
export const suiteOf =
  <R>(subject: string, checks: Checks<R | Ids>) =>
  (name: string, layer: Layer.Layer<R, unknown>): void =>
    runSuite(name, layer, [{ subject, checks }])

/**
 * The part of their generated values that checks try, from 0 to 1, at least one value. Less than 1 is only for a store
 * that another suite tries with all of the same values, such as the same one with fewer rights.
 */
export const TriedPart = Context.Reference<number>("@quittance/testing/TriedPart", { defaultValue: () => 1 })

/** How many of so many generated values are tried. */
export const triedOf = (count: number): Effect.Effect<number> =>
  Effect.map(TriedPart, (part) => Math.ceil(count * part))

/**
 * A check over generated values. It dies with the smallest counterexample found. The seed is fixed, so that a failure
 * repeats.
 */
export const forAll = <A, E, R>(
  values: fc.Arbitrary<A>,
  prove: (value: A) => Effect.Effect<void, E, R>,
  runs = 100
): Effect.Effect<void, never, R> =>
  Effect.flatMap(Effect.all([Effect.context<R>(), triedOf(runs)]), ([context, numRuns]) =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(values, (value) => Effect.runPromiseWith(context)(prove(value))),
        { numRuns, seed: 20260101 }
      )
    )
  )
