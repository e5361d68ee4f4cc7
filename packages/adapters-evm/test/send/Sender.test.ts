import { ChainWallets } from "@quittance/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { addPayer, finality, network, payoutOrder, recipientOf, startPaying, startSender } from "./Paying.ts"

describe("a wallet's work", () => {
  it.effect("signs what is queued, broadcasts it, and settles it when it is final", () =>
    Effect.gen(function* () {
      const { chain, options, services, token } = yield* startPaying()
      yield* Effect.gen(function* () {
        yield* addPayer
        const wallets = yield* ChainWallets
        const sender = yield* startSender(chain, options)
        for (const number of [1, 2, 3]) yield* wallets.queue(payoutOrder(number))
        const sent = yield* sender.turn
        assert.deepStrictEqual(
          sent.changed.map(({ _tag, order }) => [order.id, _tag]),
          [1, 2, 3].map((number) => [`reference-${number}`, "sent"])
        )
        yield* Effect.promise(() => chain.mine())
        const balances = yield* Effect.promise(() =>
          Promise.all([1, 2, 3].map((number) => chain.balanceOf(token, recipientOf(number))))
        )
        assert.deepStrictEqual(balances, [1_000_001n, 1_000_002n, 1_000_003n])
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        yield* Effect.promise(() => chain.mine(finality))
        const settled = yield* sender.turn
        assert.deepStrictEqual(
          settled.changed.map(({ _tag }) => _tag),
          ["completed", "completed", "completed"]
        )
        assert.deepStrictEqual(yield* wallets.open(network), [])
        const first = Option.getOrThrow(yield* wallets.transaction(network, "reference-1"))
        assert.isTrue(first._tag === "completed" && first.nonce === 0 && BigInt(first.costWei) > 0n)
        yield* TestClock.adjust(0)
      }).pipe(Effect.provide(services))
    })
  )
})
