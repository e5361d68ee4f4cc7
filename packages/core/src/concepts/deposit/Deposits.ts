import { Clock, Context, Effect, Layer, Option, Stream } from "effect"
import { actingAs, networkActor } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { NotFound, orNotFound, ProviderMissing } from "../../kernel/input/Refusals.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { ClaimTaken, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { addressClaimKey, chainClaims } from "../chain/chainNames.ts"
import { DepositAddresses, type DepositAddressesUnavailable } from "../chain/DepositAddresses.ts"
import { movesNothing } from "../chain/Transfer.ts"
import { asOf } from "../cryptoInvoice/CryptoInvoiceAsOf.ts"
import { isAwaiting } from "../cryptoInvoice/CryptoInvoiceFigures.ts"
import { cryptoInvoice, type IssuedCryptoInvoice } from "../cryptoInvoice/CryptoInvoiceRecord.ts"
import { CryptoInvoices } from "../cryptoInvoice/CryptoInvoices.ts"
import { cryptoTransfer, cryptoTransferId, isSettled } from "../cryptoInvoice/CryptoTransfer.ts"
import { type AddressFormat, canonicalAddress } from "../network/Address.ts"
import { canonicalTxHash } from "../network/TransactionHash.ts"
import { findNetwork, Settings } from "../settings/Settings.ts"
import { TransitDeposits } from "../transit/TransitDeposits.ts"
import { TransitReader } from "../transit/TransitReader.ts"
import { transitWallet, type WalletStanding } from "../transit/TransitWallet.ts"
import { transitWalletPrefix } from "../transit/transitNames.ts"
import { SettledTransfers } from "./SettledTransfers.ts"

/** The owner of a deposit address, after its transfers were recorded. */
export type DepositTarget = IssuedCryptoInvoice | WalletStanding

/** Who has an address. */
interface Owner {
  readonly ownerId: string
  readonly partnerId: PartnerId
  readonly network: string
  readonly addressFormat: AddressFormat
}

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
    /** The same for the address of an invoice that was just read. It is loaded again only if it was changed since. */
    readonly refreshInvoice: (
      invoice: Versioned<IssuedCryptoInvoice>
    ) => Effect.Effect<Versioned<IssuedCryptoInvoice>, Failure>
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
      const parts = yield* makeParts
      return Deposits.of({
        refresh: (network, address) => refreshAddress(parts, network, address),
        refreshInvoice: (invoice) => refreshInvoice(parts, invoice),
        notice: (network, address) => noticeAddress(parts, network, address),
        rescan: (network) => rescanNetwork(parts, network)
      })
    })
  )
}

