import { assert, describe, it } from "@effect/vitest"
import { type ChainTransactionOrder, type ChainWallet, ChainWallets } from "@quittance/core/adapter"
import { Effect } from "effect"
import { gasBudget } from "../../src/operate/gasBudget.ts"
import type { Rpc } from "../../src/rpc/Rpc.ts"
import { CallReverted, RpcUnavailable } from "../../src/rpc/RpcFailure.ts"
import { payoutOrder } from "../send/Paying.ts"
import { stranger, wallet } from "../send/SlotChain.ts"

const orders: ReadonlyArray<ChainTransactionOrder> = [1, 2, 3].map((number) => ({
  ...payoutOrder(number),
  ...{ purpose: "sweep", contract: stranger, data: `0x0${number}` }
}))

/** Each sweep costs a hundred units of gas, for which seven wei are offered: three for the network, one for the tip. */
const sweepWei = 700n

interface Has {
  readonly coins: Readonly<Record<string, bigint>>
  readonly gas?: Effect.Effect<bigint, CallReverted | RpcUnavailable>
}

const budgetOf = ({ coins, gas = Effect.succeed(100n) }: Has, maxFeeWei = 4n) => {
  const alerts: Array<string> = []
  const asked: Array<unknown> = []
  const rpc = {
    feeHistory: () => Effect.succeed({ oldestBlock: 1, baseFeePerGas: [1n, 3n], reward: [[1n]] }),
    balance: (address: string) => Effect.succeed(coins[address] ?? 0n),
    estimateGas: (call: unknown) => {
      asked.push(call)
      return gas
    }
  } as unknown as Rpc["Service"]
  const budget = gasBudget("ethereum", { maxFeeWei, minimumMinor: 5n }, rpc, (kind, message) =>
    Effect.sync(() => {
      alerts.push(`${kind}: ${message}`)
    })
  )
  const wallets = Object.keys(coins).map((address) => ({ address }) as ChainWallet)
  const run = <A, E>(effect: Effect.Effect<A, E, ChainWallets>) =>
    Effect.provideService(effect, ChainWallets, { wallets: () => Effect.succeed(wallets) } as never)
  const affordable = (some = orders) =>
    Effect.map(run(budget.affordable(some)), (found) => found.map(({ id }) => id))
  return { alerts, asked, affordable, budget, run }
}

const ids = (count: number) => orders.slice(0, count).map(({ id }) => id)

describe("sweeps are paid for", () => {
  it.effect("with half of the coins of the wallet that has most, from the first on", () =>
    Effect.gen(function* () {
      for (const [coins, count] of [
        [2n * sweepWei, 1],
        [4n * sweepWei - 1n, 1],
        [4n * sweepWei, 2],
        [6n * sweepWei, 3],
        [99n * sweepWei, 3]
      ] as const) {
        const { affordable, alerts, asked } = budgetOf({ coins: { [stranger]: 1n, [wallet]: coins } })
        assert.deepStrictEqual([yield* affordable(), alerts], [ids(count), []])
        assert.deepStrictEqual(asked, [{ from: wallet, to: stranger, data: "0x01" }])
      }
      const first = budgetOf({ coins: { [wallet]: 6n * sweepWei, [stranger]: 1n } })
      assert.deepStrictEqual(yield* first.affordable(), ids(3))
      assert.deepStrictEqual(yield* first.affordable([]), [])
    })
  )

  it.effect("not without coins, which alerts, and not without a wallet", () =>
    Effect.gen(function* () {
      for (const coins of [0n, 2n * sweepWei - 1n]) {
        const { affordable, alerts } = budgetOf({ coins: { [wallet]: coins } })
        assert.deepStrictEqual(yield* affordable(), [])
        assert.deepStrictEqual(alerts, [
          `chain.funds: wallet ${wallet} on ethereum has too little of the network's coin to pay for a sweep; deposits are not moved`
        ])
      }
      const none = budgetOf({ coins: {} })
      assert.deepStrictEqual([yield* none.affordable(), none.alerts, none.asked], [[], [], []])
    })
  )

  it.effect("not when the network refuses them, and later when no node answers", () =>
    Effect.gen(function* () {
      const coins = { [wallet]: 99n * sweepWei }
      const refused = Effect.fail(new CallReverted({ host: "one", reason: "no" }))
      const { affordable, alerts } = budgetOf({ coins, gas: refused })
      assert.deepStrictEqual(yield* affordable(), [])
      assert.deepStrictEqual(alerts, ["chain.refused: ethereum refuses to sweep: no"])
      const away = new RpcUnavailable({ host: "", method: "", kind: "timeout", reason: "away" })
      assert.strictEqual(yield* Effect.flip(budgetOf({ coins, gas: Effect.fail(away) }).affordable()), away)
    })
  )

  it.effect("while the fee of the network is at most the highest that was set", () =>
    Effect.gen(function* () {
      const isCheap = (maxFeeWei: bigint) => {
        const { budget, run } = budgetOf({ coins: {} }, maxFeeWei)
        return run(budget.isCheap)
      }
      assert.isTrue(yield* isCheap(4n))
      assert.isFalse(yield* isCheap(3n))
    })
  )
})
