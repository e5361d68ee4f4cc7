import { assert, describe, it } from "@effect/vitest"
import { MemoryStore, type PageRequest } from "@quittance/core"
import {
  emptyMemoryState,
  ListReader,
  type Partner,
  payoutList,
  payoutTexts,
  type RecordedPayout
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { newestOf } from "../src/command/newestOf.ts"

/** Payouts of partners, each in a millisecond of few, so that many share one. */
const storeOf = (counts: ReadonlyArray<number>, millis: (index: number) => number) => {
  const state = emptyMemoryState()
  let made = 0
  for (const [at, count] of counts.entries()) {
    const partnerId = `prt_${at}`
    state.aggregates.Partner.set(partnerId, {
      version: 1,
      state: { id: partnerId, name: `partner ${at}`, terms: {}, createdAt: 0 }
    })
    for (let index = 0; index < count; index++) {
      made += 1
      const id = `payout-${String(made).padStart(6, "0")}`
      const payout: RecordedPayout = {
        _tag: "reserved",
        order: {
          ...{ id, partnerId, idempotencyKey: id, reference: id, currency: "USDT", network: "tron" },
          ...{
            address: "T",
            amountMinor: 1n,
            feeMinor: 0n,
            ...payoutTexts.given({}),
            createdBy: Option.none(),
            approval: Option.none(),
            createdAt: millis(made)
          }
        },
        ...{
          attempts: 0,
          calls: [],
          processingId: Option.none(),
          error: Option.none(),
          updatedAt: 0,
          approvalsGiven: Option.none()
        }
      }
      state.aggregates.Payout.set(id, { version: 1, state: payout })
    }
  }
  return state
}

type State = ReturnType<typeof storeOf>

const anyPartner: Partner = { id: "prt_0", name: "partner 0", terms: {}, createdAt: 0 }

type Part = Effect.Success<ReturnType<typeof partOf>>

const partOf = (state: State, request: PageRequest) =>
  Effect.map(newestOf(payoutList, undefined, {}, request), ({ items, nextCursor, total }) => ({
    ...{ nextCursor, total },
    ids: items.map(({ item, partner }) => {
      assert.strictEqual(item.order.partnerId, partner.id)
      return item.order.id
    })
  })).pipe(Effect.provide(MemoryStore.layerOver(state)))

const allOf = (state: State): ReadonlyArray<string> =>
  [...state.aggregates.Payout.values()]
    .map(({ state: { order } }) => order)
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id)

describe("the newest items of all partners", () => {
  it("are in pages what they are together, whoever has them and whenever they were created", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(40), { maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 30 }),
        async (counts, spread, limit) => {
          const state = storeOf(counts, (index) => (index * 7_919) % spread)
          const expected = allOf(state)
          const walked: Array<string> = []
          for (let page = 1; walked.length < expected.length; page++) {
            const { ids, total } = await Effect.runPromise(partOf(state, { page, limit }))
            assert.strictEqual(total, expected.length)
            assert.isNotEmpty(ids)
            walked.push(...ids)
          }
          assert.deepStrictEqual(walked, expected)
        }
      ),
      { numRuns: 50 }
    )
  })

  it("are walked by cursor to the end, and a cursor of all partners is none of one", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(40), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 }),
        async (counts, spread, limits) => {
          const state = storeOf(counts, (index) => (index * 7_919) % spread)
          const expected = allOf(state)
          const walked: Array<string> = []
          let request: PageRequest = { page: 1, limit: limits[0] ?? 1 }
          for (let at = 1; ; at++) {
            const found: Part = await Effect.runPromise(partOf(state, request))
            walked.push(...found.ids)
            if (found.nextCursor === null) break
            request = { cursor: found.nextCursor, limit: limits[at % limits.length] ?? 1 }
            const own = newestOf(payoutList, anyPartner, {}, request).pipe(
              Effect.provide(MemoryStore.layerOver(state))
            )
            assert.deepInclude(await Effect.runPromise(Effect.flip(own)), {
              _tag: "InvalidCursor",
              fault: "foreign"
            })
          }
          assert.deepStrictEqual(walked, expected)
        }
      ),
      { numRuns: 50 }
    )
  })

  it.effect("are read in pieces, and of a partner no further than they count", () =>
    Effect.gen(function* () {
      // The first partner has only old ones, the second only new ones.
      const state = storeOf([1_700, 1_700], (index) => index)
      const expected = allOf(state)
      const read: Array<string> = []
      const counting = Effect.gen(function* () {
        const lists = yield* ListReader
        return ListReader.of({
          ...lists,
          page: (list, owner, filter, request, now) => {
            read.push(`${owner.partnerId} ${request.page ?? "on"} × ${request.limit}`)
            return lists.page(list, owner, filter, request, now)
          }
        })
      })
      const { items } = yield* newestOf(payoutList, undefined, {}, { page: 2, limit: 700 }).pipe(
        Effect.provideServiceEffect(ListReader, counting),
        Effect.provide(MemoryStore.layerOver(state))
      )
      assert.deepStrictEqual(
        items.map(({ item }) => item.order.id),
        expected.slice(700, 1_400)
      )
      assert.deepStrictEqual(read, [
        ...[1, "on", "on"].map((page) => `prt_0 ${page} × 500`),
        ...[1, "on", "on"].map((page) => `prt_1 ${page} × 500`)
      ])
      read.length = 0
      // New ones first: of the old ones one piece is looked at.
      const fewer = yield* newestOf(payoutList, undefined, {}, { page: 1, limit: 10 }).pipe(
        Effect.provideServiceEffect(ListReader, counting),
        Effect.provide(MemoryStore.layerOver(state))
      )
      assert.strictEqual(fewer.total, 3_400)
      assert.deepStrictEqual(read, ["prt_0 1 × 10", "prt_1 1 × 10"])
    })
  )
})
