import { Clock, Context, Effect, Layer, Option, Result, Schema, Semaphore } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { type CounterChange, zeroFigures } from "../../kernel/counter/Counter.ts"
import {
  checkIdempotencyKey,
  claimsOf,
  type IdempotentRequest,
  idempotentRequest,
  makeIdempotency
} from "../../kernel/idempotency/Idempotency.ts"
import { reportedFaults } from "../../kernel/input/Faults.ts"
import { decoderOf, type InvalidInput, webUrl } from "../../kernel/input/Input.ts"
import {
  type IdempotencyConflict,
  type NotFound,
  orNotFound,
  ProviderMissing
} from "../../kernel/input/Refusals.ts"
import { redirectProtocols } from "../../kernel/input/redirects.ts"
import type { InvalidCursor } from "../../kernel/list/ListCursor.ts"
import { fiatCurrencies } from "../../kernel/money/Currency.ts"
import type { Claim } from "../../kernel/ports/Claim.ts"
import { ownClaim } from "../../kernel/ports/Claim.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { NewEvent } from "../../kernel/transact/Draft.ts"
import { yieldToOthers } from "../../kernel/work/yieldToOthers.ts"
import { BankRail, servesCurrency } from "../bankPayment/BankRail.ts"
import type { InvoiceEvent, IssuedInvoice } from "../invoice/Invoice.ts"
import { invoiceAsOf } from "../invoice/InvoiceAsOf.ts"
import { expiryJob } from "../invoice/InvoiceExpirer.ts"
import { makeInvoiceReferences, referenceClaims, takenReferences } from "../invoice/InvoiceReferences.ts"
import { invoiceAnnouncements } from "../invoice/invoiceAnnouncements.ts"
import { invoiceClaims, invoicePrefix } from "../invoice/invoiceNames.ts"
import { invoiceRetention } from "../invoice/invoiceRedactionJobs.ts"
import { Mailer } from "../mail/Mailer.ts"
import { Settings } from "../settings/Settings.ts"
import type { Announcement } from "../webhook/Announcement.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import type { Batch, BatchId, BatchTally } from "./Batch.ts"
import { readBatchFile } from "./BatchFile.ts"
import { type BatchFileMalformed, BatchRulesBroken } from "./BatchFileRefused.ts"
import { type BatchImport, batchForm } from "./BatchImport.ts"
import { type BatchInvoiceFilter, makeBatchInvoices } from "./BatchInvoices.ts"
import { BatchReader } from "./BatchReader.ts"
import { type Made, type NameInFile, referencesInFile } from "./BatchReferences.ts"
import { makeBatchRepeat } from "./BatchRepeat.ts"
import type { BatchRow } from "./BatchRow.ts"
import type { BatchRowError, ImportedBatch } from "./BatchView.ts"
import { batchJobs, batchPrefix } from "./batchNames.ts"
import { inFileOrder, takenError, takenIssue } from "./takenRows.ts"

type BatchRefusal = BatchFileMalformed | BatchRulesBroken | InvalidInput | ProviderMissing | StoreUnavailable

/** Files of invoices. */
export class Batches extends Context.Service<
  Batches,
  {
    /**
     * Creates an invoice for every valid row, all in one commit, and reports the errors of the others. If no
     * row is valid, nothing is created. With an `idempotencyKey` the same key, file and fields return the
     * same batch again, as it was imported; others are refused.
     */
    readonly import: (
      partnerId: PartnerId,
      request: BatchImport,
      idempotencyKey?: string
    ) => Effect.Effect<
      ImportedBatch & { readonly replayed: boolean },
      | BatchFileMalformed
      | BatchRulesBroken
      | IdempotencyConflict
      | InvalidInput
      | ProviderMissing
      | StoreUnavailable
    >
    readonly get: (
      partnerId: PartnerId,
      id: BatchId
    ) => Effect.Effect<{ readonly batch: Batch; readonly tally: BatchTally }, NotFound | StoreUnavailable>
    /** A part of the invoices of a batch, the last row of its file first, each at the current instant. */
    readonly invoices: (
      batch: Batch,
      filter: BatchInvoiceFilter,
      page: PageRequest
    ) => Effect.Effect<Page<IssuedInvoice>, InvalidCursor | StoreUnavailable>
  }
