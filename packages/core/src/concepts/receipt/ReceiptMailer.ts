import { Clock, Effect, Option } from "effect"
import { actingAs, provider } from "../../kernel/actor/Actor.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { millisPerDay } from "../../kernel/time/Instant.ts"
import type { NewEvent } from "../../kernel/transact/Draft.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { invoiceEraseJob } from "../invoice/invoiceRedactionJobs.ts"
import { makeMailAttempt, nextSendAt } from "../mail/mailAttempt.ts"
import { mailJobs } from "../mail/mailNames.ts"
import { receiptMail } from "../mail/ReceiptMail.ts"
import { Settings } from "../settings/Settings.ts"
import { makePaidInvoices } from "./paidInvoices.ts"

/** How long a receipt is tried: what RFC 5321, 4.5.4.1 gives a queue at least. */
const receiptMillisMax = 5 * millisPerDay

/**
 * Mails the receipt of a paid invoice, fiat or crypto: one job per invoice, in the commit that pays it, so one e-mail
 * per invoice.
 *
 * Nothing is taken from the payment's moment: the job looks at the invoice as it is. Where its personal data was erased
 * there is nobody to write to. While a reorganisation has taken its money back there is nothing to confirm, and the job
 * waits, because the money mostly returns. Refused, it is given up; otherwise it is tried by the schedule for five
 * days.
 */
export const makeReceiptMailer = Effect.gen(function* () {
  const { mail, mode } = yield* Settings
  const attempt = yield* makeMailAttempt
  const paidInvoices = yield* makePaidInvoices
  const { commit, complete } = yield* makeTransact

  const handler: JobHandler = {
    kind: mailJobs.receipt,
    concurrency: 8,
    handle: Effect.fnUntraced(function* (job) {
      const { partnerId, subjectId } = job
      const { address, receipt, since, version } = yield* paidInvoices(partnerId, subjectId)

      const ended = Effect.fnUntraced(function* (
        event: NewEvent["event"],
        jobs: ReadonlyArray<ScheduledJob> = []
      ) {
        const at = yield* Clock.currentTimeMillis
        yield* commit({
          events: [{ partnerId, subjectId, version, at, event }],
          jobs,
          completion: { _tag: "Done", job }
        })
      })
      const failed = (reason: string) => ended({ _tag: "ReceiptMailFailed", reason })
      const isOver = (at: Instant) => at >= since + receiptMillisMax
      const later = (dueAt: Instant, reason: string) =>
        isOver(dueAt) ? failed(reason) : complete({ _tag: "DueAgain", job, dueAt })

      if (!mail.receipts) return yield* failed("receipts are not mailed any more")
      if (Option.isNone(address)) return yield* failed("the invoice is redacted")
      if (receipt === undefined) {
        // Half a chance is no jitter: nobody else waits for the network.
        const dueAt = nextSendAt(mail.retryPolicy, since, yield* Clock.currentTimeMillis, 0.5)
        return yield* later(dueAt, "the money was taken back")
      }
      const outcome = yield* attempt({
        id: `${subjectId}-receipt`,
        kind: "receipt",
        job,
        address: address.value,
        since,
        content: (brand, locale) => receiptMail(receipt, { brand, locale, isSample: mode === "sandbox" })
      })
      switch (outcome._tag) {
        case "Sent": {
          const { address: still } = yield* paidInvoices(partnerId, subjectId)
          const now = yield* Clock.currentTimeMillis
          // A redaction in the meantime looked for this e-mail before it existed.
          const jobs = Option.isNone(still) ? [invoiceEraseJob(partnerId, subjectId, now)] : []
          return yield* actingAs(provider("mail"), ended({ _tag: "ReceiptMailSent" }, jobs))
        }
        case "Refused":
          return yield* actingAs(provider("mail"), failed(outcome.reason))
        case "Later":
          return yield* later(outcome.dueAt, "no mail server took it in time")
      }
    })
  }
  return handler
})
