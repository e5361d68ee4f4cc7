/**
 * DuckDB over a table of its own: the same invoices, only the columns that the figures need, in its own file format and
 * with its own types, on all cores. It keeps no sums; it reads every row, column by column.
 */
import { createWriteStream } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { BIGINT, DuckDBInstance } from "@duckdb/node-api"
import Database from "better-sqlite3"
import { type BankRow, type DayRow, type FiguresRange, type YearFigures, yearFigures } from "./yearFigures.ts"

export type DuckdbFigures = {
  readonly figures: (range: FiguresRange) => Promise<YearFigures>
  readonly close: () => void
}

const table = `CREATE TABLE invoices (
  created_at BIGINT NOT NULL,
  currency ENUM ('USD', 'EUR', 'RUB', 'KZT') NOT NULL,
  status ENUM ('pending', 'paid', 'expired', 'cancelled') NOT NULL,
  amount_minor BIGINT NOT NULL,
  payer_bank VARCHAR
)`

const within = "created_at >= $from AND created_at < $to"

/** Figures as doubles, which reach JavaScript without a detour; all are far below 2^53. */
const daysSql = `SELECT CAST((created_at + $offset) // 86400000 AS INTEGER) AS day, currency, count(*)::DOUBLE,
    (count(*) FILTER (status = 'paid'))::DOUBLE, (count(*) FILTER (status = 'expired'))::DOUBLE,
    (count(*) FILTER (status = 'cancelled'))::DOUBLE, coalesce(sum(amount_minor) FILTER (status = 'paid'), 0)::DOUBLE
  FROM invoices WHERE ${within} GROUP BY ALL`
const banksSql = `SELECT payer_bank, count(*)::DOUBLE, sum(amount_minor)::DOUBLE FROM invoices
  WHERE ${within} AND status = 'paid' GROUP BY ALL`

/**
 * Left to be guessed they would be 128 bits wide, and every row's instant would be widened to compare: ten times as
 * slow.
 */
const bigints = { from: BIGINT, to: BIGINT }

/** Copies the invoices of a store of the product into a file beside it. */
export const makeDuckdbFigures = async (directory: string, filename: string): Promise<DuckdbFigures> => {
  const csv = join(directory, "invoices.csv")
  const source = new Database(filename, { readonly: true })
  const lines = source
    .prepare(
      `SELECT created_at || ',' || currency || ',' || state || ',' || amount_minor || ',' || coalesce(payer_bank, '')
         || char(10) FROM invoices ORDER BY created_at`
    )
    .pluck()
    .iterate() as Iterable<string>
  await pipeline(Readable.from(lines), createWriteStream(csv))
  source.close()

  const instance = await DuckDBInstance.create(join(directory, "invoices.duckdb"))
  const connection = await instance.connect()
  await connection.run(table)
  await connection.run(`COPY invoices FROM '${csv}' (HEADER false, NULLSTR '')`)
  await connection.run("CHECKPOINT")
  const days = await connection.prepare(daysSql)
  const banks = await connection.prepare(banksSql)

  return {
    figures: async (range) => {
      const within = { from: BigInt(range.from), to: BigInt(range.to) }
      days.bind({ ...within, offset: BigInt(range.offsetMillis) }, { ...bigints, offset: BIGINT })
      const dayRows = (await days.runAndReadAll()).getRows().map(
        ([day, currency, created, paid, expired, cancelled, paidMinor]): DayRow => ({
          day: Number(day),
          currency: String(currency),
          created: Number(created),
          paid: Number(paid),
          expired: Number(expired),
          cancelled: Number(cancelled),
          paidMinor: Number(paidMinor)
        })
      )
      banks.bind(within, bigints)
      const bankRows = (await banks.runAndReadAll()).getRows().map(
        ([bank, paid, paidMinor]): BankRow => ({
          bank: String(bank),
          paid: Number(paid),
          paidMinor: Number(paidMinor)
        })
      )
      return yearFigures(range, dayRows, bankRows)
    },
    close: () => {
      connection.closeSync()
      instance.closeSync()
    }
  }
}
