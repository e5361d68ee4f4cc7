import { html } from "@quittance/adapters-http/pages"
import { fiatCurrencies, percentView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { amount, count, percentage, text } from "../../look/Cell.ts"
import { section, table } from "../../look/parts.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { type FiguresAsked, figuresScreen } from "./figuresScreen.ts"
import { periodName } from "./periodName.ts"

/** What there is of each currency, which is never added up. */
const currenciesIn = ({ operations, partner }: Seen, asked: FiguresAsked) =>
  Effect.map(operations.analytics(partner.id, asked), ({ byCurrency }) => Object.entries(byCurrency))

/** The currency that was chosen, or else the first that there is. */
const currencyOf = (seen: Seen, asked: FiguresAsked) => {
  const chosen = seen.query.get("currency") ?? ""
  return chosen === ""
    ? Effect.map(currenciesIn(seen, asked), ([first]) => first?.[0] ?? fiatCurrencies[0])
    : Effect.succeed(chosen)
}

const withCurrency = ({ path, query }: Seen, currency: string): string => {
  const changed = new URLSearchParams(query)
  changed.set("currency", currency)
  return `${path}?${changed}`
}

/** Fiat invoices of one currency, by period and by the payer's bank. */
export const invoiceFigures = (words: Words["analytics"]): Screen =>
  figuresScreen(words, {
    ...{ path: "/analytics", operation: "analytics", title: words.invoicesTitle, tab: words.invoicesTab },
    ...{ completed: words.paid, group: words.bank, groupTitle: words.byBank },
    fields: ({ currency }) => {
      const options = fiatCurrencies.map(
        (each) => html`<option${each === currency ? html` selected` : null}>${each}</option>`
      )
      return html`<label>${words.currency} <select name="currency">${options}</select></label>`
    },
    above: (seen, asked) =>
      Effect.map(currenciesIn(seen, asked), (found) =>
        found.length < 2
          ? html``
          : section(
              words.byCurrency,
              table(
                {
                  caption: words.byCurrency,
                  items: found,
                  columns: [
                    { title: words.currency, cell: ([currency]) => text(currency) },
                    { title: words.created, cell: ([, figures]) => count(figures.count) },
                    { title: words.paid, cell: ([, { paidCount }]) => count(paidCount) },
                    {
                      title: words.conversion,
                      cell: ([, figures]) =>
                        percentage(percentView(BigInt(figures.paidCount), BigInt(figures.count)))
                    },
                    { title: words.volume, cell: ([currency, { volume }]) => amount(volume, currency) }
                  ],
                  link: ([currency]) => withCurrency(seen, currency)
                },
                seen
              )
            )
      ),
    read: Effect.fnUntraced(function* (seen, asked) {
      const currency = yield* currencyOf(seen, asked)
      const view = yield* seen.operations.analytics(seen.partner.id, { ...asked, currency })
      const { byBank, byPeriod, groupBy, summary } = view
      return {
        currency,
        summary: {
          created: summary.totalCount,
          completed: summary.paidCount,
          volume: summary.totalVolume
        },
        periods: byPeriod.map((period) => ({
          ...periodName(period.date, groupBy),
          ...{ created: period.count, completed: period.paidCount, volume: period.volume }
        })),
        groups: Object.entries(byBank).map(([bank, figures]) => ({
          ...{ name: text(bank), created: null, completed: figures.count, volume: figures.volume }
        }))
      }
    })
  })
