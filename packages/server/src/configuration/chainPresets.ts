/** The token that a network's money is counted in. */
export interface ChainToken {
  readonly address: string
  readonly decimals: number
}

interface ChainPreset {
  readonly chainId: number
  /** USDT on the main chain. */
  readonly token: ChainToken
  /** Chains with worthless coins, on which every deployment has its own token. The first one is used in messages. */
  readonly testChainIds: readonly [number, ...ReadonlyArray<number>]
}

/**
 * What is known about public chains, by the name of their network. Decimals differ: a wrong number would move a
 * million times the amount.
 */
export const chainPresets: Readonly<Record<string, ChainPreset>> = {
  ethereum: {
    chainId: 1,
    token: { address: "0xdAC17F958D2ee523a2206206994597C13D831ec7", decimals: 6 },
    testChainIds: [11_155_111]
  },
  bsc: {
    chainId: 56,
    token: { address: "0x55d398326f99059fF775485246999027B3197955", decimals: 18 },
    testChainIds: [97]
  },
  polygon: {
    chainId: 137,
    token: { address: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F", decimals: 6 },
    testChainIds: [80_002]
  },
  // Nodes use the last four bytes of the first block's id as the id of their chain. The test chains are Nile and
  // Shasta.
  tron: {
    chainId: 0x2b_66_53_dc,
    token: { address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", decimals: 6 },
    testChainIds: [0xcd_86_90_dc, 0x94_a9_05_9e]
  }
}

/** The network of a public chain; undefined for a chain that is not known. */
export const networkOfChain = (
  chainId: number
): { readonly name: string; readonly isTest: boolean } | undefined => {
  for (const [name, preset] of Object.entries(chainPresets)) {
    if (preset.chainId === chainId) return { name, isTest: false }
    if (preset.testChainIds.includes(chainId)) return { name, isTest: true }
  }
  return undefined
}
