import {
  AnalyticsReader,
  BankSums,
  currencyIn,
  fiatCurrencies,
  figuresIn,
  type FiguresRequest,
  FigureSums,
  integerIn,
  moneyIn,
  textIn
} from "@quittance/core"
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
          ...figures.rest.map(({ source, spans }) =>
            asking(
              source === "rows" ? restOfInvoices : restOfBuckets,
              { source, firsts: spans.map(([first]) => first), untils: spans.map(([, until]) => until) },
              (row) => figures.addRest(source, integerIn(row, "piece") - 1, row)
            )
          ),
          asking(dueInvoices, { from, to, now: request.now }, (row) =>
            figures.addDue(integerIn(row, "created_at"), currencyIn(row))
          ),
          ...banks.pieces.map((piece) =>
            asking(piece.source === "rows" ? bankInvoices : bankBuckets, piece, (row) =>
              banks.add(
                {
                  currency: currencyIn(row),
                  bank: textIn(row, "bank"),
                  paid: integerIn(row, "paid"),
                  paidMinor: moneyIn(row, "paid_minor")
                },
                piece.sign
              )
            )
          )
        ])
        return { periods: figures.periods, banks: banks.banks }
      })
    }
  })

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
