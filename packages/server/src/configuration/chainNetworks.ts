import type { EvmNetwork } from "@quittance/adapters-evm"
import type { TronNetwork } from "@quittance/adapters-tron"
import type { Mode, Network } from "@quittance/core"
import { type ChainToken, chainPresets, networkOfChain } from "./chainPresets.ts"
import type { ChainSettings } from "./chainSettings.ts"
import { explorerStart } from "./explorerSetting.ts"

/** A network on which the server acts by itself, in the form that its adapter takes. */
export type ConfiguredNetwork =
  | { readonly kind: "evm"; readonly network: EvmNetwork }
  | { readonly kind: "tron"; readonly network: TronNetwork }

/** A network on which the server cannot act by itself, and the settings that it would need. */
export interface LackingNetwork {
  readonly name: string
  readonly lacks: ReadonlyArray<string>
}

/** The networks of a configuration file. */
export interface ChainNetworks {
  /**
   * All networks, without the settings that only this server needs: so no key in a URL leaves the configuration with
   * them.
   */
  readonly networks: ReadonlyArray<Network>
  /** Those on which the server acts by itself. */
  readonly chains: ReadonlyArray<ConfiguredNetwork>
  readonly lacking: ReadonlyArray<LackingNetwork>
  /** What the links of explorers begin with, by the network's name. */
  readonly explorers: { readonly [network: string]: string }
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
    explorers: Object.fromEntries(
      written.flatMap(({ explorerUrl, name }) =>
        explorerUrl === undefined ? [] : [[name, explorerStart(explorerUrl)] as const]
      )
    ),
    faults: read.flatMap(({ faults, network: { name } }) =>
      faults.map((fault) => `networks.${name}.${fault}`)
    )
  }
}

const readNetwork = (mode: Mode, written: Network & ChainSettings) => {
  const { own, rest } = byKind(written)
  const { maxPayoutPerDayMinor, maxPayoutPerHourMinor, minTokenMinor, rpcUrls, treasury, ...others } = rest
  const { agreeing, chainId: givenChainId, explorerUrl: _, token: givenToken, ...network } = others
  const { confirmations, name } = network
  const chainId = givenChainId ?? mainChainIn(mode, name)
  const token = givenToken ?? (chainId === undefined ? undefined : tokenOf(name, chainId))
  const faults = [
    ...faultsOf(mode, name, { chainId: givenChainId, token, treasury }),
    ...agreeingFaults(rpcUrls, agreeing),
    ...(written.kind === "tron" && mode === "live" ? witnessFaults(rpcUrls) : [])
  ]
  const [rpcUrl, ...otherUrls] = rpcUrls
  const needed = { rpcUrls: rpcUrl, chainId, token, treasury }
  const lacks = Object.entries(needed).flatMap(([key, value]) => (value === undefined ? [key] : []))
  if (chainId === undefined || token === undefined || treasury === undefined || rpcUrl === undefined) {
    // Otherwise a sandbox would simulate a network that its operator believes to be real.
    const isHalf = mode === "sandbox" && rpcUrl !== undefined
    const missing = isHalf ? lacks.map((key) => `${key} is required with rpcUrls${why(key, chainId)}`) : []
    return { network, chain: undefined, lacks, faults: [...faults, ...missing] }
  }
  // A larger payout could never be sent.
  const maxPayoutMinor = least(network.maxPayoutMinor, maxPayoutPerHourMinor, maxPayoutPerDayMinor)
  const chain = own({
    name,
    rpcUrls: [rpcUrl, ...otherUrls],
    ...{ agreeing, chainId, token, confirmations, treasury },
    ...{ maxPayoutMinor, maxPayoutPerHourMinor, maxPayoutPerDayMinor, minTokenMinor }
  })
  return {
    network: { ...network, maxPayoutMinor },
    chain,
    lacks: [],
    faults
  }
}

/** Only public chains have a token that is known. */
const why = (key: string, chainId: number | undefined): string =>
  key === "token" && chainId !== undefined
    ? `: no token is known on chain ${chainId}, so set its address and decimals, such as { "address": "0x…", "decimals": 6 }`
    : ""

/** The settings that are the same for networks of every kind. */
type SharedNetwork = Pick<
  EvmNetwork,
  keyof EvmNetwork & Exclude<keyof TronNetwork, "finality" | "signer" | "sweep">
>

const weiPerGwei = 10 ** 9

/** Takes the settings of one kind out of a network. `own` adds them to what networks of every kind have. */
const byKind = (written: Network & ChainSettings) => {
  if (written.kind === "evm") {
    const { finality, kind: _, minCoinMinor, signer, sweep, ...rest } = written
    const terms = sweep === false ? undefined : sweep
    const own = (shared: SharedNetwork): ConfiguredNetwork => ({
      kind: "evm",
      network: {
        ...{ ...shared, finality, signer, minCoinWei: minCoinMinor },
        sweep: terms && {
          minimumMinor: terms.minimumMinor,
          maxFeeWei: BigInt(Math.round(terms.maxFeeGwei * weiPerGwei))
        }
      }
    })
    return { own, rest }
  }
  const { apiKey, energy, finality, kind: _, minCoinMinor, sweep, ...rest } = written
  const terms = sweep === false ? undefined : sweep
  const own = (shared: SharedNetwork): ConfiguredNetwork => ({
    kind: "tron",
    network: {
      ...{ ...shared, apiKey, energy, finality, minCoinSun: minCoinMinor },
      sweep: terms && { minimumMinor: terms.minimumMinor, maxFeeSun: terms.maxFeeMinor }
    }
  })
  return { own, rest }
}

/** Sandboxes credit money that nobody sent, so they never act on a main chain, not even on request. */
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
      `chainId must be a test chain in sandbox mode, such as ${chainPresets[name]?.testChainIds[0]}: a sandbox credits money that nobody sent`
    )
  if (treasury !== undefined && treasury === token?.address)
    faults.push("treasury must not be the contract of the token")
  return faults
}

/** Two URLs of one host are one node. */
const hostsOf = (rpcUrls: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(rpcUrls.map((url) => new URL(url).host))

const agreeingFaults = (
  rpcUrls: ReadonlyArray<string>,
  agreeing: number | undefined
): ReadonlyArray<string> => {
  const { size } = hostsOf(rpcUrls)
  if (agreeing === undefined || agreeing <= size) return []
  const hosts = size === 1 ? "1 host" : `${size} hosts`
  return [`agreeing must be at most ${size}, because rpcUrls names ${hosts}: deposits would wait for ever`]
}

/** A sandbox may have one node: there a payout that no block takes waits, and an alert says why. */
const witnessFaults = (rpcUrls: ReadonlyArray<string>): ReadonlyArray<string> => {
  return hostsOf(rpcUrls).size === 1
    ? ["rpcUrls must name nodes on at least two hosts: one alone cannot prove that a transaction expired"]
    : []
}

const least = (first: bigint, ...others: ReadonlyArray<bigint | undefined>): bigint =>
  others.reduce<bigint>((low, other) => (other !== undefined && other < low ? other : low), first)
