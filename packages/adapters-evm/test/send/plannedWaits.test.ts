import { assert, describe, it } from "@effect/vitest"
import { millisPerDay, millisPerHour } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { errand, type Given, idOf, inMemory, payoutOf, planned as plan } from "./Planning.ts"
import { stranger, wallet } from "./SlotChain.ts"

const planned = (given: Given) => inMemory(plan(given))

const tooLittle = (number: number) =>
  `chain.funds: wallet ${wallet} on ethereum has too little of the token for payout payout-${number}, which waits`

describe("a wallet that has too little of the token", () => {
  it.effect("pays all that it has, and not one unit more", () =>
    Effect.gen(function* () {
      const queued = [payoutOf(1, 600), payoutOf(2, 400), payoutOf(3, 1)]
      const { ids, raised } = yield* planned({ queued })
      assert.deepStrictEqual(ids, [idOf(1), idOf(2)])
      assert.deepStrictEqual(raised, [tooLittle(3)])
      // The token has more decimals than minor units.
      assert.deepStrictEqual((yield* planned({ queued, decimals: 18 })).ids, ids)
    })
  )

  it.effect("pays nothing out of what is reserved, and tells only what waits for more", () =>
    Effect.gen(function* () {
      const held = { tokens: 1_000, reserved: 400 }
      const reserved = yield* planned({ ...held, queued: [payoutOf(1, 601), payoutOf(2, 600)] })
      assert.deepStrictEqual([reserved.ids, reserved.raised], [[idOf(2)], []])
      const all = yield* planned({ ...held, queued: [payoutOf(1, 1_000)] })
      assert.deepStrictEqual([all.ids, all.raised], [[], []])
      const more = yield* planned({ ...held, queued: [payoutOf(1, 1_001)] })
      assert.deepStrictEqual([more.ids, more.raised], [[], [tooLittle(1)]])
      assert.deepStrictEqual(more.same, [`${wallet} token false`])
    })
  )

  it.effect("sweeps nevertheless", () =>
    Effect.gen(function* () {
      const sweep = { ...errand("sweep"), amountMinor: 5_000_000n }
      assert.deepStrictEqual((yield* planned({ queued: [sweep], tokens: 0 })).ids, ["sweep"])
    })
  )

  it.effect("keeps it for the oldest in every second hour, and tells that", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(millisPerHour)
      const { ids, same, raised } = yield* planned({ queued: [payoutOf(1, 1_001), payoutOf(2, 1)] })
      assert.deepStrictEqual([ids, raised], [[], [`${tooLittle(1)}, and younger ones with it`]])
      assert.deepStrictEqual(same, [`${wallet} token true`])
      assert.deepStrictEqual((yield* planned({ queued: [payoutOf(1, 1_001, 1), payoutOf(2, 1)] })).ids, [
        idOf(2)
      ])
    })
  )
})

