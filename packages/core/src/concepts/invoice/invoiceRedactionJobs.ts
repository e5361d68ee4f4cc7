import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { retainJob } from "../../kernel/work/Keeper.ts"
import { invoiceJobs } from "./invoiceNames.ts"

/** Erases the messages and e-mails about a redacted invoice, fiat or crypto. */
export const invoiceEraseJob = (partnerId: PartnerId, subjectId: string, dueAt: Instant): ScheduledJob => ({
  kind: invoiceJobs.erase,
  partnerId,
  subjectId,
  dueAt
})

/** The job that ends the retention of a partner's fiat and crypto invoices, if there is a retention. */
export const invoiceRetention = (
  partnerId: PartnerId,
  now: Instant,
  { invoiceRetentionMillis }: { readonly invoiceRetentionMillis: number | undefined }
): ReadonlyArray<ScheduledJob> =>
  invoiceRetentionMillis === undefined ? [] : [retainJob(invoiceJobs.retain, partnerId, now)]
