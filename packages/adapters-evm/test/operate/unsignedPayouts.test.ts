import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { payoutsOf, unsignedPayouts } from "../../src/operate/unsignedPayouts.ts"
import { moving, name } from "./FakeMoves.ts"
import { addPayout, addTransaction, deed, orderOf } from "./FakePayouts.ts"

describe("payouts without a slot", () => {
  moving("are those that wait, in the queue or not, the oldest first", (fake) =>
    Effect.gen(function* () {
      const [queued, early, late] = [orderOf(2), orderOf(1), orderOf(3)]
      addTransaction(fake, queued, "queued")
      addPayout(fake, late)
      addPayout(fake, early, "unknown")
      assert.deepStrictEqual(yield* unsignedPayouts(name), [early, queued, late])
    })
  )

  moving("are no sweeps, no payouts elsewhere, none with an outcome, and none that the journal has", (fake) =>
    Effect.gen(function* () {
      addTransaction(fake, orderOf(1, { purpose: "sweep" }), "queued")
      addTransaction(fake, orderOf(2, { partnerId: "bsc" }), "queued")
      addPayout(fake, orderOf(3, { partnerId: "bsc" }))
      addPayout(fake, orderOf(4), "confirmed")
      addPayout(fake, orderOf(5), "rejected")
      for (const [number, tag] of [
        [6, "sent"],
        [7, "abandoned"],
        [8, "queued"]
      ] as const) {
        addPayout(fake, orderOf(number))
        addTransaction(fake, orderOf(number), tag)
      }
      assert.deepStrictEqual(yield* unsignedPayouts(name), [orderOf(8)])
    })
  )
})

describe("transactions that were read back", () => {
  const same = { recipient: orderOf(1).recipient }
  const at = (blockNumber: number) => ({ ...deed(0, orderOf(1)).outcome, blockNumber })

  it("are the payouts that look like them, the oldest of both first", () => {
    const [first, second, third] = [orderOf(1, same), orderOf(2, same), orderOf(3, same)]
    const late = deed(0, first, { outcome: at(20) })
    const early = deed(1, first, { outcome: at(19), transactionIndex: 7 })
    const earliest = deed(2, first, { outcome: at(19), transactionIndex: 6 })
    const found = payoutsOf([late, early, earliest], [first, second, third])
    assert.deepStrictEqual(
      [...found],
      [
        [earliest, first],
        [early, second],
        [late, third]
      ]
    )
    // Each payout was made once.
    assert.deepStrictEqual([...payoutsOf([late, earliest], [second])], [[earliest, second]])
  })

  it("are none that differ in the recipient or the amount, and none without a payment", () => {
    const done = deed(0, orderOf(1))
    const others = [orderOf(2), orderOf(1, { amountMinor: 5_000_001n })]
    assert.strictEqual(payoutsOf([done], others).size, 0)
    assert.strictEqual(payoutsOf([{ ...done, isPayment: false }], [orderOf(1)]).size, 0)
    assert.strictEqual(payoutsOf([done], [...others, orderOf(1)]).get(done)?.payoutId, "payout-1")
  })
})
