import type { HostSigner } from "@quittance/adapters-evm"
import type { TronTransaction } from "./encode/TronTransaction.ts"

/** When a deposit address is worth sweeping. */
export interface TronSweepTerms {
  /** The least amount on it. */
  readonly minimumMinor: bigint
  /** The most that emptying one address may burn, in sun. */
  readonly maxFeeSun: bigint
}

/** TRON, or one of its test chains, on which the server acts by itself. Addresses are in Base58Check. */
export interface TronNetwork {
  readonly name: string
  /**
   * Two or more nodes, the preferred one first: a transaction counts as expired only if two say so. Each URL ends
   * before `/wallet/…` and `/jsonrpc`. May contain keys.
   */
  readonly rpcUrls: readonly [string, ...ReadonlyArray<string>]
  /** The key of TronGrid. Only its nodes get it. */
  readonly apiKey?: string | undefined
  /**
   * How many of the nodes, by distinct hosts, must show the same block and the same receipt before a transfer is
   * credited, and the same outcome before a payout is settled; from 1 to the number of hosts. By default that number,
   * and at most 2.
   */
  readonly agreeing?: number | undefined
  /** What `eth_chainId` answers. */
  readonly chainId: number
  readonly token: {
    readonly address: string
    /** 6 or more. */
    readonly decimals: number
  }
  /** The depth at which a deposit is credited: 1 is the newest block. */
  readonly confirmations: number
  /** When a transaction is an outcome: in a solidified block, or at a number of blocks below the newest. */
  readonly finality: "finalized" | number
  /** Where deposits are swept to. */
  readonly treasury: string
  /** When deposit addresses are swept automatically; omitted if never. */
  readonly sweep?: TronSweepTerms | undefined
  /**
   * Where the energy of transactions comes from. `burn`: what the wallet has staked or rented first, then TRX.
   * `staked`: what it has staked or rented only; payouts wait until there is enough.
   */
  readonly energy: "burn" | "staked"
  /**
   * Holds the keys of wallets whose key is not in the store: a signer of the host. Its signature is compared with the
   * request.
   */
  readonly signer?: HostSigner<TronTransaction, string> | undefined
  /** The most that is signed for one payout. */
  readonly maxPayoutMinor?: bigint | undefined
  /** The most that all its wallets together pay out. */
  readonly maxPayoutPerHourMinor?: bigint | undefined
  readonly maxPayoutPerDayMinor?: bigint | undefined
  /** An alert is raised when a wallet has less TRX, in sun; by default less than 20 transfers burn now. */
  readonly minCoinSun?: bigint | undefined
  /** ... or less of the token, in minor units; by default never. */
  readonly minTokenMinor?: bigint | undefined
}
