import { deepStrictEqual } from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PostgresStore } from "@quittance/adapters-postgres"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"
import { Client } from "pg"
import { type Goal, goalTable } from "../goals.ts"
import { percentile } from "../load/percentile.ts"
import { readProcessUsage } from "../load/processUsage.ts"
import { markdownTable } from "../markdownTable.ts"
import { copyStore } from "../postgres/copiedStore.ts"
import { sessionsOn, startSharedServer } from "../postgres/sharedStore.ts"
import { makeInvoiceStore } from "../product/invoiceStore.ts"
import { addListed } from "../product/listedHistory.ts"
import { addPayouts } from "../product/payoutHistory.ts"
import {
  cursorName,
  cursorQuestionsOf,
  type Question,
  type Quittance,
  questionsOf
} from "../product/readQuestions.ts"
import { addStatement } from "../product/statement.ts"
import { medianOf } from "../rounds.ts"
import type { Part } from "./Part.ts"

const callsPerRound = 20
const overSqliteMax = 2

const cursorMillisMax = { SQLite: 5, PostgreSQL: 10 }

/** An answer as far as it does not tell when it was asked for. */
const timeless = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null && "nextCursor" in answer
    ? { ...answer, nextCursor: answer.nextCursor !== null }
    : answer

/** CPU time of processes that answer to this one alone. */
const cpuOf = (pids: ReadonlyArray<number>): number =>
  pids.reduce((sum, pid) => sum + readProcessUsage(pid).cpuMillis, 0)

interface Asked {
  readonly quittance: Quittance
  readonly pids: ReadonlyArray<number>
  readonly millis: Array<number>
  ownMillis: number
  serverMillis: number
}

/** Both stores in turns, call by call: a slow moment of the machine hits both. */
const measure = async (question: Question, stores: ReadonlyArray<Asked>, calls: number): Promise<void> => {
  const before = stores.map(({ pids }) => cpuOf(pids))
  for (let call = 0; call < calls; call++)
    for (const store of call % 2 === 0 ? stores : stores.toReversed()) {
      const own = process.cpuUsage()
      const askedAt = performance.now()
      await question(store.quittance)
      store.millis.push(performance.now() - askedAt)
      const { system, user } = process.cpuUsage(own)
      store.ownMillis += (system + user) / 1_000 / calls
    }
  // The kernel counts in steps of 10 ms, so it is read for all calls together.
  stores.forEach((store, at) => {
    store.serverMillis += (cpuOf(store.pids) - (before[at] ?? 0)) / calls
  })
}

/** What any question costs: one prepared statement that reads nothing, by the same driver. */
const measureFloor = async (url: string, calls: number): Promise<string> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const ask = () => client.query({ name: "nothing", text: "SELECT 1" })
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid")
  const pids = [Number(rows[0]?.pid)]
  for (let call = 0; call < calls; call++) await ask()
  const millis: Array<number> = []
  const [own, before] = [process.cpuUsage(), cpuOf(pids)]
  for (let call = 0; call < calls; call++) {
    const askedAt = performance.now()
    await ask()
    millis.push(performance.now() - askedAt)
  }
  const { system, user } = process.cpuUsage(own)
  const serverMillis = (cpuOf(pids) - before) / calls
  await client.end()
  const ownMillis = (system + user) / 1_000 / calls
  const [p50, least] = [medianOf(millis, Number), Math.min(...millis)]
  const figures = [p50, least, ownMillis, serverMillis].map((figure) => figure.toFixed(2))
  return `The floor: \`SELECT 1\` by the same driver takes ${figures[0]} ms (least ${figures[1]}), ${figures[2]} ms of CPU in the process and ${figures[3]} on the server.`
}

const withinGoal = (what: string, ratios: ReadonlyArray<number>): Goal => {
  const within = ratios.filter((ratio) => ratio <= overSqliteMax).length
  return {
    claim: `questions within ${overSqliteMax} × ${what}`,
    goal: `all ${ratios.length}`,
    found: String(within),
    isMet: within === ratios.length
  }
}

const cursorGoals = (slowest: { readonly SQLite: number; readonly PostgreSQL: number }) =>
  (["SQLite", "PostgreSQL"] as const).map(
    (store): Goal => ({
      claim: `p99 of the slowest part by cursor, ${store}`,
      goal: `≤ ${cursorMillisMax[store]} ms`,
      found: `${slowest[store].toFixed(2)} ms`,
      isMet: slowest[store] <= cursorMillisMax[store]
    })
  )

