import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { doubts, forgottenText } from "../../src/operate/doubts.ts"
import { moving, name, wallet } from "./FakeMoves.ts"
import { addTransaction, orderOf } from "./FakePayouts.ts"

describe("an operator reads", () => {
  moving("of payments without a payout, and of payouts that wait because of a payment", (fake) =>
    Effect.gen(function* () {
      const { recipient } = orderOf(1)
      addTransaction(fake, orderOf(1, { id: "a", payoutId: "" }), "unclaimed")
      addTransaction(fake, orderOf(2, { id: "b", recipient }), "assumed")
      addTransaction(fake, orderOf(3, { recipient }), "queued")
      // Another amount waits for nobody.
      addTransaction(fake, orderOf(4, { recipient, amountMinor: 1n }), "queued")
      assert.deepStrictEqual(yield* doubts(name), [
        `transaction 0xa moved 5 USDT to ${recipient}, and no known payout of this store asked for it`,
        `payout payout-3 of 5 USDT to ${recipient} waits for an operator: 0xa, 0xb moved the same amount, and may have been this payout`
      ])
    })
  )

  moving("nothing of what is matched", (fake) =>
    Effect.gen(function* () {
      addTransaction(fake, orderOf(1), "assumed")
      addTransaction(fake, orderOf(2), "queued")
      assert.deepStrictEqual(yield* doubts(name), [])
    })
  )

  it("what a transaction that the store does not know did, and which payout it fits", () => {
    const back = {
      ...{ wallet, nonce: 3, txHash: "0xa", blockNumber: 7, did: "moved 1", recipient: "", amountMinor: 0n },
      payoutId: ""
    }
    const text = `transaction 0xa in slot 3 of wallet ${wallet}, block 7, moved 1: this store does not know it`
    assert.strictEqual(forgottenText(back), text)
    assert.strictEqual(
      forgottenText({ ...back, payoutId: "payout-1" }),
      `${text}, and it fits payout payout-1`
    )
  })
})
