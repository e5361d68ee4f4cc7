import type { Ids, StoreUnavailable } from "@quittance/core"
import {
  type AuditReader,
  type ChainComparison,
  type ChainHealth,
  type ChainJournal,
  ChainNetworks,
  type ChainReading,
  type ChainSending,
  type ChainStatus,
  ChainUnavailable,
  type ChainUpkeeps,
  ChainWallets,
  type ClaimReader,
  type ComparedPoint,
  invariant,
  type LeasedJob,
  type LeaseLost,
  type LedgerReader,
  type RequestableToken,
  type StateReader,
  type StoreHold,
  type Vault,
  type WorkQueue
} from "@quittance/core/adapter"
import { Context, Effect, Layer, type Option } from "effect"
import { ChainOperators, ChainRefused, type ReconcileOptions, type Tell } from "./ChainOperators.ts"
import { claim, claimAll, clear } from "./operate/claim.ts"
import { orRefused } from "./operate/orRefused.ts"
import type { Spelling } from "./Spelling.ts"

/** What networks need. */
export type ActingServices =
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

type Work<A> = Effect.Effect<A, LeaseLost | StoreUnavailable, ActingServices>
type Done<Name extends keyof ChainOperators["Service"]> = Effect.Effect<
  Effect.Success<ReturnType<ChainOperators["Service"][Name]>>,
  ChainRefused,
  ActingServices
>

/** One network on which the server acts by itself: its part of `ChainNetworks` and `ChainOperators`. */
export interface ActingNetwork {
  readonly name: string
  readonly spelling: Spelling
  /** Addresses that no payout may go to, in addition to the wallets. */
  readonly forbidden: ReadonlyArray<string>
  /** Of its token. */
  readonly decimals: number
  /** How a payment request names the token, if wallets of the network read any. */
  readonly requestable?: RequestableToken
  /** More of them, as far as they are known now. */
  readonly contracts?: Effect.Effect<ReadonlyArray<string>, never, ActingServices>
  readonly addressOf: (salt: string) => Effect.Effect<string, ChainUnavailable>
  readonly height: Effect.Effect<Option.Option<number>, StoreUnavailable>
  readonly health: Effect.Effect<ChainHealth, StoreUnavailable>
  readonly isComplete: Effect.Effect<void, ChainUnavailable | StoreUnavailable, ActingServices>
  readonly read: (job: LeasedJob) => Work<ChainReading>
  readonly send: (job: LeasedJob) => Work<ChainSending>
  readonly sweep: (job: LeasedJob) => Work<{ readonly againMillis: number }>
  readonly compare: (
    since: ComparedPoint,
    onAgreed: (point: ComparedPoint) => Effect.Effect<void, LeaseLost | StoreUnavailable>
  ) => Effect.Effect<ChainComparison, ChainRefused, ActingServices>

  readonly importWallet: (privateKey: string) => Done<"importWallet">
  readonly recordWallet: (address: string) => Done<"recordWallet">
  readonly createWallet: Done<"createWallet">
  readonly deploy: (tell: Tell | undefined) => Done<"deploy">
  readonly status: Effect.Effect<ChainStatus, ChainRefused, ActingServices>
  readonly sweepAll: (tell: Tell | undefined) => Done<"sweep">
  readonly reconcile: (options: ReconcileOptions | undefined) => Done<"reconcile">
}

/** The networks of a deployment, of whatever kinds, and what operators do with them. */
export const actingNetworks = (
  networks: ReadonlyArray<Effect.Effect<ActingNetwork, never, ActingServices>>
): Layer.Layer<ChainNetworks | ChainOperators, never, ActingServices> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const context = yield* Effect.context<ActingServices>()
      const wallets = Context.get(context, ChainWallets)
      const all = yield* Effect.all(networks)
      const on = <A, E>(
        name: string,
        use: (network: ActingNetwork) => Effect.Effect<A, E, ActingServices>
      ): Effect.Effect<A, E | ChainRefused> =>
        Effect.suspend((): Effect.Effect<A, E | ChainRefused> => {
          const found = all.find((each) => each.name === name)
          return found === undefined
            ? Effect.fail(new ChainRefused({ reason: `${name} is not a network of this server` }))
            : Effect.provideContext(use(found), context)
        })
      /** Core asks only for these networks. */
      const onOwn = <A, E>(
        name: string,
        use: (network: ActingNetwork) => Effect.Effect<A, E, ActingServices>
      ): Effect.Effect<A, Exclude<E, ChainRefused>> =>
        Effect.catchIf(on(name, use), isRefused, Effect.die) as Effect.Effect<A, Exclude<E, ChainRefused>>
      const chains = ChainNetworks.of({
        networks: all.map(({ name }) => name),
        forbidden: (name) => all.find((each) => each.name === name)?.forbidden ?? [],
        decimals: (name) => {
          const found = all.find((each) => each.name === name)
          invariant(found !== undefined, `${name} is a network of this server`)
          return found.decimals
        },
        requestable: (name) => all.find((each) => each.name === name)?.requestable,
        contracts: (name) => {
          const contracts = all.find((each) => each.name === name)?.contracts
          return contracts === undefined ? Effect.succeed([]) : Effect.provideContext(contracts, context)
        },
        addressOf: (name, salt) => refusedAsUnavailable(on(name, ({ addressOf }) => addressOf(salt))),
        isComplete: (name) => refusedAsUnavailable(on(name, ({ isComplete }) => isComplete)),
        height: (name) => onOwn(name, ({ height }) => height),
        health: (name) => onOwn(name, ({ health }) => health),
        status: (name) => refusedAsUnavailable(on(name, ({ status }) => status)),
        read: (name, job) => onOwn(name, ({ read }) => read(job)),
        send: (name, job) => onOwn(name, ({ send }) => send(job)),
        sweep: (name, job) => onOwn(name, ({ sweep }) => sweep(job)),
        compare: (name, since, onAgreed) =>
          refusedAsUnavailable(on(name, ({ compare }) => compare(since, onAgreed)))
      })
      const operators = ChainOperators.of({
        importWallet: (name, key) => on(name, ({ importWallet }) => importWallet(key)),
        recordWallet: (name, address) => on(name, ({ recordWallet }) => recordWallet(address)),
        createWallet: (name) => on(name, ({ createWallet }) => createWallet),
        wallets: (asked) =>
          Effect.map(
            Effect.forEach(
              all.filter(({ name }) => asked === undefined || name === asked),
              ({ name }) =>
                Effect.map(orRefused(wallets.wallets(name)), (found) =>
                  found.map(({ address }) => ({ network: name, address }))
                )
            ),
            (found) => found.flat()
          ),
        deploy: (name, tell) => on(name, ({ deploy }) => deploy(tell)),
        sweep: (name, tell) => on(name, ({ sweepAll }) => sweepAll(tell)),
        reconcile: (name, options) => on(name, ({ reconcile }) => reconcile(options)),
        claim: (name, txHash, payoutId) => on(name, (network) => claim(network, txHash, payoutId)),
        claimAll: (name) => on(name, (network) => claimAll(network)),
        clear: (name, txHash) => on(name, (network) => clear(network, txHash))
      })
      return Context.add(Context.make(ChainNetworks, chains), ChainOperators, operators)
    })
  )

const isRefused = (failure: unknown): failure is ChainRefused => failure instanceof ChainRefused

const refusedAsUnavailable = <A, E, R>(done: Effect.Effect<A, E | ChainRefused, R>) =>
  Effect.catchIf(done, isRefused, ({ reason }) => Effect.fail(new ChainUnavailable({ reason })))
