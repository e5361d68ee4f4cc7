import { assert, describe, it } from "@effect/vitest"
import { type ChainTransfer, otherExecution, type SettledTransaction } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Hex } from "../../src/hex.ts"
import type { Execution, LiveNetwork } from "../../src/LiveNetwork.ts"
import { transactionDifference, transferDifference } from "../../src/operate/onNetwork.ts"
import { evmSpelling } from "../../src/Spelling.ts"
import { transferTopic } from "../../src/tokenCalls.ts"
import { payoutOrder } from "../send/Paying.ts"
import { movedLog, openSlot, wallet } from "../send/SlotChain.ts"
import { type FakeLog, fakeToken } from "../watch/FakeChain.ts"
import { addressOf, name, outside } from "./FakeMoves.ts"

const deposit = addressOf(1)
const theToken = fakeToken.toUpperCase().replace("0X", "0x")
const [block, txHash] = [9, "0xabc"]

/** A network that has one transaction, with these logs. */
const networkOf = (logs: ReadonlyArray<FakeLog>, changes: Partial<Execution> = {}): LiveNetwork => {
  const execution = { blockNumber: block, transactionIndex: 0, failure: undefined, costWei: 21n, ...changes }
  const numbered = logs.map((log, logIndex) => ({ ...log, logIndex }))
  return {
    ...{ name, spelling: evmSpelling, token: { address: theToken, decimals: 6 } },
    executionOf: (hash: string) =>
      Effect.succeed(hash === txHash ? Option.some({ ...execution, logs: numbered }) : Option.none())
  } as Partial<LiveNetwork> as LiveNetwork
}

const paid = (value: bigint, to: string = deposit, of?: Hex) => movedLog(outside, to, value, of)

describe("a transfer of the journal", () => {
  const differs = (logs: ReadonlyArray<FakeLog>, changes: Partial<ChainTransfer> = {}, at = block) =>
    transferDifference(networkOf(logs, { blockNumber: at }), {
      ...{ address: deposit, blockNumber: block, position: 0, txHash, value: "5", ...changes }
    } as ChainTransfer)
  const missing = `transfer ${txHash} of 5 to ${deposit} is recorded in block 9, and ethereum does not have it there`

  it.effect("is on the network with its block, place, recipient and value", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* differs([paid(5n)]))
      for (const [logs, at] of [
        [[paid(5n)], 8],
        [[paid(6n)], block],
        [[paid(5n, addressOf(2))], block],
        [[paid(1n), paid(5n)], block],
        [[], block]
      ] as const)
        assert.strictEqual(yield* differs(logs, {}, at), missing)
      assert.include(yield* differs([paid(5n)], { txHash: "0xother" }), "does not have it there")
    })
  )

  it.effect("has its place among the transfers of the token only, in whatever execution", () =>
    Effect.gen(function* () {
      const approval: FakeLog = { ...paid(5n), topics: [`0x${"12".repeat(32)}`, ...paid(5n).topics.slice(1)] }
      const otherToken = paid(5n, deposit, `0x${"c1".repeat(20)}`)
      assert.strictEqual(approval.topics.includes(transferTopic), false)
      assert.strictEqual(yield* differs([approval]), missing)
      assert.strictEqual(yield* differs([otherToken]), missing)
      const logs = [approval, otherToken, paid(1n), paid(5n)]
      assert.isUndefined(yield* differs(logs, { position: 1 }))
      assert.isUndefined(yield* differs(logs, { position: 1 + otherExecution }))
      assert.strictEqual(yield* differs(logs, { position: 2 }), missing)
      assert.strictEqual(yield* differs(logs, { position: 3 }), missing)
    })
  )
})

describe("a settled transaction of the journal", () => {
  const order = payoutOrder(1)
  const { amountMinor, recipient } = order
  const moved = [movedLog(wallet, recipient, amountMinor)]
  const { forms } = openSlot(1, 4, ["it"])
  const settled = (changes: Partial<SettledTransaction> = {}) =>
    ({
      ...{ _tag: "completed", order, wallet, nonce: 4, hash: txHash, blockNumber: block, costWei: "21" },
      ...{ forms: forms.map((form) => ({ ...form, hash: txHash })), settledAt: 1, updatedAt: 1, ...changes }
    }) as SettledTransaction
  const differs = (changes: Partial<SettledTransaction>, network: LiveNetwork = networkOf(moved)) =>
    transactionDifference(network, settled(changes))
  const what = `transaction ${txHash} of payout ${order.payoutId}`

  it.effect("has the outcome and the cost that its block says", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* differs({}))
      assert.strictEqual(
        yield* differs({ costWei: "20" }),
        `${what} cost 21 wei on ethereum, and is recorded with 20`
      )
      assert.strictEqual(
        yield* differs({ _tag: "cancelled" }),
        `${what} is recorded as cancelled, and completed on ethereum`
      )
      assert.strictEqual(
        yield* differs({}, networkOf(moved, { failure: "no" })),
        `${what} is recorded as completed, and failed on ethereum`
      )
      assert.strictEqual(
        yield* differs({}, networkOf([movedLog(wallet, recipient, amountMinor + 1n)])),
        `${what} is recorded as completed, and moved something else on ethereum`
      )
    })
  )

  it.effect("is named by its own id when it pays nobody", () =>
    Effect.gen(function* () {
      const sweep = { ...order, id: "sweep-1", purpose: "sweep", payoutId: "" } as const
      assert.strictEqual(
        yield* differs({ order: sweep, costWei: "20" }),
        `transaction ${txHash} of sweep sweep-1 cost 21 wei on ethereum, and is recorded with 20`
      )
    })
  )

  it.effect("is in the block that is recorded, unless nothing used its slot", () =>
    Effect.gen(function* () {
      const missing = `${what} is recorded in block 9 for slot 4 of wallet ${wallet}, and ethereum does not have it there`
      assert.strictEqual(yield* differs({}, networkOf(moved, { blockNumber: 10 })), missing)
      assert.isUndefined(yield* differs({ hash: "" }))
    })
  )

  it.effect("agrees whatever it did, if something that was not signed here has the slot", () =>
    Effect.gen(function* () {
      const elsewhere = forms.map((form) => ({ ...form, hash: "0xother" }))
      assert.isUndefined(yield* differs({ forms: elsewhere, costWei: "1", _tag: "cancelled" }))
      assert.include(
        yield* differs({ forms: elsewhere }, networkOf(moved, { blockNumber: 10 })),
        "does not have it there"
      )
      // The one that the block has counts, not the latest.
      const both = [
        ...forms.map((form) => ({ ...form, hash: txHash })),
        ...elsewhere.map((form) => ({ ...form, isCancel: true }))
      ]
      assert.isUndefined(yield* differs({ forms: both }))
      assert.isUndefined(yield* differs({ forms: both.toReversed() }))
    })
  )
})
