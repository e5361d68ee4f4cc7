import { InvalidInput } from "../../kernel/input/Input.ts"
import { InvalidState } from "../../kernel/input/Refusals.ts"
import { formatMinor } from "../../kernel/money/Money.ts"
import type { IssuedInvoice } from "../invoice/Invoice.ts"
import type { StatementEntryOrder } from "./StatementEntryRecord.ts"

/** Why the invoice can never take the entry's money. When it came does not matter: that is what a person decides. */
export const assignmentFault = (
  { amountMinor, currency }: StatementEntryOrder,
  { _tag, order }: IssuedInvoice
): InvalidInput | InvalidState | undefined => {
  if (order.currency !== currency || order.amountMinor !== amountMinor) {
    const [wanted, found] = [
      `${formatMinor(amountMinor, currency)} ${currency}`,
      `${formatMinor(order.amountMinor, order.currency)} ${order.currency}`
    ]
    const message = `must be an invoice over ${wanted}, which is what came in; this one is over ${found}`
    return InvalidInput.of("invoiceId", "invalid_value", message)
  }
  if (_tag === "cancelled" || _tag === "paid")
    return new InvalidState({
      ...{ what: "invoice", status: _tag, command: "assign", possible: ["pending", "expired"] }
    })
  return undefined
}
