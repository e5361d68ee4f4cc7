import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { invoiceFigures } from "./invoiceFigures.ts"
import { networkFigures } from "./networkFigures.ts"

/** Figures by period, bank and network, each of one currency. */
export const analyticsScreens = (words: Words): ReadonlyArray<Screen> => {
  const { analytics } = words
  return [
    invoiceFigures(analytics),
    networkFigures(analytics, "cryptoInvoices", {
      ...{ path: "/analytics/crypto-invoices", title: analytics.cryptoTitle, tab: analytics.cryptoTab },
      completed: analytics.paid
    }),
    networkFigures(analytics, "payouts", {
      ...{ path: "/analytics/payouts", title: analytics.payoutsTitle, tab: analytics.payoutsTab },
      completed: analytics.completed
    })
  ]
}
