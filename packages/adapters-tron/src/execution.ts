import type { Execution } from "@quittance/adapters-evm/parts"
import type { TransactionInfo } from "./node/TronApi.ts"

/** Core counts coins in 10^-18, and TRX has six decimals. */
export const weiPerSun = 10n ** 12n

/** The sentence for a failure, by its name in the nodes' answers. */
const failures: Readonly<Record<string, string>> = {
  OUT_OF_ENERGY: "it ran out of energy, and nothing was moved",
  OUT_OF_TIME: "the network gave it too little time, and nothing was moved",
  REVERT: "the contract refused it, and nothing was moved"
}

/** A full node's answer about a transaction in a block. */
export const executionOf = ({
  blockNumber,
  feeSun,
  isSuccess,
  logs,
  reason,
  result
}: TransactionInfo): Execution => ({
  blockNumber,
  // The node does not say it here. Payouts of a wallet in one block are alike.
  transactionIndex: 0,
  failure: isSuccess
    ? undefined
    : (failures[result] ?? `the network carried it out and it failed (${result})`),
  ...(reason !== undefined && { reason }),
  costWei: feeSun * weiPerSun,
  logs: logs.map((log, logIndex) => ({ ...log, logIndex }))
})
