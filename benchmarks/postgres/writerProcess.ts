/**
 * One process that writes payouts, started by `writerRounds.ts`. It prepares, says so, writes on request, and reports.
 */
import { PostgresStore } from "@quittance/adapters-postgres"
import { createQuittance, Worker } from "@quittance/core"
import { Store } from "@quittance/core/adapter"
import { Effect, Fiber } from "effect"
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
  /** So many more are written before the clock starts, until everything runs on compiled code. */
  readonly warmupRows: number
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

/** The orders from this one on, as many as there are places for how long each took. */
type Write = (from: number, millis: Float64Array) => Promise<void>

type OpenWriter = {
  /** What must be there before they are written. */
  readonly prepare?: Write
  readonly write: Write
  readonly close: () => Promise<void>
}

/** Each caller waits for its answer before it asks again. */
const eachBy =
  (callers: number, ask: (index: number) => Promise<unknown>): Write =>
  async (from, millis) => {
    let next = 0
    const caller = async (): Promise<void> => {
      while (next < millis.length) {
        const index = next++
        const askedAt = performance.now()
        await ask(from + index)
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

/** The payouts are created before; then the worker begins. */
const openWork = async (task: WriterTask, orders: Orders): Promise<OpenWriter> => {
  const { close, quittance, write: prepare } = await openService(task, orders)
  const pool = new Pool({ connectionString: task.url, max: 1 })
  const pending = async (): Promise<number> => {
    const { rows } = await pool.query(
      "SELECT coalesce(sum(count), 0) AS pending FROM list_counts WHERE list = 'payouts' AND grain = 'day' AND status = 'PENDING'"
    )
    return Number(rows[0]?.pending)
  }
  return {
    prepare,
    // Nobody waits for a single one.
    write: async () => {
      const working = quittance.runtime.runFork(Effect.flatMap(Worker, (worker) => worker.run))
      while ((await pending()) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
      await Effect.runPromise(Fiber.interrupt(working))
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
  const { rows, warmupRows } = task
  const orders = Array.from({ length: warmupRows + rows }, (_, index) =>
    orderOf(task.partnerIds[index % task.partnerIds.length] ?? "", index)
  )
  const { close, prepare, write }: OpenWriter = await opens[task.writer](task, orders)
  const [warmup, millis] = [new Float64Array(warmupRows), new Float64Array(rows)]
  await prepare?.(0, warmup)
  await write(0, warmup)
  await prepare?.(warmupRows, millis)
  process.send?.("ready")
  await new Promise((resolve) => process.once("message", resolve))
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await write(warmupRows, millis)
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
