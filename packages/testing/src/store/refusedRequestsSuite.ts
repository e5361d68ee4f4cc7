import { assert } from "@effect/vitest"
import { Ids, type StorePorts } from "@quittance/core"
import {
  type PartnerId,
  type RefusedRequest,
  RefusedRequests,
  refusedRequestsOfPartnerMax
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { newPartnerId, start } from "./StoreSamples.ts"

/** The latest refused requests of partners. */

const refusedAt = (partnerId: PartnerId, at: number): Effect.Effect<RefusedRequest, never, Ids> =>
  Effect.map(Ids, (ids) => ids.uuid).pipe(
    Effect.flatten,
    Effect.map((requestId) => ({
      ...{ partnerId, at, requestId, keyId: "key_sample" },
      ...{ method: "GET", path: "/api/v2/crypto/payouts/{id}", status: 404, code: "not_found", millis: 1.5 }
    }))
  )

const allOf = Effect.fnUntraced(function* (partnerId: PartnerId, limit = 2_000, from = 0) {
  return yield* (yield* RefusedRequests).ofPartner(partnerId, from, limit)
})

export const refusedRequestsChecks = {
  "a partner's requests are listed whole, the newest first": Effect.gen(function* () {
    const { record } = yield* RefusedRequests
    const [one, other] = [yield* newPartnerId, yield* newPartnerId]
    const own = yield* Effect.forEach([3, 1, 2], (after) => refusedAt(one, start + after))
    yield* record([...own, yield* refusedAt(other, start)])
    const newestFirst = [...own].sort((first, second) => second.at - first.at)
    assert.deepStrictEqual(yield* allOf(one), newestFirst)
    assert.deepStrictEqual(yield* allOf(one, 2), newestFirst.slice(0, 2))
    assert.deepStrictEqual(yield* allOf(one, 9, start + 2), newestFirst.slice(0, 2))
    assert.lengthOf(yield* allOf(other), 1)
    assert.deepStrictEqual(yield* allOf(yield* newPartnerId), [])
  }),

  "requests of one millisecond are listed in one order, and all are kept": Effect.gen(function* () {
    const { record } = yield* RefusedRequests
    const partnerId = yield* newPartnerId
    const all = yield* Effect.forEach([1, 2, 3], () => refusedAt(partnerId, start))
    yield* record([all[1], all[2], all[0]].flatMap((each) => each ?? []))
    assert.deepStrictEqual(yield* allOf(partnerId), [...all].reverse())
  }),

  "a request that is recorded again stays as it is": Effect.gen(function* () {
    const { record } = yield* RefusedRequests
    const partnerId = yield* newPartnerId
    const request = yield* refusedAt(partnerId, start)
    yield* record([request])
    yield* record([{ ...request, status: 500 }])
    yield* record([])
    assert.deepStrictEqual(yield* allOf(partnerId), [request])
  }),

  "of a partner only the newest are kept, however they arrive, and others lose none": Effect.gen(
    function* () {
      const { record } = yield* RefusedRequests
      const [one, other] = [yield* newPartnerId, yield* newPartnerId]
      const of = (partnerId: PartnerId, count: number, from: number) =>
        Effect.forEach(Array.from({ length: count }), (_, after) => refusedAt(partnerId, from + after))
      yield* record(yield* of(other, 1, start))
      yield* record(yield* of(one, refusedRequestsOfPartnerMax, start))
      yield* record(yield* of(one, 7, start + 5_000))
      // Older than all that are kept.
      yield* record(yield* of(one, 3, start - 5_000))
      const kept = yield* allOf(one)
      assert.lengthOf(kept, refusedRequestsOfPartnerMax)
      assert.strictEqual(kept.at(-1)?.at, start + 7)
      assert.strictEqual(kept[0]?.at, start + 5_006)
      assert.lengthOf(yield* allOf(other), 1)
    }
  ),

  "old requests are deleted, the oldest first, some at a time": Effect.gen(function* () {
    const { prune, record } = yield* RefusedRequests
    yield* prune(Number.MAX_SAFE_INTEGER, 1_000_000, 1_000_000)
    const partnerId = yield* newPartnerId
    yield* record(yield* Effect.forEach([0, 1, 2, 3], (after) => refusedAt(partnerId, start + after)))
    const ats = Effect.map(allOf(partnerId), (kept) => kept.map(({ at }) => at - start))
    assert.strictEqual(yield* prune(start + 3, 100, 2), 2)
    assert.deepStrictEqual(yield* ats, [3, 2])
    assert.strictEqual(yield* prune(start + 3, 100, 2), 1)
    assert.strictEqual(yield* prune(start + 3, 100, 2), 0)
    assert.deepStrictEqual(yield* ats, [3])
  }),

  "of all partners together only the newest are kept": Effect.gen(function* () {
    const { prune, record } = yield* RefusedRequests
    yield* prune(Number.MAX_SAFE_INTEGER, 1_000_000, 1_000_000)
    const [one, other] = [yield* newPartnerId, yield* newPartnerId]
    yield* record(
      yield* Effect.forEach([0, 1, 2, 3, 4, 5], (after) =>
        refusedAt(after % 2 === 0 ? one : other, start + after)
      )
    )
    assert.strictEqual(yield* prune(start, 6, 100), 0)
    assert.strictEqual(yield* prune(start, 3, 100), 3)
    assert.deepStrictEqual(
      [...(yield* allOf(one)), ...(yield* allOf(other))].map(({ at }) => at - start),
      [4, 5, 3]
    )
  })
} satisfies Checks<StorePorts | Ids>

export const refusedRequestsSuite = suiteOf<StorePorts>("refused requests", refusedRequestsChecks)
