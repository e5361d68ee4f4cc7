import type { HostSigner } from "@quittance/adapters-evm"
import type { TronTransaction } from "./encode/TronTransaction.ts"

/** When a deposit address is worth being emptied. */
export interface TronSweepTerms {
  /** What must lie on it. */
  readonly minimumMinor: bigint
  /** What emptying one address may burn at most, in sun. */
  readonly maxFeeSun: bigint
}

/** TRON, or one of its test chains, on which a deployment acts by itself. Addresses are in Base58Check. */
export interface TronNetwork {
  readonly name: string
  /**
   * Two or more nodes, the preferred one first: that a transaction expired counts only if two say so. Each URL is the one below which
   * `/wallet/…` and `/jsonrpc` are. May contain keys.
   */
  readonly rpcUrls: readonly [string, ...ReadonlyArray<string>]
  /** The key of TronGrid, which only its nodes get. */
  readonly apiKey?: string | undefined
  /** What `eth_chainId` answers. */
  readonly chainId: number
  readonly token: {
    readonly address: string
    /** 6 or more. */
    readonly decimals: number
  }
  /** The depth at which a deposit is credited: 1 is the newest block. */
  readonly confirmations: number
  /** What a transaction must reach to be an outcome: a solidified block, or a number of blocks below the newest. */
  readonly finality: "finalized" | number
  /** Where deposits are swept to. */
  readonly treasury: string
  /** When deposit addresses are emptied without being asked; omitted if never. */
  readonly sweep?: TronSweepTerms | undefined
  /**
   * Where the energy of transactions comes from. `burn`: what the wallet has staked or rented first, then TRX. `staked`: what it has staked
   * or rented only; payouts wait until there is enough.
   */
  readonly energy: "burn" | "staked"
  /** Holds the keys of wallets that the store has no key of: a signer of the host. What it signs is compared with what was asked for. */
  readonly signer?: HostSigner<TronTransaction, string> | undefined
  /** The most that is signed for one payout. */
  readonly maxPayoutMinor?: bigint | undefined
  /** What all its wallets together pay out at most. */
  readonly maxPayoutPerHourMinor?: bigint | undefined
  readonly maxPayoutPerDayMinor?: bigint | undefined
  /** An alert is raised when a wallet has less TRX, in sun; by default less than 20 transfers burn now. */
  readonly minCoinSun?: bigint | undefined
  /** ... or less of the token, in minor units; by default never. */
  readonly minTokenMinor?: bigint | undefined
}
