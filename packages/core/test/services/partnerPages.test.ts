import { assert, describe } from "@effect/vitest"
import { Partners } from "@quittance/core"
import { InvalidCursor } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { test } from "./Deployment.ts"

const made = Effect.fnUntraced(function* (count: number) {
  const partners = yield* Partners
  const names = Array.from({ length: count }, (_, i) => `shop ${i}`)
  for (const [i, name] of names.entries()) {
    yield* partners.ensure(name)
    // Two of each instant, and then more of one than a page has.
    if (i % 2 === 1 && i < 4) yield* TestClock.adjust("1 second")
  }
  return (yield* partners.all).map(({ name }) => name).toReversed()
})

describe("the pages of partners", () => {
  test("have each once, newest first, by number and by cursor, also of one instant", function* () {
    const newest = yield* made(11)
    const { page } = yield* Partners
    const first = yield* page({ page: 1, limit: 3 })
    assert.strictEqual(first.total, newest.length)
    const numbered: Array<string> = []
    for (let at = 1; at <= 5; at++)
      numbered.push(...(yield* page({ page: at, limit: 3 })).items.map(({ name }) => name))
    assert.deepStrictEqual(numbered, newest)
    const walked = first.items.map(({ name }) => name)
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const next = yield* page({ cursor, limit: 2 })
      assert.isNull(next.total)
      walked.push(...next.items.map(({ name }) => name))
      cursor = next.nextCursor
    }
    assert.deepStrictEqual(walked, newest)
    assert.instanceOf(yield* Effect.flip(page({ cursor: "none", limit: 2 })), InvalidCursor)
  })
})
