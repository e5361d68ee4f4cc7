import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import type { BankOperationUsed, InvalidState, NotFound } from "../../kernel/input/Refusals.ts"
import { ClaimTaken, type JobCompletion, type StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { CalendarDate } from "../../kernel/time/CalendarDate.ts"
import { knownFirst } from "../../kernel/transact/DecidedAgain.ts"
import type { LeaseLostOf } from "../../kernel/transact/Draft.ts"
import type { TransferTime } from "../bankAccount/transferTime.ts"
import type { InvoiceId } from "../invoice/Invoice.ts"
import {
  BankPayment,
  BankPaymentCommandRefused,
  type BankPaymentId,
  type BankPaymentOrder,
  isOpenPayment,
  type RecordedBankPayment
} from "./BankPayment.ts"
import type { BankReceipt, BookedReceipt } from "./BankReceipt.ts"
import { bankPaymentPrefix } from "./bankPaymentNames.ts"
import { recallPayment } from "./recallPayment.ts"
import { resolvePayment } from "./resolvePayment.ts"
import { makeReceiptParts, type ReceiptParts, type TakenMoney, takeMoney, takenBy } from "./takeMoney.ts"

type Missing = NotFound | StoreUnavailable

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
    /**
     * The same for a transfer that an entry of a statement tells of. It is the money of the invoice's payment by
     * transfer that waits for it, if there is one. `time` is what the entry's time means for the invoice; `waivesTime`
     * where a person decided that money which came too late pays it all the same, also after it was held for that.
     */
    readonly receiveTransfer: (
      partnerId: PartnerId,
      invoiceId: InvoiceId,
      receipt: BookedReceipt,
      time: TransferTime,
      waivesTime?: boolean
    ) => Effect.Effect<RecordedBankPayment, BankOperationUsed | InvalidInput | Missing>
    /**
     * The bank took money back, as a statement books it on that day. Money that paid its invoice is taken out of the
     * partner's balance, even below zero, and the invoice stays paid and says that it is reversed; money that waited
     * for an operator is returned by it. Told again, it changes nothing.
     */
    readonly recall: (
      partnerId: PartnerId,
      id: BankPaymentId,
      recalledOn: CalendarDate
    ) => Effect.Effect<RecordedBankPayment, InvalidState | Missing>
  }
>()("@quittance/core/concepts/bankPayment/BankReceipts") {
  static readonly layer = Layer.effect(
    BankReceipts,
    Effect.gen(function* () {
      const parts = yield* makeReceiptParts
      return BankReceipts.of({
        confirm: (partnerId, id, receipt, completion) =>
          confirmPayment(parts, partnerId, id, ofRail(receipt), completion),
        confirmTo: (payment, receipt, completion) =>
          confirmPaymentTo(parts, payment, ofRail(receipt), completion),
        receive: (partnerId, invoiceId, receipt) =>
          receiveMoney(parts, partnerId, invoiceId, ofRail(receipt)),
        receiveTransfer: (partnerId, invoiceId, receipt, time, waivesTime = false) =>
          waivesTime
            ? Effect.flatMap(
                receiveTransfer(parts, partnerId, invoiceId, {
                  receipt,
                  time: { ...time, isTooLate: false }
                }),
                (payment) => resolvePayment(parts, payment, time)
              )
            : receiveTransfer(parts, partnerId, invoiceId, { receipt, time }),
        recall: (partnerId, id, recalledOn) => recallPayment(parts, partnerId, id, recalledOn)
      })
    })
  )
}

/** Money that a rail reports is in no statement. */
const ofRail = (receipt: BankReceipt): TakenMoney => ({ receipt: { ...receipt, entryId: Option.none() } })

type Confirmed<Completion> = Effect.fn.Return<
  RecordedBankPayment,
  BankOperationUsed | InvalidInput | LeaseLostOf<Completion> | Missing
>

const confirmPayment = Effect.fnUntraced(function* <Completion extends JobCompletion | undefined = undefined>(
  parts: ReceiptParts,
  partnerId: PartnerId,
  id: BankPaymentId,
  money: TakenMoney,
  completion?: Completion
): Confirmed<Completion> {
  const payment = yield* parts.payments.read(partnerId, id)
  return yield* confirmPaymentTo(parts, payment, money, completion)
})

