import type { ChainTransactionOrder, SlotOutcome } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { SenderOptions } from "./SenderOptions.ts"
import { callOf } from "./signQueued.ts"

/**
 * The outcome of a failed payout with the contract's reason, which receipts do not have: the same call is simulated on
 * the state before its block. It decides nothing, and may be missing.
 */
export const withReason = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  options: Pick<SenderOptions, "token">,
  wallet: Hex,
  order: ChainTransactionOrder,
  outcome: SlotOutcome
) {
  if (outcome._tag !== "failed" || order.purpose !== "payout") return outcome
  const again = yield* Effect.result(
    rpc.call({ from: wallet, ...callOf(order, options) }, outcome.blockNumber - 1)
  )
  return again._tag === "Failure" && again.failure._tag === "CallReverted"
    ? { ...outcome, reason: `${outcome.reason}: ${again.failure.reason}` }
    : outcome
})
