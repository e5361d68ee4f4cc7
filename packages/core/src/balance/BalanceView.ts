import type { Balance } from "../ledger/Balance.ts"
import { amountView } from "../money/View.ts"

/** The balance as the API shows it, in USDT. */
export interface BalanceView {
  readonly available: number
  readonly received: number
  readonly paidOut: number
  readonly adjustments: number
  /** The part of `paidOut` that is still PENDING. */
  readonly pending: number
  readonly currency: "USDT"
}

export const balanceView = (balance: Balance): BalanceView => ({
  available: amountView(balance.availableMinor, "USDT"),
  received: amountView(balance.receivedMinor, "USDT"),
  paidOut: amountView(balance.paidOutMinor, "USDT"),
  adjustments: amountView(balance.adjustmentsMinor, "USDT"),
  pending: amountView(balance.pendingMinor, "USDT"),
  currency: "USDT"
})
