import { Clock, Context, Effect, Layer, Option, Result, Schema, Semaphore } from "effect"
import { type CounterChange, zeroFigures } from "../analytics/InvoiceCounter.ts"
import type { Claim } from "../idempotency/Claim.ts"
import { ownClaim } from "../idempotency/Claim.ts"
import { toldFaults } from "../input/Faults.ts"
import { decoderOf, type InvalidInput, webUrl } from "../input/Input.ts"
import { type NotFound, ProviderMissing, orNotFound } from "../input/Refusals.ts"
import type { InvoiceEvent, IssuedInvoice } from "../invoice/Invoice.ts"
import { invoiceAnnouncements } from "../invoice/invoiceAnnouncements.ts"
import { firstIssued } from "../invoice/InvoiceAsOf.ts"
import { expiryJob } from "../invoice/InvoiceExpirer.ts"
import { invoiceRetention } from "../invoice/invoiceRedactionJobs.ts"
import { redirectProtocols } from "../invoice/InvoiceRequest.ts"
import { fiatCurrencies, type FiatCurrency } from "../money/Currency.ts"
import type { PartnerId } from "../partner/Partner.ts"
import { BankRail } from "../ports/BankRail.ts"
import { BatchReader } from "../ports/BatchReader.ts"
import { Ids } from "../ports/Ids.ts"
import { Mailer } from "../ports/Mailer.ts"
import { type Commit, emptyCommit, type EventRecord, Store, StoreUnavailable } from "../ports/Store.ts"
import { Settings } from "../settings/Settings.ts"
import type { Instant } from "../time/Instant.ts"
import { makeAnnounce } from "../webhook/Announcer.ts"
import type { Announcement } from "../webhook/Announcement.ts"
import type { ScheduledJob } from "../work/Job.ts"
import type { Batch, BatchId, BatchTally } from "./Batch.ts"
import { readBatchFile } from "./BatchFile.ts"
import { type BatchFileMalformed, BatchRulesBroken } from "./BatchFileRefused.ts"
import type { BatchRow } from "./BatchRow.ts"
import type { BatchRowError, ImportedBatch } from "./BatchView.ts"

/** A file of invoices and what to do with it. */
export interface BatchImport {
  /** CSV, UTF-8. */
  readonly file: Uint8Array
  /** Whether the payment links are mailed to the addresses in the file, after the commit. */
  readonly sendEmails: "send" | "none"
  /** For rows without a currency. */
  readonly defaultCurrency: Option.Option<FiatCurrency>
  /** For rows without a redirect URL. */
  readonly defaultRedirectUrl: Option.Option<string>
}

/** A row and the invoice that it becomes. */
interface Made {
  readonly row: BatchRow
  readonly invoice: IssuedInvoice
}

/** Files of invoices. */
export class Batches extends Context.Service<
  Batches,
  {
    /**
     * Issues an invoice for every row that is right, all in one commit, and tells what is wrong with the others. Nothing is
     * issued when no row is right.
     */
    readonly import: (
      partnerId: PartnerId,
      request: BatchImport
    ) => Effect.Effect<
      ImportedBatch,
      BatchFileMalformed | BatchRulesBroken | InvalidInput | ProviderMissing | StoreUnavailable
    >
    readonly get: (
      partnerId: PartnerId,
      id: BatchId
    ) => Effect.Effect<{ readonly batch: Batch; readonly tally: BatchTally }, NotFound | StoreUnavailable>
  }
