import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { existing } from "../../kernel/input/existing.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import {
  type AmountOutOfRange,
  type IdempotencyConflict,
  InvalidState,
  type NotFound,
  orNotFound,
  type ProviderMissing,
  type StoreOnHold,
  type UnsupportedNetwork
} from "../../kernel/input/Refusals.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import { statesTaking } from "../../kernel/machine/statesTaking.ts"
import { firstOf, StateReader } from "../../kernel/ports/StateReader.ts"
import { ClaimTaken, type StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { knownFirst } from "../../kernel/transact/DecidedAgain.ts"
import { neverWritten, writeOver } from "../../kernel/transact/writeOver.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import type { DepositAddressesUnavailable } from "../chain/DepositAddresses.ts"
import { invoiceEraseJob } from "../invoice/invoiceRedactionJobs.ts"
import { makeReceiptJobs } from "../mail/receiptJobs.ts"
import { Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import {
  CryptoInvoice,
  type CryptoInvoiceCommand,
  type CryptoInvoiceCommandRefused,
  type CryptoInvoiceState,
  cryptoInvoiceTransitions
} from "./CryptoInvoice.ts"
import { asOf, issued } from "./CryptoInvoiceAsOf.ts"
import { cryptoInvoiceEntries } from "./CryptoInvoicePostings.ts"
import type { CryptoInvoiceId } from "./CryptoInvoiceRecord.ts"
import { cryptoInvoice, type IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"
import type { ShownTransfers } from "./CryptoInvoiceView.ts"
import { type CryptoTransfer, cryptoTransfer, cryptoTransferId, isTransferOf } from "./CryptoTransfer.ts"
import { transferNamed, transferWrites } from "./commandTransfer.ts"
import { createCryptoInvoice, makeCreationParts } from "./createCryptoInvoice.ts"
import { cryptoInvoiceAnnouncements, versionsAheadAfter } from "./cryptoInvoiceAnnouncements.ts"
import { cryptoInvoiceClaims } from "./cryptoInvoiceNames.ts"
import { makeTransfersOf } from "./transfersOf.ts"

export type CryptoInvoiceRefusal =
  | InvalidInput
  | IdempotencyConflict
  | UnsupportedNetwork
  | AmountOutOfRange
  | ProviderMissing
  | StoreOnHold
  | DepositAddressesUnavailable

/**
 * Crypto invoices of a partner. Every answer shows the invoice at the current instant: expiry does not wait
 * for a worker.
 */
export class CryptoInvoices extends Context.Service<
  CryptoInvoices,
  {
    /**
     * Creates an invoice with its own deposit address. Idempotent by `externalId`: the same fields return the
     * invoice as it was created, other fields are refused. `input` is untrusted.
     */
    readonly create: (
      partnerId: PartnerId,
      input: unknown
    ) => Effect.Effect<
      { readonly value: IssuedCryptoInvoice; readonly replayed: boolean },
      CryptoInvoiceRefusal | NotFound | StoreUnavailable
    >
    readonly get: (
      partnerId: PartnerId,
      id: CryptoInvoiceId
    ) => Effect.Effect<IssuedCryptoInvoice, NotFound | StoreUnavailable>
    readonly getByExternalId: (
      partnerId: PartnerId,
      externalId: string
    ) => Effect.Effect<IssuedCryptoInvoice, NotFound | StoreUnavailable>
    /** For the payment page: by the end of the payment link. */
    readonly getByToken: (token: string) => Effect.Effect<IssuedCryptoInvoice, NotFound | StoreUnavailable>
    /** The newest transfers of an invoice, `shownTransfersMax` at most. */
    readonly transfersOf: (invoice: IssuedCryptoInvoice) => Effect.Effect<ShownTransfers, StoreUnavailable>
    /** Possible only before any money was seen. */
    readonly cancel: (
      partnerId: PartnerId,
      id: CryptoInvoiceId
    ) => Effect.Effect<IssuedCryptoInvoice, InvalidState | NotFound | StoreUnavailable>
    /**
     * Erases the personal data: description, the payer's name and e-mail, success and cancel URL, and
     * soon afterwards the webhooks that contained them. An invoice without any transfer is cancelled first; one
     * with a transfer in transit is refused. A repeated call changes nothing.
     */
    readonly redact: (
      partnerId: PartnerId,
      id: CryptoInvoiceId
    ) => Effect.Effect<IssuedCryptoInvoice, InvalidState | NotFound | StoreUnavailable>
    /** An invoice as it is stored and its version, as input of `applyTo`. */
    readonly read: (
      partnerId: PartnerId,
      id: CryptoInvoiceId
    ) => Effect.Effect<Versioned<IssuedCryptoInvoice>, NotFound | StoreUnavailable>
    /**
     * Applies one command caused by an observation of the network or by the clock to an invoice that was just read, or
     * returned by this function, and to the transfer that the command is about, if it was read after the invoice. They
     * are loaded again only if the invoice was changed since.
     */
    readonly applyTo: (
      invoice: Versioned<IssuedCryptoInvoice>,
      command: CryptoInvoiceCommand,
      transfer?: Option.Option<Versioned<CryptoTransfer>>
    ) => Effect.Effect<
      Versioned<IssuedCryptoInvoice>,
      CryptoInvoiceCommandRefused | ClaimTaken | NotFound | StoreUnavailable
    >
  }
>()("@quittance/core/concepts/cryptoInvoice/CryptoInvoices") {
  static readonly layer = Layer.effect(
    CryptoInvoices,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return CryptoInvoices.of({
        create: (partnerId, input) => createCryptoInvoice(parts.creation, partnerId, input),
        get: (partnerId, id) => shown(readInvoice(parts, partnerId, id)),
        getByExternalId: (partnerId, externalId) => shown(readByExternalId(parts, partnerId, externalId)),
        getByToken: (token) => shown(readByToken(parts, token)),
        transfersOf: yield* makeTransfersOf,
        cancel: (partnerId, id) => cancelInvoice(parts, partnerId, id),
        redact: (partnerId, id) => redactInvoice(parts, partnerId, id),
        read: (partnerId, id) => readInvoice(parts, partnerId, id),
        applyTo: (invoice, command, transfer) => applyCommandTo(parts, invoice, command, transfer)
      })
    })
  )
}

/** What crypto invoices stand on. It is looked up once, not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    creation: yield* makeCreationParts,
    publicUrl: (yield* Settings).publicUrl,
    receiptJobs: yield* makeReceiptJobs,
    states: yield* StateReader,
    claims: yield* ClaimReader,
    runCommand: (yield* makeAnnouncingTransact).runCommand
  }
})
type Parts = Effect.Success<typeof makeParts>

const readInvoice = ({ states }: Parts, partnerId: PartnerId, id: CryptoInvoiceId) =>
  existing(states, cryptoInvoice, partnerId, id)

const readByExternalId = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  externalId: string
) {
  const claim = yield* parts.claims.find(cryptoInvoiceClaims.create, partnerId, externalId)
  const { ownerId } = yield* orNotFound(cryptoInvoice.noun, externalId)(claim)
  return yield* readInvoice(parts, partnerId, ownerId)
})

const readByToken = ({ states }: Parts, token: string) =>
  Effect.flatMap(
    firstOf(states.indexed(cryptoInvoice, "by_token", { equal: [token] })),
    orNotFound(cryptoInvoice.noun, token)
  )

const shown = <E>(found: Effect.Effect<Versioned<IssuedCryptoInvoice>, E>) =>
  Effect.zipWith(found, Clock.currentTimeMillis, ({ state }, now) => asOf(state, now))

/**
 * The invoice with the one transfer that the command is about, if that was not read yet. The invoice is read first:
 * every commit of the transfer changes the invoice too, so a decision on an older invoice is not committed.
 */
const withTransfer = Effect.fnUntraced(function* (
  { states }: Parts,
  { state: invoice, version }: Versioned<IssuedCryptoInvoice>,
  command: CryptoInvoiceCommand,
  known: Option.Option<Versioned<CryptoTransfer>> | undefined
) {
  const named = transferNamed(command)
  const found =
    named === undefined
      ? Option.none()
      : (known ??
        (yield* states.get(cryptoTransfer, invoice.order.partnerId, cryptoTransferId(invoice.order, named))))
  const state: CryptoInvoiceState = {
    _tag: "issued",
    invoice,
    transfer: Option.map(found, (transfer) => transfer.state)
  }
  return { state, version, transfer: Option.getOrElse(found, () => neverWritten) }
})

const applyCommandTo = Effect.fnUntraced(function* (
  parts: Parts,
  invoice: Versioned<IssuedCryptoInvoice>,
  command: CryptoInvoiceCommand,
  transfer?: Option.Option<Versioned<CryptoTransfer>>
): Effect.fn.Return<
  Versioned<IssuedCryptoInvoice>,
  CryptoInvoiceCommandRefused | ClaimTaken | NotFound | StoreUnavailable
> {
  const { id, partnerId } = invoice.state.order
  const at = yield* Clock.currentTimeMillis
  /** What the last decision writes: the state after its events, and the versions that its announcements use up. */
  let written: IssuedCryptoInvoice | undefined
  const load = knownFirst({ invoice, transfer }, () =>
    Effect.map(readInvoice(parts, partnerId, id), (read) => ({ invoice: read, transfer: undefined }))
  ).pipe(
    Effect.flatMap((known) => {
      written = undefined
      return withTransfer(parts, known.invoice, command, known.transfer)
    })
  )
  return yield* parts
    .runCommand({
      machine: CryptoInvoice,
      command,
      partnerId,
      subjectId: id,
      at,
      load,
      commit: ({ events, loaded, next, previous }) => {
        invariant(next._tag === "issued", "an issued invoice stays")
        const { invoice } = next
        const transfer = transferWrites(loaded.transfer, next)
        const announcements = cryptoInvoiceAnnouncements(events, next, parts.publicUrl)
        written = { ...invoice, versionsAhead: versionsAheadAfter(invoice.versionsAhead, announcements) }
        return {
          aggregates: [
            writeOver("CryptoInvoice", { state: issued(previous), version: loaded.version }, written),
            ...transfer.aggregates
          ],
          entries: events.flatMap((event) => cryptoInvoiceEntries(invoice.order, event)),
          announcements,
          claims: transfer.claims,
          jobs: [
            ...(command._tag === "Redact" ? [invoiceEraseJob(partnerId, id, at)] : []),
            ...(events.some(({ _tag }) => _tag === "CryptoInvoicePaid")
              ? parts.receiptJobs(invoice.order, at)
              : [])
          ]
        }
      }
    })
    .pipe(
      Effect.tap(({ events }) =>
        events.some(({ _tag }) => _tag === "TransferReversed")
          ? raiseAlert("deposit.reversed", `a credited transfer of invoice ${id} was reorganised away`)
          : Effect.void
      ),
      Effect.map(({ state, version }) => ({ state: written ?? issued(state), version })),
      // A credit always passes, and the entry that reverses one is waived.
      Effect.catchTag("LimitExceeded", Effect.die),
      // Taken by this very record: the same transfer was recorded concurrently. Decide again with it.
      Effect.catchIf(
        (error): error is ClaimTaken =>
          error instanceof ClaimTaken && error.taken.every(({ ownerId }) => isTransferOf(id, ownerId)),
        () => applyCommand(parts, partnerId, id, command)
      )
    )
})

const applyCommand = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  id: CryptoInvoiceId,
  command: CryptoInvoiceCommand
) {
  return yield* applyCommandTo(parts, yield* readInvoice(parts, partnerId, id), command)
})

