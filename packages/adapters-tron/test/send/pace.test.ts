import { assert, describe } from "@effect/vitest"
import type { Fetch } from "@quittance/adapters-evm"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { againMillis } from "../../src/send/TronSenderOptions.ts"
import { paying, payoutOrder, solidBlocks, startSender } from "./Paying.ts"

describe("the next look at the wallets of TRON", () => {
  paying("is soon while something is open, and rare otherwise", [], ({ chain, sender, wallets }) =>
    Effect.gen(function* () {
      const again = Effect.map(sender.turn, (sending) => sending.againMillis)
      assert.strictEqual(yield* again, 60_000)
      yield* wallets.queue(payoutOrder(1))
      assert.strictEqual(yield* again, 3_000)
      chain.produceMany(1 + solidBlocks)
      yield* TestClock.adjust(againMillis)
      assert.strictEqual(yield* again, 60_000)
    })
  )

  paying(
    "is soon while a payout waits",
    [{ limits: { perPayoutMinor: 1n, perHourMinor: undefined, perDayMinor: undefined } }],
    ({ sender, wallets }) =>
      Effect.gen(function* () {
        yield* wallets.queue(payoutOrder(1))
        assert.strictEqual((yield* sender.turn).againMillis, 3_000)
      })
  )

  paying("is after five seconds when no node answers", [], ({ chain, nodes, options }) =>
    Effect.gen(function* () {
      const away: Fetch = () => Promise.reject(new TypeError("fetch failed"))
      const sender = yield* startSender(chain, options, nodes, away)
      assert.deepStrictEqual(yield* sender.turn, { changed: [], againMillis: 5_000 })
    })
  )
})
