import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeQueueLook } from "../../src/send/QueueLook.ts"
import {
  estimatedAtOnceMax,
  lookedAtOnceMax,
  signedAtOnceMax,
  signedMillisMax
} from "../../src/send/SenderOptions.ts"
import { errand, failing, type Given, idOf, inMemory, payoutOf, planned as plan } from "./Planning.ts"
import { wallet } from "./SlotChain.ts"

const planned = (given: Given) => inMemory(plan(given))

const payouts = (count: number, units = 1) =>
  Array.from({ length: count }, (_, at) => payoutOf(at + 1, units, at + 1))

describe("what a wallet signs", () => {
  it.effect("is sweeps and deployments first, then payouts, for its next slots without a gap", () =>
    Effect.gen(function* () {
      const queued = [errand("deploy", "deployment"), errand("sweep"), payoutOf(1, 1), payoutOf(2, 1)]
      const { ids, signed } = yield* planned({ queued })
      assert.deepStrictEqual(ids, ["deploy", "sweep", idOf(1), idOf(2)])
      assert.deepStrictEqual(signed, ["7 deploy", "8 sweep", `9 ${idOf(1)}`, `10 ${idOf(2)}`])
    })
  )

  it.effect("is no payout while the network is stopped for payouts", () =>
    Effect.gen(function* () {
      const { ids, since } = yield* planned({
        ...{ queued: [errand("sweep"), payoutOf(1, 1)], pages: [[payoutOf(2, 1)]] },
        isStopped: true
      })
      assert.deepStrictEqual([ids, since], [["sweep"], []])
      assert.deepStrictEqual((yield* planned({ queued: [payoutOf(1, 1)], isStopped: true })).ids, [])
    })
  )

  it.effect("is no more than there is room for, and no more than a group", () =>
    Effect.gen(function* () {
      for (const room of [0, 1, 2])
        assert.lengthOf((yield* planned({ queued: payouts(3), room })).signed, room)
      const many = payouts(signedAtOnceMax + 5)
      assert.lengthOf((yield* planned({ queued: many })).signed, signedAtOnceMax)
      const sweeps = many.map(({ id }) => errand(id))
      assert.lengthOf((yield* planned({ queued: sweeps })).signed, signedAtOnceMax)
      assert.lengthOf((yield* planned({ queued: sweeps, room: 3 })).signed, 3)
    })
  )

  it.effect("ends when its time is up", () =>
    Effect.gen(function* () {
      const signedIn = (signingMillis: number) => planned({ queued: payouts(5), signingMillis })
      assert.lengthOf((yield* signedIn(signedMillisMax)).signed, 1)
      assert.lengthOf((yield* signedIn(signedMillisMax - 1)).signed, 2)
      assert.lengthOf((yield* signedIn(signedMillisMax / 4)).signed, 4)
    })
  )

  it.effect("counts as paid out in the hour, and sweeps do not", () =>
    Effect.gen(function* () {
      const { spent } = yield* planned({
        ...{ queued: [errand("sweep"), payoutOf(1, 2), payoutOf(2, 3)] },
        spent: [{ from: 0, minor: 1n }]
      })
      assert.deepStrictEqual(spent, [{ from: 0, minor: 5_000_001n }])
      assert.deepStrictEqual((yield* planned({ queued: [errand("sweep")] })).spent, [])
    })
  )
})

describe("the gas of what waits", () => {
  it.effect("is asked for many at once, and for each once", () =>
    Effect.gen(function* () {
      const { estimated, ids } = yield* planned({ queued: payouts(estimatedAtOnceMax + 2) })
      assert.deepStrictEqual(estimated, [ids.slice(0, estimatedAtOnceMax), ids.slice(estimatedAtOnceMax)])
      assert.lengthOf(ids, estimatedAtOnceMax + 2)
    })
  )

  it.effect("is asked only of what may be signed now", () =>
    Effect.gen(function* () {
      const { estimated } = yield* planned({
        queued: [payoutOf(1, 1), payoutOf(2, 1_001), payoutOf(3, 6), payoutOf(4, 1), payoutOf(5, 5)],
        limits: { perPayoutMinor: 5_000_000n },
        forbids: ({ id }) => (id === idOf(4) ? "it may not" : undefined)
      })
      assert.deepStrictEqual(estimated, [[idOf(1), idOf(5)]])
      const sweeps = yield* planned({ queued: [errand("one"), errand("two"), payoutOf(1, 1)] })
      assert.deepStrictEqual(sweeps.estimated, [["one", "two"], [idOf(1)]])
    })
  )

  it.effect(
    "is asked of sweeps together, whatever the wallet has, and not of payouts that are too large",
    () =>
      Effect.gen(function* () {
        const sweeps = { queued: [errand("one"), errand("two")], tokens: 0, reserved: 5 }
        assert.deepStrictEqual((yield* planned(sweeps)).estimated, [["one", "two"]])
        const { estimated } = yield* planned({ queued: [payoutOf(1, 1), payoutOf(2, 1_001), payoutOf(3, 1)] })
        assert.deepStrictEqual(estimated, [[idOf(1), idOf(3)]])
      })
  )

  it.effect("is asked of a payout that fits exactly", () =>
    Effect.gen(function* () {
      const { estimated, ids } = yield* planned({ queued: [payoutOf(1, 1_001), payoutOf(2, 1_000)] })
      assert.deepStrictEqual(estimated, [[idOf(2)]])
      assert.deepStrictEqual(ids, [idOf(2)])
      const two = yield* planned({ queued: [payoutOf(1, 1), payoutOf(2, 1_000)] })
      assert.deepStrictEqual(two.estimated, [[idOf(1), idOf(2)]])
      assert.deepStrictEqual(two.ids, [idOf(1)])
    })
  )
})