/** The same questions to the same store on PostgreSQL and in a file. */
export const reads: Part = {
  name: "reads",
  title: "Lists and analytics on PostgreSQL beside SQLite",
  measure: async ({ invoiceCounts, rounds }) => {
    const folder = mkdtempSync(join(tmpdir(), "quittance-bench-"))
    const server = await startSharedServer()
    const closers: Array<() => Promise<void>> = []
    try {
      const madeAt = performance.now()
      const store = await makeInvoiceStore(folder, Math.min(...invoiceCounts))
      addPayouts(store, store.invoices)
      addStatement(store)
      addListed(store, store.invoices)
      const url = await server.newDatabase()
      const rows = await copyStore(store.filename, url)
      process.stderr.write(
        `${rows} rows made and copied in ${((performance.now() - madeAt) / 1_000).toFixed(0)} s\n`
      )
      const open = async (layer: Parameters<typeof createQuittance>[0]["store"]) => {
        const quittance = await createQuittance({ store: layer, masterKey: store.masterKey, workers: false })
        closers.push(() => quittance.close())
        return quittance
      }
      const file = await open(SqliteStore.layer({ filename: store.filename, mode: "sandbox" }))
      const shared = await open(PostgresStore.layer({ url, mode: "sandbox" }))
      const results: Array<ReadonlyArray<string>> = []
      const over: Array<number> = []
      const cpuOver: Array<number> = []
      const slowest = { SQLite: 0, PostgreSQL: 0 }
      for (const [name, question] of [...questionsOf(store), ...(await cursorQuestionsOf(store, file))]) {
        deepStrictEqual(timeless(await question(shared)), timeless(await question(file)), name)
        // Statements are planned and code is compiled before the clock starts.
        for (let call = 0; call < callsPerRound / 2; call++)
          await Promise.all([question(shared), question(file)])
        const asked = (quittance: Quittance, pids: ReadonlyArray<number>): Asked => ({
          ...{ quittance, pids, millis: [], ownMillis: 0, serverMillis: 0 }
        })
        const [inFile, onServer] = [asked(file, []), asked(shared, await sessionsOn(url))]
        await measure(question, [inFile, onServer], callsPerRound * rounds)
        const [fileMillis, serverMillis] = [inFile, onServer].map(({ millis }) => medianOf(millis, Number))
        const p99s = [inFile, onServer].map(({ millis }) =>
          percentile(Float64Array.from(millis).sort(), 0.99)
        )
        if (name.startsWith(cursorName)) {
          slowest.SQLite = Math.max(slowest.SQLite, p99s[0] ?? 0)
          slowest.PostgreSQL = Math.max(slowest.PostgreSQL, p99s[1] ?? 0)
        }
        const ratio = (serverMillis ?? 0) / (fileMillis ?? 0)
        over.push(ratio)
        const cpuRatio = (onServer.ownMillis + onServer.serverMillis) / inFile.ownMillis
        cpuOver.push(cpuRatio)
        results.push([
          name,
          ...[fileMillis ?? 0, serverMillis ?? 0, ratio, ...p99s].map((figure) => figure.toFixed(2)),
          ...[Math.min(...inFile.millis), Math.min(...onServer.millis)].map((figure) => figure.toFixed(2)),
          ...[inFile.ownMillis, onServer.ownMillis, onServer.serverMillis, cpuRatio].map((figure) =>
            figure.toFixed(2)
          )
        ])
      }
      return `${markdownTable(
        [
          `${store.invoices} of each`,
          ...["SQLite p50 ms", "PostgreSQL p50 ms", "ratio", "SQLite p99", "PostgreSQL p99"],
          ...["SQLite min", "PostgreSQL min"],
          ...["SQLite CPU ms", "process CPU ms", "server CPU ms", "CPU ratio"]
        ],
        results
      )}\n\n${await measureFloor(url, 1_000)}\n\n${goalTable([withinGoal("SQLite's CPU time", cpuOver), withinGoal("SQLite's p50", over), ...cursorGoals(slowest)])}`
    } finally {
      for (const close of closers) await close()
      await server.own?.stop()
      rmSync(folder, { recursive: true })
    }
  }
}
