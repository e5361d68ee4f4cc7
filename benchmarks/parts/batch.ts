import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { comparisonTable, type Goal, goalTable, medianFor } from "../goals.ts"
import { rowsPerFile } from "../inProcess/BatchSample.ts"
import { type BatchRound, measureRawBatches, measureServiceBatches } from "../inProcess/batchWriters.ts"
import { percentile } from "../load/percentile.ts"
import { startServer } from "../load/spawn.ts"
import { markdownTable } from "../markdownTable.ts"
import { makeInvoiceStore } from "../product/invoiceStore.ts"
import { quittanceServer } from "../product/quittanceServer.ts"
import { lookAt } from "../product/sandboxStore.ts"
import { disturbanceNote, type Measured, measureInTurns, medianOf } from "../rounds.ts"
import {
  filesAtOnce,
  makeUploads,
  othersPercentile,
  type UploadRound,
  type UploadWay
} from "../serverBatches.ts"
import type { Part, PartOptions } from "./Part.ts"

const overToolsMin = 0.65
const answerMillisMax = 250
const othersMillisMax = 50

const rawRandom = "Papa Parse and raw better-sqlite3, FULL, random tokens"
const rawTimeFirst = "Papa Parse and raw better-sqlite3, FULL, the product's tokens"
const service = "batches.import, FULL"

/** Files of 1000 invoices: how fast they are taken in, how soon they are answered, and what others feel of it. */
export const batch: Part = {
  name: "batch",
  title: `Files of ${rowsPerFile} invoices`,
  measure: async (options) => {
    const imported = await measureImport(options)
    if (options.isBrief) return imported.table + imported.note
    const uploaded = await measureUploads(options)
    return [imported.table, uploaded.table, goalTable(uploaded.goals)]
      .join("\n\n")
      .concat(imported.note || uploaded.note)
  }
}

type Section = { readonly table: string; readonly note: string }

const measureImport = async ({ isQuick, rounds, rows }: PartOptions): Promise<Section> => {
  const fileCount = Math.ceil(rows / rowsPerFile)
  const subjects = [
    { name: rawRandom, measure: () => measureRawBatches(fileCount, "random") },
    { name: rawTimeFirst, measure: () => measureRawBatches(fileCount, "time first") },
    { name: service, measure: () => measureServiceBatches(fileCount) }
  ]
  // One round unmeasured: everybody runs on compiled code then.
  await measureInTurns(subjects, { rounds: 1 })
  const otherCpu = (round: BatchRound) => round.otherCpuShare
  const measured = await measureInTurns(subjects, { isQuick, rounds }, otherCpu)
  const rateOf = (name: string) => medianFor(measured, name, (round) => round.ratePerSecond)
  const costOf = (name: string) => ({
    cpuMicros: medianFor(measured, name, (round) => round.cpuMicrosPerRow),
    ratePerSecond: rateOf(name)
  })
  const comparisons = [rawRandom, rawTimeFirst].map((peer) => ({
    claim: `${service}, beside ${peer}`,
    wanted: overToolsMin,
    product: costOf(service),
    peer: costOf(peer)
  }))
  const table = markdownTable(
    ["in process, one file after the other", "rows/s", "range", "slowest file ms", "CPU µs/row", "other CPU"],
    measured.map(({ name, rounds: all }) => {
      const rates = all.map((round) => round.ratePerSecond)
      return [
        name,
        rateOf(name).toFixed(0),
        `${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)}`,
        Math.max(...all.map((round) => round.fileMillisMax)).toFixed(0),
        medianOf(all, (round) => round.cpuMicrosPerRow).toFixed(1),
        medianOf(all, otherCpu).toFixed(2)
      ]
    })
  )
  return {
    table: `${table}\n\n${comparisonTable(comparisons)}`,
    note: disturbanceNote(measured, otherCpu)
  }
}

const ways: { readonly [Way in UploadWay]: string } = {
  alone: "files one after the other, nobody else",
  none: "no files, others",
  "one after the other": `${filesAtOnce} files one after the other, and others`,
  "all at once": `${filesAtOnce} files at once, and others`
}

/** On a server with a history, so that lists and analytics have something to look at. */
const measureUploads = async ({
  invoiceCounts,
  rounds
}: PartOptions): Promise<Section & { readonly goals: ReadonlyArray<Goal> }> => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-bench-"))
  try {
    const store = await makeInvoiceStore(folder, Math.min(...invoiceCounts))
    await using server = await startServer(
      quittanceServer({ role: "all", store: () => Promise.resolve(store) })
    )
    const uploads = makeUploads({ server, secret: store.secret })
    const subjects = Object.entries(ways).map(([way, name]) => ({
      name,
      measure: () => uploads.measure(way as UploadWay)
    }))
    // One round unmeasured: the server runs on compiled code then.
    await measureInTurns(subjects, { rounds: 1 })
    const otherCpu = (round: UploadRound) => round.otherCpuShare
    const measured = await measureInTurns<UploadRound>(subjects, { rounds }, otherCpu)
    const stored = lookAt(store.filename, (database) =>
      Number(database.prepare("SELECT count(*) FROM invoices").pluck().get())
    )
    const answered = store.invoices + uploads.answered()
    if (stored !== answered) throw new Error(`${answered} invoices were answered, but ${stored} are stored`)
    const millisOf = (way: UploadWay, figure: (round: UploadRound) => number) =>
      medianFor(measured, ways[way], figure)
    const slowestFile = millisOf("alone", ({ files }) => Math.max(...files))
    const othersGoal = (way: UploadWay): Goal => {
      const p99 = millisOf(way, (round) => othersPercentile(round, 0.99))
      return {
        claim: `p99 of others: ${ways[way]}`,
        goal: `< ${othersMillisMax} ms`,
        found: `${p99.toFixed(0)} ms`,
        isMet: p99 < othersMillisMax
      }
    }
    return {
      table: uploadTable(measured),
      goals: [
        {
          claim: "slowest answer to a file on an idle server",
          goal: `≤ ${answerMillisMax} ms`,
          found: `${slowestFile.toFixed(0)} ms`,
          isMet: slowestFile <= answerMillisMax
        },
        othersGoal("one after the other"),
        othersGoal("all at once")
      ],
      note: disturbanceNote(measured, otherCpu)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const uploadTable = (measured: ReadonlyArray<Measured<UploadRound>>): string =>
  markdownTable(
    [
      "over HTTP, others at 100/s",
      "file p50 ms",
      "file max ms",
      "others",
      "p50 ms",
      "p99 ms",
      "max ms",
      "create p99",
      "list p99",
      "analytics p99",
      "other CPU"
    ],
    measured.map(({ name, rounds }) => {
      const of = (figure: (round: UploadRound) => number, decimals: number) => {
        const median = medianOf(rounds, figure)
        return median === 0 ? "" : median.toFixed(decimals)
      }
      const file = (share: number) => (round: UploadRound) =>
        percentile(Float64Array.from(round.files).sort(), share)
      const others = (share: number, kind?: string) => (round: UploadRound) =>
        othersPercentile(round, share, kind)
      return [
        name,
        of(file(0.5), 0),
        of(file(1), 0),
        of((round) => round.others.length, 0),
        of(others(0.5), 1),
        of(others(0.99), 0),
        of(others(1), 0),
        of(others(0.99, "create"), 0),
        of(others(0.99, "list"), 0),
        of(others(0.99, "analytics"), 0),
        medianOf(rounds, (round) => round.otherCpuShare).toFixed(2)
      ]
    })
  )
