import {
  type ActingNetwork,
  type ActingServices,
  actingNetworks,
  type ChainOperators,
  ChainRefused,
  type Fetch,
  httpFetch,
  type Rpc
} from "@quittance/adapters-evm"
import {
  afterProof,
  agreeingOf,
  type ComparedNetwork,
  compare,
  createWallet,
  hostSigner,
  importWallet,
  limitsOf,
  makeChainWatcher,
  makeNetworkHealth,
  makeRaiseOnce,
  networkRules,
  networkSigner,
  orRefused,
  reconcile,
  recordWallet,
  signerRule,
  status,
  sweep,
  sweepTurn
} from "@quittance/adapters-evm/parts"
import {
  type ChainNetworks,
  ChainWallets,
  millisPerHour,
  type OptionRules,
  option,
  optionGroup,
  refuseOptions
} from "@quittance/core/adapter"
import { Effect, type Layer, Option } from "effect"
import { hexOfAddress } from "./address.ts"
import { executionOf, weiPerSun } from "./execution.ts"
import { factoryCreation } from "./factory.ts"
import { fullNodesOf, jsonRpcOf } from "./node/fullNodes.ts"
import type { TronApi } from "./node/TronApi.ts"
import { deploy } from "./operate/deploy.ts"
import { makeDeposits } from "./operate/deposits.ts"
import { energyBudget } from "./operate/energyBudget.ts"
import { forgottenTransfers } from "./operate/forgottenTransfers.ts"
import { makeCompleteness } from "./send/completeness.ts"
import { liveBlocksMax } from "./send/isCurrent.ts"
import { makeTronSender } from "./send/TronSender.ts"
import { tronForm } from "./sign/tronForm.ts"
import { simulatedDelivery } from "./simulatedDelivery.ts"
import { tronSpelling } from "./spelling.ts"
import type { TronNetwork, TronSweepTerms } from "./TronNetwork.ts"
import { watchedNodes } from "./watch/watchedNodes.ts"

/** TRON makes a block in this time. */
const pollMillis = 3_000

/** How soon the sweeper looks again for a factory. */
const idleMillis = millisPerHour / 6

export interface TronNetworksOptions {
  readonly networks: ReadonlyArray<TronNetwork>
  /** How nodes are asked; the platform's own. */
  readonly fetch?: Fetch
}

/** Networks of TRON on which the server acts by itself, and what operators do with them. */
export const layer = (
  options: TronNetworksOptions
): Layer.Layer<ChainNetworks | ChainOperators, never, ActingServices> => {
  refuseOptions<TronNetworksOptions>(
    options,
    { networks: option.listOf(optionGroup<TronNetwork>(rules)), fetch: option.optional(option.call()) },
    "TronNetworks"
  )
  return actingNetworks(options.networks.map((network) => actingOn(network, options.fetch)))
}

/** One network, for a deployment that also has others. */
export const acting = (network: TronNetwork, fetch?: Fetch) => {
  refuseOptions<TronNetwork>(network, rules, "TronNetworks.acting")
  return actingOn(network, fetch)
}

const { either, minorUnits, oneOf, optional, text, wholeNumber } = option

