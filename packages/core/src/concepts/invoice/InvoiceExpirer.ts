import { Clock, Effect, Result } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { CounterChange } from "../../kernel/counter/Counter.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { AggregateWrite } from "../../kernel/ports/Store.ts"
import { type Instant, millisPerSecond } from "../../kernel/time/Instant.ts"
import type { NewEvent } from "../../kernel/transact/Draft.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { Settings } from "../settings/Settings.ts"
import type { Announcement } from "../webhook/Announcement.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import { Invoice, invoice } from "./Invoice.ts"
import { issuedInvoice } from "./InvoiceAsOf.ts"
import { invoiceAnnouncements } from "./invoiceAnnouncements.ts"
import { invoiceCounters } from "./invoiceCounters.ts"
import { invoiceJobs } from "./invoiceNames.ts"

/** How many invoices one commit expires. */
const sweepSize = 100

/**
 * The job that records expiries: one for all invoices of a partner that expire within the same second, so
 * that a thousand invoices of one file need one. Reads are correct without it.
 */
export const expiryJob = (partnerId: PartnerId, expiresAt: Instant): ScheduledJob => {
  const dueAt = Math.ceil(expiresAt / millisPerSecond) * millisPerSecond
  return { kind: invoiceJobs.expire, partnerId, subjectId: new Date(dueAt).toISOString(), dueAt }
}

/** Records the expiry of all due invoices of a partner, a hundred at a time. */
export const makeInvoiceExpirer = Effect.gen(function* () {
  const states = yield* StateReader
  const { publicUrl } = yield* Settings
  const { transact } = yield* makeAnnouncingTransact

  const handler: JobHandler = {
    kind: invoiceJobs.expire,
    concurrency: 4,
    handle: Effect.fnUntraced(function* (job) {
      const { partnerId } = job
      const sweep = Effect.gen(function* () {
        const at = yield* Clock.currentTimeMillis
        const due = yield* states.indexed(invoice, "expiring", {
          equal: [partnerId],
          below: at + 1,
          limit: sweepSize
        })
        const isLast = due.length < sweepSize
        const aggregates: Array<AggregateWrite> = []
        const events: Array<NewEvent> = []
        const counters: Array<CounterChange> = []
        const announcements: Array<Announcement> = []
        for (const found of due) {
          const { state, version } = found
          const decided = Result.getOrElse(Invoice.decide(state, { _tag: "Expire", at }), () => [])
          const subjectId = state.order.id
          for (const event of decided) events.push({ partnerId, subjectId, version: version + 1, at, event })
          const next = issuedInvoice(decided.reduce(Invoice.evolve, state))
          aggregates.push(writeOver("Invoice", found, next))
          counters.push(...invoiceCounters(state, next))
          announcements.push(...invoiceAnnouncements(decided, next, publicUrl))
        }
        const completion = { _tag: isLast ? "Done" : "Held", job } as const
        return { commit: { aggregates, events, counters, announcements, completion }, answer: isLast }
      })
      // An invoice that is paid or cancelled meanwhile causes another look.
      while (!(yield* transact(sweep)));
    })
  }
  return handler
})
