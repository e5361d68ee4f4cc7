import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { comparisonTable, goalTable, medianFor } from "../goals.ts"
import type { StatementRun } from "../inProcess/statementImport.ts"
import { markdownTable } from "../markdownTable.ts"
import {
  makeStatementStore,
  paymentsPerInvoice,
  type StatementStore,
  writeStatementFile
} from "../product/statementStore.ts"
import { disturbanceNote, measureInTurns } from "../rounds.ts"
import type { Part } from "./Part.ts"

const entries = 100_000
const ratePerSecondMin = 2_000
const growthMax = 1.2
const overToolsMin = 0.25

const script = fileURLToPath(new URL("../inProcess/statementImport.ts", import.meta.url))

/** One import into a copy of the store, in a process of its own. */
const importOnce = async (
  subject: "product" | "peer",
  path: string,
  { filename, masterKey }: StatementStore,
  expected: { readonly entries: number; readonly matched: number }
): Promise<StatementRun> => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-bench-"))
  try {
    cpSync(join(filename, ".."), folder, { recursive: true })
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...["--conditions=source", script, subject, path],
      ...[join(folder, basename(filename)), masterKey]
    ])
    const run = JSON.parse(stdout) as StatementRun
    const { matched, unresolved } = run
    if (matched !== expected.matched || matched + unresolved !== expected.entries)
      throw new Error(
        `${subject} took ${matched} matched and ${unresolved} other of ${expected.entries} entries`
      )
    return run
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** How fast a long statement is imported, and whether its length costs memory. */
export const statements: Part = {
  name: "statements",
  title: "Bank statements",
  measure: async ({ isQuick, rounds, rows }) => {
    const folder = mkdtempSync(join(tmpdir(), "quittance-bench-"))
    try {
      const many = isQuick ? rows : entries
      const few = Math.floor(many / 3)
      const place = join(folder, "store")
      mkdirSync(place)
      const { references, store } = await makeStatementStore(place, Math.ceil(many / paymentsPerInvoice))
      const subjects = [
        ["saxes and raw better-sqlite3, FULL", "peer", many],
        ["statements.import, FULL", "product", many],
        ["the same of a third", "product", few]
      ] as const
      const measured = await measureInTurns(
        subjects.map(([name, subject, length]) => {
          const path = join(folder, `${length}.xml`)
          writeStatementFile(path, length, references)
          const matched = subject === "peer" ? 0 : Math.ceil(length / paymentsPerInvoice)
          return { name, measure: () => importOnce(subject, path, store, { entries: length, matched }) }
        }),
        { isQuick, rounds },
        ({ otherCpuShare }) => otherCpuShare
      )
      const figures = subjects.map(([name]) => ({
        name,
        ratePerSecond: medianFor(measured, name, (run) => run.ratePerSecond),
        cpuMicros: medianFor(measured, name, (run) => run.cpuMicrosPerEntry),
        megabytes: medianFor(measured, name, (run) => run.residentPeakBytes) / 1e6
      }))
      const [peer, product, third] = figures
      if (peer === undefined || product === undefined || third === undefined) throw new Error("no rounds")
      const table = markdownTable(
        [`camt.053 of ${many} entries, every fifth pays an invoice`, "entries/s", "CPU µs/entry", "most MB"],
        figures.map(({ cpuMicros, megabytes, name, ratePerSecond }) => [
          name,
          ...[ratePerSecond, cpuMicros, megabytes].map((figure) => figure.toFixed(0))
        ])
      )
      const goals = goalTable([
        {
          claim: `${many} entries`,
          goal: `≥ ${ratePerSecondMin}/s`,
          found: `${product.ratePerSecond.toFixed(0)}/s`,
          isMet: product.ratePerSecond >= ratePerSecondMin
        },
        {
          claim: "memory, beside a third of the entries",
          goal: `≤ ${growthMax} ×`,
          found: `${(product.megabytes / third.megabytes).toFixed(2)} ×`,
          isMet: product.megabytes <= growthMax * third.megabytes
        }
      ])
      const compared = comparisonTable([
        { claim: `${product.name}, beside ${peer.name}`, wanted: overToolsMin, product, peer }
      ])
      return `${table}\n\n${compared}\n\n${goals}${disturbanceNote(measured, (run) => run.otherCpuShare)}`
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}