>()("@quittance/core/batch/Batches") {
  static readonly layer = Layer.effect(
    Batches,
    Effect.gen(function* () {
      const settings = yield* Settings
      const ids = yield* Ids
      const store = yield* Store
      const reader = yield* BatchReader
      const announce = yield* makeAnnounce
      const hasRail = Option.isSome(yield* Effect.serviceOption(BankRail))
      const hasMailer = Option.isSome(yield* Effect.serviceOption(Mailer))
      const decodeDefaults = decoderOf(
        Schema.Struct({ defaultRedirectUrl: Schema.optional(webUrl(redirectProtocols(settings))) })
      )

      // Files that come at once would take the event loop by turns until all are done, and nobody else would get a turn.
      const oneAtATime = yield* Semaphore.make(1)

      const expiryOf = (createdAt: Instant): Instant => createdAt + settings.fiatInvoice.lifeMillisDefault

      const make = Effect.fnUntraced(function* (
        { createdAt, id: batchId, partnerId }: Pick<Batch, "createdAt" | "id" | "partnerId">,
        row: BatchRow
      ) {
        return {
          row,
          invoice: firstIssued({
            id: yield* ids.prefixed("inv_"),
            partnerId,
            token: yield* ids.linkToken,
            amountMinor: row.amountMinor,
            currency: row.currency,
            description: row.description,
            metadata: "{}",
            redirectUrl: row.redirectUrl,
            externalId: row.externalId,
            batchId: Option.some(batchId),
            reference: Option.none(),
            customerEmail: row.email,
            createdAt,
            expiresAt: expiryOf(createdAt)
          })
        }
      })

      /** The commit of a batch: every invoice with its event, its claim and its e-mail, or nothing. */
      const commitOf = Effect.fnUntraced(function* (
        batch: Batch,
        made: ReadonlyArray<Made>,
        sendEmails: BatchImport["sendEmails"]
      ): Effect.fn.Return<Commit & { readonly first: EventRecord }, StoreUnavailable> {
        const { createdAt: at, id: batchId, partnerId } = batch
        const { created, failed, total } = batch
        const event = (subjectId: string, happened: EventRecord["event"]) =>
          Effect.map(ids.prefixed("evt_"), (id): EventRecord => {
            return { id, partnerId, subjectId, version: 1, at, event: happened }
          })
        const first = yield* event(batchId, { _tag: "BatchImported", total, created, failed })
        const events: Array<EventRecord> = [first]
        // All invoices of a batch expire together: one job records it.
        const jobs: Array<ScheduledJob> = [
          expiryJob(partnerId, expiryOf(at)),
          ...invoiceRetention(partnerId, at, settings)
        ]
        const announcements: Array<Announcement> = []
        let mailsUnsent = 0
        for (const { invoice } of made) {
          const { order } = invoice
          const happened: InvoiceEvent = { _tag: "InvoiceIssued", order }
          events.push(yield* event(order.id, happened))
          announcements.push(...invoiceAnnouncements([happened], invoice, settings.publicUrl))
          if (sendEmails === "send" && Option.isSome(order.customerEmail)) {
            mailsUnsent += 1
            jobs.push({ kind: "invoice.mail", partnerId, subjectId: order.id, dueAt: at })
          }
        }
        const announced = yield* announce(events, announcements)
        return {
          ...emptyCommit,
          first,
          aggregates: [
            { _tag: "Batch", state: batch, expectedVersion: 0 },
            ...made.map(({ invoice }) => ({ _tag: "Invoice" as const, state: invoice, expectedVersion: 0 }))
          ],
          claims: made.flatMap(({ invoice }) => externalIdClaim(invoice)),
          events,
          counters: [
            ...issuedCounters(batch, made),
            { _tag: "Batch", partnerId, batchId, paid: 0, paidMinor: 0n, mailsUnsent }
          ],
          outbox: announced.outbox,
          jobs: [...jobs, ...announced.jobs]
        }
      })

      const land = ({ first, ...commit }: Commit & { readonly first: EventRecord }) =>
        store.commit(commit).pipe(
          Effect.catchTags({
            LeaseLost: Effect.die,
            VersionConflict: Effect.die,
            LimitExceeded: Effect.die,
            StoreUnavailable: Effect.fnUntraced(function* (failure: StoreUnavailable) {
              if (failure.outcome === "notWritten") return yield* failure
              // Without an answer to this question either, unknown is all that can be said.
              if (!(yield* Effect.mapError(store.committed(first), () => failure)))
                return yield* new StoreUnavailable({ outcome: "notWritten", reason: failure.reason })
            })
          })
        )

      const importFile = Effect.fn("Batches.import")(function* (partnerId: PartnerId, request: BatchImport) {
        const { defaultCurrency, defaultRedirectUrl, sendEmails } = request
        yield* Effect.fromResult(
          decodeDefaults({ defaultRedirectUrl: Option.getOrUndefined(defaultRedirectUrl) })
        )
        if (!hasRail) return yield* new ProviderMissing({ provider: "BankRail" })
        if (sendEmails === "send" && !hasMailer) return yield* new ProviderMissing({ provider: "Mailer" })
        yield* othersFirst
        const file = yield* Effect.fromResult(
          readBatchFile(request.file, { defaultCurrency, defaultRedirectUrl, settings })
        )
        yield* othersFirst
        const name = {
          id: yield* ids.prefixed("bat_"),
          partnerId,
          createdAt: yield* Clock.currentTimeMillis
        }
        let made: ReadonlyArray<Made> = yield* Effect.forEach(file.rows, (row) => make(name, row))
        const taken: Array<BatchRowError> = []
        while (true) {
          const { total } = file
          const batch: Batch = { ...name, total, created: made.length, failed: total - made.length }
          const commit = yield* commitOf(batch, made, sendEmails)
          yield* othersFirst
          const landed = yield* Effect.result(land(commit))
          yield* othersFirst
          if (Result.isSuccess(landed)) {
            const errors = [...file.errors, ...taken].sort((one, other) => one.row - other.row)
            return { batch, invoices: made.map(({ invoice }) => invoice), errors }
          }
          const failure = landed.failure
          if (failure._tag !== "ClaimTaken") return yield* failure
          const keys = new Set(failure.taken.map(({ key }) => key))
          const isTaken = ({ row }: Made) => Option.exists(row.externalId, (key) => keys.has(key))
          taken.push(...made.filter(isTaken).map(({ row }) => takenError(row)))
          made = made.filter((each) => !isTaken(each))
          if (made.length === 0) {
            const issues = [...file.issues, ...taken.map(takenIssue)]
            issues.sort((one, other) => (one.row ?? 0) - (other.row ?? 0))
            return yield* new BatchRulesBroken(toldFaults(issues))
          }
        }
      })

      const get = (partnerId: PartnerId, id: BatchId) =>
        Effect.flatMap(reader.byId(partnerId, id), orNotFound("batch", id))

      return Batches.of({
        import: (partnerId, request) => oneAtATime.withPermit(importFile(partnerId, request)),
        get
      })
    })
  )
}

/**
 * Lets what else waits in this process go on. An import holds the event loop for some milliseconds at each of its steps;
 * between two of them a small request, which takes several turns of the loop, shall be done and not just a turn further.
 */
const othersFirst = Effect.repeat(Effect.yieldNow, { times: 15 })

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

const takenMessage = "must be one that no other invoice has, but an earlier invoice has it"

const takenError = ({ externalId, row }: BatchRow): BatchRowError => ({
  row,
  externalId: Option.getOrNull(externalId),
  error: `externalId ${takenMessage}`
})

const takenIssue = ({ row }: BatchRowError): BatchRulesBroken["issues"][number] => ({
  row,
  field: "externalId",
  code: "invalid_value",
  message: takenMessage
})

const externalIdClaim = ({ order }: IssuedInvoice): ReadonlyArray<Claim> =>
  Option.toArray(order.externalId).map((key) => ownClaim(order, "invoice.externalId", key))
