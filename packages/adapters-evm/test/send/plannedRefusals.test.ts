import { assert, describe, it } from "@effect/vitest"
import { ChainJournal } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { SignerUnavailable } from "../../src/send/Signer.ts"
import {
  errand,
  failing,
  type Given,
  idOf,
  inMemory,
  payoutOf,
  planned as plan,
  reverted
} from "./Planning.ts"
import { stranger } from "./SlotChain.ts"

const planned = (given: Given) => inMemory(plan(given))

describe("what is never signed", () => {
  it.effect("is what the signer forbids: it alerts, and ends when it stays so", () =>
    Effect.gen(function* () {
      const queued = [errand("sweep"), payoutOf(1, 2_000), payoutOf(2, 1)]
      const { estimated, ids, refused, raised } = yield* planned({
        queued,
        forbids: ({ id }) => (id === idOf(2) ? undefined : "it may not")
      })
      assert.deepStrictEqual(ids, [idOf(2)])
      assert.deepStrictEqual(estimated, [[idOf(2)]])
      assert.deepStrictEqual(raised, [
        "chain.foreign: sweep sweep on ethereum is not signed: it may not",
        `chain.foreign: payout ${idOf(1)} on ethereum is not signed: it may not`
      ])
      assert.deepStrictEqual(refused, [
        "sweep: it is not signed: it may not",
        `${idOf(1)}: it is not signed: it may not`
      ])
    })
  )

  it.effect("is a payout to the deployment itself, which ends at once", () =>
    Effect.gen(function* () {
      const to = (number: number, recipient: string) => ({ ...payoutOf(number, 2_000), recipient })
      const factory = `0x${"f1".repeat(20)}`
      const treasury = `0x${"f2".repeat(20)}`
      const { ended, ids, raised } = yield* inMemory(
        Effect.gen(function* () {
          const journal = yield* ChainJournal
          yield* journal.begin("bsc")
          yield* journal.recordFactory("bsc", factory)
          return yield* plan({
            queued: [to(1, stranger), to(2, factory), to(3, treasury), payoutOf(4, 1)],
            others: { [stranger]: [] },
            never: [treasury]
          })
        })
      )
      assert.deepStrictEqual(ids, [idOf(4)])
      assert.deepStrictEqual(ended, [
        `${idOf(1)}: its recipient is a wallet of ethereum`,
        `${idOf(2)}: its recipient is the factory of bsc`,
        `${idOf(3)}: its recipient is a contract or the treasury of this deployment`
      ])
      assert.deepStrictEqual(raised, [])
    })
  )

  it.effect("is a payout whose time for approvals is over, which ends at once", () =>
    Effect.gen(function* () {
      const until = (number: number, end: number) => ({
        ...payoutOf(number, 1),
        sendBefore: Option.some(end)
      })
      const { ended, ids } = yield* planned({ queued: [until(1, 0), until(2, 1)] })
      assert.deepStrictEqual(ids, [idOf(2)])
      assert.deepStrictEqual(ended, [`${idOf(1)}: the time for its approvals ended before it was signed`])
    })
  )

  it.effect("is judged by what a payout names, and a sweep names no recipient", () =>
    Effect.gen(function* () {
      const sweep = { ...errand("sweep"), recipient: stranger }
      const { ended, ids } = yield* planned({ queued: [sweep], never: [stranger] })
      assert.deepStrictEqual([ended, ids], [[], ["sweep"]])
    })
  )
})

describe("a transaction that the network refuses", () => {
  it.effect("is judged if it is a payout, and others go on", () =>
    Effect.gen(function* () {
      const { ids, judged, refused } = yield* planned({
        ...{ queued: [payoutOf(1, 2), payoutOf(2, 1)], decimals: 18 },
        estimates: { [idOf(1)]: reverted }
      })
      assert.deepStrictEqual(ids, [idOf(2)])
      assert.deepStrictEqual(judged, [[idOf(1), 2n * 10n ** 18n]])
      assert.deepStrictEqual(refused, [])
    })
  )

  it.effect("holds others back if the token refuses everything", () =>
    Effect.gen(function* () {
      const { ids, judged } = yield* planned({
        ...{ queued: [errand("sweep"), payoutOf(1, 2), payoutOf(2, 1)], isGeneral: true },
        estimates: { [idOf(1)]: reverted }
      })
      assert.deepStrictEqual([ids, judged.length], [["sweep"], 1])
    })
  )

  it.effect("is refused if it is a sweep, and others go on", () =>
    Effect.gen(function* () {
      const { ids, judged, refused } = yield* planned({
        ...{ queued: [errand("one"), errand("two"), payoutOf(1, 1)], isGeneral: true },
        estimates: { one: reverted }
      })
      assert.deepStrictEqual([ids, judged], [["two", idOf(1)], []])
      assert.deepStrictEqual(refused, ["one: the network refuses it: blocked"])
    })
  )
})

describe("a transaction whose gas is unknown", () => {
  const queued = [payoutOf(1, 1), payoutOf(2, 1), payoutOf(3, 1)]
  const raised = "chain.refused: payouts on ethereum wait: one: refused"

  it.effect("waits alone, with an alert, where the node answers others", () =>
    Effect.gen(function* () {
      const first = yield* planned({ queued, estimates: { [idOf(1)]: failing("refused") } })
      assert.deepStrictEqual([first.ids, first.raised], [[idOf(2), idOf(3)], [raised]])
      const second = yield* planned({ queued, estimates: { [idOf(2)]: failing("refused") } })
      assert.deepStrictEqual([second.ids, second.raised], [[idOf(1), idOf(3)], [raised]])
    })
  )

  it.effect("holds others back where the node answers none", () =>
    Effect.gen(function* () {
      const { ids, raised: said } = yield* planned({
        ...{ queued: queued.slice(0, 2), pages: [[payoutOf(3, 1)]] },
        estimates: { [idOf(1)]: failing("refused"), [idOf(2)]: failing("refused") }
      })
      assert.deepStrictEqual([ids, said], [[], [raised]])
    })
  )

  it.effect("fails the turn where the node is away, unless something was signed", () =>
    Effect.gen(function* () {
      const away = failing("timeout")
      const first = { queued, estimates: { [idOf(1)]: away } }
      assert.strictEqual(yield* Effect.flip(planned(first)), away)
      const second = yield* planned({ queued, estimates: { [idOf(2)]: away } })
      assert.deepStrictEqual([second.ids, second.raised], [[idOf(1)], []])
    })
  )
})

describe("a signer that is away", () => {
  it.effect("fails the turn, unless it signed something, which is kept", () =>
    Effect.gen(function* () {
      const queued = [payoutOf(1, 1), payoutOf(2, 1), payoutOf(3, 1)]
      const failed = yield* Effect.flip(planned({ queued, signatures: 0 }))
      assert.deepStrictEqual(failed, new SignerUnavailable({ reason: "away" }))
      const { signed, spent } = yield* planned({ queued, signatures: 2 })
      assert.deepStrictEqual(signed, [`7 ${idOf(1)}`, `8 ${idOf(2)}`])
      assert.deepStrictEqual(spent, [{ from: 0, minor: 2_000_000n }])
    })
  )
})
