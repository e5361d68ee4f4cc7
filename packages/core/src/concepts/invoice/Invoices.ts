import { Clock, Context, Effect, Layer, Option, Result, Stream } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import {
  checkIdempotencyKey,
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
import { BankRail, servesCurrency } from "../bankPayment/BankRail.ts"
import { Partners } from "../partner/Partners.ts"
import { Settings, type SettingsShape } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import { Invoice, type InvoiceId, type IssuedInvoice, invoice, invoiceTransitions } from "./Invoice.ts"
import { invoiceAsOf, invoiceAtCreation, issuedInvoice } from "./InvoiceAsOf.ts"
import type { UnnamedInvoice } from "./InvoiceReferences.ts"
import { type InvoiceRequest, invoiceDecoder, invoiceForm } from "./InvoiceRequest.ts"
import { invoiceAnnouncements } from "./invoiceAnnouncements.ts"
import { invoiceCounters } from "./invoiceCounters.ts"
import { type InvoiceFilter, invoiceList } from "./invoiceList.ts"
import { invoicePrefix } from "./invoiceNames.ts"
import { invoiceEraseJob } from "./invoiceRedactionJobs.ts"
import { makeIssueInvoice } from "./issueInvoice.ts"

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
     * Erases the personal data: description, metadata, redirect and cancel URL, and the payer's e-mail, and soon
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
      const parts = yield* makeParts
      return Invoices.of({
        create: (partnerId, idempotencyKey, input) => createInvoice(parts, partnerId, idempotencyKey, input),
        get: (partnerId, id) => shownNow(readInvoice(parts, partnerId, id)),
        getByToken: (token) => shownNow(readByToken(parts, token)),
        stream: (partnerId, filter) => streamInvoices(parts, partnerId, filter),
        cancel: (partnerId, id) => cancelInvoice(parts, partnerId, id),
        redact: (partnerId, id) => redactInvoice(parts, partnerId, id)
      })
    })
  )
}

/** The services that invoices use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  const settings = yield* Settings
  return {
    settings,
    ids: yield* Ids,
    partners: yield* Partners,
    states: yield* StateReader,
    lists: yield* ListReader,
    rail: yield* Effect.serviceOption(BankRail),
    runCommand: (yield* makeAnnouncingTransact).runCommand,
    once: yield* makeIdempotency,
    issue: yield* makeIssueInvoice,
    decode: invoiceDecoder(settings)
  }
})
type Parts = Effect.Success<typeof makeParts>

const readInvoice = ({ states }: Parts, partnerId: PartnerId, id: InvoiceId) =>
  existing(states, invoice, partnerId, id)

const readByToken = ({ states }: Parts, token: string) =>
  Effect.flatMap(
    firstOf(states.indexed(invoice, "by_token", { equal: [token] })),
    orNotFound(invoice.noun, token)
  )

const shownNow = <E>(found: Effect.Effect<Versioned<IssuedInvoice>, E>) =>
  Effect.zipWith(found, Clock.currentTimeMillis, ({ state }, now) => invoiceAsOf(state, now))

const streamInvoices = ({ lists }: Parts, partnerId: PartnerId, filter: InvoiceFilter) =>
  Stream.unwrap(
    Effect.map(Clock.currentTimeMillis, (now) =>
      Stream.map(lists.stream(invoiceList, { partnerId }, filter, now), (invoice) =>
        invoiceAsOf(invoice, now)
      )
    )
  )

const createInvoice = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  idempotencyKey: string | undefined,
  input: unknown
) {
  yield* checkIdempotencyKey(idempotencyKey)
  const request = yield* Effect.fromResult(parts.decode(input))
  const asked = request.expiresAt == null ? undefined : parseInstant(request.expiresAt)
  if (request.expiresAt != null && asked === undefined) {
    const message = "must be an ISO 8601 date-time such as 2026-01-31T12:00:00Z"
    return yield* InvalidInput.of("expiresAt", "invalid_value", message)
  }
  const idempotent = idempotentRequest(idempotencyKey, invoiceForm, partnerId, request)
  const replay = (ownerId: string) =>
    Effect.map(readInvoice(parts, partnerId, ownerId), ({ state }) => invoiceAtCreation(state)).pipe(
      // The owner of a claim was committed together with it.
      Effect.catchTag("NotFound", Effect.die)
    )
  return yield* parts.once(idempotent, issueInvoice(parts, partnerId, request, asked, idempotent), replay)
})

/** Checks a new request and issues its invoice. `asked` is the expiry that the client asked for. */
const issueInvoice = Effect.fnUntraced(function* (
  { ids, issue, partners, rail, settings }: Parts,
  partnerId: PartnerId,
  request: InvoiceRequest,
  asked: Instant | undefined,
  idempotent: IdempotentRequest | undefined
) {
  const { currency } = request
  const createdAt = yield* Clock.currentTimeMillis
  const amount = parseMinor(request.amount, currency)
  if (Result.isFailure(amount) && amount.failure.reason !== "tooLarge")
    return yield* InvalidInput.of("amount", "out_of_range", amount.failure.message)
  const amountMinor = Result.getOrElse(amount, () => undefined)
  const { maxMinor, minMinor } = settings.fiatInvoice.bounds[currency]
  if (amountMinor === undefined || amountMinor < minMinor || amountMinor > maxMinor) {
    const [min, max] = [formatMinor(minMinor, currency), formatMinor(maxMinor, currency)]
    return yield* new AmountOutOfRange({ field: "amount", min, max, currency })
  }
  const expiresAt = yield* checkedExpiry(settings, createdAt, asked)
  if (!servesCurrency(rail, currency)) return yield* new ProviderMissing({ provider: "BankRail", currency })
  const order: UnnamedInvoice = {
    id: yield* ids.prefixed(invoicePrefix),
    partnerId,
    token: yield* ids.linkToken,
    amountMinor,
    currency,
    description: Option.fromNullishOr(request.description),
    metadata: JSON.stringify(request.metadata ?? {}),
    redirectUrl: Option.fromNullishOr(request.redirectUrl),
    cancelUrl: Option.fromNullishOr(request.cancelUrl),
    externalId: Option.none(),
    batchId: Option.none(),
    reference:
      idempotent === undefined
        ? Option.none()
        : Option.some(
            referenceOf("invoice", yield* partners.nameOf(partnerId), idempotent.key, idempotent.fingerprint)
          ),
    customerEmail: Option.none(),
    createdAt,
    expiresAt
  }
  return yield* issue(order, idempotent)
})

