import type { SweepSetting } from "./sweepSetting.ts"

/** The token that a network's money is counted in. */
export interface ChainToken {
  readonly address: string
  readonly decimals: number
}

interface ChainPreset {
  readonly chainId: number
  /** USDT on the main chain. */
  readonly token: ChainToken
  /** Chains with worthless coins, on which every deployment has a token of its own. */
  readonly testChainId: number
  /** For which the gas of a first sweep, 51 000, is some 2 % of what is moved at most. */
  readonly sweep: SweepSetting
}

/** What is known of public chains, by the name of their network. Decimals differ: a wrong count would move a millionfold amount. */
export const chainPresets: Readonly<Record<string, ChainPreset>> = {
  ethereum: {
    chainId: 1,
    token: { address: "0xdAC17F958D2ee523a2206206994597C13D831ec7", decimals: 6 },
    testChainId: 11_155_111,
    sweep: { minimumMinor: 100_000_000n, maxFeeGwei: 10 }
  },
  bsc: {
    chainId: 56,
    token: { address: "0x55d398326f99059fF775485246999027B3197955", decimals: 18 },
    testChainId: 97,
    sweep: { minimumMinor: 10_000_000n, maxFeeGwei: 3 }
  },
  polygon: {
    chainId: 137,
    token: { address: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F", decimals: 6 },
    testChainId: 80_002,
    sweep: { minimumMinor: 10_000_000n, maxFeeGwei: 500 }
  }
}

/** The terms of a network that is not known. */
export const usualSweep: SweepSetting = { minimumMinor: 50_000_000n, maxFeeGwei: 20 }

/** The network of a public chain; undefined for a chain that is not known. */
export const networkOfChain = (
  chainId: number
): { readonly name: string; readonly isTest: boolean } | undefined => {
  for (const [name, preset] of Object.entries(chainPresets)) {
    if (preset.chainId === chainId) return { name, isTest: false }
    if (preset.testChainId === chainId) return { name, isTest: true }
  }
  return undefined
}