/** The services that deposits use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    settings: yield* Settings,
    invoices: yield* CryptoInvoices,
    states: yield* StateReader,
    claims: yield* ClaimReader,
    walletReader: yield* TransitReader,
    walletDeposits: yield* TransitDeposits,
    source: yield* Effect.serviceOption(DepositAddresses),
    settled: new SettledTransfers()
  }
})
type Parts = Effect.Success<typeof makeParts>

const networkNamed = ({ settings }: Parts, name: string) =>
  Effect.fromOption(Option.fromUndefinedOr(findNetwork(settings, name))).pipe(
    Effect.mapError(() => new NotFound({ what: "network", id: name }))
  )

const ownerOf = Effect.fnUntraced(function* (parts: Parts, networkName: string, address: string) {
  const network = yield* networkNamed(parts, networkName)
  const canonical = /^0x[0-9a-fA-F]{40}$/.test(address)
    ? canonicalAddress(network.addressFormat, address)
    : address
  const claim = yield* parts.claims.find(
    chainClaims.depositAddress,
    "",
    addressClaimKey(networkName, canonical)
  )
  if (Option.isNone(claim)) return yield* new NotFound({ what: "address", id: address })
  const { ownerId, partnerId } = claim.value
  return { ownerId, partnerId, network: networkName, addressFormat: network.addressFormat }
})

const shownAt = Effect.fnUntraced(function* (
  { source }: Parts,
  network: string,
  addressFormat: AddressFormat,
  address: string
) {
  if (Option.isNone(source)) return yield* new ProviderMissing({ provider: "DepositAddresses" })
  const all = yield* source.value.transfers(network, address)
  return all.map((shown) => ({ ...shown, txHash: canonicalTxHash(addressFormat, shown.txHash) }))
})

const recordOfWallet = Effect.fnUntraced(function* (
  parts: Parts,
  { addressFormat, network, ownerId, partnerId }: Owner
) {
  const { wallet } = yield* Effect.flatMap(
    parts.walletReader.wallet(partnerId, ownerId),
    orNotFound("wallet", ownerId)
  )
  const shown = yield* shownAt(parts, network, addressFormat, wallet.address)
  return yield* actingAs(networkActor(network), parts.walletDeposits.record(wallet, shown))
})

const recordOfInvoice = Effect.fnUntraced(function* (
  parts: Parts,
  read: Versioned<IssuedCryptoInvoice>,
  addressFormat: AddressFormat
) {
  const { address, id, network, partnerId } = read.state.order
  const { version } = read
  const { invoices, settled, states } = parts
  const reported = <A, E extends { readonly _tag: string }>(applied: Effect.Effect<A, E>) =>
    actingAs(networkActor(network), carriedOut(applied))
  let invoice = read
  for (const shown of yield* shownAt(parts, network, addressFormat, address)) {
    if (movesNothing(shown)) continue
    // A command for each of ten thousand that are settled, at every reading, would stop all other work.
    if (settled.has(id, version, shown)) continue
    const transferId = cryptoTransferId(read.state.order, shown)
    const known = yield* states.get(cryptoTransfer, partnerId, transferId)
    if (Option.isSome(known) && isSettled(known.value.state, shown)) {
      settled.add(id, version, shown)
      continue
    }
    const at = yield* Clock.currentTimeMillis
    const { dropped, ...transfer } = shown
    const { logIndex, txHash } = transfer
    if (!dropped) {
      const command = { _tag: "Observe", transfer, at } as const
      invoice = yield* reported(invoices.applyTo(invoice, command, known))
    } else if (Option.isSome(known)) {
      const command = { _tag: "Drop", txHash, logIndex, at } as const
      invoice = yield* reported(invoices.applyTo(invoice, command, known))
    }
  }
  return invoice
})

const invoiceOf = ({ invoices }: Parts, { ownerId, partnerId }: Owner) => invoices.read(partnerId, ownerId)

const shownNow = ({ state }: Versioned<IssuedCryptoInvoice>) =>
  Effect.map(Clock.currentTimeMillis, (now) => asOf(state, now))

const refreshAddress = Effect.fn("Deposits.refresh")(function* (
  parts: Parts,
  network: string,
  address: string
) {
  if (Option.isNone(parts.source)) return yield* new ProviderMissing({ provider: "DepositAddresses" })
  const owner = yield* ownerOf(parts, network, address)
  if (isWallet(owner.ownerId)) return yield* recordOfWallet(parts, owner)
  return yield* shownNow(yield* recordOfInvoice(parts, yield* invoiceOf(parts, owner), owner.addressFormat))
})

const refreshInvoice = Effect.fn("Deposits.refreshInvoice")(function* (
  parts: Parts,
  invoice: Versioned<IssuedCryptoInvoice>
) {
  const { addressFormat } = yield* networkNamed(parts, invoice.state.order.network)
  return yield* recordOfInvoice(parts, invoice, addressFormat)
})

const noticeAddress = Effect.fn("Deposits.notice")(function* (
  parts: Parts,
  network: string,
  address: string
) {
  const owner = yield* ownerOf(parts, network, address)
  if (isWallet(owner.ownerId)) return void (yield* recordOfWallet(parts, owner))
  const invoice = yield* invoiceOf(parts, owner)
  const now = yield* Clock.currentTimeMillis
  if (now <= invoice.state.order.watchUntil || isAwaiting(asOf(invoice.state, now)))
    yield* recordOfInvoice(parts, invoice, owner.addressFormat)
})

const rescanNetwork = Effect.fn("Deposits.rescan")(function* (parts: Parts, network: string) {
  const ofInvoices = Stream.map(parts.states.all(cryptoInvoice), ({ order }) => order)
  return yield* Stream.concat(ofInvoices, parts.states.all(transitWallet)).pipe(
    Stream.filter((owner) => owner.network === network),
    Stream.mapEffect(({ address }) => refreshAddress(parts, network, address)),
    Stream.runCount
  )
})

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
