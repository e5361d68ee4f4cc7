import { assert, describe } from "@effect/vitest"
import {
  type ChainTransactionOrder,
  type ChainWallet,
  ChainWallets,
  type SettledTransaction
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { makeOutgoing, outgoingDifference } from "../../src/operate/outgoingTransfers.ts"
import { blockMillis, genesisMillis, hashOfText } from "../watch/FakeChain.ts"
import { addressOf, type FakeMoves, moving, outside, treasury, wallet } from "./FakeMoves.ts"

const second = addressOf(21)

const walletSince = (block: number, address: string = wallet) =>
  ({ address, createdAt: genesisMillis + block * blockMillis }) as ChainWallet

/** What left wallets in the blocks above one, up to another: the block and the value. */
const left = Effect.fnUntraced(function* (
  fake: FakeMoves,
  wallets: ReadonlyArray<ChainWallet>,
  { above = 0, comparedAt = 0, upTo = 100 } = {}
) {
  const found: Array<readonly [number, bigint]> = []
  const outgoing = yield* makeOutgoing(fake.network, wallets, { comparedAt })
  yield* outgoing(above, upTo, ({ value }, blockNumber) =>
    Effect.sync(() => {
      found.push([blockNumber, value])
    })
  )
  return found
})

const transfer = {
  ...{ txHash: hashOfText("pays"), position: 0, logIndex: 0 },
  ...{ sender: wallet, recipient: outside, value: 7n }
}
const order: Partial<ChainTransactionOrder> = { recipient: outside, amountMinor: 7n }

describe("what left wallets", () => {
  moving("is found from after the block at which the store got them", (fake) =>
    Effect.gen(function* () {
      for (const block of [29, 30, 31, 60, 61]) fake.move(block, wallet, outside, BigInt(block))
      fake.move(31, outside, wallet, 5n)
      fake.move(50, second, outside, 50n)
      fake.move(51, second, outside, 51n)
      const wallets = [walletSince(30), walletSince(50, second)]
      assert.deepStrictEqual(
        (yield* left(fake, wallets)).map(([block]) => block),
        [31, 60, 61, 51]
      )
      assert.deepStrictEqual(fake.ranges, [[31, 100]])
      assert.deepStrictEqual(yield* left(fake, wallets, { above: 60, upTo: 61 }), [[61, 61n]])
      assert.deepStrictEqual(fake.ranges.at(-1), [61, 61])
    })
  )

  moving("is found in all blocks when they were compared before", (fake) =>
    Effect.gen(function* () {
      fake.move(20, wallet, outside, 1n)
      const since = walletSince(30)
      assert.deepStrictEqual(yield* left(fake, [since], { comparedAt: since.createdAt - 1 }), [])
      assert.deepStrictEqual(yield* left(fake, [since], { comparedAt: since.createdAt }), [[20, 1n]])
    })
  )
})

describe("a transfer out of a wallet", () => {
  const differs = `transaction ${transfer.txHash} moved 7 of the token from wallet ${wallet} to ${outside} on ethereum, and no payout of the journal did`

  const said = (fake: FakeMoves) => outgoingDifference(fake.network, transfer)

  for (const [what, change, settled, isOurs] of [
    ["by its payout is known", {}, {}, true],
    ["by something that was read back is known", { purpose: "other", recipient: treasury }, {}, true],
    ["by a payout that was read back is known", {}, { _tag: "unclaimed" }, true],
    ["by a failed payout differs", {}, { _tag: "failed" }, false],
    ["by a cancellation differs", { purpose: "other" }, { _tag: "cancelled" }, false],
    ["from another wallet than its payout's differs", {}, { wallet: second }, false],
    ["to another than its payout's recipient differs", { recipient: treasury }, {}, false],
    ["of another amount than its payout's differs", { amountMinor: 8n }, {}, false],
    ["by a sweep differs", { purpose: "sweep" }, {}, false],
    ["by another transaction than its payout's differs", {}, { hash: hashOfText("another") }, false]
  ] as ReadonlyArray<readonly [string, Partial<ChainTransactionOrder>, Partial<SettledTransaction>, boolean]>)
    moving(what, (fake) =>
      Effect.gen(function* () {
        fake.transaction({ ...order, ...change }, { hash: transfer.txHash, ...settled })
        assert.strictEqual(yield* said(fake), isOurs ? undefined : differs)
      })
    )

  moving("is known among others of its transaction", (fake) =>
    Effect.gen(function* () {
      fake.transaction({ ...order, recipient: treasury }, { hash: transfer.txHash })
      fake.transaction(order, { hash: transfer.txHash })
      assert.isUndefined(yield* said(fake))
    })
  )

  for (const [what, change, isOurs] of [
    ["like a signed payout is known, whatever was signed", {}, true],
    ["to another than a signed payout's recipient differs", { recipient: treasury }, false],
    ["of another amount than a signed payout's differs", { amountMinor: 8n }, false],
    ["like a signed sweep differs", { purpose: "sweep" }, false]
  ] as ReadonlyArray<readonly [string, Partial<ChainTransactionOrder>, boolean]>)
    moving(what, (fake) =>
      Effect.gen(function* () {
        fake.transaction({ ...order, recipient: treasury, amountMinor: 1n }, { _tag: "sent", forms: [] })
        fake.transaction({ ...order, ...change }, { _tag: "sent", forms: [] })
        assert.strictEqual(yield* said(fake), isOurs ? undefined : differs)
      })
    )

  moving("like a payout that another wallet signed differs", (fake) =>
    Effect.gen(function* () {
      fake.transaction(order, { _tag: "sent", forms: [], wallet: second } as never)
      assert.strictEqual(yield* said(fake), differs)
    })
  )

  moving("is known whose payout gets its outcome between two questions", (fake) =>
    Effect.gen(function* () {
      const wallets = yield* ChainWallets
      const open: typeof wallets.open = () =>
        Effect.sync(() => {
          fake.transaction(order, { hash: transfer.txHash })
          return []
        })
      assert.isUndefined(yield* Effect.provideService(said(fake), ChainWallets, { ...wallets, open }))
    })
  )
})
