/** Plain SQL over the product's own table: every invoice of the year is looked at, in the thread that asks. */
import Database from "better-sqlite3"
import { type BankRow, type DayRow, type FiguresRange, type YearFigures, yearFigures } from "./yearFigures.ts"

export type SqlFigures = {
  readonly figures: (partnerId: string, range: FiguresRange) => YearFigures
  readonly close: () => void
}

export const openSqlFigures = (filename: string): SqlFigures => {
  const database = new Database(filename, { readonly: true })
  const within = "partner_id = @partnerId AND created_at >= @from AND created_at < @to"
  const days = database.prepare(
    `SELECT (created_at + CAST(@offsetMillis AS INTEGER)) / 86400000 AS day, currency, count(*) AS created,
         sum(state = 'paid') AS paid, sum(state = 'expired') AS expired, sum(state = 'cancelled') AS cancelled,
         sum(iif(state = 'paid', amount_minor, 0)) AS paidMinor
       FROM invoices WHERE ${within} GROUP BY day, currency`
  )
  const banks = database.prepare(
    `SELECT payer_bank AS bank, count(*) AS paid, sum(amount_minor) AS paidMinor FROM invoices
      WHERE ${within} AND state = 'paid' GROUP BY payer_bank`
  )
  return {
    figures: (partnerId, range) => {
      const asked = { partnerId, ...range }
      return yearFigures(
        range,
        days.all(asked) as ReadonlyArray<DayRow>,
        banks.all(asked) as ReadonlyArray<BankRow>
      )
    },
    close: () => database.close()
  }
}