>()("@quittance/core/concepts/batch/Batches") {
  static readonly layer = Layer.effect(
    Batches,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return Batches.of({
        import: (partnerId, request, idempotencyKey) =>
          parts.oneAtATime.withPermit(importBatch(parts, partnerId, request, idempotencyKey)),
        get: (partnerId, id) => readBatch(parts, partnerId, id),
        invoices: (batch, filter, page) =>
          Effect.map(parts.invoices.page(batch, filter, page), ({ asOf, items, ...part }) => ({
            ...part,
            items: items.map((each) => invoiceAsOf(each, asOf))
          }))
      })
    })
  )
}

/** The services that batches use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  const settings = yield* Settings
  const url = Schema.optional(webUrl(redirectProtocols(settings)))
  return {
    settings,
    ids: yield* Ids,
    reader: yield* BatchReader,
    commit: (yield* makeAnnouncingTransact).commit,
    once: yield* makeIdempotency,
    repeat: yield* makeBatchRepeat,
    invoices: yield* makeBatchInvoices,
    referencesOf: yield* makeInvoiceReferences,
    rail: yield* Effect.serviceOption(BankRail),
    hasMailer: Option.isSome(yield* Effect.serviceOption(Mailer)),
    decodeDefaults: decoderOf(Schema.Struct({ defaultRedirectUrl: url, defaultCancelUrl: url })),
    // Several files at once would occupy the event loop in turns until all are done, and delay every other
    // request.
    oneAtATime: yield* Semaphore.make(1)
  }
})
type Parts = Effect.Success<typeof makeParts>

const readBatch = ({ reader }: Parts, partnerId: PartnerId, id: BatchId) =>
  Effect.flatMap(reader.byId(partnerId, id), orNotFound("batch", id))

const expiryOf = ({ settings }: Parts, createdAt: Instant): Instant =>
  createdAt + settings.fiatInvoice.lifeMillisDefault

const makeInvoice = Effect.fnUntraced(function* (
  parts: Parts,
  named: NameInFile,
  { createdAt, id: batchId, partnerId }: Pick<Batch, "createdAt" | "id" | "partnerId">,
  row: BatchRow
) {
  const { ids } = parts
  return {
    row,
    invoice: named({
      id: yield* ids.prefixed(invoicePrefix),
      partnerId,
      token: yield* ids.linkToken,
      amountMinor: row.amountMinor,
      currency: row.currency,
      description: row.description,
      metadata: "{}",
      redirectUrl: row.redirectUrl,
      cancelUrl: row.cancelUrl,
      externalId: row.externalId,
      batchId: Option.some(batchId),
      reference: Option.none(),
      customerEmail: row.email,
      createdAt,
      expiresAt: expiryOf(parts, createdAt)
    })
  }
})

/** The commit of a batch: every invoice with its event, its claim and its e-mail, or nothing. */
const draftBatch = (
  parts: Parts,
  batch: Batch,
  made: ReadonlyArray<Made>,
  sendEmails: BatchImport["sendEmails"],
  idempotent: IdempotentRequest | undefined
) => {
  const { settings } = parts
  const { createdAt: at, id: batchId, partnerId } = batch
  const { created, failed, total } = batch
  const eventOf = (subjectId: string, event: NewEvent["event"]): NewEvent => {
    return { partnerId, subjectId, version: 1, at, event }
  }
  const events = [eventOf(batchId, { _tag: "BatchImported", total, created, failed })]
  // All invoices of a batch expire together: one job records it.
  const jobs: Array<ScheduledJob> = [
    expiryJob(partnerId, expiryOf(parts, at)),
    ...invoiceRetention(partnerId, at, settings)
  ]
  const announcements: Array<Announcement> = []
  let mailsUnsent = 0
  for (const { invoice } of made) {
    const { order } = invoice
    const happened: InvoiceEvent = { _tag: "InvoiceIssued", order }
    events.push(eventOf(order.id, happened))
    announcements.push(...invoiceAnnouncements([happened], invoice, settings.publicUrl))
    if (sendEmails === "send" && Option.isSome(order.customerEmail)) {
      mailsUnsent += 1
      jobs.push({ kind: batchJobs.mail, partnerId, subjectId: order.id, dueAt: at })
    }
  }
  return {
    aggregates: [
      { _tag: "Batch", state: batch, expectedVersion: 0 },
      ...made.map(({ invoice }) => ({ _tag: "Invoice", state: invoice, expectedVersion: 0 }) as const)
    ],
    claims: [...claimsOf(idempotent, batchId), ...made.flatMap(({ invoice }) => ownClaims(invoice))],
    events,
    counters: [
      ...issuedCounters(batch, made),
      { _tag: "Batch", partnerId, batchId, paid: 0, paidMinor: 0n, mailsUnsent }
    ],
    announcements,
    jobs
  } as const
}

