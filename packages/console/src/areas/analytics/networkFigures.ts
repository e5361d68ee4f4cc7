import { Effect } from "effect"
import { word } from "../../look/Cell.ts"
import { screensOf } from "../../screen/Screen.ts"
import { figuresScreen, periodName } from "./figuresScreen.ts"

const paths = { cryptoInvoices: "/analytics/crypto-invoices", payouts: "/analytics/payouts" } as const

/** What is counted by networks, all in USDT. */
export const networkFigures = screensOf("analytics", (said) =>
  (["cryptoInvoices", "payouts"] as const).map((of) =>
    figuresScreen(said, {
      ...{ path: paths[of], operation: "networkAnalytics", ...said.screens[of] },
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
)
