import { assert, describe } from "@effect/vitest"
import { Balances, Payouts } from "@quittance/core"
import { LedgerReader } from "@quittance/core/adapter"
import { Effect } from "effect"
import { balanceOfPartner, fundedPartner, payoutOf, Seen, test, usdt } from "./Deployment.ts"

const adjust = (partnerId: string, amount: number | string, more: object = {}) =>
  Effect.flatMap(Balances, (balances) => balances.adjust(partnerId, { amount, ...more }))

const lands = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: () => false, onSuccess: () => true })

const available = (partnerId: string) =>
  Effect.map(balanceOfPartner(partnerId), ({ availableMinor }) => availableMinor)

describe("an adjustment that would take the balance below zero", () => {
  test("is refused and leaves nothing, down to the last minor unit", function* () {
    const partnerId = yield* fundedPartner(976)
    for (const amount of [-5000, "-976.000001"]) {
      const failure = yield* Effect.flip(adjust(partnerId, amount))
      assert.strictEqual(failure._tag, "AdjustmentBelowZero")
      assert.include(failure.message, "would take it below zero")
    }
    assert.strictEqual(yield* available(partnerId), 976n * usdt)
    assert.strictEqual((yield* adjust(partnerId, -976)).availableMinor, 0n)
    assert.strictEqual((yield* Effect.flip(adjust(partnerId, "-0.000001")))._tag, "AdjustmentBelowZero")
    assert.isEmpty((yield* Seen).errors)
  })

  test("is refused by the commit itself, whatever else debits the balance at once", function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    const landed = yield* Effect.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 4 === 0
          ? lands(payouts.create(partnerId, `key ${index}`, payoutOf(8)))
          : lands(adjust(partnerId, -10))
      ),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(landed.filter(Boolean).length, 10)
    assert.strictEqual(yield* available(partnerId), 0n)
  })

  test("goes through with allowNegative, and raises the alert", function* () {
    const partnerId = yield* fundedPartner(976)
    const { errors } = yield* Seen
    yield* adjust(partnerId, -900, { allowNegative: true })
    assert.isEmpty(errors, "the balance covered it")
    const balance = yield* adjust(partnerId, -100, { allowNegative: true })
    assert.strictEqual(balance.availableMinor, -24n * usdt)
    assert.strictEqual(balance.adjustmentsMinor, -24n * usdt)
    assert.lengthOf(errors, 1)
    assert.include(errors[0], `by -100 USDT took the balance of partner ${partnerId} below zero`)
    const accounts = yield* Effect.flatMap(LedgerReader, (ledger) => ledger.balances(partnerId, "USDT"))
    assert.strictEqual(accounts.available, -24n * usdt)
    assert.strictEqual((yield* Effect.flip(adjust(partnerId, -1)))._tag, "AdjustmentBelowZero")
    assert.strictEqual((yield* adjust(partnerId, 4)).availableMinor, -20n * usdt, "a credit always passes")
    assert.lengthOf(errors, 1)
  })

  test("is not allowed by anything but true", function* () {
    const partnerId = yield* fundedPartner(1)
    for (const allowNegative of [1, "true", {}]) {
      const failure = yield* Effect.flip(adjust(partnerId, -2, { allowNegative }))
      assert.strictEqual(failure._tag, "InvalidInput")
    }
    for (const allowNegative of [false, null, undefined])
      assert.strictEqual(
        (yield* Effect.flip(adjust(partnerId, -2, { allowNegative })))._tag,
        "AdjustmentBelowZero"
      )
  })
})
