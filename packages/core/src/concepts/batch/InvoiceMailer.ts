import { Clock, Effect, Option } from "effect"
import { actingAs, provider } from "../../kernel/actor/Actor.ts"
import type { CounterChange } from "../../kernel/counter/Counter.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { NewEvent } from "../../kernel/transact/Draft.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { type IssuedInvoice, invoice } from "../invoice/Invoice.ts"
import { invoiceAsOf } from "../invoice/InvoiceAsOf.ts"
import { paymentUrlOf } from "../invoice/InvoiceView.ts"
import { invoiceEraseJob } from "../invoice/invoiceRedactionJobs.ts"
import { makeMailAttempt } from "../mail/mailAttempt.ts"
import { paymentLinkMail } from "../mail/PaymentLinkMail.ts"
import { Settings } from "../settings/Settings.ts"
import { batchJobs } from "./batchNames.ts"

/**
 * Sends the payment link of an invoice to its customer: one job per invoice, so one e-mail per invoice and
 * address, at least once. If the server refuses it, it is given up. If the server is unreachable, it is tried
 * by the schedule for as long as the invoice can be paid. Neither ever fails the batch.
 */
export const makeInvoiceMailer = Effect.gen(function* () {
  const { publicUrl } = yield* Settings
  const states = yield* StateReader
  const attempt = yield* makeMailAttempt
  const { commit, complete } = yield* makeTransact

  const handler: JobHandler = {
    kind: batchJobs.mail,
    concurrency: 8,
    handle: Effect.fnUntraced(function* (job) {
      const { partnerId, subjectId } = job
      const found = yield* states.get(invoice, partnerId, subjectId)
      if (Option.isNone(found)) return yield* Effect.die(new Error(`there is no invoice ${subjectId}`))
      const { state, version } = found.value
      const { order } = state

      const ended = Effect.fnUntraced(function* (
        event: NewEvent["event"],
        jobs: ReadonlyArray<ScheduledJob> = []
      ) {
        const at = yield* Clock.currentTimeMillis
        yield* commit({
          events: [{ partnerId, subjectId, version, at, event }],
          counters: mailEnded(state),
          jobs,
          completion: { _tag: "Done", job }
        })
      })
      const failed = (reason: string) => ended({ _tag: "InvoiceMailFailed", reason })
      const byMailer = provider("mail")

      const shown = invoiceAsOf(state, yield* Clock.currentTimeMillis)
      if (shown._tag !== "pending") return yield* failed(`the invoice is ${shown._tag}`)
      const paymentUrl = paymentUrlOf(publicUrl, order.token)
      const outcome = yield* attempt({
        ...{ id: order.id, kind: "payment_link", job, since: order.createdAt },
        address: Option.getOrElse(order.customerEmail, () => ""),
        content: (brand, locale) => paymentLinkMail(order, paymentUrl, locale, brand)
      })
      switch (outcome._tag) {
        case "Sent": {
          const after = yield* states.get(invoice, partnerId, subjectId)
          const isRedacted = Option.exists(after, (each) => Option.isSome(each.state.redactedAt))
          const now = yield* Clock.currentTimeMillis
          // A redaction in the meantime looked for this e-mail before it existed.
          const jobs = isRedacted ? [invoiceEraseJob(partnerId, subjectId, now)] : []
          return yield* actingAs(byMailer, ended({ _tag: "InvoiceMailSent" }, jobs))
        }
        case "Refused":
          return yield* actingAs(byMailer, failed(outcome.reason))
        case "Later":
          return yield* complete({ _tag: "DueAgain", job, dueAt: outcome.dueAt })
      }
    })
  }
  return handler
})

const mailEnded = ({ order }: IssuedInvoice): ReadonlyArray<CounterChange> => {
  const { batchId, partnerId } = order
  return Option.match(batchId, {
    onNone: () => [],
    onSome: (id) => [{ _tag: "Batch", partnerId, batchId: id, paid: 0, paidMinor: 0n, mailsUnsent: -1 }]
  })
}
