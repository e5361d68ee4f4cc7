import type { FiatCurrency, FiguresAnswer, Instant, PartnerId } from "@quittance/core"
import type Database from "better-sqlite3"
import { integer, money, type Row, text } from "../rows/columns.ts"
import { bucketCut } from "./bucketCut.ts"
import { coarsestFor } from "./figureSums.ts"

type BankSum = FiguresAnswer["banks"][number]

/** Paid invoices created in a range by currency and the payer's bank: whole buckets, and what the range's two cuts leave over. */
export const prepareBankSums = (database: Database.Database) => {
  const ofBuckets = database
    .prepare(
      `SELECT currency, bank, sum(paid) AS paid, sum(paid_minor) AS paid_minor FROM bank_figures
        WHERE partner_id = @partnerId AND grain = @source AND currency = @currency AND bucket >= @from AND bucket < @to
        GROUP BY bank`
    )
    .safeIntegers()
  const ofInvoices = database
    .prepare(
      `SELECT currency, payer_bank AS bank, count(*) AS paid, sum(amount_minor) AS paid_minor
         FROM invoices INDEXED BY invoices_listed
        WHERE partner_id = @partnerId AND status = 'paid' AND currency = @currency
          AND created_at >= @from AND created_at < @to
        GROUP BY payer_bank`
    )
    .safeIntegers()

  return (
    partnerId: PartnerId,
    currencies: ReadonlyArray<FiatCurrency>,
    from: Instant,
    to: Instant
  ): ReadonlyArray<BankSum> => {
    const start = bucketCut(from, coarsestFor([from, to]))
    const end = bucketCut(to, coarsestFor([from, to]))
    const spans = [
      { source: coarsestFor([from, to]), from: start.bound, to: end.bound, sign: 1n },
      ...start.pieces,
      ...end.pieces.map((piece) => ({ ...piece, sign: -piece.sign }))
    ]
    const sums = new Map<string, BankSum>()
    for (const currency of currencies) {
      for (const { sign, ...span } of spans) {
        const statement = span.source === "invoices" ? ofInvoices : ofBuckets
        for (const row of statement.all({ partnerId, currency, ...span }) as ReadonlyArray<Row>) {
          const bank = text(row, "bank")
          const name = `${currency} ${bank}`
          const sum = sums.get(name)
          sums.set(name, {
            currency,
            bank,
            paid: (sum?.paid ?? 0) + Number(sign) * integer(row, "paid"),
            paidMinor: (sum?.paidMinor ?? 0n) + sign * money(row, "paid_minor")
          })
        }
      }
    }
    return [...sums.values()].filter(({ paid }) => paid !== 0)
  }
}
