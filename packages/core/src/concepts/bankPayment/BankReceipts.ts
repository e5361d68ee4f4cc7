import { Clock, Context, Effect, Layer, Option } from "effect"
import { actingAs, provider } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { existing } from "../../kernel/input/existing.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import { BankOperationUsed, type NotFound } from "../../kernel/input/Refusals.ts"
import { ownClaim } from "../../kernel/ports/Claim.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import {
  ClaimTaken,
  type JobCompletion,
  LimitExceeded,
  type StoreUnavailable
} from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { knownFirst } from "../../kernel/transact/DecidedAgain.ts"
import type { LeaseLostOf } from "../../kernel/transact/Draft.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { type InvoiceId, invoice, receiptFault } from "../invoice/Invoice.ts"
import { makeReceiptJobs } from "../mail/receiptJobs.ts"
import { Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import {
  BankPayment,
  type BankPaymentCommand,
  BankPaymentCommandRefused,
  type BankPaymentId,
  type BankPaymentOrder,
  type BankPaymentState,
  type RecordedBankPayment
} from "./BankPayment.ts"
import { notedInvoice, paidInvoice, recordedPayment } from "./BankPaymentCommits.ts"
import { bankPaymentEntries } from "./BankPaymentPostings.ts"
import { BankPayments } from "./BankPayments.ts"
import type { BankReceipt, ReceiptFault } from "./BankReceipt.ts"
import { bankPaymentClaims, bankPaymentPrefix } from "./bankPaymentNames.ts"

type Missing = NotFound | StoreUnavailable

/** A receipt records that a bank took the money of one operation. */
const invalidReceipt = ({ amountMinor, operationId, payerBank }: BankReceipt): InvalidInput | undefined => {
  if (operationId === "") return InvalidInput.of("operationId", "required", "must not be empty")
  if (payerBank === "") return InvalidInput.of("payerBank", "required", "must not be empty")
  if (amountMinor <= 0n) return InvalidInput.of("amountMinor", "out_of_range", "must be more than 0")
  return undefined
}

/** Money that banks took: each operation once, in one commit with the invoice that it pays. */
export class BankReceipts extends Context.Service<
  BankReceipts,
  {
    /**
     * A bank took the money of this payment. The invoice is paid in the same commit. If it cannot take the
     * money, the payment stays unresolved and raises an alert. The same operation reported again changes
     * nothing; reported for another invoice it is refused, and so is a receipt with amount zero.
     */
    readonly confirm: <Completion extends JobCompletion | undefined = undefined>(
      partnerId: PartnerId,
      id: BankPaymentId,
      receipt: BankReceipt,
      completion?: Completion
    ) => Effect.Effect<
      RecordedBankPayment,
      BankOperationUsed | InvalidInput | LeaseLostOf<Completion> | Missing
    >
    /** The same for a payment that was just read. It is loaded again only if it was changed since. */
    readonly confirmTo: <Completion extends JobCompletion | undefined = undefined>(
      payment: Versioned<RecordedBankPayment>,
      receipt: BankReceipt,
      completion?: Completion
    ) => Effect.Effect<
      RecordedBankPayment,
      BankOperationUsed | InvalidInput | LeaseLostOf<Completion> | Missing
    >
    /** The same for money that arrived for an invoice without a waiting payment. */
    readonly receive: (
      partnerId: PartnerId,
      invoiceId: InvoiceId,
      receipt: BankReceipt
    ) => Effect.Effect<RecordedBankPayment, BankOperationUsed | InvalidInput | Missing>
  }
>()("@quittance/core/concepts/bankPayment/BankReceipts") {
  static readonly layer = Layer.effect(
    BankReceipts,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return BankReceipts.of({
        confirm: (partnerId, id, receipt, completion) =>
          confirmPayment(parts, partnerId, id, receipt, completion),
        confirmTo: (payment, receipt, completion) => confirmPaymentTo(parts, payment, receipt, completion),
        receive: (partnerId, invoiceId, receipt) => receiveMoney(parts, partnerId, invoiceId, receipt)
      })
    })
  )
}