const rules: OptionRules<TronNetwork> = {
  ...networkRules("tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
  apiKey: optional(text("the key of TronGrid")),
  finality: either(oneOf("finalized"), wholeNumber(1)),
  sweep: optional(optionGroup<TronSweepTerms>({ minimumMinor: minorUnits, maxFeeSun: minorUnits })),
  energy: oneOf("burn", "staked"),
  signer: optional(signerRule),
  minCoinSun: optional(minorUnits)
}

const actingOn = Effect.fnUntraced(function* (
  network: TronNetwork,
  fetch: Fetch = httpFetch
): Effect.fn.Return<ActingNetwork, never, ActingServices> {
  const { chainId, confirmations, energy, finality, name, token, treasury } = network
  const rpc = latestState(yield* Effect.orDie(jsonRpcOf(network, fetch)))
  const api = yield* Effect.orDie(fullNodesOf(network, fetch))
  const agreeing = agreeingOf(rpc.nodes, network.agreeing)
  const live = liveNetwork(network, api, rpc, yield* makeMinedBy)
  const outside = network.signer && hostSigner(network.signer)
  const signer = yield* networkSigner(name, tronForm, outside)
  const wallets = yield* ChainWallets
  const delivery = Effect.flatMap(wallets.wallets(name), (own) =>
    simulatedDelivery(api, rpc, token, [...own.map(({ address }) => address), treasury])
  )
  const { fault, isToken, mayPay, proof, proven, provenNow } = afterProof(live, delivery)
  const options = {
    ...{ network: name, token, finality, treasury, energy, agreeing },
    deployment: { data: factoryCreation(hexOfAddress(treasury)) },
    limits: limitsOf(network),
    floors: { coinSun: network.minCoinSun, tokenMinor: network.minTokenMinor }
  }
  const send = yield* makeTronSender(api, rpc, signer, options, mayPay)
  const watcher = yield* makeChainWatcher({
    ...{ name, spelling: tronSpelling, decimals: token.decimals, confirmations, pollMillis, liveBlocksMax },
    ...watchedNodes(api, rpc, hexOfAddress(token.address)),
    agreeing
  })
  const { afterLook, health, keepWaits } = yield* makeNetworkHealth(name, rpc, watcher, fault)
  const raise = makeRaiseOnce()
  const deposits = yield* makeDeposits(live)
  const home = { name, spelling: tronSpelling, firstSlotOf: () => Effect.succeed(0) }
  return {
    name,
    spelling: tronSpelling,
    forbidden: [token.address, treasury],
    decimals: token.decimals,
    contracts: Effect.orElseSucceed(
      Effect.map(deposits.found, (found) =>
        found === undefined ? [] : [found.factory, found.implementation]
      ),
      () => []
    ),
    addressOf: deposits.addressOf,
    height: watcher.height,
    health,
    isComplete: yield* makeCompleteness(api, live),
    read: (job) =>
      Effect.tap(
        proven(watcher.read(job), (againMillis) => ({ touched: [], againMillis })),
        () => Effect.andThen(afterLook, keepWaits(job))
      ),
    send: (job) => proven(send(job), (againMillis) => ({ changed: [], againMillis })),
    sweep: (job) => {
      const terms = network.sweep
      if (terms === undefined) return Effect.succeed({ againMillis: millisPerHour })
      const turn = Effect.gen(function* () {
        const contracts = yield* deposits.found
        return contracts === undefined
          ? { againMillis: idleMillis }
          : yield* sweepTurn(live, contracts, energyBudget(network, terms, api, raise), job)
      })
      return provenNow(
        Effect.catchTag(turn, "RpcUnavailable", ({ host, reason }) =>
          Effect.as(Effect.logWarning(`sweeps on ${name} wait: ${host}: ${reason}`), { againMillis: 60_000 })
        ),
        (againMillis) => ({ againMillis })
      )
    },
    compare: (since, onAgreed) =>
      orRefused(Effect.flatMap(deposits.found, (contracts) => compare(live, contracts, since, onAgreed))),
    importWallet: (key) => importWallet(home, key),
    recordWallet: (address) => recordWallet(home, outside, address),
    createWallet: createWallet(home),
    deploy: (tell) => Effect.andThen(orRefused(proof), deploy(live, api, deposits, send, tell)),
    status: Effect.andThen(
      orRefused(isToken),
      status({
        ...{ ...live, chainId },
        isOfTreasury: () => Effect.map(deposits.found, (contracts) => contracts !== undefined)
      })
    ),
    sweepAll: Effect.fnUntraced(function* (tell) {
      const contracts = yield* orRefused(deposits.found)
      if (contracts === undefined)
        return yield* new ChainRefused({
          reason: `${name} has no factory of this treasury: run quittance chain deploy --network ${name}`
        })
      return yield* sweep(live, contracts, send, tell)
    }),
    reconcile: (options) =>
      Effect.flatMap(orRefused(deposits.found), (contracts) => reconcile(live, contracts, options))
  }
})

/** TRON in the form that the parts shared with EVM networks need. */
const liveNetwork = (
  network: TronNetwork,
  api: TronApi,
  rpc: Rpc["Service"],
  minedBy: ComparedNetwork["minedBy"]
): ComparedNetwork => {
  const live = {
    ...network,
    ...{ spelling: tronSpelling, rpc, minedBy },
    executionOf: (hash: string) =>
      Effect.map(api.info(tronSpelling.hexOfHash(hash)), Option.map(executionOf)),
    coinOf: (wallet: string) =>
      Effect.map(api.account(hexOfAddress(wallet)), ({ balanceSun }) => balanceSun * weiPerSun),
    // Transfers out of them are compared one by one.
    aheadOf: () => Effect.succeed([])
  }
  return { ...live, showsWaiting: true, forgottenBy: forgottenTransfers(live) }
}

/**
 * The network does not count a wallet's transactions, and an outcome may be that none was carried out: so this counts
 * those with an outcome.
 */
const makeMinedBy = Effect.map(
  ChainWallets,
  (wallets): ComparedNetwork["minedBy"] =>
    ({ address, nextNonce, partnerId }) =>
      Effect.map(
        wallets.open(partnerId),
        (open) => nextNonce - open.filter(({ wallet }) => wallet === address).length
      )
)

/** Nodes call contracts only on the state after the newest block. */
const latestState = (rpc: Rpc["Service"]): Rpc["Service"] => ({
  ...rpc,
  call: (call) => rpc.call(call, "latest"),
  calls: (calls) => rpc.calls(calls, "latest")
})
