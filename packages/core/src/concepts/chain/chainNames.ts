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
  `${network}/${txHash}/${logIndex}`
