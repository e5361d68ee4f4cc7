import { Effect } from "effect"
import { word } from "../../look/Cell.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { figuresScreen } from "./figuresScreen.ts"
import { periodName } from "./periodName.ts"

interface NetworkFigures {
  readonly path: string
  readonly title: string
  readonly tab: string
  readonly completed: string
}

/** What is counted by networks, all in USDT. */
export const networkFigures = (
  words: Words["analytics"],
  of: "cryptoInvoices" | "payouts",
  screen: NetworkFigures
): Screen =>
  figuresScreen(words, {
    ...screen,
    ...{ operation: "networkAnalytics", group: words.network, groupTitle: words.byNetwork },
    read: ({ operations, partner }, asked) =>
      Effect.map(operations.networkAnalytics(partner.id, asked), ({ currency, groupBy, ...counted }) => {
        const { byNetwork, byPeriod, summary } = counted[of]
        return {
          currency,
          summary,
          periods: byPeriod.map((period) => ({ ...period, ...periodName(period.date, groupBy) })),
          groups: Object.entries(byNetwork).map(([network, figures]) => ({ ...figures, name: word(network) }))
        }
      })
  })
