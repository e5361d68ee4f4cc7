import { Clock, Effect, Option } from "effect"
import { existing } from "../../kernel/input/existing.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import type { TransferTime } from "../bankAccount/transferTime.ts"
import { invoice, receiptFault } from "../invoice/Invoice.ts"
import { followJobs } from "../statementEntry/statementEntryNames.ts"
import { BankPayment, type BankPaymentCommand, type RecordedBankPayment } from "./BankPayment.ts"
import { paidInvoice, recordedPayment } from "./BankPaymentCommits.ts"
import { bankPaymentEntries } from "./BankPaymentPostings.ts"
import type { ReceiptParts } from "./takeMoney.ts"

/**
 * Lets money pay that was held because it came too late, in one commit with its invoice, as a person decided. Where the
 * invoice was paid or cancelled meanwhile, it stays held, and says that. All other payments stay as they are.
 */
export const resolvePayment = Effect.fn("BankReceipts.resolve")(function* (
  { payments, publicUrl, receiptJobs, runCommand, states }: ReceiptParts,
  found: RecordedBankPayment,
  inTime: TransferTime
) {
  if (found._tag !== "unresolved" || found.fault !== "tooLate") return found
  const { receipt } = found
  const { id, invoiceId, partnerId } = found.order
  const time = { ...inTime, isTooLate: false }
  const at = yield* Clock.currentTimeMillis
  const { state } = yield* runCommand({
    machine: BankPayment,
    commandTag: "Resolve",
    command: ({ invoice }): BankPaymentCommand => ({
      _tag: "Resolve",
      fault: Option.fromUndefinedOr(receiptFault(invoice.state, receipt, time)),
      at
    }),
    partnerId,
    subjectId: id,
    at,
    load: Effect.gen(function* () {
      const paid = yield* existing(states, invoice, partnerId, invoiceId)
      return { ...(yield* payments.read(partnerId, id)), invoice: paid }
    }),
    commit: ({ events, loaded, next }) => {
      const payment = recordedPayment(next)
      const own = {
        aggregates: [writeOver("BankPayment", loaded, payment)],
        entries: events.flatMap((event) => bankPaymentEntries(payment, event))
      }
      if (payment._tag !== "settled") return own
      const changed = paidInvoice(loaded.invoice, { receipt, time }, at, publicUrl)
      return {
        ...changed,
        // An invoice that was erased while its money was held leaves nothing personal in the entry either.
        jobs: [...receiptJobs(loaded.invoice.state.order, at), ...followJobs(partnerId, receipt.entryId, at)],
        aggregates: [...own.aggregates, ...changed.aggregates],
        entries: [...own.entries, ...changed.entries]
      }
    }
  }).pipe(
    Effect.catchTags({
      // It takes only what is held.
      LimitExceeded: Effect.die,
      // Returned or taken back meanwhile.
      BankPaymentCommandRefused: () => payments.read(partnerId, id)
    })
  )
  return recordedPayment(state)
})