const confirmPaymentTo = Effect.fnUntraced(function* <
  Completion extends JobCompletion | undefined = undefined
>(
  parts: ReceiptParts,
  payment: Versioned<RecordedBankPayment>,
  money: TakenMoney,
  completion?: Completion
): Confirmed<Completion> {
  const { id, invoiceId, partnerId } = payment.state.order
  const before = yield* takenBy(parts, partnerId, invoiceId, money.receipt)
  // Already recorded: only the job is completed.
  if (before !== undefined)
    return completion === undefined ? before : yield* finishJob(parts, partnerId, id, completion)
  return yield* takeMoney(parts, {
    partnerId,
    paymentId: id,
    invoiceId,
    money,
    payment: knownFirst(payment, () => parts.payments.read(partnerId, id)),
    tag: "Confirm",
    command: (fault, at) => ({ _tag: "Confirm", receipt: money.receipt, fault, at }),
    completion
  }).pipe(
    // Recorded concurrently by another caller: look up the result.
    Effect.catchIf(
      (error): error is ClaimTaken => error instanceof ClaimTaken,
      () => confirmPayment(parts, partnerId, id, money, completion)
    ),
    // This payment already has its money; this is additional money.
    Effect.catchIf(
      (error): error is BankPaymentCommandRefused => error instanceof BankPaymentCommandRefused,
      Effect.fnUntraced(function* () {
        yield* receiveMoney(parts, partnerId, invoiceId, money)
        return completion === undefined
          ? yield* parts.payments.get(partnerId, id)
          : yield* finishJob(parts, partnerId, id, completion)
      })
    )
  )
})

const receiveMoney = Effect.fnUntraced(function* (
  parts: ReceiptParts,
  partnerId: PartnerId,
  invoiceId: InvoiceId,
  money: TakenMoney
): Effect.fn.Return<RecordedBankPayment, BankOperationUsed | InvalidInput | Missing> {
  const before = yield* takenBy(parts, partnerId, invoiceId, money.receipt)
  if (before !== undefined) return before
  const createdAt = yield* Clock.currentTimeMillis
  const { amountMinor, currency } = money.receipt
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
    money,
    payment: Effect.succeed({ state: BankPayment.initial, version: 0 }),
    tag: "Receive",
    command: (fault, at) => ({ _tag: "Receive", order, receipt: money.receipt, fault, at })
  }).pipe(
    Effect.catchTags({
      ClaimTaken: () => receiveMoney(parts, partnerId, invoiceId, money),
      BankPaymentCommandRefused: Effect.die
    })
  )
})

/** The payment that shows what was transferred and has no money yet: an open one, or one that lapsed before. */
const waitingTransfer = (payments: ReadonlyArray<RecordedBankPayment>): RecordedBankPayment | undefined => {
  const waiting = payments.filter((payment) => Option.isSome(payment.instructions) && !("receipt" in payment))
  return waiting.find(isOpenPayment) ?? waiting.at(-1)
}

const receiveTransfer = Effect.fnUntraced(function* (
  parts: ReceiptParts,
  partnerId: PartnerId,
  invoiceId: InvoiceId,
  money: TakenMoney
): Effect.fn.Return<RecordedBankPayment, BankOperationUsed | InvalidInput | Missing> {
  const { receipt } = money
  const before = yield* takenBy(parts, partnerId, invoiceId, receipt)
  if (before !== undefined) return before
  const waiting = waitingTransfer(yield* parts.payments.ofInvoice(partnerId, invoiceId))
  if (waiting === undefined) return yield* receiveMoney(parts, partnerId, invoiceId, money)
  const again = () => receiveTransfer(parts, partnerId, invoiceId, money)
  return yield* takeMoney(parts, {
    partnerId,
    paymentId: waiting.order.id,
    invoiceId,
    money,
    payment: parts.payments.read(partnerId, waiting.order.id),
    tag: "Confirm",
    command: (fault, at) => ({ _tag: "Confirm", receipt, fault, at })
    // Another caller was faster, with this money or with other money for the same payment.
  }).pipe(Effect.catchTags({ ClaimTaken: again, BankPaymentCommandRefused: again }))
})

/** Completes the job of a payment that is up to date. */
const finishJob = Effect.fnUntraced(function* <Completion extends JobCompletion>(
  { payments }: ReceiptParts,
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