const endInvoice = Effect.fnUntraced(function* (
  parts: Parts,
  tag: "Cancel" | "Redact",
  partnerId: PartnerId,
  id: CryptoInvoiceId
) {
  const at = yield* Clock.currentTimeMillis
  const { state } = yield* applyCommand(parts, partnerId, id, { _tag: tag, at }).pipe(
    Effect.catchTags({
      ClaimTaken: Effect.die,
      CryptoInvoiceCommandRefused: () =>
        Effect.flatMap(readInvoice(parts, partnerId, id), ({ state }) =>
          Effect.fail(
            new InvalidState({
              what: "invoice",
              status: asOf(state, at)._tag,
              command: tag.toLowerCase(),
              // Whether a confirming one can be redacted depends on its money, not on its status alone.
              ...(tag === "Cancel" ? { possible: statesTaking(cryptoInvoiceTransitions, tag) } : {})
            })
          )
        )
    })
  )
  return state
})

const cancelInvoice = Effect.fn("CryptoInvoices.cancel")(
  (parts: Parts, partnerId: PartnerId, id: CryptoInvoiceId) => endInvoice(parts, "Cancel", partnerId, id)
)

const redactInvoice = Effect.fn("CryptoInvoices.redact")(
  (parts: Parts, partnerId: PartnerId, id: CryptoInvoiceId) => endInvoice(parts, "Redact", partnerId, id)
)