const checkedExpiry = Effect.fnUntraced(function* (
  { fiatInvoice }: SettingsShape,
  createdAt: Instant,
  asked: Instant | undefined
) {
  const { lifeMillisDefault, lifeMillisMax, lifeMillisMin } = fiatInvoice
  if (asked === undefined) return createdAt + lifeMillisDefault
  if (asked >= createdAt + lifeMillisMin - arrivalMillis && asked <= createdAt + lifeMillisMax) return asked
  const [minutes, days] = [lifeMillisMin / millisPerMinute, lifeMillisMax / millisPerDay]
  const message = `must be from ${minutes} minutes to ${days} days from now`
  return yield* InvalidInput.of("expiresAt", "out_of_range", message)
})

const cancelInvoice = Effect.fn("Invoices.cancel")((parts: Parts, partnerId: PartnerId, id: InvoiceId) =>
  Effect.catchTag(endInvoice(parts, "Cancel", partnerId, id), "InvoiceCommandRefused", ({ from }) =>
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

const redactInvoice = Effect.fn("Invoices.redact")((parts: Parts, partnerId: PartnerId, id: InvoiceId) =>
  Effect.catchTag(endInvoice(parts, "Redact", partnerId, id), "InvoiceCommandRefused", Effect.die)
)

const endInvoice = Effect.fnUntraced(function* (
  parts: Parts,
  tag: "Cancel" | "Redact",
  partnerId: PartnerId,
  id: InvoiceId
) {
  const at = yield* Clock.currentTimeMillis
  const { state } = yield* parts
    .runCommand({
      machine: Invoice,
      command: { _tag: tag, at },
      partnerId,
      subjectId: id,
      at,
      load: readInvoice(parts, partnerId, id),
      commit: ({ events, loaded, next, previous }) => ({
        aggregates: [writeOver("Invoice", loaded, issuedInvoice(next))],
        announcements: invoiceAnnouncements(events, issuedInvoice(next), parts.settings.publicUrl),
        counters: invoiceCounters(previous, issuedInvoice(next)),
        jobs: tag === "Redact" ? [invoiceEraseJob(partnerId, id, at)] : []
      })
    })
    .pipe(Effect.catchTag("ReceiptRefused", Effect.die))
  return issuedInvoice(state)
})