describe("the limits of payouts", () => {
  const limit = (what: "hour" | "day", number: number) =>
    `chain.limit: the wallets of ethereum reached the limit of the ${what}; payout payout-${number} waits`

  it.effect("let through what reaches them, and keep waiting what is above, until time has passed", () =>
    Effect.gen(function* () {
      for (const [what, limits] of [
        ["hour", { perHourMinor: 5_000_000n }],
        ["day", { perDayMinor: 5_000_000n }]
      ] as const) {
        const queued = [payoutOf(1, 3), payoutOf(2, 3), payoutOf(3, 2), payoutOf(4, 1)]
        const { ids, same, raised } = yield* planned({ queued, limits })
        assert.deepStrictEqual(ids, [idOf(1), idOf(3)])
        assert.deepStrictEqual(raised, [limit(what, 2), limit(what, 4)])
        assert.deepStrictEqual(same, [`ethereum ${what} false`, `ethereum ${what} false`])
      }
    })
  )

  it.effect("count what this wallet and the others paid out in the hours before", () =>
    Effect.gen(function* () {
      const hour = [{ from: 0, minor: 3_000_000n }]
      const limits = { perHourMinor: 5_000_000n }
      const paying = (given: Partial<Given>) => planned({ queued: [payoutOf(1, 3)], limits, ...given })
      assert.deepStrictEqual((yield* paying({ spent: hour })).raised, [limit("hour", 1)])
      assert.deepStrictEqual((yield* paying({ others: { [stranger]: hour } })).raised, [limit("hour", 1)])
      // What this wallet paid is counted once.
      assert.lengthOf((yield* paying({ spent: [{ from: 0, minor: 2_000_000n }] })).ids, 1)
      yield* TestClock.setTime(2 * millisPerHour)
      const of = payoutOf(1, 3, 2 * millisPerHour)
      const later = (given: Partial<Given>) => paying({ queued: [of], ...given })
      assert.lengthOf((yield* later({ spent: hour, others: { [stranger]: hour } })).ids, 1)
    })
  )

  it.effect("are kept for the oldest from an hour on", () =>
    Effect.gen(function* () {
      const spent = [{ from: 0, minor: 3_000_000n }]
      const limits = { perDayMinor: 5_000_000n }
      yield* TestClock.setTime(2 * millisPerHour)
      const sweep = errand("sweep")
      const { ids, same, raised } = yield* planned({
        ...{ queued: [sweep, payoutOf(1, 3), payoutOf(2, 1)] },
        ...{ limits, spent }
      })
      assert.deepStrictEqual([ids, raised], [["sweep"], [`${limit("day", 1)}, and younger ones with it`]])
      assert.deepStrictEqual(same, ["ethereum day true"])
    })
  )

  it.effect("forget what was paid out a day ago", () =>
    Effect.gen(function* () {
      const now = millisPerDay + millisPerHour
      yield* TestClock.setTime(now)
      const spent = [
        { from: 0, minor: 3n },
        { from: millisPerHour, minor: 4n }
      ]
      assert.deepStrictEqual((yield* planned({ queued: [], spent })).spent, spent.slice(1))
    })
  )

  it.effect("of one payout keep only what is above it waiting, however long it waits", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(millisPerHour)
      const { ids, same, raised } = yield* planned({
        queued: [payoutOf(1, 6), payoutOf(2, 5), payoutOf(3, 6)],
        limits: { perPayoutMinor: 5_000_000n }
      })
      assert.deepStrictEqual(ids, [idOf(2)])
      assert.deepStrictEqual(
        raised,
        [1, 3].map(
          (number) =>
            `chain.limit: payout payout-${number} on ethereum exceeds the limit of one payout, and waits`
        )
      )
      assert.deepStrictEqual(same, ["ethereum payout", "ethereum payout"])
    })
  )

  it.effect("are none for sweeps", () =>
    Effect.gen(function* () {
      const sweep = { ...errand("sweep"), amountMinor: 9_000_000n }
      const { ids, raised } = yield* planned({ queued: [sweep], limits: { perPayoutMinor: 1n } })
      assert.deepStrictEqual([ids, raised], [["sweep"], []])
    })
  )
})

describe("a wallet that has too little for gas", () => {
  const short = (purpose: string) => `chain.funds: too little gas; ${purpose}s wait`

  it.effect("signs what it can pay for, and tells what waits", () =>
    Effect.gen(function* () {
      const { ids, noted, same, raised } = yield* planned({
        ...{ queued: [payoutOf(1, 1), payoutOf(2, 1), payoutOf(3, 1)], gas: 3 },
        estimates: { [idOf(2)]: 3 }
      })
      assert.deepStrictEqual(noted, [`${idOf(1)} nothing`, `${idOf(2)} gas`, `${idOf(3)} nothing`])
      assert.deepStrictEqual([ids, raised], [[idOf(1), idOf(3)], [short("payout")]])
      assert.deepStrictEqual(same, [`${wallet} gas false`])
    })
  )

  it.effect("asks about no more payouts than it has asked about already", () =>
    Effect.gen(function* () {
      const { estimated, ids } = yield* planned({
        ...{ queued: [payoutOf(1, 1)], pages: [[payoutOf(2, 1)], [payoutOf(3, 1)]], gas: 0 }
      })
      assert.deepStrictEqual([estimated, ids], [[[idOf(1)]], []])
    })
  )

  it.effect("asks about payouts when only a sweep is too expensive", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(millisPerHour)
      const { ids, raised } = yield* planned({
        ...{ queued: [errand("sweep"), errand("cheap"), payoutOf(1, 1, millisPerHour)], gas: 2 },
        estimates: { sweep: 3 }
      })
      // A sweep keeps nothing for itself, however old it is.
      assert.deepStrictEqual([ids, raised], [["cheap", idOf(1)], [short("sweep")]])
    })
  )
})
