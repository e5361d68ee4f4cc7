import { Effect } from "effect"
import type { Rpc } from "../rpc/Rpc.ts"
import { suggestedFees } from "./fees.ts"

/** Fees for a transaction now: the base fee of the next block, and the largest of the median tips of the last five. */
export const currentFees = (rpc: Rpc["Service"]) =>
  Effect.map(rpc.feeHistory(5, [50]), ({ baseFeePerGas, reward }) => {
    const tips = reward.flat()
    const largest = tips.reduce((a, b) => (a > b ? a : b), 0n)
    return suggestedFees({ baseFeeWei: baseFeePerGas.at(-1) ?? 0n, tipWei: largest })
  })
