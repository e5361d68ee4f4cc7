import { deepStrictEqual } from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"
import { offsetMillisAt } from "@quittance/core/adapter"
import { type Goal, goalTable, medianFor } from "../goals.ts"
import { type CallRound, measureCalls } from "../inProcess/callRound.ts"
import { markdownTable } from "../markdownTable.ts"
import { makeDuckdbFigures } from "../peers/duckdbFigures.ts"
import { openSqlFigures } from "../peers/sqlFigures.ts"
import type { FiguresRange, YearFigures } from "../peers/yearFigures.ts"
import { type InvoiceStore, makeInvoiceStore } from "../product/invoiceStore.ts"
import { disturbanceNote, measureInTurns, medianOf, type Subject } from "../rounds.ts"
import type { Part } from "./Part.ts"

const timezones = ["UTC", "Asia/Almaty"] as const
const callsPerRound = 30
const overDuckdbMax = 1
const growthMax = 1.3

type FiguresSubject = Subject<CallRound> & { readonly proof: () => Promise<YearFigures> | YearFigures }

const inMillions = (invoices: number): string => `${invoices / 1e6} M`
const productName = (invoices: number, timezone: string) =>
  `Analytics.get, ${inMillions(invoices)}, ${timezone}`
const duckdbName = (invoices: number, timezone: string) => `DuckDB, ${inMillions(invoices)}, ${timezone}`

/**
 * The year of a store by the days of a time zone. Its offset must stay the same throughout, because the peers'
 * arithmetic needs that.
 */
const rangeOf = ({ from, to }: InvoiceStore, timezone: string): FiguresRange => {
  const offsetMillis = offsetMillisAt(from, timezone)
  for (let at = from; at < to; at += 86_400_000) {
    if (offsetMillisAt(at, timezone) !== offsetMillis)
      throw new Error(`${timezone} changed its offset this year`)
  }
  return { from, to, offsetMillis }
}

const subject = (
  name: string,
  calls: number,
  figures: () => Promise<YearFigures> | YearFigures
): FiguresSubject => ({ name, measure: () => measureCalls(calls, figures), proof: figures })

/** Only what the peers answer too. */
const compared = ({ byBank, byCurrency, byPeriod, summary }: YearFigures) => ({
  byBank,
  byCurrency,
  byPeriod,
  summary
})

/** A year by day over one store: the product and plain SQL, for the smallest store DuckDB too. */
const openSubjects = async (store: InvoiceStore, duckdbFolder: string | undefined) => {
  const { filename, from, invoices, masterKey, partnerId, to } = store
  const quittance = await createQuittance({
    store: SqliteStore.layer({ filename, mode: "sandbox" }),
    masterKey,
    workers: false
  })
  const sql = openSqlFigures(filename)
  const duckdb = duckdbFolder === undefined ? undefined : await makeDuckdbFigures(duckdbFolder, filename)
  const subjects = timezones.map((timezone) => {
    const range = rangeOf(store, timezone)
    const product = subject(productName(invoices, timezone), callsPerRound, () =>
      quittance.analytics(partnerId, { from, to, timezone })
    )
    const plain = subject(`plain SQL, ${inMillions(invoices)}, ${timezone}`, 1, () =>
      sql.figures(partnerId, range)
    )
    const scan = duckdb && subject(duckdbName(invoices, timezone), callsPerRound, () => duckdb.figures(range))
    return { product, plain, scan }
  })
  const close = async (): Promise<void> => {
    duckdb?.close()
    sql.close()
    await quittance.close()
  }
  return { subjects, close }
}

/** The figures of a year, by day, currency and bank: kept sums beside a scan. */
export const analytics: Part = {
  name: "analytics",
  title: "Analytics: one year by day",
  measure: async ({ invoiceCounts, isQuick, rounds }) => {
    const folder = mkdtempSync(join(tmpdir(), "quittance-bench-"))
    const closers: Array<() => Promise<void>> = []
    try {
      const subjects: Array<Subject<CallRound>> = []
      const smallest = Math.min(...invoiceCounts)
      for (const invoices of invoiceCounts) {
        const seededAt = performance.now()
        const store = await makeInvoiceStore(mkdtempSync(join(folder, "store-")), invoices)
        const isSmallest = invoices === smallest
        const opened = await openSubjects(store, isSmallest ? folder : undefined)
        closers.push(opened.close)
        process.stderr.write(
          `${inMillions(invoices)} invoices made in ${((performance.now() - seededAt) / 1_000).toFixed(0)} s\n`
        )
        for (const { plain, product, scan } of opened.subjects) {
          const expected = compared(await plain.proof())
          deepStrictEqual(compared(await product.proof()), expected)
          if (scan !== undefined) deepStrictEqual(compared(await scan.proof()), expected)
          subjects.push(product, ...(scan === undefined ? [] : [scan]))
        }
        // Of plain SQL once is enough: it takes its time, and does so alike in both time zones.
        if (isSmallest) subjects.push(...opened.subjects.slice(0, 1).map(({ plain }) => plain))
      }
      // One round unmeasured: everybody runs on compiled code and warm pages then.
      await measureInTurns(subjects, { rounds: 1 })
      const otherCpu = (round: CallRound) => round.otherCpuShare
      const measured = await measureInTurns(subjects, { isQuick, rounds }, otherCpu)
      const millisOf = (name: string) => medianFor(measured, name, (round) => round.medianMillis)
      const goals = timezones.flatMap((timezone): ReadonlyArray<Goal> => {
        const product = millisOf(productName(smallest, timezone))
        const ratio = product / millisOf(duckdbName(smallest, timezone))
        return [
          {
            claim: `time beside DuckDB's, ${inMillions(smallest)}, ${timezone}`,
            goal: `≤ ${overDuckdbMax} ×`,
            found: `${ratio.toFixed(2)} ×`,
            isMet: ratio <= overDuckdbMax
          },
          ...invoiceCounts
            .filter((invoices) => invoices !== smallest)
            .map((invoices) => {
              const growth = millisOf(productName(invoices, timezone)) / product
              return {
                claim: `${inMillions(invoices)} beside ${inMillions(smallest)}, ${timezone}`,
                goal: `≤ ${growthMax} ×`,
                found: `${growth.toFixed(2)} ×`,
                isMet: growth <= growthMax
              }
            })
        ]
      })
      const table = markdownTable(
        ["a year by day", "median ms", "range", "slowest ms", "other CPU"],
        measured.map(({ name, rounds: all }) => {
          const medians = all.map((round) => round.medianMillis)
          return [
            name,
            medianOf(all, (round) => round.medianMillis).toFixed(2),
            `${Math.min(...medians).toFixed(2)}–${Math.max(...medians).toFixed(2)}`,
            Math.max(...all.map((round) => round.maxMillis)).toFixed(1),
            medianOf(all, otherCpu).toFixed(2)
          ]
        })
      )
      return `${table}\n\n${goalTable(goals)}${disturbanceNote(measured, otherCpu)}`
    } finally {
      for (const close of closers) await close()
      rmSync(folder, { recursive: true })
    }
  }
}
