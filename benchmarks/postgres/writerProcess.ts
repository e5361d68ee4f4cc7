/**
 * One process that writes payouts, started by `writerRounds.ts`. It prepares, says so, writes on request, and reports.
 */
import { PostgresStore } from "@quittance/adapters-postgres"
import { createQuittance, Worker } from "@quittance/core"
import { Store } from "@quittance/core/adapter"
import { Effect } from "effect"
import { Pool } from "pg"
import { inputOf, orderOf, reservationOf, rowsOf } from "../inProcess/PayoutSample.ts"
import { percentile } from "../load/percentile.ts"
import { callPayoutFunction, createPayoutFunction, peerConnections } from "../peers/payoutFunction.ts"

export type WriterTask = {
  /** `carried out` brings payouts to their outcome that were created before. */
  readonly writer: "payouts.create" | "Store.commit" | "carried out" | "peer"
  readonly url: string
  readonly masterKey: string
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

type Orders = ReadonlyArray<ReturnType<typeof orderOf>>

type OpenWriter = {
  /** Fills in how long each took. */
  readonly write: (millis: Float64Array) => Promise<void>
  readonly close: () => Promise<void>
}

/** Each caller waits for its answer before it asks again. */
const eachBy =
  (callers: number, ask: (index: number) => Promise<unknown>): OpenWriter["write"] =>
  async (millis) => {
    let next = 0
    const caller = async (): Promise<void> => {
      while (next < millis.length) {
        const index = next++
        const askedAt = performance.now()
        await ask(index)
        millis[index] = performance.now() - askedAt
      }
    }
    await Promise.all(Array.from({ length: callers }, caller))
  }

const openPeer = async ({ callers, url }: WriterTask, orders: Orders): Promise<OpenWriter> => {
  const prepared = orders.map(rowsOf)
  const pool = new Pool({ connectionString: url, max: Math.min(callers, peerConnections) })
  await createPayoutFunction(pool)
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const client of clients) client.release()
  const ask = async (index: number): Promise<void> => {
    const rows = prepared[index]
    if (rows === undefined) return
    const { fingerprint, idempotencyKey, partnerId } = rows
    const { outcome } = await callPayoutFunction(pool, { partnerId, idempotencyKey, fingerprint, rows })
    if (outcome !== "created") throw new Error(`the function answered "${outcome}"`)
  }
  return { write: eachBy(callers, ask), close: () => pool.end() }
}

const openStore = async ({ callers, url }: WriterTask, orders: Orders): Promise<OpenWriter> => {
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
  const ask = async (index: number): Promise<void> => {
    const commit = commits[index]
    if (commit !== undefined) await Effect.runPromise(store.commit(commit))
  }
  return {
    write: eachBy(callers, ask),
    close: () => {
      scope.resolve()
      return closed
    }
  }
}

const openService = async ({ callers, masterKey, url }: WriterTask, orders: Orders) => {
  const quittance = await createQuittance({
    store: PostgresStore.layer({ url, mode: "sandbox" }),
    masterKey,
    workers: false
  })
  const requests = orders.map((order) => ({ ...order, input: inputOf(order) }))
  const ask = async (index: number): Promise<void> => {
    const request = requests[index]
    if (request === undefined) return
    await quittance.payouts.create(request.partnerId, request.idempotencyKey, request.input)
  }
  return { quittance, write: eachBy(callers, ask), close: () => quittance.close() }
}

/** Creates all payouts before the clock starts; then the worker begins. */
const openWork = async (task: WriterTask, orders: Orders): Promise<OpenWriter> => {
  const { close, quittance, write: create } = await openService(task, orders)
  await create(new Float64Array(orders.length))
  const pool = new Pool({ connectionString: task.url, max: 1 })
  const pending = async (): Promise<number> => {
    const { rows } = await pool.query(
      "SELECT coalesce(sum(count), 0) AS pending FROM list_counts WHERE list = 'payouts' AND grain = 'day' AND status = 'PENDING'"
    )
    return Number(rows[0]?.pending)
  }
  return {
    write: async (millis) => {
      quittance.runtime.runFork(Effect.flatMap(Worker, (worker) => worker.run))
      const startedAt = performance.now()
      while ((await pending()) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
      // Nobody waits for a single one.
      millis.fill(performance.now() - startedAt)
    },
    close: async () => {
      await pool.end()
      await close()
    }
  }
}

const opens = {
  peer: openPeer,
  "Store.commit": openStore,
  "payouts.create": openService,
  "carried out": openWork
} as const satisfies { readonly [writer in WriterTask["writer"]]: unknown }

const run = async (task: WriterTask): Promise<void> => {
  const orders = Array.from({ length: task.rows }, (_, index) =>
    orderOf(task.partnerIds[index % task.partnerIds.length] ?? "", index)
  )
  const { close, write } = await opens[task.writer](task, orders)
  process.send?.("ready")
  await new Promise((resolve) => process.once("message", resolve))
  const millis = new Float64Array(task.rows)
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await write(millis)
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