/** So many payouts that the wallet has too little for, queued one millisecond after the other from an instant. */
const tooLarge = (count: number, from: number) =>
  Array.from({ length: count }, (_, at) => payoutOf(from + at, 2_000, from + at))

describe("a long queue", () => {
  it.effect("is read page by page from where the last page ended, to its end", () =>
    Effect.gen(function* () {
      const look = makeQueueLook()
      look.next(wallet, 3)
      const { ids, since } = yield* planned({
        queued: [errand("sweep"), payoutOf(1, 1, 10), payoutOf(2, 1, 20)],
        pages: [[payoutOf(3, 1, 30)], [payoutOf(4, 1, 40)]],
        look
      })
      assert.deepStrictEqual(ids, ["sweep", idOf(1), idOf(2), idOf(3), idOf(4)])
      assert.deepStrictEqual(since, [20, 30, 40])
      assert.strictEqual(look.since(wallet), 0)
    })
  )

  it.effect("is not read on behind a payout that everything waits for", () =>
    Effect.gen(function* () {
      const { ids, since } = yield* planned({
        queued: [payoutOf(1, 1), payoutOf(2, 1)],
        pages: [[payoutOf(3, 1)]],
        signatures: 1
      })
      assert.deepStrictEqual([ids, since], [[idOf(1)], []])
    })
  )

  it.effect("is not read on when there is no room for more, and then goes on where it was", () =>
    Effect.gen(function* () {
      const pages = [[payoutOf(2, 1, 20)], [payoutOf(3, 1, 30)]]
      const full = yield* planned({ queued: [payoutOf(1, 1, 10), payoutOf(9, 1, 11)], pages, room: 1 })
      assert.deepStrictEqual([full.ids, full.since], [[idOf(1)], []])
      const { ids, look, since } = yield* planned({ queued: [payoutOf(1, 1, 10)], pages, room: 2 })
      assert.deepStrictEqual(
        [ids, since],
        [
          [idOf(1), idOf(2)],
          [10, 20]
        ]
      )
      assert.strictEqual(look.since(wallet), 20)
    })
  )

  it.effect("is looked at as far as a turn may, and the next turn goes on there after the oldest", () =>
    Effect.gen(function* () {
      const look = makeQueueLook()
      const half = lookedAtOnceMax / 2
      const first = yield* planned({
        ...{ queued: tooLarge(half, 1), pages: [tooLarge(half, half + 1), tooLarge(1, 5_000)] },
        look
      })
      assert.deepStrictEqual(first.since, [half])
      assert.strictEqual(look.since(wallet), lookedAtOnceMax)
      const second = yield* planned({
        ...{ queued: tooLarge(half, 1), pages: [[payoutOf(7_000, 1, 7_000)]] },
        look
      })
      assert.deepStrictEqual(second.since, [lookedAtOnceMax, 7_000])
      assert.deepStrictEqual(second.ids, [idOf(7_000)])
      assert.strictEqual(look.since(wallet), 0)
    })
  )

  it.effect("is looked at further by one page when one is missing to a turn's share", () =>
    Effect.gen(function* () {
      const look = makeQueueLook()
      const { since } = yield* planned({
        ...{ queued: tooLarge(lookedAtOnceMax - 1, 1), pages: [tooLarge(2, 3_000), tooLarge(1, 4_000)] },
        look
      })
      assert.deepStrictEqual(since, [lookedAtOnceMax - 1])
      assert.strictEqual(look.since(wallet), 3_001)
    })
  )

  it.effect("keeps its place when a turn looks at the oldest only", () =>
    Effect.gen(function* () {
      const look = makeQueueLook()
      look.next(wallet, 500)
      const { since } = yield* planned({ queued: tooLarge(lookedAtOnceMax, 1), pages: [], look })
      assert.deepStrictEqual(since, [])
      assert.strictEqual(look.since(wallet), 500)
      yield* planned({
        queued: [payoutOf(1, 1, 10)],
        pages: [[payoutOf(2, 1, 600)]],
        estimates: { [idOf(2)]: failing("timeout") },
        look
      })
      assert.strictEqual(look.since(wallet), 500)
    })
  )

  it.effect("begins anew when nothing waits", () =>
    Effect.gen(function* () {
      const look = makeQueueLook()
      look.next(wallet, 500)
      assert.deepStrictEqual((yield* planned({ queued: [], look })).since, [])
      assert.strictEqual(look.since(wallet), 0)
    })
  )
})
