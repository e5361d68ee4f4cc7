import type { ChainWallet } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"

/**
 * Wallets that have made more transactions than this store signed, each in a sentence: the store is older than they
 * are, or somebody else has a key. What they paid is not known here, so nothing may be paid again, by no wallet of the
 * network. Transactions that no block contains yet count as well.
 */
export const walletsAhead = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  network: string,
  wallets: ReadonlyArray<ChainWallet>
) {
  const found: Array<string> = []
  for (const { address, nextNonce } of wallets) {
    const made = Math.max(
      yield* rpc.transactionCount(address as Hex, "latest"),
      yield* rpc.transactionCount(address as Hex, "pending")
    )
    if (made > nextNonce)
      found.push(
        `wallet ${address} has made ${made} transactions on ${network}, and ${nextNonce} were signed by this store`
      )
  }
  return found satisfies ReadonlyArray<string>
})
