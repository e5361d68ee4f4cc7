import {
  type ChainNetworks,
  ChainUnavailable,
  ChainWallets,
  type LeasedJob,
  millisPerHour,
  option,
  optionGroup,
  refuseOptions
} from "@quittance/core/adapter"
import { Effect, type Layer } from "effect"
import { type ActingNetwork, type ActingServices, actingNetworks } from "./ActingNetwork.ts"
import { depositContracts, liveNetwork } from "./asLive.ts"
import type { ChainOperators } from "./ChainOperators.ts"
import type { EvmNetwork } from "./EvmNetwork.ts"
import { expectedFactory, makeAddressOf } from "./factory.ts"
import type { Hex } from "./hex.ts"
import { evmNetworkRules } from "./networkRules.ts"
import { compare } from "./operate/compare.ts"
import { deploy } from "./operate/deploy.ts"
import { gasBudget } from "./operate/gasBudget.ts"
import { orRefused } from "./operate/orRefused.ts"
import { reconcile } from "./operate/reconcile.ts"
import { status } from "./operate/status.ts"
import { sweep } from "./operate/sweep.ts"
import { sweepTurn } from "./operate/sweepTurn.ts"
import { createWallet, importWallet, recordWallet, slotAfterUsed } from "./operate/wallets.ts"
import { httpFetch } from "./rpc/httpFetch.ts"
import type { Fetch } from "./rpc/NodeHttp.ts"
import { Rpc } from "./rpc/Rpc.ts"
import { evmSpelling } from "./Spelling.ts"
import { networkSigner } from "./send/networkSigner.ts"
import { hostSigner } from "./send/OutsideSigner.ts"
import { makeRaiseOnce } from "./send/repeatedAlert.ts"
import { makeSender } from "./send/Sender.ts"
import { limitsOf } from "./send/spending.ts"
import { evmForm } from "./send/TransactionForm.ts"
import { walletsAhead } from "./send/walletsAhead.ts"
import { web3Signer } from "./send/web3Signer.ts"
import { simulatedDelivery } from "./simulatedDelivery.ts"
import { afterProof } from "./tokenProof.ts"
import { agreeingOf } from "./watch/agreedHead.ts"
import { makeChainWatcher } from "./watch/ChainWatcher.ts"
import { makeNetworkHealth } from "./watch/networkHealth.ts"
import { watchedNodes } from "./watch/WatchedNetwork.ts"

/** How often a network is read: BSC and Polygon make a block in about this time. */
const pollMillis = 2_000

export interface EvmNetworksOptions {
  readonly networks: ReadonlyArray<EvmNetwork>
  /** How nodes are asked; the platform's own. */
  readonly fetch?: Fetch
}

/** The networks on which a deployment acts by itself, and what operators do with them. */
export const layer = (
  options: EvmNetworksOptions
): Layer.Layer<ChainNetworks | ChainOperators, never, ActingServices> => {
  refuseOptions<EvmNetworksOptions>(
    options,
    {
      networks: option.listOf(optionGroup<EvmNetwork>(evmNetworkRules)),
      fetch: option.optional(option.call())
    },
    "EvmNetworks"
  )
  return actingNetworks(options.networks.map((network) => actingOn(network, options.fetch)))
}

/** One network, for a deployment that also has others. */
export const acting = (network: EvmNetwork, fetch?: Fetch) => {
  refuseOptions<EvmNetwork>(network, evmNetworkRules, "EvmNetworks.acting")
  return actingOn(network, fetch)
}

const actingOn = Effect.fnUntraced(function* (
  network: EvmNetwork,
  fetch: Fetch = httpFetch
): Effect.fn.Return<ActingNetwork, never, ActingServices> {
  const { chainId, finality, name, rpcUrls, token } = network
  const { minCoinWei, minTokenMinor, treasury } = network
  const wallets = yield* ChainWallets
  const rpc = yield* Effect.orDie(Rpc.make({ urls: rpcUrls, chainId, fetch }))
  const agreeing = agreeingOf(rpc.nodes, network.agreeing)
  const live = liveNetwork(network, rpc)
  const outside = yield* outsideSigner(network)
  const signer = yield* networkSigner(name, evmForm, outside)
  const delivery = Effect.flatMap(wallets.wallets(name), (own) =>
    simulatedDelivery(rpc, token, [...own.map(({ address }) => address), treasury])
  )
  const { fault, isToken, mayPay, proof, proven, provenNow } = afterProof(live, delivery)
  const { factory, implementation } = expectedFactory(network)
  const forbidden = [token.address, treasury, factory.address, implementation.address]
  const options = {
    ...{ network: name, chainId, token, finality, agreeing, treasury, limits: limitsOf(network) },
    floors: { coinWei: minCoinWei, tokenMinor: minTokenMinor }
  }
  const send = yield* makeSender(rpc, signer, options, mayPay)
  const watcher = yield* makeChainWatcher({
    name,
    spelling: evmSpelling,
    ...watchedNodes(rpc, token.address as Hex),
    agreeing,
    decimals: token.decimals,
    confirmations: network.confirmations,
    pollMillis
  })
  const { afterLook, health, keepWaits } = yield* makeNetworkHealth(name, rpc, watcher, fault)
  const raise = makeRaiseOnce()
  const home = { ...live, firstSlotOf: slotAfterUsed(name, rpc) }
  const deposits = depositContracts(network)
  const isComplete = Effect.gen(function* () {
    const ahead = Effect.flatMap(wallets.wallets(name), (own) => walletsAhead(rpc, name, own))
    const [reason] = yield* Effect.catchTag(ahead, "RpcUnavailable", ({ host, reason }) =>
      Effect.fail(new ChainUnavailable({ reason: `${host}: ${reason}` }))
    )
    if (reason !== undefined)
      return yield* new ChainUnavailable({
        reason: `${reason}: quittance chain reconcile --network ${name} --import reads them back`
      })
  })
  return {
    name,
    spelling: evmSpelling,
    forbidden,
    decimals: token.decimals,
    requestable: { address: token.address, chainId },
    addressOf: yield* makeAddressOf(rpc, network),
    height: watcher.height,
    health,
    isComplete,
    read: (job) =>
      Effect.tap(
        proven(watcher.read(job), (againMillis) => ({ touched: [], againMillis })),
        () => Effect.andThen(afterLook, keepWaits(job))
      ),
    send: (job) => proven(send(job), (againMillis) => ({ changed: [], againMillis })),
    sweep: (job: LeasedJob) => {
      const terms = network.sweep
      if (terms === undefined) return Effect.succeed({ againMillis: millisPerHour })
      return provenNow(sweepTurn(live, deposits, gasBudget(name, terms, rpc, raise), job), (againMillis) => ({
        againMillis
      }))
    },
    compare: (since, onAgreed) => orRefused(compare(live, deposits, since, onAgreed)),
    importWallet: (key) => importWallet(home, key),
    recordWallet: (address) => recordWallet(home, outside, address),
    createWallet: createWallet(home),
    deploy: (tell) => Effect.andThen(orRefused(proof), deploy(network, live, send, tell)),
    status: Effect.andThen(
      orRefused(isToken),
      status({ ...live, chainId, isOfTreasury: (recorded) => Effect.succeed(recorded === factory.address) })
    ),
    sweepAll: (tell) => sweep(live, deposits, send, tell),
    reconcile: (options) => reconcile(live, deposits, options)
  }
})

const outsideSigner = ({ signer }: EvmNetwork) => {
  if (signer === undefined) return Effect.succeed(undefined)
  return "url" in signer ? Effect.orDie(web3Signer(signer.url)) : Effect.succeed(hostSigner(signer))
}
