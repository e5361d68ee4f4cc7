import { assert, it } from "@effect/vitest"
import { forAll, TriedPart } from "@quittance/testing"
import { Effect } from "effect"
import * as fc from "fast-check"

const triedWith = Effect.fnUntraced(function* (part?: number) {
  const tried: Array<number> = []
  const all = forAll(fc.nat(), (value) => Effect.sync(() => void tried.push(value)), 40)
  yield* part === undefined ? all : Effect.provideService(all, TriedPart, part)
  return tried
})

it.effect("a part of the generated values is the first of them, and at least one", () =>
  Effect.gen(function* () {
    const all = yield* triedWith()
    assert.lengthOf(all, 40)
    assert.deepStrictEqual(yield* triedWith(0.1), all.slice(0, 4))
    assert.deepStrictEqual(yield* triedWith(0.001), all.slice(0, 1))
  })
)
