import type { ChainWallet } from "@quittance/core/adapter"
import type { Effect } from "effect"
import type { LiveNetwork } from "../LiveNetwork.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import type { Forgotten } from "./readBack.ts"

/** What a comparison needs from a network beyond what all parts share. */
export interface ComparedNetwork extends LiveNetwork {
  /** Wallets that made transactions which this store did not sign, each in a sentence. */
  readonly aheadOf: (
    wallets: ReadonlyArray<ChainWallet>
  ) => Effect.Effect<ReadonlyArray<string>, RpcUnavailable>
  /** Whether its nodes show balances with what transactions do that no block has yet. */
  readonly showsWaiting: boolean
  /** What wallets did without the journal's knowledge. */
  readonly forgottenBy: Forgotten
}
