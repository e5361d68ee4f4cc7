import { Clock, Effect, Option } from "effect"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import type { BankOperationUsed, NotFound } from "../../kernel/input/Refusals.ts"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import type { LeaseLost, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { tracedPort } from "../../kernel/trace/Tracing.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { answeredWithin } from "../../kernel/work/answeredWithin.ts"
import { makeFollowedJob } from "../../kernel/work/FollowedJob.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { settlesUntil } from "../bankAccount/settlesUntil.ts"
import { graceMillis, type InvoiceOrder } from "../invoice/Invoice.ts"
import { Invoices } from "../invoice/Invoices.ts"
import { Settings } from "../settings/Settings.ts"
import { type BankPaymentCommandRefused, isOpenPayment, type RecordedBankPayment } from "./BankPayment.ts"
import { acceptanceOf } from "./BankPaymentCommits.ts"
import { BankPayments } from "./BankPayments.ts"
import { type BankPaymentStatus, BankRail, BankRailUnavailable } from "./BankRail.ts"
import { BankReceipts } from "./BankReceipts.ts"
import { bankPaymentJobs } from "./bankPaymentNames.ts"
import type { TransferInstructions } from "./TransferInstructions.ts"

/** A payment as it was read last. */
type Payment = Versioned<RecordedBankPayment>

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
  const { bankPayment, banks } = yield* Settings
  const payments = yield* BankPayments
  const receipts = yield* BankReceipts
  const invoices = yield* Invoices
  const rail = yield* Effect.flatMap(BankRail, (port) => tracedPort("bank", port))
  const followed = yield* makeFollowedJob

  const answered = answeredWithin(
    bankPayment.callTimeoutMillis,
    (reason) => new BankRailUnavailable({ reason })
  )

  const work = (job: LeasedJob) => {
    const { partnerId, subjectId } = job
    const now = Clock.currentTimeMillis
    const { again, complete, done, held } = followed(job, bankPayment)
    const lookAgain = ({ state }: Payment) => again(state.order.createdAt)

    /** When no bank could take money for the invoice any more. A transfer may be under way for days. */
    const takenUntil = (
      { currency, expiresAt }: InvoiceOrder,
      instructions: TransferInstructions | undefined
    ): Instant => {
      const account = banks.find(
        (each) => each.currency === currency && each.account === instructions?.account
      )
      const until = expiresAt + graceMillis
      return account === undefined ? until : Math.max(until, settlesUntil(account, expiresAt))
    }

    /** The rail knows nothing of transfers, so a payment by one waits until its time is over. */
    const atEnd = (until: Instant) => ({ _tag: "DueAgain", job, dueAt: until + 1 }) as const

    const awaitTransfer = Effect.fnUntraced(function* (payment: Payment, instructions: TransferInstructions) {
      const { order } = yield* invoices.get(partnerId, payment.state.order.invoiceId)
      const at = yield* now
      const until = takenUntil(order, instructions)
      return at > until
        ? yield* payments.applyTo(payment, { _tag: "Lapse", at }, done)
        : yield* complete(atEnd(until))
    })

    /** `askedAt` is when the rail was asked: its answer may be old when it arrives. */
    const record = Effect.fnUntraced(function* (
      payment: Payment,
      status: BankPaymentStatus,
      askedAt: Instant,
      paid?: InvoiceOrder
    ) {
      const at = yield* now
      switch (status._tag) {
        case "Confirmed":
          return yield* receipts.confirmTo(payment, status.receipt, done)
        case "Declined":
          return yield* payments.applyTo(payment, { _tag: "Decline", reason: status.reason, at }, done)
        case "Awaiting": {
          const order = paid ?? (yield* invoices.get(partnerId, payment.state.order.invoiceId)).order
          const until = takenUntil(order, status.instructions)
          if (askedAt > until) return yield* payments.applyTo(payment, { _tag: "Lapse", at }, done)
          const accept = acceptanceOf(status, at)
          const next = status.instructions === undefined ? yield* lookAgain(payment) : atEnd(until)
          return yield* payments.applyTo(payment, accept, next)
        }
      }
    })

    const loseAnswer = Effect.fnUntraced(function* (payment: Payment, reason: string) {
      const at = yield* now
      return yield* payments.applyTo(payment, { _tag: "LoseAnswer", reason, at }, yield* lookAgain(payment))
    })

    /** Asks the rail to start it, unless the invoice needs no money any more. */
    const start = Effect.fnUntraced(function* (payment: Payment) {
      const invoice = yield* invoices.get(partnerId, payment.state.order.invoiceId)
      if (invoice._tag !== "pending")
        return yield* payments.applyTo(payment, { _tag: "Lapse", at: yield* now }, done)
      const started = yield* payments.applyTo(payment, { _tag: "Start", at: yield* now }, held)
      const { amountMinor, bank, currency, id } = started.state.order
      const askedAt = yield* now
      const answer = yield* Effect.result(
        answered(
          rail.start({
            paymentId: id,
            bank,
            amountMinor,
            currency,
            description: Option.getOrElse(invoice.order.description, () => ""),
            ...Option.match(invoice.order.creditorReference, {
              onNone: () => ({}),
              onSome: (reference) => ({ reference })
            }),
            expiresAt: invoice.order.expiresAt
          })
        )
      )
      if (answer._tag === "Failure") return yield* loseAnswer(started, answer.failure.reason)
      const status = answer.success
      if (status._tag === "Duplicate") return yield* loseAnswer(started, "the rail has this payment already")
      return yield* record(started, status, askedAt, invoice.order)
    })

    const lookUp = Effect.fnUntraced(function* (
      payment: Payment
    ): Effect.fn.Return<unknown, Failure | BankOperationUsed | InvalidInput> {
      const { state } = payment
      const askedAt = yield* now
      const answer = yield* Effect.result(answered(rail.lookup(state.order.id, state.order.bank)))
      if (answer._tag === "Failure") {
        return state._tag === "unknown"
          ? yield* loseAnswer(payment, answer.failure.reason)
          : yield* complete(yield* lookAgain(payment))
      }
      const status = answer.success
      if (status._tag !== "NotFound") return yield* record(payment, status, askedAt)
      if (state._tag === "unknown") return yield* start(payment)
      const reason = "the rail no longer knows this payment"
      return yield* payments.applyTo(payment, { _tag: "Decline", reason, at: yield* now }, done)
    })

    /** The rail breaks its laws: an operator must look, and the rail is asked again later. */
    const unbelievable = Effect.fnUntraced(function* ({ message }: BankOperationUsed | InvalidInput) {
      const sentence = `the rail's confirmation of bank payment ${subjectId} cannot be: ${message}`
      yield* raiseAlert("bankPayment.unresolved", sentence)
      return yield* complete({ _tag: "DueAgain", job, dueAt: (yield* now) + bankPayment.pollMillisMax })
    })

    return Effect.gen(function* () {
      const payment = yield* payments.read(partnerId, subjectId)
      switch (payment.state._tag) {
        case "requested":
          return yield* start(payment)
        case "starting": {
          // The process that called the rail is gone, and its answer is lost.
          const reason = "the process ended before the rail answered"
          const lost = { _tag: "LoseAnswer", reason, at: yield* now } as const
          return yield* lookUp(yield* payments.applyTo(payment, lost, held))
        }
        case "awaiting":
          return yield* Option.match(payment.state.instructions, {
            onNone: () => lookUp(payment),
            onSome: (instructions) => awaitTransfer(payment, instructions)
          })
        case "unknown":
          return yield* lookUp(payment)
        case "declined":
        case "lapsed":
        case "settled":
        case "unresolved":
        case "returned":
        case "reversed":
          return yield* complete(done)
      }
    }).pipe(
      Effect.catchTags({
        // A callback was faster; its record stays.
        BankPaymentCommandRefused: Effect.fnUntraced(function* () {
          const payment = yield* payments.read(partnerId, subjectId)
          return yield* complete(isOpenPayment(payment.state) ? yield* lookAgain(payment) : done)
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
