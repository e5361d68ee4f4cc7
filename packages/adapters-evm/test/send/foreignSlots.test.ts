import { assert, describe } from "@effect/vitest"
import { ChainJournal } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { accountOf } from "../anvil/Anvil.ts"
import { finality, network, payer, paying, payoutOrder, startSender } from "./Paying.ts"

const isPaused = Effect.flatMap(ChainJournal, (journal) =>
  Effect.map(journal.setup(network), (setup) => Option.exists(setup, (each) => each.isPaused))
)

describe("a slot that somebody else has used", () => {
  paying(
    "fails its payout and pauses the network, and nothing more is signed",
    [],
    ({ chain, logged, options, wallets }) =>
      Effect.gen(function* () {
        const silent: typeof fetch = (url, init) =>
          String(init?.body).includes("eth_sendRawTransaction")
            ? Promise.reject(new TypeError("the process ended"))
            : fetch(url, init)
        yield* wallets.queue(payoutOrder(1))
        yield* (yield* startSender(chain, options, silent)).turn
        // Whoever has the key was quicker.
        yield* Effect.promise(() => chain.send({ from: payer.address, to: accountOf(6).address, value: 1n }))
        yield* Effect.promise(() => chain.mine(1 + finality))
        yield* wallets.queue(payoutOrder(2))
        const sender = yield* startSender(chain, options)
        assert.isFalse(yield* isPaused)
        const { changed } = yield* sender.turn
        assert.deepStrictEqual(
          changed.map(({ _tag, order }) => [order.id, _tag]),
          [[payoutOrder(1).id, "failed"]]
        )
        assert.isTrue(yield* isPaused)
        assert.isTrue(
          logged.some((line) =>
            line.startsWith(`ethereum is paused, because of wallet ${payer.address}: transaction 0x`)
          )
        )
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual((yield* sender.turn).changed, [])
      })
  )
})
