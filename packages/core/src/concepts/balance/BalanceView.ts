import { Schema } from "effect"
import { amount } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import type { Balance } from "../../kernel/ledger/Ledger.ts"
import { amountView } from "../../kernel/money/Money.ts"

/** The balance as the API shows it, in USDT: available = received − paidOut + adjustments. */
export const BalanceView = Schema.Struct({
  available: Schema.Finite.annotate({
    description: "What a payout can take: received − paidOut + adjustments.",
    examples: [172]
  }),
  received: amount("Credited from invoices and deposits, after fees.", 99),
  paidOut: amount("Payouts that did not fail, with their fees.", 27),
  adjustments: Schema.Finite.annotate({ description: "Corrections, with their sign.", examples: [100] }),
  pending: amount("The part of `paidOut` whose payouts are still PENDING.", 0),
  currency: Schema.Literal("USDT").annotate({ description: "The currency of the amounts." })
}).annotate(
  component("Balance", "The balance in USDT: `available` is `received` − `paidOut` + `adjustments`.")
)
export interface BalanceView extends Schema.Schema.Type<typeof BalanceView> {}

export const balanceView = (balance: Balance): BalanceView => ({
  available: amountView(balance.availableMinor, "USDT"),
  received: amountView(balance.receivedMinor, "USDT"),
  paidOut: amountView(balance.paidOutMinor, "USDT"),
  adjustments: amountView(balance.adjustmentsMinor, "USDT"),
  pending: amountView(balance.pendingMinor, "USDT"),
  currency: "USDT"
})
