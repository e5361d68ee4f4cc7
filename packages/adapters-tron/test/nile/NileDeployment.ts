import {
  AesGcmVault,
  Balances,
  CryptoInvoices,
  defaultNetworks,
  Ids,
  MemoryStore,
  noFee,
  Partners,
  Payouts,
  Quittance,
  Settings,
  settingsOf,
  Worker
} from "@quittance/core"
import {
  ChainAddresses,
  ChainJournal,
  ChainProcessor,
  ChainUpkeeps,
  ChainWallets,
  emptyMemoryState
} from "@quittance/core/adapter"
import { type Context, Effect, Layer, Option, Result, Schedule } from "effect"
import type { TronNetwork } from "../../src/TronNetwork.ts"
import * as TronNetworks from "../../src/TronNetworks.ts"

/** A deployment on Nile with a store of its own, which works by itself until its scope ends. */

export const name = "tron"

/** The smallest amount that the suite moves. */
export const amount = 0.01
export const amountMinor = 10_000n

const process = (network: TronNetwork) =>
  Quittance.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(ChainProcessor.layer, ChainAddresses.layer)),
    Layer.provideMerge(TronNetworks.layer({ networks: [network] })),
    Layer.provideMerge(Layer.mergeAll(ChainJournal.layer, ChainUpkeeps.layer, ChainWallets.layer)),
    Layer.provideMerge(
      Layer.mergeAll(
        MemoryStore.layerOver(emptyMemoryState()),
        Ids.layer,
        AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64"))
      )
    )
  )

export type Services = Layer.Success<ReturnType<typeof process>>

const settings = ({ confirmations }: TronNetwork) =>
  Result.getOrThrow(
    settingsOf({
      mode: "live",
      networks: defaultNetworks
        .filter((each) => each.name === name)
        .map((each) => ({
          ...{ ...each, confirmations, payoutFee: noFee },
          ...{ minInvoiceMinor: amountMinor, minPayoutMinor: amountMinor }
        }))
    })
  )

export const deployment = Effect.fnUntraced(function* (network: TronNetwork) {
  const context: Context.Context<Services> = yield* Layer.build(Layer.fresh(process(network))).pipe(
    Effect.provideService(Settings, settings(network))
  )
  yield* Effect.forkScoped(
    Effect.provideContext(
      Effect.flatMap(Worker, ({ run }) => run),
      context
    )
  )
  return context
})

/** Looks every few seconds until there is something: the time of a network cannot be moved. */
export const until = <A, E, R>(look: Effect.Effect<Option.Option<A>, E, R>): Effect.Effect<A, E, R> =>
  look.pipe(
    Effect.repeat({ schedule: Schedule.spaced("3 seconds"), until: Option.isSome }),
    Effect.map((found) => Option.getOrThrow(found))
  )

const partner = Effect.flatMap(Partners, (partners) => partners.ensure("nile"))

/** A new invoice of the amount. */
export const issue = Effect.gen(function* () {
  const { id } = yield* partner
  const externalId = yield* (yield* Ids).token(8)
  const { value } = yield* (yield* CryptoInvoices).create(id, { amount, network: name, externalId })
  return value.order
})

/** The invoice, once it is paid. */
export const paid = (id: Effect.Success<typeof issue>["id"]) =>
  Effect.gen(function* () {
    const invoices = yield* CryptoInvoices
    const owner = yield* partner
    return yield* until(
      Effect.map(
        invoices.get(owner.id, id),
        Option.liftPredicate(({ _tag }) => _tag === "paid")
      )
    )
  })

/** A payout of the amount, once it has an outcome. */
export const payOut = Effect.fnUntraced(function* (address: string) {
  const { id } = yield* partner
  yield* (yield* Balances).adjust(id, { amount })
  const payouts = yield* Payouts
  const key = yield* (yield* Ids).token(8)
  const { value } = yield* payouts.create(id, key, { amount, address, network: name })
  return yield* until(
    Effect.map(
      payouts.get(id, value.id),
      Option.liftPredicate(({ _tag }) => _tag === "confirmed" || _tag === "rejected")
    )
  )
})
