import {
  AnalyticsReader,
  BankSums,
  currencyIn,
  FigureSums,
  type FiguresRequest,
  fiatCurrencies,
  figuresIn,
  type Grain,
  integerIn,
  moneyIn,
  textIn
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Ask, Connections } from "../connect/Connections.ts"
import { type NamedStatement, valuesOf } from "../connect/namedParameters.ts"
import {
  bankBuckets,
  bankInvoices,
  dueInvoices,
  restOfBuckets,
  restOfInvoices,
  wholeBuckets
} from "./figureStatements.ts"

/** Analytics out of the roll-ups; what is due and not recorded as expired yet is added to them. */
export const postgresAnalyticsReader = (connections: Connections): AnalyticsReader["Service"] =>
  AnalyticsReader.of({
    figures: (request) => {
      const [from, to] = [request.boundaries[0], request.boundaries.at(-1)]
      if (from === undefined || to === undefined) return Effect.succeed({ periods: [], banks: [] })
      return connections.readTogether(async (ask) => {
        const figures = new FigureSums(request)
        const banks = new BankSums(from, to, request.now)
        const asking = askingFor(request, ask)
        // All are sent before the first is answered.
        await Promise.all([
          asking(wholeBuckets, figures.whole, (row) =>
            figures.addWhole(integerIn(row, "bucket"), currencyIn(row), figuresIn(row))
          ),
          ...bySource(figures.rest).map((rest) => {
            const spans = rest.flatMap(({ source, spans }) =>
              spans.map((span, place) => ({ source, place, span }))
            )
            return asking(
              rest[0]?.source === "rows" ? restOfInvoices : restOfBuckets,
              {
                sources: spans.map(({ source }) => source),
                places: spans.map(({ place }) => place),
                firsts: spans.map(({ span: [first] }) => first),
                untils: spans.map(({ span: [, until] }) => until)
              },
              (row) => figures.addRest(row.source as Grain | "rows", integerIn(row, "place"), row)
            )
          }),
          asking(dueInvoices, { from, to, now: request.now }, (row) =>
            figures.addDue(integerIn(row, "created_at"), currencyIn(row))
          ),
          ...bySource(banks.pieces).map((pieces) =>
            asking(
              pieces[0]?.source === "rows" ? bankInvoices : bankBuckets,
              {
                sources: pieces.map(({ source }) => source),
                firsts: pieces.map((piece) => piece.from),
                untils: pieces.map((piece) => piece.to),
                signs: pieces.map(({ sign }) => sign)
              },
              (row) =>
                banks.add(
                  {
                    currency: currencyIn(row),
                    bank: textIn(row, "bank"),
                    paid: integerIn(row, "paid"),
                    paidMinor: moneyIn(row, "paid_minor")
                  },
                  1n
                )
            )
          )
        ])
        return { periods: figures.periods, banks: banks.banks }
      })
    }
  })

/** What is kept in buckets and what is not: one statement is about each. */
const bySource = <Kept extends { readonly source: Grain | "rows" }>(
  all: ReadonlyArray<Kept>
): ReadonlyArray<ReadonlyArray<Kept>> => [
  ...Map.groupBy(all, ({ source }) => (source === "rows" ? "rows" : "buckets")).values()
]

const askingFor = ({ currency, partnerId }: FiguresRequest, ask: Ask) => {
  const scope = { partnerId, currencies: currency === undefined ? fiatCurrencies : [currency] }
  return async (
    found: NamedStatement,
    values: object,
    add: (row: Awaited<ReturnType<Ask>>[number]) => void
  ): Promise<void> => {
    for (const row of await ask(found.statement, valuesOf(found, { ...scope, ...values }))) add(row)
  }
}
