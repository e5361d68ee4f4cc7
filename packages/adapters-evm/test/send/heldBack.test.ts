import { assert, describe, it } from "@effect/vitest"
import { type ChainTransactionOrder, ChainWallets } from "@quittance/core/adapter"
import { Effect } from "effect"
import { raiseHeldBack } from "../../src/send/raiseHeldBack.ts"
import { network } from "./Paying.ts"
import { inMemory, leased, payoutOf } from "./Planning.ts"
import { wallet } from "./SlotChain.ts"

/** The wallet paid this before, as was read back from the network: it may have been the payout that waits. */
const readBack = (nonce: number, like: ChainTransactionOrder) => ({
  nonce,
  outcome: { _tag: "completed", hash: `0x${nonce}`, blockNumber: 1, costWei: 1n, reason: "" } as const,
  order: { ...like, id: `${network}/0x${String(nonce).repeat(64)}`, payoutId: "", payoutPartnerId: "" },
  payout: undefined
})

/** What is told of payouts with these numbers, when those of the first ones were read back. */
const raisedFor = (heldBack: number, waiting: number) =>
  inMemory(
    Effect.gen(function* () {
      const wallets = yield* ChainWallets
      yield* leased
      const orders = Array.from({ length: waiting }, (_, at) => payoutOf(at + 1, at + 1))
      for (const order of orders) yield* wallets.queue(order)
      const slots = orders.slice(0, heldBack).map((order, nonce) => readBack(nonce, order))
      yield* wallets.importSlots(network, wallet, slots, [])
      const alerts: Array<string> = []
      const isWaiting = yield* raiseHeldBack(network, (kind, message) =>
        Effect.sync(() => {
          alerts.push(`${kind}: ${message}`)
        })
      )
      return { alerts, isWaiting }
    })
  )

const alert = (who: string) =>
  `chain.doubtful: ${who} on ethereum for an operator: transfers of the same amount to the same recipient were read back. quittance chain reconcile --network ethereum names them`

describe("payouts that wait for an operator", () => {
  it.effect("are told in one alert, and whether others wait too", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* raisedFor(1, 1), { alerts: [alert("a payout waits")], isWaiting: false })
      assert.deepStrictEqual(yield* raisedFor(2, 2), { alerts: [alert("2 payouts wait")], isWaiting: false })
      assert.deepStrictEqual(yield* raisedFor(1, 2), { alerts: [alert("a payout waits")], isWaiting: true })
    })
  )

  it.effect("are not told when there are none", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* raisedFor(0, 0), { alerts: [], isWaiting: false })
      assert.deepStrictEqual(yield* raisedFor(0, 1), { alerts: [], isWaiting: true })
    })
  )
})
