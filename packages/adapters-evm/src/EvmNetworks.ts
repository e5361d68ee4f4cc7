import {
  type AuditReader,
  type ChainJournal,
  ChainNetworks,
  ChainUnavailable,
  type ChainUpkeeps,
  ChainWallets,
  type ClaimReader,
  type Ids,
  type LeasedJob,
  type LedgerReader,
  type StateReader,
  type StoreHold,
  Vault,
  type WorkQueue
} from "@quittance/core"
import { Context, Effect, Layer } from "effect"
import type { EvmNetwork } from "./EvmNetwork.ts"
import { ChainRefused, EvmOperators } from "./EvmOperators.ts"
import { makeAddressOf } from "./factory.ts"
import { claim, claimAll, clear } from "./operate/claim.ts"
import { deploy } from "./operate/deploy.ts"
import { compare, reconcile } from "./operate/reconcile.ts"
import { status } from "./operate/status.ts"
import { sweep } from "./operate/sweep.ts"
import { sweepTurn } from "./operate/sweepTurn.ts"
import { told } from "./operate/told.ts"
import { createWallet, importWallet, recordWallet } from "./operate/wallets.ts"
import { Rpc } from "./rpc/Rpc.ts"
import type { Fetch } from "./rpc/RpcNode.ts"
import { makeSender } from "./send/Sender.ts"
import { makeRaiseOnce } from "./send/repeatedAlert.ts"
import { afterProof, makeTokenProof } from "./tokenProof.ts"
import { makeChainWatcher } from "./watch/ChainWatcher.ts"
import { makeNetworkHealth } from "./watch/networkHealth.ts"
import type { Hex } from "./hex.ts"
import { walletsAhead } from "./send/walletsAhead.ts"
import { hostSigner } from "./send/OutsideSigner.ts"
import { SignerUnavailable } from "./send/Signer.ts"
import { walletSigner } from "./send/walletSigner.ts"
import { web3Signer } from "./send/web3Signer.ts"

type Services =
  | AuditReader
  | ChainJournal
  | ChainUpkeeps
  | ChainWallets
  | ClaimReader
  | Ids
  | LedgerReader
  | StateReader
  | StoreHold
  | Vault
  | WorkQueue

/** How often a network is looked at: BSC and Polygon make a block in about this time. */
const pollMillis = 2_000

/** The networks on which a deployment acts by itself, and what operators do with them. */
export const layer = ({
  fetch,
  networks
}: {
  readonly networks: ReadonlyArray<EvmNetwork>
  /** How nodes are asked; the platform's own. */
  readonly fetch?: Fetch
}): Layer.Layer<ChainNetworks | EvmOperators, never, Services> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const context = yield* Effect.context<Services>()
      const parts = new Map(
        yield* Effect.forEach(networks, (network) =>
          Effect.map(partsOf(network, fetch), (made) => [network.name, made] as const)
        )
      )
      const on = <A, E, R>(
        name: string,
        use: (parts: Effect.Success<ReturnType<typeof partsOf>>) => Effect.Effect<A, E, R>
      ) =>
        Effect.suspend((): Effect.Effect<A, E | ChainRefused, R> => {
          const found = parts.get(name)
          return found === undefined
            ? Effect.fail(new ChainRefused({ reason: `${name} is no network of this server` }))
            : use(found)
        })
      const provided = Effect.provideContext(context)
      const chains = ChainNetworks.of({
        networks: networks.map(({ name }) => name),
        forbidden: (name) => {
          const network = parts.get(name)?.network
          return network === undefined ? [] : [network.token.address, network.treasury]
        },
        addressOf: (name, salt) => refusedAsUnavailable(on(name, ({ addressOf }) => addressOf(salt))),
        isComplete: (name) =>
          on(name, ({ rpc }) =>
            Effect.flatMap(Context.get(context, ChainWallets).wallets(name), (own) =>
              walletsAhead(rpc, name, own)
            )
          ).pipe(
            Effect.catchTags({
              ChainRefused: ({ reason }) => Effect.fail(new ChainUnavailable({ reason })),
              RpcUnavailable: ({ host, reason }) =>
                Effect.fail(new ChainUnavailable({ reason: `${host}: ${reason}` }))
            }),
            Effect.flatMap(([reason]) =>
              reason === undefined
                ? Effect.void
                : Effect.fail(
                    new ChainUnavailable({
                      reason: `${reason}: quittance chain reconcile --network ${name} --import reads them back`
                    })
                  )
            )
          ),
        // Core asks only for these networks.
        height: (name) =>
          Effect.catchTag(
            on(name, ({ height }) => height),
            "ChainRefused",
            Effect.die
          ),
        health: (name) =>
          Effect.catchTag(
            on(name, ({ health }) => health),
            "ChainRefused",
            Effect.die
          ),
        read: (name, job) =>
          Effect.catchTag(
            on(name, ({ read }) => read(job)),
            "ChainRefused",
            Effect.die
          ),
        send: (name, job) =>
          Effect.catchTag(
            on(name, ({ send }) => send(job)),
            "ChainRefused",
            Effect.die
          ),
        sweep: (name, job) =>
          Effect.catchTag(
            on(name, ({ sweep }) => provided(sweep(job))),
            "ChainRefused",
            Effect.die
          ),
        compare: (name, since, onAgreed) =>
          refusedAsUnavailable(
            on(name, ({ network, rpc }) => provided(told(compare(network, rpc, since, onAgreed))))
          )
      })
      const operators = EvmOperators.of({
        importWallet: (name, key) =>
          on(name, ({ network, rpc }) => provided(importWallet(network, rpc, key))),
        recordWallet: (name, address) =>
          on(name, ({ network, outside, rpc }) => provided(recordWallet(network, rpc, outside, address))),
        createWallet: (name) => on(name, ({ network, rpc }) => provided(createWallet(network, rpc))),
        wallets: (asked) =>
          Effect.map(
            Effect.forEach(
              networks.filter(({ name }) => asked === undefined || name === asked),
              ({ name }) =>
                Effect.map(told(Context.get(context, ChainWallets).wallets(name)), (found) =>
                  found.map(({ address }) => ({ network: name, address }))
                )
            ),
            (found) => found.flat()
          ),
        deploy: (name) => on(name, ({ network, rpc, send }) => provided(deploy(network, rpc, send))),
        status: (name) =>
          on(name, ({ network, proof, rpc }) => Effect.andThen(told(proof), provided(status(network, rpc)))),
        sweep: (name) => on(name, ({ network, rpc, send }) => provided(sweep(network, rpc, send))),
        reconcile: (name, options) =>
          on(name, ({ network, rpc }) => provided(reconcile(network, rpc, options))),
        claim: (name, txHash, payoutId) =>
          on(name, ({ network }) => provided(claim(network, txHash, payoutId))),
        claimAll: (name) => on(name, ({ network }) => provided(claimAll(network))),
        clear: (name, txHash) => on(name, ({ network }) => provided(clear(network, txHash)))
      })
      return Context.add(Context.make(ChainNetworks, chains), EvmOperators, operators)
    })
  )

