import { Schema } from "effect"
import type { Balance } from "../../kernel/ledger/Ledger.ts"
import { amountView } from "../../kernel/money/Money.ts"

/** The balance as the API shows it, in USDT: available = received − paidOut + adjustments. */
export const BalanceView = Schema.Struct({
  available: Schema.Finite,
  received: Schema.Finite,
  paidOut: Schema.Finite,
  adjustments: Schema.Finite,
  pending: Schema.Finite.annotate({ description: "The part of paidOut whose payouts are still PENDING." }),
  currency: Schema.Literal("USDT")
})
export interface BalanceView extends Schema.Schema.Type<typeof BalanceView> {}

export const balanceView = (balance: Balance): BalanceView => ({
  available: amountView(balance.availableMinor, "USDT"),
  received: amountView(balance.receivedMinor, "USDT"),
  paidOut: amountView(balance.paidOutMinor, "USDT"),
  adjustments: amountView(balance.adjustmentsMinor, "USDT"),
  pending: amountView(balance.pendingMinor, "USDT"),
  currency: "USDT"
})
