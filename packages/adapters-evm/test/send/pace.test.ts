import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import type { Fetch } from "../../src/rpc/NodeHttp.ts"
import { finality, paying, payoutOrder, startSender } from "./Paying.ts"

describe("the next look at the wallets of a network", () => {
  paying("is soon while something is open, and rare otherwise", [], ({ chain, sender, wallets }) =>
    Effect.gen(function* () {
      const again = Effect.map(sender.turn, ({ againMillis }) => againMillis)
      assert.strictEqual(yield* again, 60_000)
      yield* wallets.queue(payoutOrder(1))
      assert.strictEqual(yield* again, 2_000)
      yield* Effect.promise(() => chain.mine())
      assert.strictEqual(yield* again, 2_000)
      yield* Effect.promise(() => chain.mine(finality))
      assert.strictEqual(yield* again, 60_000)
    })
  )

  paying(
    "is soon while a payout waits",
    [{ limits: { perPayoutMinor: 1n, perHourMinor: undefined, perDayMinor: undefined } }],
    ({ sender, wallets }) =>
      Effect.gen(function* () {
        yield* wallets.queue(payoutOrder(1))
        assert.strictEqual((yield* sender.turn).againMillis, 2_000)
      })
  )

  paying("is after five seconds when no node answers", [], ({ chain, options }) =>
    Effect.gen(function* () {
      const away: Fetch = () => Promise.reject(new TypeError("fetch failed"))
      const sender = yield* startSender(chain, options, away)
      assert.deepStrictEqual(yield* sender.turn, { changed: [], againMillis: 5_000 })
    })
  )
})
