import { assert, describe, it } from "@effect/vitest"
import { CallReverted, RpcUnavailable, sweepCall } from "@quittance/adapters-evm"
import { type ChainTransactionOrder, type ChainWallet, ChainWallets } from "@quittance/core/adapter"
import { Effect } from "effect"
import { addressOfHex } from "../../src/address.ts"
import { sweepEnergyLeft } from "../../src/factory.ts"
import type { TronAccount, TronApi } from "../../src/node/TronApi.ts"
import { energyBudget } from "../../src/operate/energyBudget.ts"
import type { TronNetwork } from "../../src/TronNetwork.ts"
import type { Hex } from "../node/bytes.ts"
import { token } from "../node/TronChain.ts"
import { payer, payoutOrder, recipientOf } from "../send/Paying.ts"

/** Each empties two addresses. */
const orders: ReadonlyArray<ChainTransactionOrder> = [1, 2, 3].map((number) => ({
  ...payoutOrder(number),
  ...{
    purpose: "sweep",
    contract: addressOfHex(token),
    data: sweepCall(token, ["0".repeat(32), "1".repeat(32)])
  }
}))

const used = 3_000n
/** With a quarter more. */
const ofEach = ((used + sweepEnergyLeft) * 5n) / 4n
const energyPriceSun = 10n

type Has = Pick<TronAccount, "balanceSun" | "energyLeft">

const budgetOf = (
  wallets: Readonly<Record<Hex, Has>>,
  energy: "burn" | "staked" = "burn",
  maxFeeSun = 10n ** 12n,
  energyOf: TronApi["energyOf"] = () => Effect.succeed(used)
) => {
  const alerts: Array<string> = []
  const api = {
    energyOf,
    account: (address: Hex) => Effect.succeed({ isActivated: true, bandwidthLeft: 0n, ...wallets[address] }),
    parameters: Effect.succeed({ energyPriceSun, bandwidthPriceSun: 1n, maxFeeLimitSun: 10n ** 12n })
  } as unknown as TronApi
  const { affordable, isCheap } = energyBudget(
    { energy, name: "tron" } as TronNetwork,
    { maxFeeSun, minimumMinor: 1n } as Parameters<typeof energyBudget>[1],
    api,
    (kind, message) =>
      Effect.sync(() => {
        alerts.push(`${kind}: ${message}`)
      })
  )
  const all = Object.keys(wallets).map(
    (address) => ({ address: addressOfHex(address as Hex) }) as ChainWallet
  )
  return {
    ...{ alerts, isCheap },
    count: (some = orders) =>
      Effect.map(
        Effect.provideService(affordable(some), ChainWallets, {
          wallets: () => Effect.succeed(all)
        } as never),
        ({ length }) => length
      )
  }
}

const one = (balanceSun: bigint, energyLeft = 0n) => ({ [payer]: { balanceSun, energyLeft } })

describe("sweeps on TRON are paid for", () => {
  it.effect("with half of the TRX of the wallet that has most", () =>
    Effect.gen(function* () {
      const sun = 2n * ofEach * energyPriceSun
      for (const [balance, count] of [
        [sun, 1],
        [2n * sun - 2n, 1],
        [2n * sun, 2],
        [9n * sun, 3]
      ] as const) {
        const { alerts, count: counted } = budgetOf({
          ...{ [recipientOf(1)]: { balanceSun: 1n, energyLeft: 0n } },
          ...one(balance)
        })
        assert.deepStrictEqual([yield* counted(), alerts], [count, []])
      }
      assert.strictEqual(yield* budgetOf(one(9n * sun)).count([]), 0)
      assert.strictEqual(yield* budgetOf({}).count(), 0)
    })
  )

  it.effect("with staked energy first, whose rest saves TRX", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* budgetOf(one(0n, 2n * ofEach)).count(), 2)
      assert.strictEqual(yield* budgetOf(one(2n, 2n * ofEach - 1n)).count(), 1)
      const missing = 2n * energyPriceSun
      assert.strictEqual(yield* budgetOf(one(missing, 2n * ofEach - 1n)).count(), 2)
      assert.strictEqual(yield* budgetOf(one(10n ** 12n, 2n * ofEach), "staked").count(), 2)
    })
  )

  it.effect("not without energy or TRX, which alerts", () =>
    Effect.gen(function* () {
      const who = `wallet ${addressOfHex(payer)} on tron has too little`
      const burning = budgetOf(one(2n * ofEach * energyPriceSun - 2n))
      assert.strictEqual(yield* burning.count(), 0)
      assert.deepStrictEqual(burning.alerts, [`chain.funds: ${who} TRX for a sweep; deposits are not moved`])
      const staked = budgetOf(one(10n ** 12n, ofEach - 1n), "staked")
      assert.strictEqual(yield* staked.count(), 0)
      assert.deepStrictEqual(staked.alerts, [
        `chain.funds: ${who} energy for a sweep; deposits are not moved`
      ])
    })
  )

  it.effect("not when the network refuses them, and later when no node answers", () =>
    Effect.gen(function* () {
      const asking = (failure: CallReverted | RpcUnavailable) =>
        budgetOf(one(10n ** 12n), "burn", 10n ** 12n, () => Effect.fail(failure))
      const refused = asking(new CallReverted({ host: "one", reason: "no" }))
      assert.strictEqual(yield* refused.count(), 0)
      assert.deepStrictEqual(refused.alerts, ["chain.refused: tron refuses to sweep: no"])
      const away = new RpcUnavailable({ host: "", method: "", kind: "timeout", reason: "away" })
      const unanswered = asking(away)
      assert.deepStrictEqual([yield* Effect.flip(unanswered.count()), unanswered.alerts], [away, []])
    })
  )

  it.effect("whatever the network's fee is, which only each address limits", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* budgetOf(one(0n)).isCheap)
    })
  )

  it.effect("later while an address costs more TRX than was set, unless the energy is there", () =>
    Effect.gen(function* () {
      const ofAddress = (used * energyPriceSun) / 2n
      const rich = 10n ** 12n
      assert.strictEqual(yield* budgetOf(one(rich), "burn", ofAddress).count(), 3)
      const dear = budgetOf(one(rich), "burn", ofAddress - 1n)
      assert.deepStrictEqual([yield* dear.count(), dear.alerts], [0, []])
      assert.strictEqual(yield* budgetOf(one(rich, 3n * ofEach), "burn", ofAddress - 1n).count(), 3)
      // Who has only staked energy is told that it is missing, not that it is dear.
      const staked = budgetOf(one(rich), "staked", 0n)
      assert.deepStrictEqual([yield* staked.count(), staked.alerts.length], [0, 1])
      assert.strictEqual(yield* budgetOf(one(rich, 3n * ofEach), "staked", 0n).count(), 3)
    })
  )
})
