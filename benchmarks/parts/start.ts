import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { goalTable, medianFor } from "../goals.ts"
import { startServer } from "../load/spawn.ts"
import { markdownTable } from "../markdownTable.ts"
import { makePastStore, type Past } from "../product/pastStore.ts"
import { quittanceServer } from "../product/quittanceServer.ts"
import { makeSandboxStore, type SandboxStore, storeAt } from "../product/sandboxStore.ts"
import { measureInTurns } from "../rounds.ts"
import type { Part } from "./Part.ts"

type StartRound = { readonly startMillis: number; readonly residentBytes: number }

const past: Past = { payouts: 100_000, pending: 1_000 }
const withPast = `${past.payouts} payouts, ${past.pending} of them waiting`
const empty = "no payouts"
const residentMegabytesMax = 180

/** Starts on a copy of the folder, so that every start finds the same. */
const measureStart = async (folder: string, store: SandboxStore): Promise<StartRound> => {
  await using server = await startServer(
    quittanceServer({
      role: "all",
      store: async (directory) => {
        cpSync(folder, directory, { recursive: true })
        return storeAt(join(directory, "store.db"), store)
      }
    })
  )
  return { startMillis: server.startMillis, residentBytes: server.usage().residentBytes }
}

/** From the start of the process until `/readyz` says that requests are served and the workers run. */
export const start: Part = {
  name: "start",
  title: "Start and memory",
  measure: async ({ rounds }) => {
    const folders = {
      empty: mkdtempSync(join(tmpdir(), "quittance-bench-")),
      past: mkdtempSync(join(tmpdir(), "quittance-bench-"))
    }
    try {
      const emptyStore = await makeSandboxStore(folders.empty)
      const pastStore = await makePastStore(folders.past, past)
      const subjects = [
        { name: empty, measure: () => measureStart(folders.empty, emptyStore) },
        { name: withPast, measure: () => measureStart(folders.past, pastStore) }
      ]
      // The first start on a machine compiles what later ones take from Node's compile cache.
      await measureInTurns(subjects, { rounds: 1 })
      const measured = await measureInTurns(subjects, { rounds: 2 * rounds + 1 })
      const millisOf = (name: string) => medianFor(measured, name, (round) => round.startMillis)
      const megabytesOf = (name: string) => medianFor(measured, name, (round) => round.residentBytes / 1e6)
      const ratio = millisOf(withPast) / millisOf(empty)
      const table = markdownTable(
        ["store at the start", "start ms", "resident MB"],
        [empty, withPast].map((name) => [name, millisOf(name).toFixed(0), megabytesOf(name).toFixed(0)])
      )
      return `${table}\n\n${goalTable([
        {
          claim: "start with a past beside one without",
          goal: "≤ 1.2 ×",
          found: `${ratio.toFixed(2)} ×`,
          isMet: ratio <= 1.2
        },
        {
          claim: "resident after the start",
          goal: `≤ ${residentMegabytesMax} MB`,
          found: `${megabytesOf(withPast).toFixed(0)} MB`,
          isMet: megabytesOf(withPast) <= residentMegabytesMax
        }
      ])}`
    } finally {
      for (const folder of Object.values(folders)) rmSync(folder, { recursive: true })
    }
  }
}
