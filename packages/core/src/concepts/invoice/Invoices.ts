import { Clock, Context, Effect, Layer, Option, Result, Stream } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import {
  checkIdempotencyKey,
  claimsOf,
  type IdempotentRequest,
  idempotentRequest,
  makeIdempotency,
  referenceOf
} from "../../kernel/idempotency/Idempotency.ts"
import { existing } from "../../kernel/input/existing.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import {
  AmountOutOfRange,
  type IdempotencyConflict,
  InvalidState,
  type NotFound,
  orNotFound,
  ProviderMissing
} from "../../kernel/input/Refusals.ts"
import { ListReader } from "../../kernel/list/ListReader.ts"
import { statesTaking } from "../../kernel/machine/statesTaking.ts"
import { formatMinor, parseMinor } from "../../kernel/money/Money.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { firstOf, StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { type Instant, millisPerDay, millisPerMinute, millisPerSecond } from "../../kernel/time/Instant.ts"
import { parseInstant } from "../../kernel/time/parseInstant.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { BankRail } from "../bankPayment/BankRail.ts"
import { Partners } from "../partner/Partners.ts"
import { Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import {
  Invoice,
  type InvoiceId,
  type InvoiceOrder,
  type IssuedInvoice,
  invoice,
  invoiceTransitions
} from "./Invoice.ts"
import { invoiceAsOf, invoiceAtCreation, issuedInvoice } from "./InvoiceAsOf.ts"
import { expiryJob } from "./InvoiceExpirer.ts"
import { invoiceDecoder, invoiceForm } from "./InvoiceRequest.ts"
import { invoiceAnnouncements } from "./invoiceAnnouncements.ts"
import { invoiceCounters } from "./invoiceCounters.ts"
import { type InvoiceFilter, invoiceList } from "./invoiceList.ts"
import { invoicePrefix } from "./invoiceNames.ts"
import { invoiceEraseJob, invoiceRetention } from "./invoiceRedactionJobs.ts"

/**
 * A client that asks for the shortest lifetime counts from when it sent the request; the request may take
 * this long to arrive.
 */
const arrivalMillis = millisPerSecond

export type InvoiceRefusal = InvalidInput | IdempotencyConflict | AmountOutOfRange | ProviderMissing

/**
 * Fiat invoices of a partner. Every invoice is shown at the current instant: a due one is expired, whether or
 * not that was recorded.
 */
export class Invoices extends Context.Service<
  Invoices,
  {
    /**
     * Creates an invoice. With an `idempotencyKey` the same key and fields return the same invoice again, as
     * it was created; other fields are refused. `input` is untrusted.
     */
    readonly create: (
      partnerId: PartnerId,
      idempotencyKey: string | undefined,
      input: unknown
    ) => Effect.Effect<
      { readonly value: IssuedInvoice; readonly replayed: boolean },
      InvoiceRefusal | StoreUnavailable
    >
    readonly get: (
      partnerId: PartnerId,
      id: InvoiceId
    ) => Effect.Effect<IssuedInvoice, NotFound | StoreUnavailable>
    /** By the unguessable end of its payment URL. */
    readonly getByToken: (token: string) => Effect.Effect<IssuedInvoice, NotFound | StoreUnavailable>
    /** The whole list, newest first, in pieces. */
    readonly stream: (
      partnerId: PartnerId,
      filter: InvoiceFilter
    ) => Stream.Stream<IssuedInvoice, StoreUnavailable>
    /** Only a pending invoice can be cancelled. Money that still arrives stays unresolved. */
    readonly cancel: (
      partnerId: PartnerId,
      id: InvoiceId
    ) => Effect.Effect<IssuedInvoice, InvalidState | NotFound | StoreUnavailable>
    /**
     * Erases the personal data: description, metadata, redirect URL and the payer's e-mail, and soon
     * afterwards the webhooks and e-mails that contained them. A pending invoice is cancelled first. A
     * repeated call changes nothing.
     */
    readonly redact: (
      partnerId: PartnerId,
      id: InvoiceId
    ) => Effect.Effect<IssuedInvoice, NotFound | StoreUnavailable>
  }
>()("@quittance/core/concepts/invoice/Invoices") {
  static readonly layer = Layer.effect(
    Invoices,
    Effect.gen(function* () {
      const settings = yield* Settings
      const ids = yield* Ids
      const partners = yield* Partners
      const states = yield* StateReader
      const lists = yield* ListReader
      const hasRail = Option.isSome(yield* Effect.serviceOption(BankRail))
      const { runCommand } = yield* makeAnnouncingTransact
      const once = yield* makeIdempotency
      const decode = invoiceDecoder(settings)

      const load = (partnerId: PartnerId, id: InvoiceId) => existing(states, invoice, partnerId, id)

      const byToken = (token: string) => firstOf(states.indexed(invoice, "by_token", { equal: [token] }))

      const create = Effect.fnUntraced(function* (
        partnerId: PartnerId,
        idempotencyKey: string | undefined,
        input: unknown
      ) {
        yield* checkIdempotencyKey(idempotencyKey)
        const request = yield* Effect.fromResult(decode(input))
        const asked = request.expiresAt == null ? undefined : parseInstant(request.expiresAt)
        if (request.expiresAt != null && asked === undefined) {
          const message = "must be an ISO 8601 date-time such as 2026-01-31T12:00:00Z"
          return yield* InvalidInput.of("expiresAt", "invalid_value", message)
        }
        const { currency } = request
        const amount = parseMinor(request.amount, currency)

        const issue = (idempotent: IdempotentRequest | undefined) =>
          Effect.gen(function* () {
            const createdAt = yield* Clock.currentTimeMillis
            if (Result.isFailure(amount) && amount.failure.reason !== "tooLarge")
              return yield* InvalidInput.of("amount", "out_of_range", amount.failure.message)
            const amountMinor = Result.getOrElse(amount, () => undefined)
            const { maxMinor, minMinor } = settings.fiatInvoice.bounds[currency]
            if (amountMinor === undefined || amountMinor < minMinor || amountMinor > maxMinor) {
              const [min, max] = [formatMinor(minMinor, currency), formatMinor(maxMinor, currency)]
              return yield* new AmountOutOfRange({ field: "amount", min, max, currency })
            }
            const expiresAt = yield* checkedExpiry(createdAt, asked)
            if (!hasRail) return yield* new ProviderMissing({ provider: "BankRail" })
            const order: InvoiceOrder = {
              id: yield* ids.prefixed(invoicePrefix),
              partnerId,
              token: yield* ids.linkToken,
              amountMinor,
              currency,
              description: Option.fromNullishOr(request.description),
              metadata: JSON.stringify(request.metadata ?? {}),
              redirectUrl: Option.fromNullishOr(request.redirectUrl),
              externalId: Option.none(),
              batchId: Option.none(),
              reference:
                idempotent === undefined
                  ? Option.none()
                  : Option.some(
                      referenceOf(
                        "invoice",
                        yield* partners.nameOf(partnerId),
                        idempotent.key,
                        idempotent.fingerprint
                      )
                    ),
              customerEmail: Option.none(),
              createdAt,
              expiresAt
            }
            const { state } = yield* runCommand({
              machine: Invoice,
              command: { _tag: "Issue", order },
              partnerId,
              subjectId: order.id,
              at: createdAt,
              load: Effect.succeed({ state: Invoice.initial, version: 0 }),
              commit: ({ events, next, previous }) => ({
                aggregates: [{ _tag: "Invoice", state: issuedInvoice(next), expectedVersion: 0 }],
                announcements: invoiceAnnouncements(events, issuedInvoice(next), settings.publicUrl),
                claims: claimsOf(idempotent, order.id),
                counters: invoiceCounters(previous, issuedInvoice(next)),
                jobs: [expiryJob(partnerId, expiresAt), ...invoiceRetention(partnerId, createdAt, settings)]
              })
            }).pipe(
              Effect.catchTags({
                InvoiceCommandRefused: Effect.die,
                ReceiptRefused: Effect.die
              })
            )
            return issuedInvoice(state)
          })

        const idempotent = idempotentRequest(idempotencyKey, invoiceForm, partnerId, request)
        const replay = (ownerId: string) =>
          Effect.map(load(partnerId, ownerId), ({ state }) => invoiceAtCreation(state)).pipe(
            // The owner of a claim was committed together with it.
            Effect.catchTag("NotFound", Effect.die)
          )
        return yield* once(idempotent, issue(idempotent), replay)
      })

      const checkedExpiry = Effect.fnUntraced(function* (createdAt: Instant, asked: Instant | undefined) {
        const { lifeMillisDefault, lifeMillisMax, lifeMillisMin } = settings.fiatInvoice
        if (asked === undefined) return createdAt + lifeMillisDefault
        if (asked >= createdAt + lifeMillisMin - arrivalMillis && asked <= createdAt + lifeMillisMax)
          return asked
        const [minutes, days] = [lifeMillisMin / millisPerMinute, lifeMillisMax / millisPerDay]
        const message = `must be from ${minutes} minutes to ${days} days from now`
        return yield* InvalidInput.of("expiresAt", "out_of_range", message)
      })

      const end = Effect.fnUntraced(function* (
        tag: "Cancel" | "Redact",
        partnerId: PartnerId,
        id: InvoiceId
      ) {
        const at = yield* Clock.currentTimeMillis
        const { state } = yield* runCommand({
          machine: Invoice,
          command: { _tag: tag, at },
          partnerId,
          subjectId: id,
          at,
          load: load(partnerId, id),
          commit: ({ events, loaded, next, previous }) => ({
            aggregates: [writeOver("Invoice", loaded, issuedInvoice(next))],
            announcements: invoiceAnnouncements(events, issuedInvoice(next), settings.publicUrl),
            counters: invoiceCounters(previous, issuedInvoice(next)),
            jobs: tag === "Redact" ? [invoiceEraseJob(partnerId, id, at)] : []
          })
        }).pipe(Effect.catchTag("ReceiptRefused", Effect.die))
        return issuedInvoice(state)
      })

      const cancel = Effect.fn("Invoices.cancel")((partnerId: PartnerId, id: InvoiceId) =>
        Effect.catchTag(end("Cancel", partnerId, id), "InvoiceCommandRefused", ({ from }) =>
          Effect.fail(
            new InvalidState({
              what: "invoice",
              status: from,
              command: "cancel",
              possible: statesTaking(invoiceTransitions, "Cancel")
            })
          )
        )
      )

      const redact = Effect.fn("Invoices.redact")((partnerId: PartnerId, id: InvoiceId) =>
        Effect.catchTag(end("Redact", partnerId, id), "InvoiceCommandRefused", Effect.die)
      )

      const shown = <E>(found: Effect.Effect<Versioned<IssuedInvoice>, E>) =>
        Effect.zipWith(found, Clock.currentTimeMillis, ({ state }, now) => invoiceAsOf(state, now))

      return Invoices.of({
        create,
        get: (partnerId, id) => shown(load(partnerId, id)),
        getByToken: (token) => shown(Effect.flatMap(byToken(token), orNotFound(invoice.noun, token))),
        stream: (partnerId, filter) =>
          Stream.unwrap(
            Effect.map(Clock.currentTimeMillis, (now) =>
              Stream.map(lists.stream(invoiceList, { partnerId }, filter, now), (invoice) =>
                invoiceAsOf(invoice, now)
              )
            )
          ),
        cancel,
        redact
      })
    })
  )
}
