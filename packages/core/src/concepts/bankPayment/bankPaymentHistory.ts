import { Option, Schema } from "effect"
import { amount } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import type { Facts } from "../../kernel/history/Facts.ts"
import { type HistoryOf, told } from "../../kernel/history/History.ts"
import { FiatCurrency } from "../../kernel/money/Currency.ts"
import { toWireNumber } from "../../kernel/money/Money.ts"
import type { BankPaymentEvent, RecordedBankPayment } from "./BankPayment.ts"
import { receiptFaults } from "./BankReceipt.ts"

const payment = { payment: Schema.String.annotate({ description: "The id of the bank payment." }) }
const paymentOf = ({ order }: RecordedBankPayment) => ({ payment: order.id })

/** An event of which only the payment is told: the words of banks and operators may name the payer. */
const toldOf = (type: string, meaning: string) =>
  told(type, meaning, payment, (_, state: RecordedBankPayment) => paymentOf(state))

const received = {
  ...payment,
  amount: Schema.NullOr(amount("What the bank took, in `currency`.")),
  currency: Schema.NullOr(FiatCurrency)
}
const receivedOf = (facts: Facts, state: RecordedBankPayment) => {
  const receipt = facts.part("receipt")
  const currency = receipt.oneOf("currency", FiatCurrency.literals)
  const minor = receipt.minor("amountMinor")
  const isKnown = currency !== null && minor !== null
  return {
    ...paymentOf(state),
    amount: isKnown ? Option.getOrNull(toWireNumber(minor, currency)) : null,
    currency
  }
}

/** What the history of a fiat invoice tells of its bank payments, without the payer. */
export const bankPaymentHistory: HistoryOf<BankPaymentEvent["_tag"], RecordedBankPayment> = {
  BankPaymentRequested: toldOf(
    "payment_requested",
    "A payment began: a customer chose a bank, or money came by itself."
  ),
  BankPaymentAccepted: toldOf("payment_started", "The bank rail took the payment: the customer pays next."),
  BankPaymentDeclined: toldOf("payment_declined", "The bank rail or the customer said no to a payment."),
  BankPaymentLapsed: toldOf("payment_lapsed", "A payment is no longer needed."),
  BankPaymentSettled: told("payment_settled", "A bank took the money that pays it.", received, receivedOf),
  BankPaymentUnresolved: told(
    "invoice.payment_unresolved",
    "A bank took money that it could not take: the operator returns it, or lets late money pay.",
    {
      ...received,
      fault: Schema.NullOr(
        Schema.Literals(receiptFaults).annotate(
          component("PaymentFault", "Why the invoice could not take the money.")
        )
      )
    },
    (facts, state: RecordedBankPayment) => ({
      ...receivedOf(facts, state),
      fault: facts.oneOf("fault", receiptFaults)
    })
  ),
  BankPaymentReturned: toldOf("payment_returned", "Such money was returned, by the operator or by its bank."),
  BankPaymentResolved: toldOf("payment_resolved", "The operator let money pay it that had come too late."),
  BankPaymentReversed: told(
    "invoice.payment_reversed",
    "A bank took back money that had paid it.",
    {
      ...payment,
      recalledOn: Schema.NullOr(Schema.String).annotate({
        description: "The day on which the bank booked that it took the money back."
      })
    },
    (facts, state: RecordedBankPayment) => ({ ...paymentOf(state), recalledOn: facts.text("recalledOn") })
  ),
  // What ended it meanwhile is told.
  BankPaymentFaultChanged: null,
  // Calls of the rail, whose outcome is told.
  BankPaymentStarted: null,
  BankPaymentAnswerLost: null
}
