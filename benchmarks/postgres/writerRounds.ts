/** One timed round of writing payouts of one partner to PostgreSQL, by one process or by several at once. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { PostgresServer } from "@quittance/testing/postgres"
import { readMachineCpuMillis } from "../load/processUsage.ts"
import { databaseCpu } from "./databaseCpu.ts"
import { makeSharedStore } from "./sharedStore.ts"
import type { WriterReport, WriterTask } from "./writerProcess.ts"

export type WriterLoad = Pick<WriterTask, "writer" | "rows" | "callers"> & {
  readonly processes: number
  /** How many partners, 1 by default. */
  readonly partners?: number
}

export type SharedWriteRound = {
  readonly ratePerSecond: number
  readonly p50Millis: number
  readonly p99Millis: number
  readonly maxMillis: number
  /** Of the writing processes. */
  readonly cpuMicrosPerRow: number
  /** Of the database's processes. */
  readonly databaseCpuMicrosPerRow: number
  /** Cores that everything else on the machine used meanwhile. */
  readonly otherCpuShare: number
}

const entry = fileURLToPath(new URL("writerProcess.ts", import.meta.url))

/**
 * Each process writes `rows` payouts for `callers` callers. Proves afterwards that each is there, with all its rows.
 */
export const measureSharedWriter = async (
  server: Pick<PostgresServer, "newDatabase">,
  { callers, partners, processes, rows, writer }: WriterLoad
): Promise<SharedWriteRound> => {
  const { count, location: url, masterKey, partnerIds } = await makeSharedStore(server, undefined, partners)
  const databaseMillis = await databaseCpu(url)
  const warmupRows = Math.ceil(rows / 4)
  const children: Array<ChildProcess> = []
  try {
    for (let index = 0; index < processes; index++) {
      const child = fork(entry, { execArgv: ["--conditions=source"] })
      children.push(child)
      const task: WriterTask = { writer, url, masterKey, partnerIds, rows, warmupRows, callers }
      child.send(task)
    }
    await Promise.all(children.map(said))
    const machineBefore = readMachineCpuMillis()
    const databaseBefore = databaseMillis()
    const answers = children.map(said)
    for (const child of children) child.send("go")
    const reports = (await Promise.all(answers)) as ReadonlyArray<WriterReport>
    const machineMillis = readMachineCpuMillis() - machineBefore
    const databaseCpuMillis = databaseMillis() - databaseBefore
    const written = await count(writer === "carried out" ? "done" : "waiting")
    const expected = (warmupRows + rows) * processes
    if (written !== expected) throw new Error(`${written} of ${expected} payouts were written`)
    const elapsedMillis = Math.max(...reports.map((report) => report.elapsedMillis))
    const cpuMicros = reports.reduce((sum, report) => sum + report.cpuMicros, 0)
    const worst = (of: (report: WriterReport) => number) => Math.max(...reports.map(of))
    return {
      ratePerSecond: (rows * processes) / (elapsedMillis / 1_000),
      p50Millis: worst(({ p50Millis }) => p50Millis),
      p99Millis: worst(({ p99Millis }) => p99Millis),
      maxMillis: worst(({ maxMillis }) => maxMillis),
      cpuMicrosPerRow: cpuMicros / (rows * processes),
      databaseCpuMicrosPerRow: (databaseCpuMillis * 1_000) / (rows * processes),
      otherCpuShare: Math.max(0, machineMillis - databaseCpuMillis - cpuMicros / 1_000) / elapsedMillis
    }
  } finally {
    for (const child of children) child.kill()
  }
}

/** What a child says next. */
const said = async (child: ChildProcess): Promise<unknown> => {
  const ended = new AbortController()
  try {
    return await Promise.race([
      once(child, "message", { signal: ended.signal }).then(([message]) => message),
      once(child, "exit", { signal: ended.signal }).then(([code]) => {
        throw new Error(`a writer ended with ${code}`)
      })
    ])
  } finally {
    ended.abort()
  }
}
