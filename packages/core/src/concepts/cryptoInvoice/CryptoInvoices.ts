import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { claimOf, makeIdempotency, requestUnder } from "../../kernel/idempotency/Idempotency.ts"
import { emailDotsFault } from "../../kernel/input/EmailAddress.ts"
import { existing } from "../../kernel/input/existing.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import {
  AmountOutOfRange,
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
import { formatMinor, parseMinor } from "../../kernel/money/Money.ts"
import { toleranceOf } from "../../kernel/money/Tolerance.ts"
import { ownClaim } from "../../kernel/ports/Claim.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { firstOf, StateReader } from "../../kernel/ports/StateReader.ts"
import { ClaimTaken, type StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { millisPerMinute } from "../../kernel/time/Instant.ts"
import { neverWritten, writeOver } from "../../kernel/transact/writeOver.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { addressClaimKey, chainClaims } from "../chain/chainNames.ts"
import type { DepositAddressesUnavailable } from "../chain/DepositAddresses.ts"
import { makeNewAddress } from "../chain/newAddress.ts"
import { invoiceEraseJob, invoiceRetention } from "../invoice/invoiceRedactionJobs.ts"
import { Networks } from "../network/Networks.ts"
import { feePayerFor, invoiceFeeFor, Partners } from "../partner/Partners.ts"
import { Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import {
  CryptoInvoice,
  type CryptoInvoiceCommand,
  type CryptoInvoiceCommandRefused,
  type CryptoInvoiceState,
  cryptoInvoiceTransitions
} from "./CryptoInvoice.ts"
import { asOf, cryptoInvoiceAtCreation, issued } from "./CryptoInvoiceAsOf.ts"
import { quote } from "./CryptoInvoiceFee.ts"
import { cryptoInvoiceEntries } from "./CryptoInvoicePostings.ts"
import type { CryptoInvoiceId, CryptoInvoiceOrder } from "./CryptoInvoiceRecord.ts"
import { cryptoInvoice, type IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"
import { cryptoInvoiceDecoder, cryptoInvoiceForm } from "./CryptoInvoiceRequest.ts"
import type { ShownTransfers } from "./CryptoInvoiceView.ts"
import { cryptoTransfer, cryptoTransferId, isTransferOf } from "./CryptoTransfer.ts"
import { transferNamed, transferWrites } from "./commandTransfer.ts"
import { cryptoInvoiceAnnouncements, versionsAheadAfter } from "./cryptoInvoiceAnnouncements.ts"
import { cryptoInvoiceClaims, cryptoInvoiceJobs } from "./cryptoInvoiceNames.ts"
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
     * Erases the personal data: description, the payer's name and e-mail, and success URL, and soon
     * afterwards the webhooks that contained them. An invoice without any transfer is cancelled first; one
     * with a transfer in transit is refused. A repeated call changes nothing.
     */
    readonly redact: (
      partnerId: PartnerId,
      id: CryptoInvoiceId
    ) => Effect.Effect<IssuedCryptoInvoice, InvalidState | NotFound | StoreUnavailable>
    /** Applies one command caused by an observation of the network or by the clock. */
    readonly apply: (
      partnerId: PartnerId,
      id: CryptoInvoiceId,
      command: CryptoInvoiceCommand
    ) => Effect.Effect<
      IssuedCryptoInvoice,
      CryptoInvoiceCommandRefused | ClaimTaken | NotFound | StoreUnavailable
    >
  }
>()("@quittance/core/concepts/cryptoInvoice/CryptoInvoices") {
  static readonly layer = Layer.effect(
    CryptoInvoices,
    Effect.gen(function* () {
      const settings = yield* Settings
      const decode = cryptoInvoiceDecoder(settings)
      const ids = yield* Ids
      const states = yield* StateReader
      const claims = yield* ClaimReader
      const partners = yield* Partners
      const { runCommand } = yield* makeAnnouncingTransact
      const once = yield* makeIdempotency

      const load = (partnerId: PartnerId, id: CryptoInvoiceId) =>
        existing(states, cryptoInvoice, partnerId, id)

      /**
       * The invoice with the one transfer that the command is about. The invoice is read first: every commit of the
       * transfer changes the invoice too, so a decision on an older invoice is not committed.
       */
      const loadFor = Effect.fnUntraced(function* (
        partnerId: PartnerId,
        id: CryptoInvoiceId,
        command: CryptoInvoiceCommand
      ) {
        const { state: invoice, version } = yield* load(partnerId, id)
        const named = transferNamed(command)
        const found =
          named === undefined
            ? Option.none()
            : yield* states.get(cryptoTransfer, partnerId, cryptoTransferId(invoice.order, named))
        const state: CryptoInvoiceState = {
          _tag: "issued",
          invoice,
          transfer: Option.map(found, (transfer) => transfer.state)
        }
        return { state, version, transfer: Option.getOrElse(found, () => neverWritten) }
      })

      const byExternalId = Effect.fnUntraced(function* (partnerId: PartnerId, externalId: string) {
        const claim = yield* claims.find(cryptoInvoiceClaims.create, partnerId, externalId)
        return yield* orNotFound(cryptoInvoice.noun, externalId)(Option.map(claim, ({ ownerId }) => ownerId))
      })

      const byToken = (token: string) =>
        firstOf(states.indexed(cryptoInvoice, "by_token", { equal: [token] }))

      const networks = yield* Networks
      const newAddress = yield* makeNewAddress

      const create = Effect.fnUntraced(function* (partnerId: PartnerId, input: unknown) {
        const request = yield* Effect.fromResult(decode(input))
        const amount = parseMinor(request.amount, "USDT")
        if (Result.isFailure(amount) && amount.failure.reason !== "tooLarge") {
          return yield* InvalidInput.of("amount", "invalid_value", amount.failure.message)
        }
        const amountMinor = Result.getOrElse(amount, () => undefined)
        const minutes = request.expiresInMinutes ?? settings.invoice.expiresInMinutesDefault
        const idempotent = requestUnder(request.externalId, cryptoInvoiceForm, partnerId, request)

        const issue = Effect.gen(function* () {
          const network = yield* networks.find(request.network, "invoices")
          if (
            amountMinor === undefined ||
            amountMinor < network.minInvoiceMinor ||
            amountMinor > network.maxInvoiceMinor
          ) {
            return yield* new AmountOutOfRange({
              field: "amount",
              min: formatMinor(network.minInvoiceMinor, network.currency),
              max: formatMinor(network.maxInvoiceMinor, network.currency),
              currency: network.currency
            })
          }
          const { expiresInMinutesMax, expiresInMinutesMin } = settings.invoice
          if (minutes < expiresInMinutesMin || minutes > expiresInMinutesMax) {
            const bounds = `must be from ${expiresInMinutesMin} to ${expiresInMinutesMax}`
            return yield* InvalidInput.of("expiresInMinutes", "out_of_range", bounds)
          }
          const dots = emailDotsFault(request.customerEmail ?? "")
          if (dots !== undefined) return yield* InvalidInput.of("customerEmail", dots.code, dots.message)
          const terms = yield* partners.termsOf(partnerId)
          const feePayer = feePayerFor(settings, terms)
          const feeTerms = invoiceFeeFor(settings, terms, network)
          const quoted = quote(amountMinor, feePayer, feeTerms)
          const { address, salt } = yield* newAddress(network)
          const createdAt = yield* Clock.currentTimeMillis
          const expiresAt = createdAt + minutes * millisPerMinute
          const order: CryptoInvoiceOrder = {
            id: yield* ids.uuid,
            partnerId,
            externalId: request.externalId,
            token: yield* ids.token(16),
            network: network.name,
            currency: network.currency,
            address,
            addressSalt: salt,
            amountMinor,
            ...quoted,
            toleranceMinor: Option.some(toleranceOf(quoted.expectedMinor, network.tolerance)),
            feePayer,
            feeTerms,
            requiredConfirmations: network.confirmations,
            description: Option.fromNullishOr(request.description),
            customerName: Option.fromNullishOr(request.customerName),
            customerEmail: Option.fromNullishOr(request.customerEmail),
            successUrl: Option.fromNullishOr(request.successUrl),
            createdAt,
            expiresAt,
            watchUntil: expiresAt + settings.invoice.watchMillis
          }
          const { state } = yield* runCommand({
            machine: CryptoInvoice,
            command: { _tag: "Issue", order },
            partnerId,
            subjectId: order.id,
            at: createdAt,
            load: Effect.succeed({ state: CryptoInvoice.initial, version: 0 }),
            commit: ({ next }) => ({
              aggregates: [{ _tag: "CryptoInvoice", state: issued(next), expectedVersion: 0 }],
              claims: [
                claimOf(idempotent, order.id),
                ownClaim(order, chainClaims.depositAddress, addressClaimKey(order.network, order.address))
              ],
              jobs: [
                {
                  kind: cryptoInvoiceJobs.watch,
                  partnerId,
                  subjectId: order.id,
                  dueAt: Math.min(expiresAt, createdAt + settings.invoice.pollMillis)
                },
                ...invoiceRetention(partnerId, createdAt, settings)
              ]
            })
          }).pipe(Effect.catchTag("CryptoInvoiceCommandRefused", Effect.die))
          return issued(state)
        })

        const replay = (ownerId: string) =>
          Effect.map(load(partnerId, ownerId), ({ state }) => cryptoInvoiceAtCreation(state))
        return yield* once(idempotent, issue, replay)
      })

      const apply: CryptoInvoices["Service"]["apply"] = Effect.fnUntraced(function* (partnerId, id, command) {
        const at = yield* Clock.currentTimeMillis
        return yield* runCommand({
          machine: CryptoInvoice,
          command,
          partnerId,
          subjectId: id,
          at,
          load: loadFor(partnerId, id, command),
          commit: ({ events, loaded, next, previous }) => {
            invariant(next._tag === "issued", "an issued invoice stays")
            const { invoice } = next
            const transfer = transferWrites(loaded.transfer, next)
            const announcements = cryptoInvoiceAnnouncements(events, next, settings.publicUrl)
            const versionsAhead = versionsAheadAfter(invoice.versionsAhead, announcements)
            return {
              aggregates: [
                writeOver(
                  "CryptoInvoice",
                  { state: issued(previous), version: loaded.version },
                  { ...invoice, versionsAhead }
                ),
                ...transfer.aggregates
              ],
              entries: events.flatMap((event) => cryptoInvoiceEntries(invoice.order, event)),
              announcements,
              claims: transfer.claims,
              jobs: command._tag === "Redact" ? [invoiceEraseJob(partnerId, id, at)] : []
            }
          }
        }).pipe(
          Effect.tap(({ events }) =>
            events.some(({ _tag }) => _tag === "TransferReversed")
              ? raiseAlert("deposit.reversed", `a credited transfer of invoice ${id} was reorganised away`)
              : Effect.void
          ),
          Effect.map(({ state }) => issued(state)),
          // A credit always passes, and the entry that reverses one is waived.
          Effect.catchTag("LimitExceeded", Effect.die),
          // Taken by this very record: the same transfer was recorded concurrently. Decide again with it.
          Effect.catchIf(
            (error): error is ClaimTaken =>
              error instanceof ClaimTaken && error.taken.every(({ ownerId }) => isTransferOf(id, ownerId)),
            () => apply(partnerId, id, command)
          )
        )
      })

      const end = Effect.fnUntraced(function* (
        tag: "Cancel" | "Redact",
        partnerId: PartnerId,
        id: CryptoInvoiceId
      ) {
        const at = yield* Clock.currentTimeMillis
        return yield* apply(partnerId, id, { _tag: tag, at }).pipe(
          Effect.catchTags({
            ClaimTaken: Effect.die,
            CryptoInvoiceCommandRefused: () =>
              Effect.flatMap(load(partnerId, id), ({ state }) =>
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
      })
      const cancel = Effect.fn("CryptoInvoices.cancel")((partnerId: PartnerId, id: CryptoInvoiceId) =>
        end("Cancel", partnerId, id)
      )
      const redact = Effect.fn("CryptoInvoices.redact")((partnerId: PartnerId, id: CryptoInvoiceId) =>
        end("Redact", partnerId, id)
      )

      const shown = <E>(found: Effect.Effect<Versioned<IssuedCryptoInvoice>, E>) =>
        Effect.zipWith(found, Clock.currentTimeMillis, ({ state }, now) => asOf(state, now))

      return CryptoInvoices.of({
        create,
        get: (partnerId, id) => shown(load(partnerId, id)),
        getByExternalId: (partnerId, externalId) =>
          shown(Effect.flatMap(byExternalId(partnerId, externalId), (id) => load(partnerId, id))),
        getByToken: (token) => shown(Effect.flatMap(byToken(token), orNotFound(cryptoInvoice.noun, token))),
        transfersOf: yield* makeTransfersOf,
        cancel,
        redact,
        apply
      })
    })
  )
}
