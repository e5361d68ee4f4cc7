/** Stores whose partner has webhooks, and the product opened on them in this process. */
import { setTimeout as sleep } from "node:timers/promises"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { UndiciTransport } from "@quittance/adapters-webhooks"
import { createQuittance, Worker } from "@quittance/core"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { lookAt, type SandboxStore } from "./sandboxStore.ts"

/** The product with everything that webhooks need; background work begins with `startWork`. */
export const openWithWebhooks = ({ filename, masterKey }: SandboxStore) =>
  createQuittance({
    store: SqliteStore.layer({ filename, mode: "sandbox" }),
    masterKey,
    webhookTransport: UndiciTransport.layer({ allowLoopback: true, addressCallsMax: 1_000 }),
    settings: {
      // Receivers of all endpoints are on this one machine.
      webhook: {
        allowPrivate: true,
        endpointsMax: 1_000,
        hostConcurrency: 1_000
      }
    },
    workers: false
  })

export type Opened = Awaited<ReturnType<typeof openWithWebhooks>>

export const startWork = ({ runtime }: Opened): void => {
  runtime.runFork(Effect.flatMap(Worker, (worker) => worker.run))
}

const rowsPerFile = 1_000

/** Commits so many `invoice.created`, in files of a thousand invoices. */
export const commitEvents = async (opened: Opened, partnerId: string, count: number): Promise<void> => {
  for (let committed = 0; committed < count; committed += rowsPerFile) {
    const rows = Array.from({ length: Math.min(rowsPerFile, count - committed) }, () => "12.34,USD,Benchmark")
    await opened.batches.import(partnerId, { file: ["amount,currency,description", ...rows].join("\n") })
  }
}

/** The bodies of all messages, in their order. */
export const messageBodies = (filename: string) =>
  lookAt(
    filename,
    (database) =>
      database.prepare("SELECT id, body FROM webhook_messages ORDER BY id").all() as ReadonlyArray<{
        readonly id: string
        readonly body: string
      }>
  )

export type DeliveryCounts = {
  readonly waiting: number
  readonly pending: number
  readonly delivered: number
}

export const countDeliveries = (filename: string): DeliveryCounts =>
  lookAt(filename, (database) => {
    const count = (sql: string) => Number(database.prepare(sql).pluck().get())
    return {
      waiting: count("SELECT count(*) FROM webhook_outbox"),
      pending: count("SELECT count(*) FROM webhook_deliveries WHERE state = 'pending'"),
      delivered: count("SELECT count(*) FROM webhook_deliveries WHERE state = 'delivered'")
    }
  })

/**
 * Completes when everything was fanned out and delivered; looks with one connection of its own, so that looking costs
 * little.
 */
export const untilDelivered = async (filename: string, meanwhile = () => sleep(10)): Promise<void> => {
  const database = new Database(filename, { readonly: true, timeout: 5_000 })
  const isAny = [
    "SELECT 1 FROM webhook_outbox LIMIT 1",
    "SELECT 1 FROM webhook_deliveries WHERE state = 'pending' LIMIT 1"
  ].map((sql) => database.prepare(sql).pluck())
  try {
    do await meanwhile()
    while (isAny.some((statement) => statement.get() !== undefined))
  } finally {
    database.close()
  }
}
