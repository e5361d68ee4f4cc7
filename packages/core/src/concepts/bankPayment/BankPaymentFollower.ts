import { Clock, Effect, Option } from "effect"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import type { BankOperationUsed, NotFound } from "../../kernel/input/Refusals.ts"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import type { LeaseLost, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { answeredWithin } from "../../kernel/work/answeredWithin.ts"
import { makeFollowedJob } from "../../kernel/work/FollowedJob.ts"
import type { JobHandler } from "../../kernel/work/Worker.ts"
import { graceMillis } from "../invoice/Invoice.ts"
import { Invoices } from "../invoice/Invoices.ts"
import { Settings } from "../settings/Settings.ts"
import { type BankPaymentCommandRefused, isOpenPayment, type RecordedBankPayment } from "./BankPayment.ts"
import { BankPayments } from "./BankPayments.ts"
import { type BankPaymentStatus, BankRail, BankRailUnavailable } from "./BankRail.ts"
import { BankReceipts } from "./BankReceipts.ts"
import { bankPaymentJobs } from "./bankPaymentNames.ts"

type Failure = NotFound | LeaseLost | StoreUnavailable | BankPaymentCommandRefused

/**
 * Brings bank payments to their end: intent before call, lookup before retry.
 *
 * The rail is asked to start a payment only after `starting` is committed under the job's lease. So a worker
 * that finds a payment in `starting` knows that the rail may have been called, and looks it up. The rail is
 * asked again only when a lookup says that the customer cannot pay. From then on the rail is polled, in case
 * it does not report by itself, until no bank may take money for the invoice any more.
 */
export const makeBankPaymentFollower = Effect.gen(function* () {
  const { bankPayment } = yield* Settings
  const payments = yield* BankPayments
  const receipts = yield* BankReceipts
  const invoices = yield* Invoices
  const rail = yield* BankRail
  const followed = yield* makeFollowedJob

  const answered = answeredWithin(
    bankPayment.callTimeoutMillis,
    (reason) => new BankRailUnavailable({ reason })
  )

  const work = (job: LeasedJob) => {
    const { partnerId, subjectId } = job
    const now = Clock.currentTimeMillis
    const { again, complete, done, held } = followed(job, bankPayment)
    const lookAgain = ({ order }: RecordedBankPayment) => again(order.createdAt)

    const record = Effect.fnUntraced(function* (
      payment: RecordedBankPayment,
      status: BankPaymentStatus,
      askedAt: Instant
    ) {
      const at = yield* now
      switch (status._tag) {
        case "Confirmed":
          return yield* receipts.confirm(partnerId, subjectId, status.receipt, done)
        case "Declined":
          return yield* payments.apply(
            partnerId,
            subjectId,
            { _tag: "Decline", reason: status.reason, at },
            done
          )
        case "Awaiting": {
          if (yield* isOver(payment, askedAt))
            return yield* payments.apply(partnerId, subjectId, { _tag: "Lapse", at }, done)
          const accept = { _tag: "Accept", link: status.link, at } as const
          return yield* payments.apply(partnerId, subjectId, accept, yield* lookAgain(payment))
        }
      }
    })

    /**
     * Whether no bank could take money for the invoice any more when the rail was asked: its answer may be
     * old when it arrives.
     */
    const isOver = Effect.fnUntraced(function* ({ order }: RecordedBankPayment, askedAt: Instant) {
      const invoice = yield* invoices.get(partnerId, order.invoiceId)
      return askedAt > invoice.order.expiresAt + graceMillis
    })

    const loseAnswer = Effect.fnUntraced(function* (payment: RecordedBankPayment, reason: string) {
      const at = yield* now
      const next = yield* lookAgain(payment)
      return yield* payments.apply(partnerId, subjectId, { _tag: "LoseAnswer", reason, at }, next)
    })

    /** Asks the rail to start it, unless the invoice needs no money any more. */
    const start = Effect.fnUntraced(function* (payment: RecordedBankPayment) {
      const invoice = yield* invoices.get(partnerId, payment.order.invoiceId)
      if (invoice._tag !== "pending")
        return yield* payments.apply(partnerId, subjectId, { _tag: "Lapse", at: yield* now }, done)
      const started = yield* payments.apply(partnerId, subjectId, { _tag: "Start", at: yield* now }, held)
      const { amountMinor, bank, currency, id } = started.order
      const askedAt = yield* now
      const answer = yield* Effect.result(
        answered(
          rail.start({
            paymentId: id,
            bank,
            amountMinor,
            currency,
            description: Option.getOrElse(invoice.order.description, () => ""),
            expiresAt: invoice.order.expiresAt
          })
        )
      )
      if (answer._tag === "Failure") return yield* loseAnswer(started, answer.failure.reason)
      const status = answer.success
      if (status._tag === "Duplicate") return yield* loseAnswer(started, "the rail has this payment already")
      return yield* record(started, status, askedAt)
    })

    const lookUp = Effect.fnUntraced(function* (
      payment: RecordedBankPayment
    ): Effect.fn.Return<RecordedBankPayment, Failure | BankOperationUsed | InvalidInput> {
      const askedAt = yield* now
      const answer = yield* Effect.result(answered(rail.lookup(payment.order.id)))
      if (answer._tag === "Failure") {
        if (payment._tag === "unknown") return yield* loseAnswer(payment, answer.failure.reason)
        yield* complete(yield* lookAgain(payment))
        return payment
      }
      const status = answer.success
      if (status._tag !== "NotFound") return yield* record(payment, status, askedAt)
      if (payment._tag === "unknown") return yield* start(payment)
      const reason = "the rail no longer knows this payment"
      return yield* payments.apply(partnerId, subjectId, { _tag: "Decline", reason, at: yield* now }, done)
    })

    /** The rail breaks its laws: an operator must look, and the rail is asked again later. */
    const unbelievable = Effect.fnUntraced(function* ({ message }: BankOperationUsed | InvalidInput) {
      const sentence = `the rail's confirmation of bank payment ${subjectId} cannot be: ${message}`
      yield* raiseAlert("bankPayment.unresolved", sentence)
      return yield* complete({ _tag: "DueAgain", job, dueAt: (yield* now) + bankPayment.pollMillisMax })
    })

    return Effect.gen(function* () {
      const payment = yield* payments.get(partnerId, subjectId)
      switch (payment._tag) {
        case "requested":
          return yield* start(payment)
        case "starting": {
          // The process that called the rail is gone, and its answer is lost.
          const reason = "the process ended before the rail answered"
          const lost = { _tag: "LoseAnswer", reason, at: yield* now } as const
          return yield* lookUp(yield* payments.apply(partnerId, subjectId, lost, held))
        }
        case "unknown":
        case "awaiting":
          return yield* lookUp(payment)
        case "declined":
        case "lapsed":
        case "settled":
        case "unresolved":
        case "returned":
          return yield* complete(done)
      }
    }).pipe(
      Effect.catchTags({
        // A callback was faster; its record stays.
        BankPaymentCommandRefused: Effect.fnUntraced(function* () {
          const payment = yield* payments.get(partnerId, subjectId)
          return yield* complete(isOpenPayment(payment) ? yield* lookAgain(payment) : done)
        }),
        BankOperationUsed: unbelievable,
        InvalidInput: unbelievable
      }),
      Effect.asVoid
    )
  }

  const handler: JobHandler = { kind: bankPaymentJobs.follow, concurrency: 32, handle: work }
  return handler
})
