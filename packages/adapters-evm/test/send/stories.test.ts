import { assert, describe, it } from "@effect/vitest"
import { ChainWallets } from "@quittance/core/adapter"
import { Chance } from "@quittance/testing"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import type { Hex } from "viem"
import { addPayer, finality, network, payer, payoutOrder, startPaying, startSender } from "./Paying.ts"
import { unreliable } from "./unreliable.ts"

/**
 * Payouts under everything that can happen: nodes that lose questions or answers, processes that end in the middle of a
 * turn, reorganisations, transactions that nodes forget, fees that rise, and operators who give up.
 */

const storyCount = Number(process.env.QUITTANCE_STORIES ?? 12)
const firstSeed = Number(process.env.QUITTANCE_SEED ?? 1)
const stepCount = 30

const story = (seed: number) =>
  Effect.gen(function* () {
    const chance = new Chance(`payouts ${seed}`)
    const { chain, options, services, token } = yield* startPaying()
    yield* Effect.gen(function* () {
      yield* addPayer
      const wallets = yield* ChainWallets
      let made = 0
      const abandonedIds = new Set<string>()

      const turn = Effect.gen(function* () {
        const { fetch, killed } = unreliable(chance, globalThis.fetch, 40)
        const sender = yield* startSender(chain, options, fetch)
        yield* Effect.exit(
          Effect.raceFirst(
            sender.turn,
            Effect.promise(() => killed.catch(() => undefined))
          )
        )
      })

      for (let step = 0; step < stepCount; step++) {
        const what = chance.below(12)
        if (what <= 2) yield* wallets.queue(payoutOrder(++made))
        else if (what <= 6) yield* turn
        else if (what <= 8) yield* Effect.promise(() => chain.mine(1 + chance.below(2)))
        else if (what === 9) {
          const head = yield* Effect.promise(() => chain.head())
          const depth = Math.min(1 + chance.below(finality), head - 3)
          if (depth > 0) yield* Effect.promise(() => chain.reorganise(depth))
        } else if (what === 10) yield* TestClock.adjust(`${20 + chance.below(100)} seconds`)
        else if (made > 0) {
          const order = payoutOrder(1 + chance.below(made))
          if (chance.below(3) === 0) {
            abandonedIds.add(order.id)
            yield* wallets.abandon(order)
          }
        }
        // A killed process leaves its lease, which ends.
        yield* TestClock.adjust("31 seconds")
      }

      const sender = yield* startSender(chain, options)
      for (let round = 0; round < 40; round++) {
        yield* TestClock.adjust("31 seconds")
        yield* sender.turn
        yield* Effect.promise(() => chain.mine(1))
        const isWaiting =
          (yield* wallets.queued(network, 1)).length + (yield* wallets.open(network)).length > 0
        if (!isWaiting) break
      }

      const slots: Array<number> = []
      let paidMinor = 0n
      for (let number = 1; number <= made; number++) {
        const order = payoutOrder(number)
        const state = Option.getOrThrow(yield* wallets.transaction(network, order.id))
        const received = yield* Effect.promise(() => chain.balanceOf(token, order.recipient as Hex))
        assert.include(["completed", "cancelled", "abandoned"], state._tag, order.id)
        assert.strictEqual(received, state._tag === "completed" ? order.amountMinor : 0n, order.id)
        if (state._tag !== "completed") assert.isTrue(abandonedIds.has(order.id), order.id)
        if ("nonce" in state) slots.push(state.nonce)
        paidMinor += received
      }
      assert.deepStrictEqual(
        slots.sort((a, b) => a - b),
        slots.map((_, index) => index)
      )
      const count = Number(
        yield* Effect.promise(() => chain.anvil.rpc("eth_getTransactionCount", [payer.address, "latest"]))
      )
      assert.strictEqual(count, slots.length)
      assert.strictEqual(
        yield* Effect.promise(() => chain.balanceOf(token, payer.address)),
        1_000_000_000n - paidMinor
      )
    }).pipe(Effect.provide(services))
    yield* Effect.promise(() => chain.anvil.stop())
  })

describe("payouts, whatever happens", () => {
  for (let seed = firstSeed; seed < firstSeed + storyCount; seed++)
    it.effect(`story of seed ${seed}`, () => story(seed))
})
