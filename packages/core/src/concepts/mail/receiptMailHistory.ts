import { type HistoryOf, toldAlone } from "../../kernel/history/History.ts"
import type { EventsByConcept } from "../../kernel/ports/Store.ts"

/** What the history of an invoice, fiat or crypto, tells of its receipt by e-mail. */
export const receiptMailHistory: HistoryOf<EventsByConcept["Mail"]["_tag"], unknown> = {
  ReceiptMailSent: toldAlone("receipt_sent", "The e-mail with its receipt was sent."),
  // A server's reason may name the customer.
  ReceiptMailFailed: toldAlone("receipt_failed", "The e-mail with its receipt was given up.")
}
