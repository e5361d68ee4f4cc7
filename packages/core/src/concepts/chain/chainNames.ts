import { globalScope, partnerScope } from "../../kernel/concept/ClaimScope.ts"
import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of networks. */

export const chainJobs = {
  read: jobKind("chain.read"),
  send: jobKind("chain.send"),
  sweep: jobKind("chain.sweep"),
  check: jobKind("chain.check")
}

export const chainClaims = {
  /** By `addressClaimKey`. A deposit address is never given out twice. */
  depositAddress: globalScope("depositAddress"),
  /** By `transferClaimKey`. A transfer is recorded once: it goes to one address, and an address is one partner's. */
  transfer: partnerScope("transfer")
}

export const addressClaimKey = (network: string, address: string): string => `${network}/${address}`

/** `txHash` as `canonicalTxHash` spells it. */
export const transferClaimKey = (network: string, txHash: string, logIndex: number): string =>
  `${transferFolder(network, txHash)}/${logIndex}`

/** What the keys of all transfers of a transaction begin with, before a slash. */
export const transferFolder = (network: string, txHash: string): string => `${network}/${txHash}`

declare module "../../kernel/ledger/Ledger.ts" {
  interface JournalEntryKinds {
    readonly "gas.spent": true
  }
}

declare module "../../kernel/work/Alert.ts" {
  interface AlertKinds {
    readonly "chain.behind": true
    readonly "chain.clock": true
    readonly "chain.foreign": true
    readonly "chain.differs": true
    readonly "chain.doubtful": true
    readonly "chain.funds": true
    readonly "chain.limit": true
    readonly "chain.low": true
    readonly "chain.refused": true
    readonly "chain.signer": true
    readonly "chain.silent": true
    readonly "chain.slot": true
    readonly "chain.token": true
    readonly "chain.unchecked": true
    readonly "chain.reorganised": true
    readonly "chain.disputed": true
  }
}
