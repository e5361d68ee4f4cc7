import { assert } from "@effect/vitest"
import type { StorePorts } from "@quittance/core"
import { StoreHold } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"

/** A hold is one for the whole store; every check leaves the store without one. */
export const storeHoldChecks = {
  "a store is not held until somebody holds it, nor after its release": Effect.gen(function* () {
    const holds = yield* StoreHold
    const hold = { reason: "an older copy was put back", since: 1_700_000_000_000 }
    assert.deepStrictEqual(yield* holds.current, Option.none())
    yield* holds.place(hold)
    assert.deepStrictEqual(yield* holds.current, Option.some(hold))
    yield* holds.release
    assert.deepStrictEqual(yield* holds.current, Option.none())
  }),

  "the first reason stays": Effect.gen(function* () {
    const holds = yield* StoreHold
    const first = { reason: "first", since: 1 }
    yield* holds.place(first)
    yield* holds.place({ reason: "second", since: 2 })
    assert.deepStrictEqual(yield* holds.current, Option.some(first))
    yield* holds.release
  })
} satisfies Checks<StorePorts>

export const storeHoldSuite = suiteOf<StorePorts>("hold of the store", storeHoldChecks)
