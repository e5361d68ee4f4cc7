import { Clock, Context, Effect, Layer, Option } from "effect"
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
import type { LeaseLostOf } from "../../kernel/transact/Draft.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { type InvoiceId, invoice, receiptFault } from "../invoice/Invoice.ts"
import { Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import {
  BankPayment,
  type BankPaymentCommand,
  BankPaymentCommandRefused,
  type BankPaymentId,
  type BankPaymentOrder,
  type BankPaymentState,
  bankPayment,
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
      const { publicUrl } = yield* Settings
      const ids = yield* Ids
      const states = yield* StateReader
      const claims = yield* ClaimReader
      const payments = yield* BankPayments
      const { runCommand } = yield* makeAnnouncingTransact

      const load = (partnerId: PartnerId, id: BankPaymentId) => existing(states, bankPayment, partnerId, id)

      const loadInvoice = (partnerId: PartnerId, id: InvoiceId) => existing(states, invoice, partnerId, id)

      /** The payment that took this operation's money, if there is one; refused if it was for another invoice. */
      const takenBy = Effect.fnUntraced(function* (
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
        const { state } = yield* load(partnerId, claim.value.ownerId)
        return state.order.invoiceId === invoiceId ? state : yield* used
      })

      /**
       * Records money in one commit: the payment, its claim on the operation, and the invoice if it can take
       * the money.
       */
      const take = Effect.fnUntraced(function* <
        Completion extends JobCompletion | undefined = undefined
      >(request: {
        readonly partnerId: PartnerId
        readonly paymentId: BankPaymentId
        readonly invoiceId: InvoiceId
        readonly receipt: BankReceipt
        readonly payment: Effect.Effect<Versioned<BankPaymentState>, Missing>
        readonly command: (fault: Option.Option<ReceiptFault>, at: Instant) => BankPaymentCommand
        readonly completion?: Completion | undefined
      }) {
        const { invoiceId, partnerId, paymentId, receipt } = request
        const at = yield* Clock.currentTimeMillis
        const { events, state } = yield* runCommand({
          machine: BankPayment,
          command: ({ invoice }) =>
            request.command(Option.fromUndefinedOr(receiptFault(invoice.state, receipt)), at),
          partnerId,
          subjectId: paymentId,
          at,
          load: Effect.gen(function* () {
            const invoice = yield* loadInvoice(partnerId, invoiceId)
            return { ...(yield* request.payment), invoice }
          }),
          completion: request.completion,
          commit: ({ events, loaded, next }) => {
            const payment = recordedPayment(next)
            const own = {
              aggregates: [writeOver("BankPayment", loaded, payment)],
              entries: events.flatMap((event) => bankPaymentEntries(payment, event)),
              claims: [ownClaim(payment.order, bankPaymentClaims.operation, receipt.operationId)]
            }
            const changed =
              payment._tag === "unresolved"
                ? notedInvoice(loaded.invoice, payment, at, publicUrl)
                : paidInvoice(loaded.invoice, receipt, at, publicUrl)
            return {
              ...changed,
              ...own,
              aggregates: [...own.aggregates, ...changed.aggregates],
              entries: [...own.entries, ...changed.entries]
            }
          }
          // Incoming money is a credit.
        }).pipe(Effect.catchIf((error): error is LimitExceeded => error instanceof LimitExceeded, Effect.die))
        const fault = events.find((event) => event._tag === "BankPaymentUnresolved")?.fault
        if (fault !== undefined) {
          const message = `bank payment ${paymentId} of invoice ${invoiceId} arrived and could not be booked to the invoice (${fault}): return it`
          yield* raiseAlert("bankPayment.unresolved", message)
        }
        return recordedPayment(state)
      })

      const confirm: BankReceipts["Service"]["confirm"] = Effect.fnUntraced(
        function* (partnerId, id, receipt, completion) {
          const { invoiceId } = (yield* load(partnerId, id)).state.order
          const before = yield* takenBy(partnerId, invoiceId, receipt)
          // Already recorded: only the job is completed.
          if (before !== undefined)
            return completion === undefined ? before : yield* finished(partnerId, id, completion)
          return yield* take({
            partnerId,
            paymentId: id,
            invoiceId,
            receipt,
            payment: load(partnerId, id),
            command: (fault, at) => ({ _tag: "Confirm", receipt, fault, at }),
            completion
          }).pipe(
            // Recorded concurrently by another caller: look up the result.
            Effect.catchIf(
              (error): error is ClaimTaken => error instanceof ClaimTaken,
              () => confirm(partnerId, id, receipt, completion)
            ),
            // This payment already has its money; this is additional money.
            Effect.catchIf(
              (error): error is BankPaymentCommandRefused => error instanceof BankPaymentCommandRefused,
              Effect.fnUntraced(function* () {
                yield* receive(partnerId, invoiceId, receipt)
                return completion === undefined
                  ? (yield* load(partnerId, id)).state
                  : yield* finished(partnerId, id, completion)
              })
            )
          )
        }
      )

      const receive = Effect.fnUntraced(function* (
        partnerId: PartnerId,
        invoiceId: InvoiceId,
        receipt: BankReceipt
      ): Effect.fn.Return<RecordedBankPayment, BankOperationUsed | InvalidInput | Missing> {
        const before = yield* takenBy(partnerId, invoiceId, receipt)
        if (before !== undefined) return before
        const createdAt = yield* Clock.currentTimeMillis
        const { amountMinor, currency } = receipt
        const id = yield* ids.prefixed(bankPaymentPrefix)
        const order: BankPaymentOrder = {
          id,
          partnerId,
          invoiceId,
          bank: "",
          amountMinor,
          currency,
          createdAt
        }
        return yield* take({
          partnerId,
          paymentId: id,
          invoiceId,
          receipt,
          payment: Effect.succeed({ state: BankPayment.initial, version: 0 }),
          command: (fault, at) => ({ _tag: "Receive", order, receipt, fault, at })
        }).pipe(
          Effect.catchTags({
            ClaimTaken: () => receive(partnerId, invoiceId, receipt),
            BankPaymentCommandRefused: Effect.die
          })
        )
      })

      /** Completes the job of a payment that is up to date. */
      const finished = <Completion extends JobCompletion>(
        partnerId: PartnerId,
        id: BankPaymentId,
        completion: Completion
      ) =>
        Effect.flatMap(Clock.currentTimeMillis, (at) =>
          payments.apply(partnerId, id, { _tag: "Lapse", at }, completion)
        ).pipe(
          Effect.catchIf(
            (error): error is BankPaymentCommandRefused => error instanceof BankPaymentCommandRefused,
            Effect.die
          )
        )

      return BankReceipts.of({ confirm, receive })
    })
  )
}
