import { Clock, Effect, Option } from "effect"
import type { JobName } from "../../kernel/ports/Job.ts"
import { allById, StateReader } from "../../kernel/ports/StateReader.ts"
import { type Instant, millisPerHour } from "../../kernel/time/Instant.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { makeKeeper, retainJob } from "../../kernel/work/Keeper.ts"
import { bankPayment } from "../bankPayment/BankPayment.ts"
import { Mailer } from "../mail/Mailer.ts"
import { apiKey } from "../partner/ApiKey.ts"
import { Settings } from "../settings/Settings.ts"
import { followJobs } from "../statementEntry/statementEntryNames.ts"
import { makeMessageEraser } from "../webhook/MessageEraser.ts"
import { makeInvoiceRedactions } from "./InvoiceRedactions.ts"
import { invoiceJobs } from "./invoiceNames.ts"

/** How often the delivery of messages is checked. */
const retryMillis = millisPerHour

/**
 * Erases what a redacted fiat or crypto invoice left behind: the webhook messages, the e-mails that a
 * mailer keeps, and who paid it by a statement.
 */
export const makeInvoiceEraser = Effect.gen(function* () {
  const { commit, complete } = yield* makeTransact
  const mailer = yield* Effect.serviceOption(Mailer)
  const eraseMessages = yield* makeMessageEraser
  const states = yield* StateReader
  const handler: JobHandler = {
    kind: invoiceJobs.erase,
    concurrency: 2,
    handle: Effect.fnUntraced(function* (job) {
      if (Option.isSome(mailer)) yield* mailer.value.forget?.(job) ?? Effect.void
      const isLeft = yield* eraseMessages(job)
      const now = yield* Clock.currentTimeMillis
      const entries = yield* entriesOf(states, job, now)
      if (entries.length > 0) yield* commit({ jobs: entries })
      const dueAt = now + retryMillis
      yield* complete(isLeft ? { _tag: "DueAgain", job, dueAt } : { _tag: "Done", job })
    })
  }
  return handler
})

/** The entries of statements whose money came for an invoice say who paid it. */
const entriesOf = (states: StateReader["Service"], { partnerId, subjectId }: JobName, now: Instant) =>
  Effect.map(states.indexed(bankPayment, "by_invoice", { equal: [partnerId, subjectId] }), (payments) =>
    payments.flatMap(({ state }) =>
      "receipt" in state ? followJobs(partnerId, state.receipt.entryId, now) : []
    )
  )

/**
 * Ends the retention of fiat and crypto invoices. Once it is set, every existing partner gets its job as
 * well.
 */
export const makeInvoiceKeeper = Effect.gen(function* () {
  const { invoiceRetentionMillis: retentionMillis } = yield* Settings
  const { redact, unredacted } = yield* makeInvoiceRedactions
  if (retentionMillis !== undefined) yield* Effect.ignore(scheduleForAll)
  return yield* makeKeeper({
    kind: invoiceJobs.retain,
    retentionMillis,
    due: unredacted,
    redact: (partnerId, id) =>
      // Late money has arrived in the meantime: the invoice has not ended any more.
      Effect.catchTag(redact(partnerId, id), "InvalidState", () => Effect.void)
  })
})

const scheduleForAll = Effect.gen(function* () {
  const { commit } = yield* makeTransact
  const now = yield* Clock.currentTimeMillis
  const partners = new Set((yield* allById(apiKey)).map(({ partnerId }) => partnerId))
  const jobs = [...partners].map((partnerId) => retainJob(invoiceJobs.retain, partnerId, now))
  if (jobs.length > 0) yield* commit({ jobs })
})
