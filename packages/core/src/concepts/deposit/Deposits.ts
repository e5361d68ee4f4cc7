import { Clock, Context, Effect, Layer, Option, Stream } from "effect"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { existing } from "../../kernel/input/existing.ts"
import { NotFound, orNotFound, ProviderMissing } from "../../kernel/input/Refusals.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { ClaimTaken, StoreUnavailable } from "../../kernel/ports/Store.ts"
import { addressClaimKey, chainClaims } from "../chain/chainNames.ts"
import { DepositAddresses, type DepositAddressesUnavailable } from "../chain/DepositAddresses.ts"
import { movesNothing } from "../chain/Transfer.ts"
import { asOf } from "../cryptoInvoice/CryptoInvoiceAsOf.ts"
import { isAwaiting } from "../cryptoInvoice/CryptoInvoiceFigures.ts"
import { cryptoInvoice, type IssuedCryptoInvoice } from "../cryptoInvoice/CryptoInvoiceRecord.ts"
import { CryptoInvoices } from "../cryptoInvoice/CryptoInvoices.ts"
import { cryptoTransfer, cryptoTransferId, isSettled } from "../cryptoInvoice/CryptoTransfer.ts"
import { canonicalAddress } from "../network/Address.ts"
import { canonicalTxHash } from "../network/TransactionHash.ts"
import { findNetwork, Settings } from "../settings/Settings.ts"
import { TransitDeposits } from "../transit/TransitDeposits.ts"
import { TransitReader } from "../transit/TransitReader.ts"
import { transitWallet, type WalletStanding } from "../transit/TransitWallet.ts"
import { transitWalletPrefix } from "../transit/transitNames.ts"
import { SettledTransfers } from "./SettledTransfers.ts"

/** The owner of a deposit address, after its transfers were recorded. */
export type DepositTarget = IssuedCryptoInvoice | WalletStanding

type Failure = ClaimTaken | DepositAddressesUnavailable | NotFound | ProviderMissing | StoreUnavailable

/** Records the transfers of deposit addresses: each transfer once, in whatever order they are reported. */
export class Deposits extends Context.Service<
  Deposits,
  {
    /**
     * Reads an address on the network now and records what is new. A host whose own watcher sees a transfer
     * calls this to be faster than the next poll. Unknown addresses are `NotFound`.
     */
    readonly refresh: (network: string, address: string) => Effect.Effect<DepositTarget, Failure>
    /**
     * A hint from a watcher of the network: `refresh` if the address is still watched. `rescan` handles what
     * arrives after the watch period.
     */
    readonly notice: (network: string, address: string) => Effect.Effect<void, Failure>
    /** Reads every address ever given out on a network; returns how many. For money after the watch period. */
    readonly rescan: (network: string) => Effect.Effect<number, Failure>
  }
>()("@quittance/core/concepts/deposit/Deposits") {
  static readonly layer = Layer.effect(
    Deposits,
    Effect.gen(function* () {
      const settings = yield* Settings
      const invoices = yield* CryptoInvoices
      const states = yield* StateReader
      const claims = yield* ClaimReader
      const walletReader = yield* TransitReader
      const walletDeposits = yield* TransitDeposits
      const source = yield* Effect.serviceOption(DepositAddresses)
      const settled = new SettledTransfers()

      const ownerOf = Effect.fnUntraced(function* (networkName: string, address: string) {
        const network = findNetwork(settings, networkName)
        if (network === undefined) return yield* new NotFound({ what: "network", id: networkName })
        const canonical = /^0x[0-9a-fA-F]{40}$/.test(address)
          ? canonicalAddress(network.addressFormat, address)
          : address
        const claim = yield* claims.find(
          chainClaims.depositAddress,
          "",
          addressClaimKey(networkName, canonical)
        )
        if (Option.isNone(claim)) return yield* new NotFound({ what: "address", id: address })
        return { ...claim.value, addressFormat: network.addressFormat }
      })

      const refresh = Effect.fn("Deposits.refresh")(function* (network: string, address: string) {
        if (Option.isNone(source)) return yield* new ProviderMissing({ provider: "DepositAddresses" })
        const { addressFormat, ownerId, partnerId } = yield* ownerOf(network, address)
        const { transfers } = source.value
        const shownAt = (each: string) =>
          Effect.map(transfers(network, each), (all) =>
            all.map((shown) => ({ ...shown, txHash: canonicalTxHash(addressFormat, shown.txHash) }))
          )
        if (isWallet(ownerId)) {
          const { wallet } = yield* Effect.flatMap(
            walletReader.wallet(partnerId, ownerId),
            orNotFound("wallet", ownerId)
          )
          return yield* walletDeposits.record(wallet, yield* shownAt(wallet.address))
        }
        const { state, version } = yield* existing(states, cryptoInvoice, partnerId, ownerId)
        let invoice = asOf(state, yield* Clock.currentTimeMillis)
        for (const shown of yield* shownAt(invoice.order.address)) {
          if (movesNothing(shown)) continue
          // A command for each of ten thousand that are settled, at every reading, would stop all other work.
          if (settled.has(ownerId, version, shown)) continue
          const transferId = cryptoTransferId(invoice.order, shown)
          const known = yield* states.get(cryptoTransfer, partnerId, transferId)
          if (Option.isSome(known) && isSettled(known.value.state, shown)) {
            settled.add(ownerId, version, shown)
            continue
          }
          const at = yield* Clock.currentTimeMillis
          const { dropped, ...transfer } = shown
          if (!dropped) {
            invoice = yield* carriedOut(invoices.apply(partnerId, ownerId, { _tag: "Observe", transfer, at }))
          } else if (Option.isSome(known)) {
            const { logIndex, txHash } = transfer
            invoice = yield* carriedOut(
              invoices.apply(partnerId, ownerId, { _tag: "Drop", txHash, logIndex, at })
            )
          }
        }
        return invoice
      })

      const notice = Effect.fn("Deposits.notice")(function* (network: string, address: string) {
        const { ownerId, partnerId } = yield* ownerOf(network, address)
        if (isWallet(ownerId)) return void (yield* refresh(network, address))
        const invoice = yield* invoices.get(partnerId, ownerId)
        const now = yield* Clock.currentTimeMillis
        if (now <= invoice.order.watchUntil || isAwaiting(invoice)) yield* refresh(network, address)
      })

      const rescan = Effect.fn("Deposits.rescan")(function* (network: string) {
        const ofInvoices = Stream.map(states.all(cryptoInvoice), ({ order }) => order)
        return yield* Stream.concat(ofInvoices, states.all(transitWallet)).pipe(
          Stream.filter((owner) => owner.network === network),
          Stream.mapEffect(({ address }) => refresh(network, address)),
          Stream.runCount
        )
      })

      return Deposits.of({ refresh, notice, rescan })
    })
  )
}

/** An address belongs to a wallet or to an invoice, whose ids are bare UUIDs. */
const isWallet = (ownerId: string): boolean => ownerId.startsWith(transitWalletPrefix)

/** Observations are never refused; a refused one is a defect. */
const carriedOut = <A, E extends { readonly _tag: string }, R>(applied: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    applied,
    (error): error is Extract<E, { readonly _tag: "CryptoInvoiceCommandRefused" }> =>
      error._tag === "CryptoInvoiceCommandRefused",
    Effect.die
  )