const importBatch = Effect.fn("Batches.import")(function* (
  parts: Parts,
  partnerId: PartnerId,
  request: BatchImport,
  idempotencyKey?: string
) {
  yield* checkIdempotencyKey(idempotencyKey)
  yield* Effect.fromResult(
    parts.decodeDefaults({
      defaultRedirectUrl: Option.getOrUndefined(request.defaultRedirectUrl),
      defaultCancelUrl: Option.getOrUndefined(request.defaultCancelUrl)
    })
  )
  const idempotent = idempotentRequest(idempotencyKey, batchForm, partnerId, request)
  const { replayed, value } = yield* parts.once<ImportedBatch, BatchRefusal>(
    idempotent,
    importFile(parts, partnerId, request, idempotent),
    (id) => parts.repeat(partnerId, id, request)
  )
  return { ...value, replayed }
})

const importFile = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  request: BatchImport,
  idempotent: IdempotentRequest | undefined
) {
  const { commit, hasMailer, ids, rail, settings } = parts
  const { sendEmails } = request
  if (Option.isNone(rail)) return yield* new ProviderMissing({ provider: "BankRail" })
  if (sendEmails === "send" && !hasMailer) return yield* new ProviderMissing({ provider: "Mailer" })
  yield* yieldToOthers
  const file = yield* Effect.fromResult(readBatchFile(request.file, { ...request, settings }))
  yield* yieldToOthers
  const unserved = file.rows.find(({ currency }) => !servesCurrency(rail, currency))
  if (unserved !== undefined)
    return yield* new ProviderMissing({ provider: "BankRail", currency: unserved.currency })
  const name = {
    id: yield* ids.prefixed(batchPrefix),
    partnerId,
    createdAt: yield* Clock.currentTimeMillis
  }
  const references = referencesInFile(yield* parts.referencesOf(partnerId))
  let made: ReadonlyArray<Made> = yield* Effect.forEach(file.rows, (row) =>
    makeInvoice(parts, references.named, name, row)
  )
  const taken: Array<BatchRowError> = []
  while (true) {
    const { total } = file
    const batch: Batch = { ...name, total, created: made.length, failed: total - made.length }
    const draft = draftBatch(parts, batch, made, sendEmails, idempotent)
    yield* yieldToOthers
    const landed = yield* Effect.result(commit(draft))
    yield* yieldToOthers
    if (Result.isSuccess(landed)) {
      const errors = inFileOrder([...file.errors, ...taken])
      return { batch, invoices: made.map(({ invoice }) => invoice), errors }
    }
    const failure = landed.failure
    if (failure._tag !== "ClaimTaken") return yield* failure
    // The same file is being imported concurrently: the answer is what was committed.
    if (failure.taken.some(({ scope }) => scope === idempotent?.scope.name)) return yield* failure
    const keys = new Set(
      failure.taken.filter(({ scope }) => scope === invoiceClaims.externalId.name).map(({ key }) => key)
    )
    const isTaken = ({ row }: Made) => Option.exists(row.externalId, (key) => keys.has(key))
    taken.push(...made.filter(isTaken).map(({ row }) => takenError(row)))
    made = references.renamed(
      made.filter((each) => !isTaken(each)),
      takenReferences(failure)
    )
    if (made.length === 0) {
      const issues = [...file.issues, ...taken.map(takenIssue)]
      issues.sort((one, other) => (one.row ?? 0) - (other.row ?? 0))
      return yield* new BatchRulesBroken(reportedFaults(issues))
    }
  }
})

/** All invoices of a batch are created at its own instant, so there is one change for each currency. */
const issuedCounters = (
  { createdAt, partnerId }: Batch,
  made: ReadonlyArray<Made>
): ReadonlyArray<CounterChange> =>
  fiatCurrencies.flatMap((currency) => {
    const created = made.filter(({ row }) => row.currency === currency).length
    const change = { ...zeroFigures, created }
    return created === 0 ? [] : [{ _tag: "Invoices", partnerId, currency, createdAt, change }]
  })

const ownClaims = ({ order }: IssuedInvoice): ReadonlyArray<Claim> => [
  ...Option.toArray(order.externalId).map((key) => ownClaim(order, invoiceClaims.externalId, key)),
  ...referenceClaims(order)
]