const refusedAsUnavailable = <A, E, R>(done: Effect.Effect<A, E | ChainRefused, R>) =>
  Effect.catchIf(
    done,
    (failure): failure is ChainRefused => failure instanceof ChainRefused,
    ({ reason }) => Effect.fail(new ChainUnavailable({ reason }))
  )

/** How soon the sweeper asks a network again that did not answer. */
const sweepRetryMillis = 60_000

const partsOf = Effect.fnUntraced(function* (network: EvmNetwork, fetch: Fetch = globalThis.fetch) {
  const { chainId, finality, maxPayoutPerDayMinor, maxPayoutPerHourMinor, name, rpcUrls, token } = network
  const { minCoinWei, minTokenMinor, treasury } = network
  const wallets = yield* ChainWallets
  const rpc = yield* Effect.orDie(Rpc.make({ urls: rpcUrls, chainId, fetch }))
  const outside = yield* outsideSigner(network)
  const signer = walletSigner(
    yield* Vault,
    outside,
    Effect.fnUntraced(function* (address) {
      const all = yield* Effect.mapError(
        wallets.wallets(name),
        ({ reason }) => new SignerUnavailable({ reason })
      )
      const found = all.find((each) => each.address === address)
      return found ?? (yield* new SignerUnavailable({ reason: `there is no wallet ${address}` }))
    })
  )
  const send = yield* makeSender(rpc, signer, {
    network: name,
    chainId,
    token,
    finality,
    treasury,
    limits: {
      perPayoutMinor: network.maxPayoutMinor,
      perHourMinor: maxPayoutPerHourMinor,
      perDayMinor: maxPayoutPerDayMinor
    },
    floors: { coinWei: minCoinWei, tokenMinor: minTokenMinor }
  })
  const watcher = yield* makeChainWatcher({
    name,
    rpc,
    token: token.address as Hex,
    decimals: token.decimals,
    confirmations: network.confirmations,
    pollMillis
  })
  const proof = makeTokenProof(rpc, network)
  const { fault, proven } = afterProof(name, proof)
  const { afterLook, health } = yield* makeNetworkHealth(name, rpc, watcher, fault)
  const raise = makeRaiseOnce()
  return {
    network,
    outside,
    rpc,
    proof,
    send: (job: LeasedJob) => proven(send(job), (againMillis) => ({ changed: [], againMillis })),
    sweep: (job: LeasedJob) => {
      const waits = (reason: string) =>
        Effect.as(Effect.logWarning(`sweeps on ${name} wait: ${reason}`), { againMillis: sweepRetryMillis })
      return proven(
        sweepTurn(network, rpc, raise, job).pipe(
          Effect.catchTags({
            NoToken: ({ reason }) => waits(reason),
            RpcUnavailable: ({ host, reason }) => waits(`${host}: ${reason}`)
          })
        ),
        (againMillis) => ({ againMillis })
      )
    },
    read: (job: LeasedJob) =>
      Effect.tap(
        proven(watcher.read(job), (againMillis) => ({ touched: [], againMillis })),
        () => afterLook
      ),
    health,
    height: watcher.height,
    addressOf: yield* makeAddressOf(rpc, network)
  }
})

const outsideSigner = ({ signer }: EvmNetwork) => {
  if (signer === undefined) return Effect.succeed(undefined)
  return "url" in signer ? Effect.orDie(web3Signer(signer.url)) : Effect.succeed(hostSigner(signer))
}
