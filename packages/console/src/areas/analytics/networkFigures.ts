import { Effect } from "effect"
import { word } from "../../look/Cell.ts"
import { screensOf } from "../../screen/screensOf.ts"
import { periodName } from "./Figures.ts"
import { figuresScreen } from "./figuresScreen.ts"

/** What is counted by networks, all in USDT. */
export const networkFigures = screensOf("analytics", (said) => {
  const cryptoInvoices = { title: said.cryptoTitle, tab: said.cryptoTab, completed: said.paid }
  const payouts = { title: said.payoutsTitle, tab: said.payoutsTab, completed: said.completed }
  return [
    { of: "cryptoInvoices", path: "/analytics/crypto-invoices", ...cryptoInvoices } as const,
    { of: "payouts", path: "/analytics/payouts", ...payouts } as const
  ].map(({ of, ...screen }) =>
    figuresScreen(said, {
      ...screen,
      ...{ operation: "networkAnalytics", group: said.network, groupTitle: said.byNetwork },
      read: ({ operations, partner }, asked) =>
        Effect.map(operations.networkAnalytics(partner.id, asked), ({ currency, groupBy, ...counted }) => {
          const { byNetwork, byPeriod, summary } = counted[of]
          return {
            ...{ currency, summary },
            periods: byPeriod.map((period) => ({ ...period, ...periodName(period.date, groupBy) })),
            groups: Object.entries(byNetwork).map(([network, figures]) => ({
              ...figures,
              name: word(network)
            }))
          }
        })
    })
  )
})
