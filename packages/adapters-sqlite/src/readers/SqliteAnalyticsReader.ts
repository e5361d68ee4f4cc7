import {
  AnalyticsReader,
  BankSums,
  type FiatCurrency,
  FigureSums,
  fiatCurrencies,
  type Instant
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import type { Reads } from "../Reads.ts"
import { prepareBankSums } from "./bankSums.ts"
import { prepareFigureSums } from "./figureSums.ts"
import { prepareNetworkSums } from "./networkSums.ts"

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

  const networkSums = prepareNetworkSums(database)

  return AnalyticsReader.of({
    networks: (partnerId, spans) => reads.read(() => networkSums(partnerId, spans)),
    figures: (request) =>
      reads.readTogether(() => {
        const { boundaries, currency, now, partnerId } = request
        const [from, to] = [boundaries[0], boundaries.at(-1)]
        if (from === undefined || to === undefined) return { periods: [], banks: [] }
        const currencies = currency === undefined ? fiatCurrencies : [currency]
        const figures = new FigureSums(request)
        figureSums(figures, partnerId, currencies)
        for (const row of due.iterate({ partnerId, now, from, to })) {
          const [createdAt, of] = row as readonly [Instant, FiatCurrency]
          if (currency === undefined || of === currency) figures.addDue(createdAt, of)
        }
        const banks = new BankSums(from, to, now)
        bankSums(banks, partnerId, currencies)
        return { periods: figures.periods, banks: banks.banks }
      })
  })
}
