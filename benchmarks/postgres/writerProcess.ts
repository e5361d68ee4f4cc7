/**
 * One process that writes payouts, started by `writerRounds.ts`. It prepares, says so, writes on request, and reports.
 */
import { PostgresStore } from "@quittance/adapters-postgres"
import { Store } from "@quittance/core/adapter"
import { Effect } from "effect"
import { Pool } from "pg"
import { orderOf, reservationOf, rowsOf } from "../inProcess/PayoutSample.ts"
import { percentile } from "../load/percentile.ts"
import { writeSharedPayout } from "../peers/sharedPayoutWriter.ts"

export type WriterTask = {
  readonly writer: "Store.commit" | "peer"
  readonly url: string
  /** In turns. */
  readonly partnerIds: ReadonlyArray<string>
  readonly rows: number
  readonly callers: number
}

export type WriterReport = {
  readonly elapsedMillis: number
  readonly cpuMicros: number
  readonly p50Millis: number
  readonly p99Millis: number
  readonly maxMillis: number
}

type Write = (index: number) => Promise<void>

const openWriter = async ({ callers, partnerIds, rows, url, writer }: WriterTask) => {
  const orders = Array.from({ length: rows }, (_, index) =>
    orderOf(partnerIds[index % partnerIds.length] ?? "", index)
  )
  if (writer === "peer") {
    const prepared = orders.map(rowsOf)
    // As many transactions at once as there are callers, as far as a server has connections.
    const connections = Math.min(callers, 64)
    const pool = new Pool({ connectionString: url, max: connections, pipeline: true })
    const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
    for (const client of clients) client.release()
    const write: Write = async (index) => {
      const row = prepared[index]
      if (row === undefined) return
      const client = await pool.connect()
      const begun = client.query("BEGIN")
      const outcome = await writeSharedPayout(client, row)
      await begun
      if (outcome !== "written") throw new Error("the limit is exceeded")
      await client.query("COMMIT")
      client.release()
    }
    return { write, close: () => pool.end() }
  }
  const commits = orders.map(reservationOf)
  const scope = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<Store["Service"]>()
  const open = Effect.gen(function* () {
    opened.resolve(yield* Store)
    yield* Effect.promise(() => scope.promise)
  })
  const closed = Effect.runPromise(Effect.provide(open, PostgresStore.layer({ url, mode: "sandbox" }))).catch(
    opened.reject
  )
  const store = await opened.promise
  const write: Write = (index) => {
    const commit = commits[index]
    return commit === undefined ? Promise.resolve() : Effect.runPromise(store.commit(commit))
  }
  return {
    write,
    close: () => {
      scope.resolve()
      return closed
    }
  }
}

const run = async (task: WriterTask): Promise<void> => {
  const { close, write } = await openWriter(task)
  process.send?.("ready")
  await new Promise((resolve) => process.once("message", resolve))
  const millis = new Float64Array(task.rows)
  let next = 0
  const caller = async (): Promise<void> => {
    while (next < task.rows) {
      const index = next++
      const askedAt = performance.now()
      await write(index)
      millis[index] = performance.now() - askedAt
    }
  }
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: task.callers }, caller))
  const elapsedMillis = performance.now() - startedAt
  const { system, user } = process.cpuUsage(cpuBefore)
  await close()
  const ascending = millis.sort()
  const report: WriterReport = {
    elapsedMillis,
    cpuMicros: user + system,
    p50Millis: percentile(ascending, 0.5),
    p99Millis: percentile(ascending, 0.99),
    maxMillis: percentile(ascending, 1)
  }
  process.send?.(report)
  process.disconnect()
}

process.once("message", (task: WriterTask) => void run(task))
