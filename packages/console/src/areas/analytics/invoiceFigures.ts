import { fiatCurrencies, percentView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { amount, count, percentage, text } from "../../look/Cell.ts"
import { chooser, tableSection } from "../../look/parts.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { type FiguresAsked, figuresScreen, periodName } from "./figuresScreen.ts"

/** What there is of each currency, which is never added up. */
const currenciesIn = ({ operations, partner }: Seen, asked: FiguresAsked) =>
  Effect.map(operations.analytics(partner.id, asked), ({ byCurrency }) => Object.entries(byCurrency))

const withCurrency = ({ path, query }: Seen, currency: string): string => {
  const changed = new URLSearchParams(query)
  changed.set("currency", currency)
  return `${path}?${changed}`
}

/** Fiat invoices of one currency, by period and by the payer's bank. */
export const invoiceFigures = screensOf("analytics", (said) => [
  figuresScreen(said, {
    ...{ path: "/analytics", operation: "analytics", ...said.screens.invoices },
    fields: ({ currency }) => {
      const currencies = fiatCurrencies.map((each) => [each, each] as const)
      return chooser("currency", said.currency, currencies, currency)
    },
    above: (seen, asked) =>
      Effect.map(currenciesIn(seen, asked), (found) =>
        tableSection(seen, {
          caption: said.byCurrency,
          items: found.length < 2 ? [] : found,
          columns: [
            { title: said.currency, cell: ([currency]) => text(currency) },
            { title: said.created, cell: ([, figures]) => count(figures.count) },
            { title: said.paid, cell: ([, { paidCount }]) => count(paidCount) },
            {
              title: said.conversion,
              cell: ([, figures]) => percentage(percentView(BigInt(figures.paidCount), BigInt(figures.count)))
            },
            { title: said.volume, cell: ([currency, { volume }]) => amount(volume, currency) }
          ],
          link: ([currency]) => withCurrency(seen, currency)
        })
      ),
    read: Effect.fnUntraced(function* (seen, asked) {
      // What was chosen, or else the first that there is.
      const [first] = seen.query.get("currency") ? [] : yield* currenciesIn(seen, asked)
      const currency = seen.query.get("currency") || (first?.[0] ?? fiatCurrencies[0])
      const view = yield* seen.operations.analytics(seen.partner.id, { ...asked, currency })
      const { byBank, byPeriod, groupBy } = view
      const { paidCount, totalCount, totalVolume } = view.summary
      return {
        currency,
        summary: { created: totalCount, completed: paidCount, volume: totalVolume },
        periods: byPeriod.map(({ count, date, paidCount, volume }) => ({
          ...{ ...periodName(date, groupBy), created: count, completed: paidCount, volume }
        })),
        groups: Object.entries(byBank).map(([bank, { count, volume }]) => ({
          ...{ name: text(bank), created: null, completed: count, volume }
        }))
      }
    })
  })
])
