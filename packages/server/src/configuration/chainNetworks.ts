import type { Mode, Network } from "@quittance/core"
import type { EvmNetwork, SweepTerms } from "@quittance/adapters-evm"
import { type ChainToken, chainPresets, networkOfChain } from "./chainPresets.ts"
import type { ChainSettings } from "./chainSettings.ts"
import type { SweepSetting } from "./sweepSetting.ts"

/** A network on which the server cannot act by itself, and the settings that it would need. */
export interface LackingNetwork {
  readonly name: string
  readonly lacks: ReadonlyArray<string>
}

/** What the networks of a configuration file mean. */
export interface ChainNetworks {
  /** All networks, without what only this server needs: no key of a URL leaves the configuration with them. */
  readonly networks: ReadonlyArray<Network>
  /** Those on which the server acts by itself. */
  readonly chains: ReadonlyArray<EvmNetwork>
  readonly lacking: ReadonlyArray<LackingNetwork>
  /** Each with its path. */
  readonly faults: ReadonlyArray<string>
}

/** Separates the settings of chains from those of networks, completes them, and checks them together. */
export const chainNetworksOf = (
  mode: Mode,
  written: ReadonlyArray<Network & ChainSettings>
): ChainNetworks => {
  const read = written.map((each) => readNetwork(mode, each))
  return {
    networks: read.map(({ network }) => network),
    chains: read.flatMap(({ chain }) => chain ?? []),
    lacking: read.flatMap(({ lacks, network: { name } }) => (lacks.length === 0 ? [] : { name, lacks })),
    faults: read.flatMap(({ faults, network: { name } }) =>
      faults.map((fault) => `networks.${name}.${fault}`)
    )
  }
}

const readNetwork = (mode: Mode, written: Network & ChainSettings) => {
  const { finality, maxPayoutPerDayMinor, maxPayoutPerHourMinor, rpcUrls, sweep, treasury, ...rest } = written
  const { chainId: givenChainId, minCoinWei, minTokenMinor, signer, token: givenToken, ...network } = rest
  const { addressFormat, confirmations, name } = network
  const chainId = givenChainId ?? mainChainIn(mode, name)
  const token = givenToken ?? (chainId === undefined ? undefined : tokenOf(name, chainId))
  const faults = faultsOf(mode, name, { chainId: givenChainId, token, treasury })
  const [rpcUrl, ...otherUrls] = rpcUrls
  const needed = { rpcUrls: rpcUrl, chainId, token, treasury }
  const lacks = Object.entries(needed).flatMap(([key, value]) => (value === undefined ? [key] : []))
  if (chainId === undefined || token === undefined || treasury === undefined || rpcUrl === undefined) {
    // A sandbox would otherwise simulate a network that its operator takes for real.
    const isHalf = mode === "sandbox" && rpcUrl !== undefined
    const missing = isHalf ? lacks.map((key) => `${key} is required with rpcUrls`) : []
    return {
      network,
      chain: undefined,
      lacks: addressFormat === "evm" ? lacks : [],
      faults: [...faults, ...missing]
    }
  }
  // A larger payout could never be sent.
  const maxPayoutMinor = least(network.maxPayoutMinor, maxPayoutPerHourMinor, maxPayoutPerDayMinor)
  const chain: EvmNetwork = {
    name,
    rpcUrls: [rpcUrl, ...otherUrls],
    ...{ chainId, token, confirmations, finality, treasury },
    ...{ signer, maxPayoutMinor, maxPayoutPerHourMinor, maxPayoutPerDayMinor, minCoinWei, minTokenMinor },
    sweep: sweep === false ? undefined : sweepTerms(sweep)
  }
  return {
    network: { ...network, maxPayoutMinor },
    chain,
    lacks: [],
    faults
  }
}

const weiPerGwei = 10 ** 9

const sweepTerms = ({ maxFeeGwei, minimumMinor }: SweepSetting): SweepTerms => ({
  minimumMinor,
  maxFeeWei: BigInt(Math.round(maxFeeGwei * weiPerGwei))
})

/** Sandboxes credit money that nobody sent, so they never act on a main chain unasked, nor asked. */
const mainChainIn = (mode: Mode, name: string): number | undefined =>
  mode === "live" ? chainPresets[name]?.chainId : undefined

const tokenOf = (name: string, chainId: number): ChainToken | undefined => {
  const preset = chainPresets[name]
  return preset?.chainId === chainId ? preset.token : undefined
}

const faultsOf = (
  mode: Mode,
  name: string,
  { chainId, token, treasury }: Pick<ChainSettings, "chainId" | "token" | "treasury">
): ReadonlyArray<string> => {
  const known = chainId === undefined ? undefined : networkOfChain(chainId)
  const faults: Array<string> = []
  if (known !== undefined && known.name !== name) faults.push(`chainId is that of ${known.name}`)
  else if (known !== undefined && !known.isTest && mode === "sandbox")
    faults.push(
      `chainId must be a test chain in sandbox mode, such as ${chainPresets[name]?.testChainId}: a sandbox credits money that nobody sent`
    )
  if (treasury !== undefined && treasury === token?.address)
    faults.push("treasury must not be the contract of the token")
  return faults
}

const least = (first: bigint, ...others: ReadonlyArray<bigint | undefined>): bigint =>
  others.reduce<bigint>((low, other) => (other !== undefined && other < low ? other : low), first)
