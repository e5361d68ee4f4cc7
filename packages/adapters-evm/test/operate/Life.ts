import {
  AesGcmVault,
  Balances,
  Ids,
  MemoryStore,
  Partners,
  Payouts,
  Quittance,
  Worker
} from "@quittance/core"
import {
  ChainJournal,
  ChainProcessor,
  ChainUpkeeps,
  ChainWallets,
  ChangeCount,
  type MemoryState,
  payoutStatus,
  Vault,
  walletKeyContext
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { ChainOperators } from "../../src/ChainOperators.ts"
import type { EvmNetwork } from "../../src/EvmNetwork.ts"
import * as EvmNetworks from "../../src/EvmNetworks.ts"
import type { TestChain } from "../anvil/TestChain.ts"
import { payer, payerKey } from "../networks/ownNetwork.ts"

/** A deployment on a network, and the store that it is put back to. */

/** What the store holds now, for another store to begin with. */
export const copyOf = (state: MemoryState): MemoryState => ({
  ...(Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, value instanceof Map ? new Map(value) : value])
  ) as unknown as MemoryState),
  aggregates: Object.fromEntries(
    Object.entries(state.aggregates).map(([tag, all]) => [tag, new Map(all as Map<string, unknown>)])
  ) as unknown as MemoryState["aggregates"],
  journal: [...state.journal],
  jobChanges: new ChangeCount()
})

/**
 * A process of a deployment on some networks. `recordedMax`: it ends after the first commit of an import, which has as
 * many slots.
 */
export const lifeOn = (
  networks: ReturnType<typeof EvmNetworks.layer>,
  state: MemoryState,
  recordedMax = Number.POSITIVE_INFINITY
) =>
  Layer.fresh(
    Quittance.layer.pipe(
      Layer.provideMerge(ChainProcessor.layer),
      Layer.provideMerge(networks),
      Layer.provideMerge(endingAfter(recordedMax)),
      Layer.provideMerge(Layer.mergeAll(ChainJournal.layer, ChainUpkeeps.layer, ChainWallets.layer)),
      Layer.provideMerge(
        Layer.mergeAll(
          MemoryStore.layerOver(state),
          Ids.layer,
          AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64"))
        )
      )
    )
  )

export const life = (state: MemoryState, network: EvmNetwork, recordedMax?: number) =>
  lifeOn(EvmNetworks.layer({ networks: [network] }), state, recordedMax)

const endingAfter = (recordedMax: number) =>
  Layer.effect(
    ChainWallets,
    Effect.map(ChainWallets, (wallets) =>
      ChainWallets.of({
        ...wallets,
        importSlots: (network, wallet, slots, spent) =>
          slots.length <= recordedMax
            ? wallets.importSlots(network, wallet, slots, spent)
            : Effect.andThen(
                wallets.importSlots(network, wallet, slots.slice(0, recordedMax), spent),
                Effect.die("the process ended")
              )
      })
    )
  )

/** The store gets a wallet and a partner with money. */
export const beginWith = Effect.fnUntraced(function* (name: string, address: string, privateKey: string) {
  const balances = yield* Balances
  const journal = yield* ChainJournal
  const partners = yield* Partners
  const vault = yield* Vault
  const wallets = yield* ChainWallets
  yield* journal.begin(name)
  const sealedKey = yield* vault.seal(privateKey, walletKeyContext(name, address))
  yield* wallets.addWallet({ address, partnerId: name, sealedKey, nextNonce: 0 })
  const { id } = yield* partners.ensure("shop")
  yield* balances.adjust(id, { amount: funds })
})

export const begin = ({ name }: EvmNetwork) => beginWith(name, payer.address, payerKey)

export const funds = 100_000

/** What a client asks for. */
export interface Request {
  readonly key: string
  readonly recipient: string
  readonly amount: number
}

export const partnerId = Effect.flatMap(Partners, (partners) =>
  Effect.map(partners.ensure("shop"), ({ id }) => id)
)

export const request = Effect.fnUntraced(function* (
  { name }: Pick<EvmNetwork, "name">,
  { amount, key, recipient }: Request
) {
  const payouts = yield* Payouts
  const { value } = yield* payouts.create(yield* partnerId, key, {
    amount,
    address: recipient,
    network: name
  })
  return value
})

export const statusOf = Effect.fnUntraced(function* (id: string) {
  const payouts = yield* Payouts
  const state = yield* payouts.get(yield* partnerId, id)
  return { status: payoutStatus(state), hash: Option.getOrUndefined(state.processingId) }
})

/** Everything that is due. */
export const work = Effect.andThen(
  TestClock.adjust("31 seconds"),
  Effect.flatMap(Worker, (worker) => worker.drain)
)

/** Works and makes blocks until the wallets have nothing to do that they can do. */
export const settle = Effect.fnUntraced(function* (chain: TestChain, { name }: EvmNetwork) {
  const wallets = yield* ChainWallets
  for (let round = 0; round < 20; round++) {
    yield* work
    yield* Effect.promise(() => chain.mine())
    const held = (yield* wallets.heldBack(name)).length
    const queued = (yield* wallets.queued(name, 1_000)).length
    if (queued === held && (yield* wallets.open(name)).length === 0) break
  }
  // The dispatcher looks up what it was not told.
  yield* TestClock.adjust("2 hours")
  yield* work
})

export const reconcile = (name: string, purpose: "compare" | "import") =>
  Effect.flatMap(ChainOperators, (operators) => operators.reconcile(name, { isImport: purpose === "import" }))

export const now = Clock.currentTimeMillis
