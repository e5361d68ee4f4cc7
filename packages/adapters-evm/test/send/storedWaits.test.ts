import { assert, describe } from "@effect/vitest"
import { ChainJournal, waitsOf } from "@quittance/core"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { network, noLimits, payer, paying, payoutOrder } from "./Paying.ts"

/** What payouts wait for is stored for the other processes, since when, and forgotten when they wait no more. */

const waits = Effect.flatMap(ChainJournal, ({ setup }) =>
  Effect.map(setup(network), (found) => Object.fromEntries(waitsOf(found, "payouts")))
)

const setCoins = (
  anvil: { readonly rpc: (method: string, params: ReadonlyArray<unknown>) => Promise<unknown> },
  wei: string
) => Effect.promise(() => anvil.rpc("anvil_setBalance", [payer.address, wei]))

describe("a payout that waits", () => {
  paying("for money and then for gas is known by that, and since when, after some seconds", [], (setting) =>
    Effect.gen(function* () {
      const { chain, sender, token, wallets } = setting
      const since = yield* Clock.currentTimeMillis
      yield* wallets.queue({ ...payoutOrder(1), amountMinor: 1_000_000_001n })
      yield* sender.turn
      assert.deepStrictEqual(yield* waits, {}, "it may be over in the next turn")
      yield* TestClock.adjust("5 seconds")
      yield* sender.turn
      assert.deepStrictEqual(yield* waits, { money: since })
      yield* TestClock.adjust("1 minute")
      yield* sender.turn
      assert.deepStrictEqual(yield* waits, { money: since })
      yield* Effect.promise(() => chain.mint(token, payer.address, 1n))
      yield* Effect.promise(() => chain.mine())
      yield* setCoins(chain.anvil, "0x1")
      const gasSince = yield* Clock.currentTimeMillis
      yield* sender.turn
      assert.deepStrictEqual(yield* waits, {})
      yield* TestClock.adjust("5 seconds")
      yield* sender.turn
      assert.deepStrictEqual(yield* waits, { gas: gasSince })
      yield* setCoins(chain.anvil, "0xde0b6b3a7640000")
      yield* sender.turn
      assert.deepStrictEqual(yield* waits, {})
    })
  )

  for (const [name, limits] of [
    ["one payout", { ...noLimits, perPayoutMinor: 1_000_000n }],
    ["the hour", { ...noLimits, perHourMinor: 2_000_002n }]
  ] as const)
    paying(`for the limit of ${name} is known by that`, [{ limits }], ({ sender, wallets }) =>
      Effect.gen(function* () {
        for (const number of [1, 2]) yield* wallets.queue(payoutOrder(number))
        yield* sender.turn
        yield* TestClock.adjust("5 seconds")
        yield* sender.turn
        assert.deepStrictEqual(Object.keys(yield* waits), ["limit"])
      })
    )
})
