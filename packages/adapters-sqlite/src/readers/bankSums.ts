import {
  type BankSums,
  type FiatCurrency,
  integerIn,
  moneyIn,
  type PartnerId,
  type Row,
  textIn
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"

/**
 * Reads what the sums of banks are added up from. Each bank's buckets are one run of the table, so that nothing is
 * sorted: measured on a year of twelve banks, 3 ms instead of 8.
 */
export const prepareBankSums = (database: Database.Database) => {
  const banksOf = database
    .prepare(
      `WITH RECURSIVE found (bank) AS (
         SELECT min(bank) FROM bank_figures WHERE partner_id = @partnerId AND grain = 'day' AND currency = @currency
         UNION ALL
         SELECT (SELECT min(bank) FROM bank_figures
                  WHERE partner_id = @partnerId AND grain = 'day' AND currency = @currency AND bank > found.bank)
           FROM found WHERE found.bank IS NOT NULL)
       SELECT bank FROM found WHERE bank IS NOT NULL`
    )
    .pluck()
  const ofBuckets = database
    .prepare(
      `SELECT coalesce(sum(paid), 0) AS paid, coalesce(sum(paid_minor), 0) AS paid_minor FROM bank_figures
        WHERE partner_id = @partnerId AND grain = @source AND currency = @currency AND bank = @bank
          AND bucket >= @from AND bucket < @to`
    )
    .safeIntegers()
  const ofInvoices = database
    .prepare(
      `SELECT payer_bank AS bank, count(*) AS paid, sum(amount_minor) AS paid_minor
         FROM invoices INDEXED BY invoices_listed
        WHERE partner_id = @partnerId AND state = 'paid' AND currency = @currency
          AND created_at >= @from AND created_at < @to
        GROUP BY payer_bank`
    )
    .safeIntegers()

  return (banks: BankSums, partnerId: PartnerId, currencies: ReadonlyArray<FiatCurrency>): void => {
    for (const currency of currencies) {
      const known = banksOf.all({ partnerId, currency }) as ReadonlyArray<string>
      for (const { sign, ...span } of banks.pieces) {
        const within = { partnerId, currency, ...span }
        const add = (bank: string, row: Row) =>
          banks.add(
            { currency, bank, paid: integerIn(row, "paid"), paidMinor: moneyIn(row, "paid_minor") },
            sign
          )
        if (span.source === "rows") {
          for (const row of ofInvoices.all(within) as ReadonlyArray<Row>) add(textIn(row, "bank"), row)
        } else {
          for (const bank of known) add(bank, ofBuckets.get({ ...within, bank }) as Row)
        }
      }
    }
  }
}
