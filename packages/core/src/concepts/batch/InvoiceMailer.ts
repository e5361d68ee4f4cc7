import { Clock, Effect, Option, Random } from "effect"
import { actingAs, provider } from "../../kernel/actor/Actor.ts"
import type { CounterChange } from "../../kernel/counter/Counter.ts"
import { mailAddress } from "../../kernel/input/EmailAddress.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { tracedPort } from "../../kernel/trace/Tracing.ts"
import type { NewEvent } from "../../kernel/transact/Draft.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { answeredWithin } from "../../kernel/work/answeredWithin.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { jittered, type RetryPolicy } from "../../kernel/work/RetryPolicy.ts"
import { Brandings } from "../branding/Brandings.ts"
import { type IssuedInvoice, invoice } from "../invoice/Invoice.ts"
import { invoiceAsOf } from "../invoice/InvoiceAsOf.ts"
import { paymentUrlOf } from "../invoice/InvoiceView.ts"
import { invoiceEraseJob } from "../invoice/invoiceRedactionJobs.ts"
import { Settings } from "../settings/Settings.ts"
import { batchJobs } from "./batchNames.ts"
import { invoiceMail } from "./InvoiceMail.ts"
import { Mailer, MailerUnavailable } from "./Mailer.ts"

/**
 * Sends the payment link of an invoice to its customer: one job per invoice, so one e-mail per invoice and
 * address.
 *
 * The e-mail is sent first and recorded afterwards, so it is never lost. A crash between the two, or an
 * expired lease, sends it once more: at least once, under the same Message-ID. If the server refuses it, it
 * is given up. If the server is unreachable, it is tried by the schedule for as long as the invoice can be
 * paid. Neither ever fails the batch.
 */
export const makeInvoiceMailer = Effect.gen(function* () {
  const { mail, publicUrl } = yield* Settings
  const states = yield* StateReader
  const mailer = yield* Effect.flatMap(Mailer, (port) => tracedPort("mail", port))
  const brandings = yield* Brandings
  const { commit, complete } = yield* makeTransact
  const answered = answeredWithin(mail.sendTimeoutMillis, (reason) => new MailerUnavailable({ reason }))

  const handler: JobHandler = {
    kind: batchJobs.mail,
    concurrency: 8,
    handle: Effect.fnUntraced(function* (job) {
      const { partnerId, subjectId } = job
      const found = yield* states.get(invoice, partnerId, subjectId)
      if (Option.isNone(found)) return yield* Effect.die(new Error(`there is no invoice ${subjectId}`))
      const { state, version } = found.value
      const { order } = state
      const address = Option.getOrElse(order.customerEmail, () => "")
      const to = mailAddress(address)

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
      const shownBrand = yield* brandings.brandOf(partnerId).pipe(Effect.catchTag("NotFound", Effect.die))
      // Who has no name is not made one for customers.
      const brand = Option.getOrUndefined(Option.filter(shownBrand, ({ isExample }) => !isExample))
      const content = invoiceMail(shown, paymentUrlOf(publicUrl, order.token), mail.locale, brand)
      const outcome = yield* Effect.result(
        answered(mailer.send({ id: order.id, partnerId, subjectId: order.id, to, ...content }))
      )
      if (outcome._tag === "Success") {
        const after = yield* states.get(invoice, partnerId, subjectId)
        const isRedacted = Option.exists(after, (each) => Option.isSome(each.state.redactedAt))
        const now = yield* Clock.currentTimeMillis
        // A redaction in the meantime looked for this e-mail before it existed.
        const jobs = isRedacted ? [invoiceEraseJob(partnerId, subjectId, now)] : []
        return yield* actingAs(byMailer, ended({ _tag: "InvoiceMailSent" }, jobs))
      }
      const { _tag } = outcome.failure
      const reason = [address, to].reduce(withoutAddress, outcome.failure.reason)
      if (_tag === "MailRefused") {
        yield* Effect.logWarning(`the e-mail of invoice ${subjectId} was permanently refused: ${reason}`)
        return yield* actingAs(byMailer, failed(reason))
      }
      const now = yield* Clock.currentTimeMillis
      const dueAt = nextSendAt(mail.retryPolicy, order.createdAt, now, yield* Random.next)
      yield* Effect.logWarning(`the e-mail of invoice ${subjectId} was not accepted: ${reason}`)
      yield* complete({ _tag: "DueAgain", job, dueAt })
    })
  }
  return handler
})

/** Servers often repeat the address; an event is kept forever and must not contain personal data. */
const withoutAddress = (reason: string, address: string): string =>
  address === ""
    ? reason
    : reason.replace(new RegExp(address.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu"), "the address")

/**
 * The next instant of the schedule, which starts when the invoice was created; its last delay repeats. An
 * attempt belongs to the instant it was jittered around, so one that came early is not repeated at the
 * instant itself.
 */
export const nextSendAt = (
  { delaysMillis, jitterRatio }: RetryPolicy,
  since: Instant,
  now: Instant,
  chance: number
): Instant => {
  let before = since
  for (const delay of delaysMillis) {
    if (before + delay * (1 - jitterRatio) > now) return before + jittered(delay, jitterRatio, chance)
    before += delay
  }
  return now + jittered(delaysMillis.at(-1) ?? 0, jitterRatio, chance)
}

const mailEnded = ({ order }: IssuedInvoice): ReadonlyArray<CounterChange> => {
  const { batchId, partnerId } = order
  return Option.match(batchId, {
    onNone: () => [],
    onSome: (id) => [{ _tag: "Batch", partnerId, batchId: id, paid: 0, paidMinor: 0n, mailsUnsent: -1 }]
  })
}
