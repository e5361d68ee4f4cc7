import {
  AnalyticsReader,
  BankSums,
  currencyIn,
  FigureSums,
  fiatCurrencies,
  figuresIn,
  type Grain,
  integerIn,
  moneyIn,
  networkFiguresIn,
  networkIn,
  type Row,
  textIn
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Connections } from "../connect/Connections.ts"
import { valuesOf } from "../connect/namedParameters.ts"
import { figuresOfRange } from "./figureStatements.ts"
import { networkFigures } from "./networkStatement.ts"

/** Analytics out of the roll-ups; what is due and not recorded as expired yet is added to them. */
export const postgresAnalyticsReader = (connections: Connections): AnalyticsReader["Service"] =>
  AnalyticsReader.of({
    networks: (partnerId, spans) =>
      Effect.map(
        connections.read(
          networkFigures.statement,
          valuesOf(networkFigures, {
            partnerId,
            spans: spans.map((_, span) => span),
            grains: spans.map(({ grain }) => grain),
            firsts: spans.map(({ from }) => from),
            untils: spans.map(({ to }) => to)
          })
        ),
        (rows) =>
          rows.map((row) => ({
            span: integerIn(row, "span"),
            ...networkIn(row),
            figures: networkFiguresIn(row)
          }))
      ),
    figures: (request) => {
      const { boundaries, currency, now, partnerId } = request
      const [from, to] = [boundaries[0], boundaries.at(-1)]
      if (from === undefined || to === undefined) return Effect.succeed({ periods: [], banks: [] })
      return Effect.suspend(() => {
        const figures = new FigureSums(request)
        const banks = new BankSums(from, to, now)
        const rest = figures.rest.flatMap(({ source, spans }) =>
          spans.map(([first, until], place) => ({ source, place, first, until }))
        )
        const values = {
          ...{ partnerId, currencies: currency === undefined ? fiatCurrencies : [currency], from, to, now },
          grain: figures.whole.grain,
          wholeFrom: figures.whole.from,
          wholeTo: figures.whole.to,
          sources: rest.map(({ source }) => source),
          places: rest.map(({ place }) => place),
          firsts: rest.map(({ first }) => first),
          untils: rest.map(({ until }) => until),
          pieceSources: banks.pieces.map(({ source }) => source),
          pieceFirsts: banks.pieces.map((piece) => piece.from),
          pieceUntils: banks.pieces.map((piece) => piece.to),
          pieceSigns: banks.pieces.map(({ sign }) => sign)
        }
        return Effect.map(
          connections.read(figuresOfRange.statement, valuesOf(figuresOfRange, values)),
          (rows) => {
            for (const row of rows) addTo(figures, banks, row)
            return { periods: figures.periods, banks: banks.banks }
          }
        )
      })
    }
  })

const addTo = (figures: FigureSums, banks: BankSums, row: Row): void => {
  const place = integerIn(row, "place")
  if (row.part === "whole") figures.addWhole(place, currencyIn(row), figuresIn(row))
  else if (row.part === "due") figures.addDue(place, currencyIn(row))
  else if (row.part === "bank")
    banks.add(
      {
        currency: currencyIn(row),
        bank: textIn(row, "bank"),
        paid: integerIn(row, "paid"),
        paidMinor: moneyIn(row, "paid_minor")
      },
      1n
    )
  else figures.addRest(row.part as Grain | "rows", place, row)
}
