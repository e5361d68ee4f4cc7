import { Clock, Effect, Option } from "effect"
import { actingAs, provider } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { existing } from "../../kernel/input/existing.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import { BankOperationUsed, type NotFound } from "../../kernel/input/Refusals.ts"
import { ownClaim } from "../../kernel/ports/Claim.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import { type JobCompletion, LimitExceeded, type StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import type { TransferTime } from "../bankAccount/transferTime.ts"
import { type InvoiceId, invoice, receiptFault } from "../invoice/Invoice.ts"
import { makeReceiptJobs } from "../mail/receiptJobs.ts"
import { Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import {
  BankPayment,
  type BankPaymentCommand,
  type BankPaymentId,
  type BankPaymentState
} from "./BankPayment.ts"
import { notedInvoice, paidInvoice, recordedPayment } from "./BankPaymentCommits.ts"
import { bankPaymentEntries } from "./BankPaymentPostings.ts"
import { BankPayments } from "./BankPayments.ts"
import type { BookedReceipt, ReceiptFault } from "./BankReceipt.ts"
import { bankPaymentClaims } from "./bankPaymentNames.ts"

/** Money that a bank took, and of a transfer, what its time means for the invoice. */
export interface TakenMoney {
  readonly receipt: BookedReceipt
  readonly time?: TransferTime | undefined
}

/** What receipts stand on. It is looked up once, not for each call. */
export const makeReceiptParts = Effect.gen(function* () {
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
export type ReceiptParts = Effect.Success<typeof makeReceiptParts>

/** A receipt records that a bank took the money of one operation. */
const invalidReceipt = ({ amountMinor, operationId, payerBank }: BookedReceipt): InvalidInput | undefined => {
  if (operationId === "") return InvalidInput.of("operationId", "required", "must not be empty")
  if (payerBank === "") return InvalidInput.of("payerBank", "required", "must not be empty")
  if (amountMinor <= 0n) return InvalidInput.of("amountMinor", "out_of_range", "must be more than 0")
  return undefined
}

/** The payment that took this operation's money, if there is one; refused if it was for another invoice. */
export const takenBy = Effect.fnUntraced(function* (
  { claims, payments }: ReceiptParts,
  partnerId: PartnerId,
  invoiceId: InvoiceId,
  receipt: BookedReceipt
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
export const takeMoney = Effect.fnUntraced(function* <
  Completion extends JobCompletion | undefined = undefined
>(
  { publicUrl, receiptJobs, runCommand, states }: ReceiptParts,
  request: {
    readonly partnerId: PartnerId
    readonly paymentId: BankPaymentId
    readonly invoiceId: InvoiceId
    readonly money: TakenMoney
    readonly payment: Effect.Effect<Versioned<BankPaymentState>, NotFound | StoreUnavailable>
    readonly tag: BankPaymentCommand["_tag"]
    readonly command: (fault: Option.Option<ReceiptFault>, at: Instant) => BankPaymentCommand
    readonly completion?: Completion | undefined
  }
) {
  const { invoiceId, money, partnerId, paymentId } = request
  const { receipt, time } = money
  const at = yield* Clock.currentTimeMillis
  const taken = runCommand({
    machine: BankPayment,
    commandTag: request.tag,
    command: ({ invoice }) =>
      request.command(Option.fromUndefinedOr(receiptFault(invoice.state, receipt, time)), at),
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
        ? paidInvoice(loaded.invoice, money, at, publicUrl)
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
    const { entryId } = receipt
    const orElse =
      fault === "tooLate" && Option.isSome(entryId) ? `, or assign entry ${entryId.value} to the invoice` : ""
    const message = `bank payment ${paymentId} of invoice ${invoiceId} arrived and could not be booked to the invoice (${fault}): return it${orElse}`
    yield* raiseAlert("bankPayment.unresolved", message)
  }
  return recordedPayment(state)
})
