import type { HostSigner } from "./send/OutsideSigner.ts"

/** When a deposit address is worth sweeping. */
export interface SweepTerms {
  /** The least amount on it. */
  readonly minimumMinor: bigint
  /** The highest fee for a unit of gas at which it is swept. */
  readonly maxFeeWei: bigint
}

/** One network on which a deployment acts by itself, complete. */
export interface EvmNetwork {
  readonly name: string
  /** One or more nodes, the preferred one first. May contain keys. */
  readonly rpcUrls: readonly [string, ...ReadonlyArray<string>]
  /**
   * How many of the nodes, by distinct hosts, must show the same block and the same receipt before a transfer is
   * credited, and the same outcome before a payout is settled; from 1 to the number of hosts. By default that number,
   * and at most 2.
   */
  readonly agreeing?: number | undefined
  readonly chainId: number
  readonly token: {
    readonly address: string
    /** 6 or more. */
    readonly decimals: number
  }
  /** The depth at which a deposit is credited: 1 is the newest block. */
  readonly confirmations: number
  /**
   * What a payout's transaction must reach to be its outcome: the node's tag, or a number of blocks below the newest.
   */
  readonly finality: "finalized" | "safe" | number
  /** Where deposits are swept to. */
  readonly treasury: string
  /** When deposit addresses are swept automatically; omitted if never. */
  readonly sweep?: SweepTerms | undefined
  /**
   * Holds the keys of wallets whose key is not in the store: the URL of a Web3Signer, which may contain a secret, or
   * a signer of the host. Its signature is compared with the request.
   */
  readonly signer?: { readonly url: string } | HostSigner | undefined
  /** The most that is signed for one payout. */
  readonly maxPayoutMinor?: bigint | undefined
  /** The most that all its wallets together pay out. */
  readonly maxPayoutPerHourMinor?: bigint | undefined
  readonly maxPayoutPerDayMinor?: bigint | undefined
  /**
   * An alert is raised when a wallet has less of the network's own coin, in wei; by default less than 20 transfers cost
   * now.
   */
  readonly minCoinWei?: bigint | undefined
  /** ... or less of the token, in minor units; by default never. */
  readonly minTokenMinor?: bigint | undefined
}
