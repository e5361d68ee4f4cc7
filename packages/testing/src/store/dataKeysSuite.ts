import { assert } from "@effect/vitest"
import { Ids, type StorePorts } from "@quittance/core"
import { type DataKey, DataKeys } from "@quittance/core/adapter"
import { Effect } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"

/** A data key of its own for each check: keys are never removed. */
const sample = Effect.map(
  Effect.flatMap(Ids, (ids) => ids.token(8)),
  (id): DataKey => ({ id, keyId: "first", wrapped: `wrapped ${id}`, createdAt: 1_700_000_000_000 })
)

const kept = (ids: ReadonlyArray<string>) =>
  Effect.map(
    Effect.flatMap(DataKeys, (keys) => keys.all),
    (all) => all.filter(({ id }) => ids.includes(id))
  )

export const dataKeysChecks = {
  "data keys are told in the order in which they were added": Effect.gen(function* () {
    const keys = yield* DataKeys
    const [one, two] = [yield* sample, yield* sample]
    yield* keys.add(one)
    yield* keys.add(two)
    assert.deepStrictEqual(yield* kept([two.id, one.id]), [one, two])
  }),

  "a key that is there is not replaced": Effect.gen(function* () {
    const keys = yield* DataKeys
    const one = yield* sample
    yield* keys.add(one)
    yield* keys.add({ ...one, wrapped: "another" })
    assert.deepStrictEqual(yield* kept([one.id]), [one])
  }),

  "a key is rewrapped where it is still as it was read": Effect.gen(function* () {
    const keys = yield* DataKeys
    const one = yield* sample
    yield* keys.add(one)
    const next = { ...one, keyId: "second", wrapped: "wrapped anew" }
    assert.isTrue(yield* keys.rewrap(next, one.wrapped))
    assert.isFalse(yield* keys.rewrap({ ...one, keyId: "third", wrapped: "too late" }, one.wrapped))
    assert.deepStrictEqual(yield* kept([one.id]), [next])
    assert.isFalse(yield* keys.rewrap(yield* sample, "unknown"))
  })
} satisfies Checks<StorePorts | Ids>

export const dataKeysSuite = suiteOf<StorePorts>("data keys", dataKeysChecks)
