import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { signInServices } from "@quittance/adapters-signin"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { makeConsole } from "@quittance/console"
import { AesGcmVault, defaultSettings, Ids, Quittance, Settings } from "@quittance/core"
import { SignInLinks } from "@quittance/core/adapter"
import Database from "better-sqlite3"
import { Effect, Layer, ManagedRuntime } from "effect"
import { type Goal, goalTable } from "../goals.ts"
import { percentile } from "../load/percentile.ts"
import { markdownTable } from "../markdownTable.ts"
import { type InvoiceStore, makeInvoiceStore } from "../product/invoiceStore.ts"
import { addListed } from "../product/listedHistory.ts"
import type { Part } from "./Part.ts"

const origin = "http://localhost:3000"
const client = { address: "127.0.0.1", agent: "benchmark" }

const pageMillisMax = 30
const searchMillisMax = 50
const heapMegabytesMax = 64

type Ask = (path: string) => Promise<Response>

/** The console of a store, asked in process by an owner who is signed in. */
const openConsole = async ({ filename, masterKey, partnerId }: InvoiceStore) => {
  const services = signInServices({ consoleUrl: origin }).pipe(
    Layer.provideMerge(Quittance.layerSandbox),
    Layer.provideMerge(
      Layer.mergeAll(
        SqliteStore.layer({ filename, mode: "sandbox" }),
        Ids.layer,
        AesGcmVault.layer(masterKey)
      )
    ),
    Layer.provide(Layer.succeed(Settings, defaultSettings))
  )
  const runtime = ManagedRuntime.make(services)
  const { cookie, handle } = await runtime.runPromise(
    Effect.gen(function* () {
      const links = yield* SignInLinks
      const { ticket } = yield* links.make(partnerId)
      const { cookie } = yield* links.use(ticket, client)
      return { cookie, handle: yield* makeConsole }
    })
  )
  const headers = { cookie: `__Host-quittance=${cookie}`, host: "localhost:3000" }
  const ask: Ask = (path) =>
    runtime.runPromise(handle(new Request(`${origin}/console/p/${partnerId}/${path}`, { headers }), client))
  return { ask, close: () => runtime.dispose() }
}

/** Milliseconds until the whole page is there, and of CPU; each call must be answered so. */
const measured = async (ask: Ask, path: string, status: number, calls: number) => {
  const found: Array<number> = []
  let before = process.cpuUsage()
  for (let call = -20; call < calls; call++) {
    if (call === 0) before = process.cpuUsage()
    const askedAt = performance.now()
    const response = await ask(path)
    await response.text()
    if (response.status !== status) throw new Error(`${path} answered ${response.status}, not ${status}`)
    if (call >= 0) found.push(performance.now() - askedAt)
  }
  const { system, user } = process.cpuUsage(before)
  const sorted = Float64Array.from(found).sort()
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), cpu: (system + user) / 1_000 / calls }
}

/** A whole list as a file: its rows, how long it takes, and the most that is held meanwhile. */
const exported = async (ask: Ask, path: string) => {
  globalThis.gc?.()
  const before = process.memoryUsage()
  const askedAt = performance.now()
  const { body } = await ask(path)
  if (body === null) throw new Error(`${path} has no body`)
  let [rows, bytes, heap, rss] = [-1, 0, 0, 0]
  for await (const piece of body) {
    bytes += piece.length
    for (const byte of piece) if (byte === 10) rows += 1
    const now = process.memoryUsage()
    heap = Math.max(heap, now.heapUsed - before.heapUsed)
    rss = Math.max(rss, now.rss - before.rss)
  }
  const megabytes = (count: number) => count / 1_048_576
  const seconds = (performance.now() - askedAt) / 1_000
  return { rows, seconds, bytes: megabytes(bytes), heap: megabytes(heap), rss: megabytes(rss) }
}

/** An id of the middle of a table. */
const someId = ({ filename, invoices }: InvoiceStore, table: string): string => {
  const database = new Database(filename, { readonly: true })
  try {
    return String(
      database
        .prepare(`SELECT id FROM ${table} LIMIT 1 OFFSET ?`)
        .pluck()
        .get(Math.floor(invoices / 2))
    )
  } finally {
    database.close()
  }
}

/** What people wait for at lists that are long. */
export const console: Part = {
  name: "console",
  title: "The console over long lists",
  measure: async ({ invoiceCounts, rounds }) => {
    const folder = mkdtempSync(join(tmpdir(), "quittance-bench-"))
    try {
      const store = await makeInvoiceStore(folder, Math.min(...invoiceCounts))
      addListed(store, store.invoices)
      const [fiat, crypto] = [someId(store, "invoices"), someId(store, "crypto_invoices")]
      const { ask, close } = await openConsole(store)
      try {
        const pages = [
          ["fiat invoices", "invoices", 200, pageMillisMax],
          ["fiat invoices, paid KZT", "invoices?status=paid&currency=KZT", 200, pageMillisMax],
          ["crypto invoices", "crypto-invoices", 200, pageMillisMax],
          ["crypto invoices, late", "crypto-invoices?status=late", 200, pageMillisMax],
          ["batches", "batches", 200, pageMillisMax],
          ["one fiat invoice", `invoices/${fiat}`, 200, pageMillisMax],
          ["one crypto invoice", `crypto-invoices/${crypto}`, 200, pageMillisMax],
          ["a search that finds a fiat invoice", `search?q=${fiat}`, 303, searchMillisMax],
          ["a search that finds a crypto invoice", `search?q=${crypto}`, 303, searchMillisMax],
          ["a search that finds nothing", "search?q=nothing", 404, searchMillisMax]
        ] as const
        const results: Array<ReadonlyArray<string>> = []
        const goals: Array<Goal> = []
        for (const [name, path, status, max] of pages) {
          const { cpu, p50, p99 } = await measured(ask, path, status, 100 * rounds)
          results.push([name, ...[cpu, p50, p99].map((figure) => figure.toFixed(2))])
          goals.push({
            claim: `${name}, p99`,
            goal: `≤ ${max} ms`,
            found: `${p99.toFixed(2)} ms`,
            isMet: p99 <= max
          })
        }
        const file = await exported(ask, "invoices.csv")
        goals.push({
          claim: `${file.rows} rows as CSV, heap beyond that before`,
          goal: `all ${store.invoices} rows, ≤ ${heapMegabytesMax} MB`,
          found: `${file.heap.toFixed(0)} MB`,
          isMet: file.rows === store.invoices && file.heap <= heapMegabytesMax
        })
        const told = `CSV of ${file.rows} rows: ${file.bytes.toFixed(0)} MB in ${file.seconds.toFixed(0)} s, at most ${file.heap.toFixed(0)} MB of heap and ${file.rss.toFixed(0)} MB of memory beyond that before.`
        return `${markdownTable([`${store.invoices} of each`, "CPU ms", "p50 ms", "p99 ms"], results)}\n\n${told}\n\n${goalTable(goals)}`
      } finally {
        await close()
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}
