import {
  AnalyticsReader,
  type FiatCurrency,
  fiatCurrencies,
  type FiguresRequest,
  type Instant,
  zeroFigures
} from "@quittance/core"
import type Database from "better-sqlite3"
import type { Reads } from "../Reads.ts"
import { prepareBankSums } from "./bankSums.ts"
import { periodAt, type PeriodFigures, prepareFigureSums } from "./figureSums.ts"

/** Analytics out of the roll-ups; what is due and not recorded as expired yet is added to them. */
export const sqliteAnalyticsReader = (
  database: Database.Database,
  reads: Reads
): AnalyticsReader["Service"] => {
  const figureSums = prepareFigureSums(database)
  const bankSums = prepareBankSums(database)
  const due = database
    .prepare(
      `SELECT created_at, currency FROM invoices INDEXED BY invoices_expiring
        WHERE partner_id = @partnerId AND state = 'pending' AND expires_at <= @now
          AND created_at >= @from AND created_at < @to`
    )
    .raw()

  const addDue = (periods: PeriodFigures, from: Instant, to: Instant, request: FiguresRequest): void => {
    const { boundaries, now, partnerId } = request
    for (const row of due.iterate({ partnerId, now, from, to })) {
      const [createdAt, currency] = row as readonly [Instant, FiatCurrency]
      if (request.currency !== undefined && currency !== request.currency) continue
      const period = periods[periodAt(boundaries, createdAt)]
      const figures = period?.get(currency) ?? zeroFigures
      period?.set(currency, { ...figures, expired: figures.expired + 1 })
    }
  }

  return AnalyticsReader.of({
    figures: (request) =>
      reads.readTogether(() => {
        const { boundaries, currency, partnerId } = request
        const [from, to] = [boundaries[0], boundaries.at(-1)]
        if (from === undefined || to === undefined) return { periods: [], banks: [] }
        const currencies = currency === undefined ? fiatCurrencies : [currency]
        const periods = figureSums(partnerId, currencies, boundaries, request.now)
        addDue(periods, from, to, request)
        return {
          periods: periods.flatMap((period, index) =>
            [...period].flatMap(([of, figures]) =>
              figures.created === 0 ? [] : [{ index, currency: of, figures }]
            )
          ),
          banks: bankSums(partnerId, currencies, from, to, request.now)
        }
      })
  })
}
