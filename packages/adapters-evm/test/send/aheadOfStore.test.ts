import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { settledSlots } from "../../src/send/settleSlots.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { genesisMillis } from "../watch/FakeChain.ts"
import { payer, paying, payoutOrder } from "./Paying.ts"
import { openSlot, other, SlotChain, token, wallet } from "./SlotChain.ts"

describe("a wallet that made more than the store signed", () => {
  paying(
    "signs nothing until that is reconciled, and an alert says so",
    [],
    ({ chain, logged, sender, wallets }) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => chain.send({ from: payer.address, to: accountOf(6).address, value: 1n }))
        yield* wallets.queue(payoutOrder(1))
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        assert.include(
          logged,
          `wallet ${payer.address} has made 1 transactions on ethereum, and 0 were signed by this store: nothing is signed until they are reconciled`
        )
      })
  )
})

describe("a slot that another transaction took", () => {
  it.effect("is searched for from a day before its first form on, and no further back", () =>
    Effect.gen(function* () {
      const tenHours = 36_000_000
      const chain = new SlotChain(tenHours)
      chain.mineMany(90)
      chain.mine(other(0))
      chain.mineMany(9)
      const forms = [...openSlot(1, 0, ["first"], { at: genesisMillis + 90 * tenHours }).forms]
      forms.push(...openSlot(1, 0, ["second"], { at: genesisMillis + 98 * tenHours }).forms)
      const slot = { ...openSlot(1, 0, []), forms }
      const found = yield* settledSlots(
        yield* chain.rpc,
        wallet,
        [slot],
        chain.head,
        token,
        () => Effect.void
      )
      assert.deepStrictEqual(
        found.map(({ what }) => what.isForeign),
        [true]
      )
      const counted = chain.asked.flatMap(({ method, params }) =>
        method === "eth_getTransactionCount" ? [Number(params[1])] : []
      )
      assert.strictEqual(Math.min(...counted), 87)
    })
  )
})
