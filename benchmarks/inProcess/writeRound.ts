/** One timed round of writing payouts into a new store, whoever writes. */
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PayoutOrder } from "@quittance/core/adapter"
import Database from "better-sqlite3"
import { percentile } from "../load/percentile.ts"
import { readMachineCpuMillis } from "../load/processUsage.ts"
import { countPayouts, makeSandboxStore, type SandboxStore } from "../product/sandboxStore.ts"
import { orderOf } from "./PayoutSample.ts"

export type WriteLoad = {
  readonly rows: number
  /** How many callers ask at once; for a writer of transactions, how many payouts share one. */
  readonly callers: number
}

export type WriteRound = {
  readonly ratePerSecond: number
  /** From the call to the durable answer; for a writer of transactions, one transaction. */
  readonly p50Millis: number
  readonly p99Millis: number
  readonly maxMillis: number
  readonly cpuMicrosPerRow: number
  readonly fileBytesPerRow: number
  /** Cores that everything else on the machine used meanwhile. */
  readonly otherCpuShare: number
}

/** Writes all payouts inside `timed`, which is given the latencies to fill in. */
export type Writer = (
  store: SandboxStore,
  orders: ReadonlyArray<PayoutOrder>,
  timed: (latencies: number, run: (millis: Float64Array) => Promise<void> | void) => Promise<void>
) => Promise<void>

/** Proves afterwards that each payout is there, with every row that belongs to it. */
export const measureWriter = async (load: WriteLoad, write: Writer): Promise<WriteRound> => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-bench-"))
  const { rows } = load
  try {
    const store = await makeSandboxStore(folder)
    const orders = Array.from({ length: rows }, (_, index) => orderOf(store.partnerId, index))
    let elapsedMillis = 0
    let cpuMicros = 0
    let machineMillis = 0
    let ascending = new Float64Array()
    await write(store, orders, async (latencies, run) => {
      ascending = new Float64Array(latencies)
      const machineBefore = readMachineCpuMillis()
      const cpuBefore = process.cpuUsage()
      const startedAt = performance.now()
      await run(ascending)
      elapsedMillis = performance.now() - startedAt
      const { system, user } = process.cpuUsage(cpuBefore)
      cpuMicros = user + system
      machineMillis = readMachineCpuMillis() - machineBefore
      ascending.sort()
    })
    const written = countPayouts(store.filename, "waiting")
    if (written !== rows) throw new Error(`${written} of ${rows} payouts were written`)
    return {
      ratePerSecond: rows / (elapsedMillis / 1_000),
      p50Millis: percentile(ascending, 0.5),
      p99Millis: percentile(ascending, 0.99),
      maxMillis: percentile(ascending, 1),
      cpuMicrosPerRow: cpuMicros / rows,
      fileBytesPerRow: fileBytes(store.filename) / rows,
      otherCpuShare: Math.max(0, machineMillis - cpuMicros / 1_000) / elapsedMillis
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const fileBytes = (filename: string): number => {
  const database = new Database(filename)
  database.pragma("wal_checkpoint(TRUNCATE)")
  database.close()
  return statSync(filename).size
}
