import type { Step } from "../Step.ts"

/** Upkeep knows what wallets held and how far sweeps were at the last comparison, and the differences that operators have acknowledged. */
export const step12: Step = {
  version: 12,
  columns: {
    chain_upkeeps: ["swept_before bigint", 'holdings text COLLATE "C"', 'acknowledged text COLLATE "C"']
  }
}
