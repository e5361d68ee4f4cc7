import { Clock, Effect } from "effect"
import { actingAs, provider } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { existing } from "../../kernel/input/existing.ts"
import { InvalidState } from "../../kernel/input/Refusals.ts"
import type { CalendarDate } from "../../kernel/time/CalendarDate.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { invoice } from "../invoice/Invoice.ts"
import { BankPayment, type BankPaymentId } from "./BankPayment.ts"
import { recordedPayment, reversedInvoice } from "./BankPaymentCommits.ts"
import { bankPaymentEntries } from "./BankPaymentPostings.ts"
import type { ReceiptParts } from "./takeMoney.ts"

/**
 * Records that a bank took money back, in one commit with the invoice that it had paid. The goods may be gone, and the
 * partner's balance may be below zero from now on, so a person has to look.
 */
export const recallPayment = Effect.fn("BankReceipts.recall")(function* (
  { payments, publicUrl, runCommand, states }: ReceiptParts,
  partnerId: PartnerId,
  id: BankPaymentId,
  recalledOn: CalendarDate
) {
  const at = yield* Clock.currentTimeMillis
  const recalled = runCommand({
    machine: BankPayment,
    command: { _tag: "Recall", recalledOn, at },
    partnerId,
    subjectId: id,
    at,
    load: Effect.gen(function* () {
      const payment = yield* payments.read(partnerId, id)
      return {
        ...payment,
        invoice: yield* existing(states, invoice, partnerId, payment.state.order.invoiceId)
      }
    }),
    commit: ({ events, loaded, next }) => {
      const payment = recordedPayment(next)
      const own = {
        aggregates: [writeOver("BankPayment", loaded, payment)],
        entries: events.flatMap((event) => bankPaymentEntries(payment, event))
      }
      if (payment._tag !== "reversed") return own
      const changed = reversedInvoice(loaded.invoice, payment, at, publicUrl)
      return { ...changed, ...own, aggregates: [...own.aggregates, ...changed.aggregates] }
    }
  }).pipe(
    Effect.catchTags({
      // It takes what it holds, and from the balance without a limit.
      LimitExceeded: Effect.die,
      BankPaymentCommandRefused: ({ from }) =>
        Effect.fail(new InvalidState({ what: "bank payment", status: from, command: "recall" }))
    })
  )
  const { events, state } = yield* actingAs(provider("bank"), recalled)
  if (events.some(({ _tag }) => _tag === "BankPaymentReversed")) {
    const payment = recordedPayment(state)
    const message = `the bank took back the money of bank payment ${id}, which had paid invoice ${payment.order.invoiceId}: it left the partner's balance`
    yield* raiseAlert("bankPayment.reversed", message)
  }
  return recordedPayment(state)
})
