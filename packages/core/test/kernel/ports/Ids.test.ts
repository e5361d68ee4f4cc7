import { assert, it } from "@effect/vitest"
import { Ids } from "@quittance/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"

const tokens = (count: number) =>
  Effect.flatMap(Ids, (ids) => Effect.forEach(Array.from({ length: count }), () => ids.linkToken))

it.effect("link tokens of a later time come later, and those of one time share nothing but it", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(1_767_225_600_000)
    const earlier = yield* tokens(1_000)
    yield* TestClock.adjust(1)
    const later = yield* tokens(1_000)
    for (const token of [...earlier, ...later]) assert.match(token, /^[0-9a-f]{44}$/)
    const last = earlier.toSorted().at(-1) ?? ""
    assert.isTrue(later.every((token) => token > last))
    const random = [...earlier, ...later].map((token) => token.slice(12))
    assert.strictEqual(new Set(random.map((bits) => bits.slice(0, 16))).size, 2_000)
    assert.strictEqual(new Set(random.map((bits) => bits.slice(16))).size, 2_000)
  }).pipe(Effect.provide(Ids.layer))
)
