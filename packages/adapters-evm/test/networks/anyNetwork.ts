import { AesGcmVault, Ids, MemoryStore, StoreUnavailable } from "@quittance/core"
import {
  addressClaimKey,
  ChainJournal,
  ChainNetworks,
  ChainUpkeeps,
  ChainWallets,
  chainClaims,
  chainJobs,
  emptyCommit,
  type JobKind,
  ownClaim,
  Store,
  Vault,
  WorkQueue,
  walletKeyContext
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Option } from "effect"
import type { ActingServices } from "../../src/ActingNetwork.ts"
import type { ChainOperators } from "../../src/ChainOperators.ts"

/** What tests do with a network of any kind. */

/** A network as the store learns of it from an operator. */
export interface StoredNetwork {
  readonly name: string
  readonly networks: Layer.Layer<ChainNetworks | ChainOperators, never, ActingServices>
  /** In the spelling of core, as is the wallet's address. */
  readonly factory: string
  readonly wallet: { readonly address: string; readonly key: string }
}

export interface OnNetworkOptions {
  readonly store?: Layer.Layer<Store, never, Store> | Layer.Layer<never>
  readonly sealedWith?: string
}

/** The store learns of the wallet and of the contract for deposit addresses, as from an operator. */
const beginNetwork = Effect.fnUntraced(function* ({
  factory,
  name,
  wallet: { address, key }
}: StoredNetwork) {
  const journal = yield* ChainJournal
  const wallets = yield* ChainWallets
  const vault = yield* Vault
  yield* journal.recordFactory(name, factory)
  const sealedKey = yield* vault.seal(key, walletKeyContext(name, address))
  yield* wallets.addWallet({ address, partnerId: name, sealedKey, nextNonce: 0 })
})

const masterKey = Buffer.alloc(32, 7).toString("base64")

/** A provider of core on a network and a store of its own, perhaps with another way to it. */
export const onNetwork = <P, E>(
  network: StoredNetwork,
  provider: Layer.Layer<P, E, ChainJournal | ChainNetworks | ChainWallets>,
  { store = Layer.empty, sealedWith = masterKey }: OnNetworkOptions = {}
) =>
  Layer.effectDiscard(Effect.provide(beginNetwork(network), AesGcmVault.layer(sealedWith))).pipe(
    Layer.provideMerge(provider),
    Layer.provideMerge(network.networks),
    Layer.provideMerge(Layer.mergeAll(ChainJournal.layer, ChainWallets.layer, ChainUpkeeps.layer)),
    Layer.provideMerge(store),
    Layer.provideMerge(Layer.mergeAll(MemoryStore.layer, Ids.layer, AesGcmVault.layer(masterKey)))
  )

const lost = new StoreUnavailable({ outcome: "unknown", reason: "the answer was lost" })

/**
 * A way to the store on which commits are written and their answers lost while `isLost`, with those to questions
 * whether they were written.
 */
export const losingAnswers = (isLost: () => boolean): Layer.Layer<Store, never, Store> =>
  Layer.effect(
    Store,
    Effect.map(Store, (store) =>
      Store.of({
        ...store,
        commit: (commit) =>
          Effect.suspend(() =>
            isLost() ? Effect.andThen(store.commit(commit), lost) : store.commit(commit)
          ),
        committed: (event) => Effect.suspend(() => (isLost() ? lost : store.committed(event)))
      })
    )
  )

/** The store gives the address out, once. */
export const giveOut = Effect.fnUntraced(function* (name: string, address: string) {
  const store = yield* Store
  const journal = yield* ChainJournal
  if (Option.isSome(yield* journal.ownerOf(name, address))) return
  yield* store.commit({
    ...emptyCommit,
    claims: [
      ownClaim({ id: address, partnerId: "shop" }, chainClaims.depositAddress, addressClaimKey(name, address))
    ]
  })
})

/**
 * One turn of a network's work, under a lease of its own, as the worker of a process takes it. Answers when to look
 * again.
 */
export const takeTurn = Effect.fnUntraced(function* (kind: JobKind) {
  const queue = yield* WorkQueue
  const chains = yield* ChainNetworks
  const now = yield* Clock.currentTimeMillis
  const claimed = yield* queue.claim({ kind, owner: "test", now, leaseUntil: now + 30_000, limit: 1 })
  const [job] = claimed
  if (job === undefined) throw new Error(`${kind} is not due`)
  const { againMillis } = yield* kind === chainJobs.read
    ? chains.read(job.subjectId, job)
    : chains.send(job.subjectId, job)
  yield* queue.release(job, 0)
  return againMillis
})
