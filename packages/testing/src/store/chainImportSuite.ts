import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  type ChainTransactionOrder,
  coin,
  LedgerReader,
  type ReadSlot,
  readBackId,
  zeroBalances
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Checks } from "../Suite.ts"
import { checked, orderOf, walletWith } from "./ChainSamples.ts"
import { start } from "./StoreSamples.ts"

/** What a network has in a slot, which fits a payout or none. */
const slotOf = (network: string, nonce: number, payout?: ChainTransactionOrder): ReadSlot => {
  const hash = `0x${String(nonce).padStart(64, "0")}`
  return {
    nonce,
    outcome: { _tag: "completed", hash, blockNumber: 12, costWei: 10n ** 20n, reason: "" },
    order: { ...orderOf(network, ""), id: readBackId(network, hash), payoutId: "", payoutPartnerId: "" },
    payout
  }
}

export const chainImportChecks = {
  "what was read back gets its slots, in one commit with the wallet and in its order": checked(
    Effect.gen(function* () {
      const { network, wallet, wallets } = yield* walletWith(["a", "b"])
      const import_ = (...slots: ReadonlyArray<ReadSlot>) =>
        wallets.importSlots(network, wallet.address, slots, [{ from: start, minor: 2n }])
      const unqueued = { ...orderOf(network, "c"), createdAt: start + 5 }
      for (const nonce of [6, 8]) assert.isUndefined(yield* import_(slotOf(network, nonce)))
      assert.isUndefined(yield* import_(slotOf(network, 7), slotOf(network, 9)))
      assert.strictEqual((yield* wallets.wallets(network))[0]?.nextNonce, 7)
      const failed = slotOf(network, 10)
      const recorded = yield* import_(
        slotOf(network, 7, orderOf(network, "a")),
        slotOf(network, 8, unqueued),
        slotOf(network, 9),
        { ...failed, outcome: { ...failed.outcome, _tag: "failed", reason: "it reverted" } }
      )
      assert.deepStrictEqual(
        recorded?.map((each) => [each._tag, "nonce" in each && each.nonce, each.order.payoutId]),
        [
          ["assumed", 7, "payout a"],
          ["assumed", 8, "payout c"],
          ["unclaimed", 9, ""],
          ["failed", 10, ""]
        ]
      )
      const [after] = yield* wallets.wallets(network)
      assert.deepStrictEqual([after?.nextNonce, after?.spent], [11, [{ from: start, minor: 2n }]])
      assert.deepStrictEqual(
        (yield* wallets.doubtful(network)).map(({ nonce }) => nonce),
        [9, 7, 8]
      )
      for (const each of recorded ?? [])
        assert.deepStrictEqual(yield* wallets.transaction(network, each.order.id), Option.some(each))
      const ledger = yield* LedgerReader
      const spentMinor = 4n * 10n ** 11n
      assert.deepStrictEqual(yield* ledger.balances(network, coin), {
        ...zeroBalances,
        gas: -spentMinor,
        onChain: spentMinor
      })
    })
  ),

  "a payout that was given up meanwhile does not get what fits it": checked(
    Effect.gen(function* () {
      const { network, wallet, wallets } = yield* walletWith(["a"])
      const order = orderOf(network, "a")
      yield* wallets.abandon(order)
      const recorded = yield* wallets.importSlots(network, wallet.address, [slotOf(network, 7, order)], [])
      assert.deepStrictEqual(
        recorded?.map(({ _tag, order }) => [_tag, order.payoutId]),
        [["unclaimed", ""]]
      )
    })
  ),

  "what looks like a transfer that was read back is not signed before an operator says so, and holds up nothing else":
    checked(
      Effect.gen(function* () {
        const { assign, network, wallet, wallets } = yield* walletWith(["a", "b", "c"])
        const other = { ...orderOf(network, "d", start + 9), amountMinor: 1n }
        yield* wallets.queue(other)
        yield* wallets.importSlots(network, wallet.address, [slotOf(network, 7), slotOf(network, 8)], [])
        const heldBack = Effect.map(wallets.heldBack(network), (all) =>
          all.map(({ order }) => order.payoutId)
        )
        assert.deepStrictEqual(yield* heldBack, ["payout a", "payout b", "payout c"])
        assert.deepStrictEqual(
          (yield* assign(1)).map(({ nonce, order }) => [order.payoutId, nonce]),
          [["payout d", 9]]
        )
        const [first, second] = yield* wallets.doubtful(network)
        if (first === undefined || second === undefined) return assert.fail("both are in doubt")
        const claimed = yield* wallets.claim(first.order.id, orderOf(network, "b"))
        assert.deepInclude(claimed, { _tag: "completed", nonce: 7, hash: first.hash, costWei: "0" })
        assert.strictEqual(
          Option.getOrThrow(yield* wallets.transaction(network, first.order.id))._tag,
          "claimed"
        )
        for (const id of [first.order.id, orderOf(network, "a").id]) {
          assert.strictEqual(
            (yield* Effect.flip(wallets.claim(id, orderOf(network, "c"))))._tag,
            "ChainTransactionCommandRefused"
          )
          assert.strictEqual(
            (yield* Effect.flip(wallets.clear(network, id)))._tag,
            "ChainTransactionCommandRefused"
          )
        }
        assert.deepStrictEqual(yield* heldBack, ["payout a", "payout c"])
        assert.deepStrictEqual(yield* assign(5), [])
        assert.strictEqual((yield* wallets.clear(network, second.order.id))._tag, "completed")
        assert.deepStrictEqual(yield* heldBack, [])
        assert.deepStrictEqual(
          (yield* assign(5)).map(({ order }) => order.payoutId),
          ["payout a", "payout c"]
        )
      })
    )
} satisfies Checks<StorePorts | Ids>