/** What receipts stand on. It is looked up once, not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    publicUrl: (yield* Settings).publicUrl,
    receiptJobs: yield* makeReceiptJobs,
    ids: yield* Ids,
    states: yield* StateReader,
    claims: yield* ClaimReader,
    payments: yield* BankPayments,
    runCommand: (yield* makeAnnouncingTransact).runCommand
  }
})
type Parts = Effect.Success<typeof makeParts>

type Confirmed<Completion> = Effect.fn.Return<
  RecordedBankPayment,
  BankOperationUsed | InvalidInput | LeaseLostOf<Completion> | Missing
>

const confirmPayment = Effect.fnUntraced(function* <Completion extends JobCompletion | undefined = undefined>(
  parts: Parts,
  partnerId: PartnerId,
  id: BankPaymentId,
  receipt: BankReceipt,
  completion?: Completion
): Confirmed<Completion> {
  const payment = yield* parts.payments.read(partnerId, id)
  return yield* confirmPaymentTo(parts, payment, receipt, completion)
})

const confirmPaymentTo = Effect.fnUntraced(function* <
  Completion extends JobCompletion | undefined = undefined
>(
  parts: Parts,
  payment: Versioned<RecordedBankPayment>,
  receipt: BankReceipt,
  completion?: Completion
): Confirmed<Completion> {
  const { id, invoiceId, partnerId } = payment.state.order
  const before = yield* takenBy(parts, partnerId, invoiceId, receipt)
  // Already recorded: only the job is completed.
  if (before !== undefined)
    return completion === undefined ? before : yield* finishJob(parts, partnerId, id, completion)
  return yield* takeMoney(parts, {
    partnerId,
    paymentId: id,
    invoiceId,
    receipt,
    payment: knownFirst(payment, () => parts.payments.read(partnerId, id)),
    tag: "Confirm",
    command: (fault, at) => ({ _tag: "Confirm", receipt, fault, at }),
    completion
  }).pipe(
    // Recorded concurrently by another caller: look up the result.
    Effect.catchIf(
      (error): error is ClaimTaken => error instanceof ClaimTaken,
      () => confirmPayment(parts, partnerId, id, receipt, completion)
    ),
    // This payment already has its money; this is additional money.
    Effect.catchIf(
      (error): error is BankPaymentCommandRefused => error instanceof BankPaymentCommandRefused,
      Effect.fnUntraced(function* () {
        yield* receiveMoney(parts, partnerId, invoiceId, receipt)
        return completion === undefined
          ? yield* parts.payments.get(partnerId, id)
          : yield* finishJob(parts, partnerId, id, completion)
      })
    )
  )
})

const receiveMoney = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  invoiceId: InvoiceId,
  receipt: BankReceipt
): Effect.fn.Return<RecordedBankPayment, BankOperationUsed | InvalidInput | Missing> {
  const before = yield* takenBy(parts, partnerId, invoiceId, receipt)
  if (before !== undefined) return before
  const createdAt = yield* Clock.currentTimeMillis
  const { amountMinor, currency } = receipt
  const id = yield* parts.ids.prefixed(bankPaymentPrefix)
  const order: BankPaymentOrder = {
    id,
    partnerId,
    invoiceId,
    bank: "",
    amountMinor,
    currency,
    createdAt
  }
  return yield* takeMoney(parts, {
    partnerId,
    paymentId: id,
    invoiceId,
    receipt,
    payment: Effect.succeed({ state: BankPayment.initial, version: 0 }),
    tag: "Receive",
    command: (fault, at) => ({ _tag: "Receive", order, receipt, fault, at })
  }).pipe(
    Effect.catchTags({
      ClaimTaken: () => receiveMoney(parts, partnerId, invoiceId, receipt),
      BankPaymentCommandRefused: Effect.die
    })
  )
})

/** The payment that took this operation's money, if there is one; refused if it was for another invoice. */
const takenBy = Effect.fnUntraced(function* (
  { claims, payments }: Parts,
  partnerId: PartnerId,
  invoiceId: InvoiceId,
  receipt: BankReceipt
) {
  const invalid = invalidReceipt(receipt)
  if (invalid !== undefined) return yield* invalid
  const { operationId } = receipt
  const claim = yield* claims.find(bankPaymentClaims.operation, partnerId, operationId)
  if (Option.isNone(claim)) return undefined
  const used = new BankOperationUsed({ operationId })
  if (claim.value.partnerId !== partnerId) return yield* used
  const taken = yield* payments.get(partnerId, claim.value.ownerId)
  return taken.order.invoiceId === invoiceId ? taken : yield* used
})

