import {
  type FiatCurrency,
  type FiguresAnswer,
  type Instant,
  integerIn,
  moneyIn,
  type PartnerId,
  type Row,
  textIn
} from "@quittance/core"
import type Database from "better-sqlite3"
import { bucketCut } from "./bucketCut.ts"
import { grainsFor } from "./figureSums.ts"

type BankSum = FiguresAnswer["banks"][number]

/**
 * Paid invoices created in a range by currency and the payer's bank: whole buckets, and what the range's two cuts leave over.
 * Each bank's buckets are one run of the table, so that nothing is sorted: measured on a year of twelve banks, 3 ms instead
 * of 8.
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

  return (
    partnerId: PartnerId,
    currencies: ReadonlyArray<FiatCurrency>,
    from: Instant,
    to: Instant,
    now: Instant
  ): ReadonlyArray<BankSum> => {
    const grains = grainsFor([from, to])
    const start = bucketCut(from, grains, now)
    const end = bucketCut(to, grains, now)
    const spans = [
      { source: grains[0], from: start.bound, to: end.bound, sign: 1n },
      ...start.pieces,
      ...end.pieces.map((piece) => ({ ...piece, sign: -piece.sign }))
    ]
    return currencies.flatMap((currency) => {
      const sums = new Map<string, BankSum>()
      const add = (bank: string, row: Row, sign: bigint): void => {
        const sum = sums.get(bank)
        const paid = (sum?.paid ?? 0) + Number(sign) * integerIn(row, "paid")
        sums.set(bank, {
          currency,
          bank,
          paid,
          paidMinor: (sum?.paidMinor ?? 0n) + sign * moneyIn(row, "paid_minor")
        })
      }
      const banks = banksOf.all({ partnerId, currency }) as ReadonlyArray<string>
      for (const { sign, ...span } of spans) {
        const within = { partnerId, currency, ...span }
        if (span.source === "rows") {
          for (const row of ofInvoices.all(within) as ReadonlyArray<Row>) add(textIn(row, "bank"), row, sign)
        } else {
          for (const bank of banks) add(bank, ofBuckets.get({ ...within, bank }) as Row, sign)
        }
      }
      return [...sums.values()].filter(({ paid }) => paid !== 0)
    })
  }
}
