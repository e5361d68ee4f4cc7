import { Option, Schema } from "effect"
import { amount } from "../../kernel/concept/wire.ts"
import type { Facts } from "../../kernel/history/Facts.ts"
import { type HistoryOf, told, toldAlone } from "../../kernel/history/History.ts"
import { amountView, instantView, toWireNumber } from "../../kernel/money/Money.ts"
import type { EventsByConcept } from "../../kernel/ports/Store.ts"
import { receiptMailHistory } from "../mail/receiptMailHistory.ts"
import type { CryptoInvoiceEvent } from "./CryptoInvoice.ts"
import type { IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"
import { CryptoInvoiceView } from "./CryptoInvoiceView.ts"

const named = {
  txHash: Schema.NullOr(Schema.String).annotate({ description: "The hash of its transaction." }),
  position: Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))).annotate({
    description: "Its place among the transfers of its transaction."
  })
}
const nameOf = (facts: Facts) => ({ txHash: facts.text("txHash"), position: facts.integer("logIndex") })

const Amount = Schema.NullOr(Schema.Finite)
const amountOf = (facts: Facts, name: string, { order }: IssuedCryptoInvoice): number | null => {
  const minor = facts.minor(name)
  return minor === null ? null : Option.getOrNull(toWireNumber(minor, order.currency))
}

const booked = {
  ...named,
  amount: Amount.annotate({ description: "By how much the sum of credited money changed, before fees." }),
  fee: Amount.annotate({ description: "By how much the sum of charged fees changed." })
}
const bookedOf = (facts: Facts, state: IssuedCryptoInvoice) => ({
  ...nameOf(facts),
  amount: amountOf(facts, "amountMinor", state),
  fee: amountOf(facts, "feeMinor", state)
})

const { currency, expectedAmount, expiresAt } = CryptoInvoiceView.fields

/** What the history of a crypto invoice tells: of money, what it was and not whose. */
export const cryptoInvoiceHistory: HistoryOf<
  (CryptoInvoiceEvent | EventsByConcept["Mail"])["_tag"],
  IssuedCryptoInvoice
> = {
  CryptoInvoiceIssued: told(
    "invoice_created",
    "It was created.",
    { expectedAmount, currency, expiresAt },
    (_, { order }: IssuedCryptoInvoice) => ({
      expectedAmount: amountView(order.expectedMinor, order.currency),
      currency: order.currency,
      expiresAt: instantView(order.expiresAt)
    })
  ),
  TransferSeen: told(
    "transfer_seen",
    "A transfer was seen on the network, or seen again after it had vanished.",
    { ...named, amount: Schema.NullOr(amount("What it moves.")) },
    (facts, state: IssuedCryptoInvoice) => {
      const transfer = facts.part("transfer")
      return { ...nameOf(transfer), amount: amountOf(transfer, "amountMinor", state) }
    }
  ),
  // The transfer itself tells how far it is, and a history of counts tells nothing else.
  TransferConfirmationsChanged: null,
  TransferCredited: told("crypto.invoice.credited", "A transfer was credited.", booked, bookedOf),
  TransferDropped: told(
    "crypto.invoice.reorganised",
    "A transfer vanished from the network before it was credited.",
    named,
    nameOf
  ),
  TransferReversed: told(
    "crypto.invoice.reversed",
    "A credited transfer was taken back by the network.",
    booked,
    bookedOf
  ),
  CryptoInvoiceConfirming: toldAlone("crypto.invoice.confirming", "Money for it was seen."),
  CryptoInvoiceReopened: toldAlone("invoice_reopened", "The money that was seen is gone: it waits again."),
  CryptoInvoicePaid: toldAlone("crypto.invoice.paid", "It was paid."),
  ...receiptMailHistory,
  CryptoInvoiceOverpaid: toldAlone("crypto.invoice.overpaid", "It got more than it asked for."),
  CryptoInvoiceUnderpaid: toldAlone("crypto.invoice.underpaid", "It expired with too little money."),
  CryptoInvoiceExpired: toldAlone("crypto.invoice.expired", "Its expiry was recorded."),
  CryptoInvoiceCancelled: toldAlone("crypto.invoice.cancelled", "It was cancelled."),
  CryptoInvoiceRedacted: toldAlone("invoice_redacted", "Its personal data was erased.")
}
