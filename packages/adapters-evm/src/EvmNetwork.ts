/** One network on which a deployment acts by itself, complete. */
export interface EvmNetwork {
  readonly name: string
  /** One or more nodes, the preferred one first. May contain keys. */
  readonly rpcUrls: readonly [string, ...ReadonlyArray<string>]
  readonly chainId: number
  readonly token: {
    readonly address: string
    /** 6 or more. */
    readonly decimals: number
  }
  /** The depth at which a deposit is credited: 1 is the newest block. */
  readonly confirmations: number
  /** What a payout's transaction must reach to be its outcome: the node's tag, or a number of blocks below the newest. */
  readonly finality: "finalized" | "safe" | number
  /** Where deposits are swept to. */
  readonly treasury: string
  readonly maxPayoutPerHourMinor?: bigint | undefined
  readonly maxPayoutPerDayMinor?: bigint | undefined
}