/**
 * Records money in one commit: the payment, its claim on the operation, and the invoice if it can take
 * the money.
 */
const takeMoney = Effect.fnUntraced(function* <Completion extends JobCompletion | undefined = undefined>(
  { publicUrl, receiptJobs, runCommand, states }: Parts,
  request: {
    readonly partnerId: PartnerId
    readonly paymentId: BankPaymentId
    readonly invoiceId: InvoiceId
    readonly receipt: BankReceipt
    readonly payment: Effect.Effect<Versioned<BankPaymentState>, Missing>
    readonly tag: BankPaymentCommand["_tag"]
    readonly command: (fault: Option.Option<ReceiptFault>, at: Instant) => BankPaymentCommand
    readonly completion?: Completion | undefined
  }
) {
  const { invoiceId, partnerId, paymentId, receipt } = request
  const at = yield* Clock.currentTimeMillis
  const taken = runCommand({
    machine: BankPayment,
    commandTag: request.tag,
    command: ({ invoice }) =>
      request.command(Option.fromUndefinedOr(receiptFault(invoice.state, receipt)), at),
    partnerId,
    subjectId: paymentId,
    at,
    load: Effect.gen(function* () {
      const paid = yield* existing(states, invoice, partnerId, invoiceId)
      return { ...(yield* request.payment), invoice: paid }
    }),
    completion: request.completion,
    commit: ({ events, loaded, next }) => {
      const payment = recordedPayment(next)
      const own = {
        aggregates: [writeOver("BankPayment", loaded, payment)],
        entries: events.flatMap((event) => bankPaymentEntries(payment, event)),
        claims: [ownClaim(payment.order, bankPaymentClaims.operation, receipt.operationId)]
      }
      const isPaid = payment._tag !== "unresolved"
      const changed = isPaid
        ? paidInvoice(loaded.invoice, receipt, at, publicUrl)
        : notedInvoice(loaded.invoice, payment, at, publicUrl)
      return {
        ...changed,
        ...own,
        jobs: isPaid ? receiptJobs(loaded.invoice.state.order, at) : [],
        aggregates: [...own.aggregates, ...changed.aggregates],
        entries: [...own.entries, ...changed.entries]
      }
    }
    // Incoming money is a credit.
  }).pipe(Effect.catchIf((error): error is LimitExceeded => error instanceof LimitExceeded, Effect.die))
  const { events, state } = yield* actingAs(provider("bank"), taken)
  const fault = events.find((event) => event._tag === "BankPaymentUnresolved")?.fault
  if (fault !== undefined) {
    const message = `bank payment ${paymentId} of invoice ${invoiceId} arrived and could not be booked to the invoice (${fault}): return it`
    yield* raiseAlert("bankPayment.unresolved", message)
  }
  return recordedPayment(state)
})

/** Completes the job of a payment that is up to date. */
const finishJob = Effect.fnUntraced(function* <Completion extends JobCompletion>(
  { payments }: Parts,
  partnerId: PartnerId,
  id: BankPaymentId,
  completion: Completion
) {
  const at = yield* Clock.currentTimeMillis
  const payment = yield* payments.read(partnerId, id)
  const { state } = yield* payments
    .applyTo(payment, { _tag: "Lapse", at }, completion)
    .pipe(
      Effect.catchIf(
        (error): error is BankPaymentCommandRefused => error instanceof BankPaymentCommandRefused,
        Effect.die
      )
    )
  return state
})
