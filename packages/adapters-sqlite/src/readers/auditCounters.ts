import type { CounterChange, CounterSum, FiatCurrency, Grain, StoreUnavailable } from "@quittance/core"
import type Database from "better-sqlite3"
import { Stream } from "effect"
import { integer, money, type Row, text } from "../rows/columns.ts"
import { each, walked } from "./auditWalk.ts"

/** Every roll-up as it is kept. */
export const auditCounters = (database: Database.Database): Stream.Stream<CounterSum, StoreUnavailable> => {
  const kept = (table: string, sumOf: (row: Row) => CounterChange) =>
    walked(
      database,
      `SELECT * FROM ${table}`,
      each((row): CounterSum => {
        const sum = sumOf(row)
        return { grain: grainOf(row, sum), sum }
      })
    )
  return kept("invoice_figures", invoiceSumOf).pipe(
    Stream.concat(kept("bank_figures", bankSumOf)),
    Stream.concat(kept("batch_tallies", batchSumOf)),
    Stream.concat(kept("transit_balances", walletSumOf))
  )
}

const grainOf = (row: Row, sum: CounterChange): CounterSum["grain"] => {
  switch (sum._tag) {
    case "Invoices":
    case "Bank":
      return text(row, "grain") as Grain
    case "Batch":
      return "batch"
    case "Wallet":
      return "wallet"
  }
}

const bucketOf = (row: Row) => ({
  partnerId: text(row, "partner_id"),
  currency: text(row, "currency") as FiatCurrency,
  createdAt: integer(row, "bucket")
})

const invoiceSumOf = (row: Row): CounterChange => ({
  _tag: "Invoices",
  ...bucketOf(row),
  change: {
    created: integer(row, "created"),
    paid: integer(row, "paid"),
    expired: integer(row, "expired"),
    cancelled: integer(row, "cancelled"),
    paidMinor: money(row, "paid_minor")
  }
})

const bankSumOf = (row: Row): CounterChange => ({
  _tag: "Bank",
  ...bucketOf(row),
  bank: text(row, "bank"),
  paid: integer(row, "paid"),
  paidMinor: money(row, "paid_minor")
})

const batchSumOf = (row: Row): CounterChange => ({
  _tag: "Batch",
  partnerId: text(row, "partner_id"),
  batchId: text(row, "batch_id"),
  paid: integer(row, "paid"),
  paidMinor: money(row, "paid_minor"),
  mailsUnsent: integer(row, "mails_unsent")
})

const walletSumOf = (row: Row): CounterChange => ({
  _tag: "Wallet",
  partnerId: text(row, "partner_id"),
  walletId: text(row, "wallet_id"),
  changeMinor: money(row, "balance_minor")
})
