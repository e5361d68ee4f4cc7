import { assert, describe, it } from "@effect/vitest"
import { ChainWallets, type OpenTransaction } from "@quittance/core/adapter"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { parseTransaction } from "viem/utils"
import type { Hex } from "../../src/hex.ts"
import type { Rpc } from "../../src/rpc/Rpc.ts"
import { BroadcastRefused } from "../../src/rpc/RpcFailure.ts"
import type { GuardedSigner } from "../../src/send/guardedSigner.ts"
import { keepBroadcast, offer } from "../../src/send/keepBroadcast.ts"
import type { SenderOptions } from "../../src/send/SenderOptions.ts"
import type { UnsignedTransaction } from "../../src/send/Signer.ts"
import { signedBytes } from "../../src/send/signedTransaction.ts"
import { transferCall } from "../../src/tokenCalls.ts"
import { network } from "./Paying.ts"
import { inMemory, leased, logging, payoutOf, signAll } from "./Planning.ts"
import { openSlot, token, wallet } from "./SlotChain.ts"

const options = { network, chainId: 1, token } as SenderOptions

describe("a form that a node refuses", () => {
  it.effect("is a warning, unless the node has it already or its slot is used", () =>
    logging((logged) =>
      Effect.gen(function* () {
        const slot = openSlot(1, 3, ["form"])
        for (const kind of ["alreadyKnown", "nonceTooLow", "underpriced", "other"] as const) {
          const refused = new BroadcastRefused({ host: "one", kind, reason: `it is ${kind}` })
          const broadcasts: Rpc["Service"]["broadcasts"] = () => Effect.succeed([Result.fail(refused)])
          const offers = slot.forms.map((form) => ({ form, transaction: slot }))
          yield* offer({ broadcasts }, options, offers, new Map())
        }
        const lineOf = (kind: string) =>
          `ethereum does not take transaction ${slot.forms[0]?.hash} for slot 3 of wallet ${wallet}: it is ${kind}`
        assert.deepStrictEqual(logged, [lineOf("underpriced"), lineOf("other")])
      })
    )
  )
})

const word = (digit: string): Hex => `0x${digit.repeat(64)}`

/** As it was signed first, with 65 000 gas. */
const firstBytes = signedBytes(
  {
    ...{ chainId: 1, nonce: 0, to: token.address, data: "0x", gas: 65_000n },
    fees: { maxFeeWei: 80n, maxTipWei: 8n }
  },
  { r: word("1"), s: word("2"), yParity: 0 }
)

/** Two payouts were signed at 0; what becomes of them later, with this base fee and no tip. */
const later = (millis: number, { baseFeeWei = 1n, isGivenUp = false } = {}) =>
  inMemory(
    Effect.gen(function* () {
      const job = yield* leased
      const wallets = yield* ChainWallets
      const orders = [payoutOf(1, 1), payoutOf(2, 1)]
      for (const order of orders) yield* wallets.queue(order)
      yield* signAll(job, { bytes: firstBytes, maxFeeWei: 80n, maxTipWei: 8n })
      if (isGivenUp) yield* wallets.abandon(payoutOf(1, 1))
      yield* TestClock.setTime(millis)
      const unsigned: Array<readonly [string, UnsignedTransaction]> = []
      const offered: Array<string> = []
      const rpc = {
        feeHistory: () => Effect.succeed({ oldestBlock: 1, baseFeePerGas: [1n, baseFeeWei], reward: [[0n]] }),
        broadcasts: (signed: ReadonlyArray<Hex>) =>
          Effect.sync(() => {
            offered.push(...signed)
            return signed.map((bytes) => Result.succeed(bytes))
          })
      } as unknown as Rpc["Service"]
      const signer: GuardedSigner = {
        forbids: () => undefined,
        sign: (_, purpose, transaction) =>
          Effect.sync(() => {
            unsigned.push([purpose, transaction])
            return { hash: `again ${transaction.nonce}`, bytes: `0x0${transaction.nonce}` }
          })
      }
      const open: ReadonlyArray<OpenTransaction> = yield* wallets.open(network)
      const changed = yield* keepBroadcast(
        ...([rpc, signer, options, open, job, new Map<string, number>(), () => Effect.void] as const)
      )
      return {
        ...{ unsigned, offered },
        forms: changed.map((each) => ("forms" in each ? each.forms.at(-1) : undefined)),
        tags: changed.map(({ _tag }) => _tag)
      }
    })
  )

const raised = { maxFeeWei: 91n, maxTipWei: 10n }

describe("a transaction that waits for a minute and a half", () => {
  const order = payoutOf(1, 1)

  it.effect("is signed again with the same gas and call, and higher fees, and that form is offered", () =>
    Effect.gen(function* () {
      assert.strictEqual(parseTransaction(firstBytes).gas, 65_000n)
      const { forms, offered, tags, unsigned } = yield* later(90_000, { baseFeeWei: 20n })
      assert.deepStrictEqual(unsigned, [
        [
          "payout",
          {
            ...{ chainId: 1, nonce: 0, fees: raised, gas: 65_000n },
            ...{ to: token.address, data: transferCall(order.recipient, order.amountMinor) }
          }
        ]
      ])
      assert.deepStrictEqual(forms, [
        {
          ...{ hash: "again 0", bytes: "0x00", ...raised },
          ...{ isCancel: false, at: 90_000, expiresAt: 0 }
        }
      ])
      // The one behind it waits for this one: a higher fee would change nothing.
      assert.deepStrictEqual([tags, offered], [["sent"], ["0x00", firstBytes]])
    })
  )

  it.effect("is offered as it is before, and when its fees would be more than three times those of now", () =>
    Effect.gen(function* () {
      for (const again of [yield* later(89_999, { baseFeeWei: 20n }), yield* later(90_000)])
        assert.deepStrictEqual([again.unsigned, again.offered], [[], [firstBytes, firstBytes]])
    })
  )
})

describe("a transaction that was given up", () => {
  it.effect("is cancelled at once, whatever that costs, by a transfer of nothing to the wallet itself", () =>
    Effect.gen(function* () {
      const { forms, offered, tags, unsigned } = yield* later(1, { isGivenUp: true })
      assert.deepStrictEqual(unsigned, [
        [
          "cancellation",
          { ...{ chainId: 1, nonce: 0, fees: raised }, ...{ to: wallet, data: "0x", gas: 21_000n } }
        ]
      ])
      assert.deepStrictEqual(
        forms.map((form) => form?.isCancel),
        [true]
      )
      assert.deepStrictEqual([tags, offered], [["cancelling"], ["0x00", firstBytes]])
    })
  )
})
