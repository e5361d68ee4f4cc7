import { assert, describe, it } from "@effect/vitest"
import { ChainWallets, type OpenTransaction } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Rpc } from "../../src/rpc/Rpc.ts"
import type { GuardedSigner } from "../../src/send/guardedSigner.ts"
import type { Queue } from "../../src/send/planQueued.ts"
import { makeQueueLook } from "../../src/send/QueueLook.ts"
import type { SenderOptions } from "../../src/send/SenderOptions.ts"
import type { UnsignedTransaction } from "../../src/send/Signer.ts"
import { signQueued } from "../../src/send/signQueued.ts"
import { transferCall } from "../../src/tokenCalls.ts"
import { fakeNodes } from "../rpc/fakeNodes.ts"
import { network, noLimits } from "./Paying.ts"
import { errand, idOf, inMemory, leased, payoutOf } from "./Planning.ts"
import { openSlot, token, wallet } from "./SlotChain.ts"

const hex = (value: bigint) => `0x${value.toString(16)}`

/** Each uses 100 gas, of which a quarter more is allowed; 7 wei are offered for it: twice the base fee, and the tip. */
const gasCost = 125n * 7n

interface Given {
  readonly orders?: ReadonlyArray<Parameters<ChainWallets["Service"]["queue"]>[0]>
  readonly coins?: bigint
  /** In minor units. */
  readonly tokens?: bigint
  readonly unmined?: ReadonlyArray<OpenTransaction>
  readonly mayPay?: boolean
}

const signed = (given: Given) =>
  inMemory(
    Effect.gen(function* () {
      const job = yield* leased
      const wallets = yield* ChainWallets
      const { coins = 10n ** 18n, tokens = 10n ** 15n, orders = [payoutOf(1, 1), payoutOf(2, 1)] } = given
      for (const order of orders) yield* wallets.queue(order)
      const { arrived, fetch } = fakeNodes({
        "one.example": {
          eth_feeHistory: {
            oldestBlock: "0x1",
            baseFeePerGas: ["0x9", "0x9", "0x3"],
            reward: [["0x1"], ["0x0"]]
          },
          eth_getBalance: hex(coins),
          eth_call: `0x${tokens.toString(16).padStart(64, "0")}`,
          eth_estimateGas: "0x64"
        }
      })
      const unsigned: Array<UnsignedTransaction> = []
      const raised: Array<string> = []
      const signer: GuardedSigner = {
        forbids: () => undefined,
        sign: (_, __, transaction) =>
          Effect.sync(() => {
            unsigned.push(transaction)
            return { hash: `signed ${transaction.nonce}`, bytes: "0x" }
          })
      }
      const queue = {
        ...{ network, token, limits: noLimits, never: [], look: makeQueueLook() },
        notes: { note: () => Effect.void, noteAble: () => Effect.void },
        raise: (kind: string, message: string) =>
          Effect.sync(() => {
            raised.push(`${kind}: ${message}`)
          })
      } as unknown as Queue
      const rpc = yield* Rpc.make({ urls: ["https://one.example"], chainId: 1, fetch })
      const options = { chainId: 1, network, token } as SenderOptions
      const { mayPay = true, unmined = [] } = given
      const sent = yield* signQueued(
        ...([rpc, signer, options, wallet, unmined, job, queue, Effect.succeed(mayPay)] as const)
      )
      return { sent, ids: sent.map(({ order }) => order.id), unsigned, raised, asked: arrived.length }
    })
  )

describe("what a wallet signs of its queue", () => {
  it.effect("is a transfer in the next slot, with a quarter more gas, at the fees of now", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(77)
      const order = payoutOf(1, 1)
      const { sent, unsigned } = yield* signed({ orders: [order] })
      assert.deepStrictEqual(unsigned, [
        {
          ...{ chainId: 1, nonce: 0, to: token.address, gas: 125n },
          ...{ data: transferCall(order.recipient, order.amountMinor) },
          fees: { maxFeeWei: 7n, maxTipWei: 1n }
        }
      ])
      assert.deepStrictEqual(sent[0]?.forms, [
        {
          ...{ hash: "signed 0", bytes: "0x", maxFeeWei: 7n, maxTipWei: 1n },
          ...{ isCancel: false, at: 77, expiresAt: 0 }
        }
      ])
    })
  )

  it.effect("is what it can pay the gas of, to the last wei", () =>
    Effect.gen(function* () {
      assert.lengthOf((yield* signed({ coins: 2n * gasCost })).ids, 2)
      const { ids, raised } = yield* signed({ coins: 2n * gasCost - 1n })
      assert.deepStrictEqual(ids, [idOf(1)])
      assert.deepStrictEqual(raised, [
        `chain.funds: wallet ${wallet} on ethereum has too little of the network's coin to pay for gas; payouts wait`
      ])
      assert.lengthOf((yield* signed({ coins: gasCost - 1n })).ids, 0)
    })
  )

  it.effect("leaves the gas and the tokens of what no block has taken yet", () =>
    Effect.gen(function* () {
      // The last form offers 5 wei for each of 80 000 gas.
      const first = openSlot(5, 0, ["first"])
      const last = openSlot(5, 0, ["last"], { maxFeeWei: 5n })
      const waiting = { ...first, forms: [...first.forms, ...last.forms] } as OpenTransaction
      const unmined = [waiting]
      const coins = 80_000n * 5n + gasCost
      assert.deepStrictEqual((yield* signed({ unmined, coins })).ids, [idOf(1)])
      assert.deepStrictEqual((yield* signed({ unmined, coins: coins - 1n })).ids, [])
      const tokens = waiting.order.amountMinor + 1_000_000n
      assert.deepStrictEqual((yield* signed({ unmined, tokens })).ids, [idOf(1)])
      assert.deepStrictEqual((yield* signed({ unmined, tokens: tokens - 1n })).ids, [])
      assert.lengthOf((yield* signed({ tokens: 2_000_000n })).ids, 2)
    })
  )

  it.effect(
    "is no more than may wait in the pools of nodes, of which nothing is asked for without need",
    () =>
      Effect.gen(function* () {
        const waiting = (count: number) =>
          Array.from({ length: count }, (_, nonce) => openSlot(nonce, nonce, [`form ${nonce}`]))
        assert.deepStrictEqual((yield* signed({ unmined: waiting(998) })).ids, [idOf(1), idOf(2)])
        assert.deepStrictEqual((yield* signed({ unmined: waiting(999) })).ids, [idOf(1)])
        const full = yield* signed({ unmined: waiting(1_000) })
        assert.deepStrictEqual([full.ids, full.asked], [[], 0])
        const idle = yield* signed({ orders: [] })
        assert.deepStrictEqual([idle.ids, idle.asked], [[], 0])
      })
  )

  it.effect("is no payout while payouts are stopped", () =>
    Effect.gen(function* () {
      const sweep = { ...errand("sweep"), contract: token.address, data: "0x01" }
      const orders = [sweep, payoutOf(1, 1)]
      const { ids, unsigned } = yield* signed({ orders, mayPay: false })
      assert.deepStrictEqual(ids, ["sweep"])
      assert.deepStrictEqual([unsigned[0]?.to, unsigned[0]?.data], [token.address, "0x01"])
      const created = yield* signed({ orders: [{ ...sweep, contract: "" }] })
      assert.isFalse("to" in (created.unsigned[0] ?? {}))
    })
  )
})
