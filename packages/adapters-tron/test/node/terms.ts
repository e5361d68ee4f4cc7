import type { FactoryKind } from "./factory.ts"
import type { Parameters, TokenRules } from "./TronState.ts"

export interface ChainTerms {
  /** 27, or fewer for short stories: with fewer, blocks are solid sooner. */
  readonly witnesses: number
  readonly token: TokenRules
  readonly parameters: Parameters
  /** The contract for deposit addresses, if one can be created. */
  readonly factory?: FactoryKind
}

/** As on the main network: a transfer burns about 6.4 or 13 TRX of energy. */
export const mainnetTerms: ChainTerms = {
  witnesses: 27,
  token: {
    ...{ decimals: 6, energyToHolder: 64_285n, energyToNewHolder: 130_285n, energyOfRefusal: 5_000n },
    ...{ penalty: 0n, isPaused: false }
  },
  parameters: {
    ...{ energyPrice: 100n, bandwidthPrice: 1_000n, maxFeeLimit: 15_000_000_000n, freeNetLimit: 600n },
    ...{ memoFee: 1_000_000n, newAccountFee: 1_000_000n, newAccountBandwidthFee: 100_000n },
    isStrictlyExpiring: false
  }
}
