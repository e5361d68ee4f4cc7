import { Actor, Auditor, type AuditReport, type StoreUnavailable } from "@quittance/core"
import type { Hold, StoredRows } from "@quittance/core/adapter"
import { Clock, Effect, Layer, Option, type Scope } from "effect"
import { Client } from "pg"
import { clientOptions } from "../connect/clientOptions.ts"
import { placeOf } from "../connect/connectionRefused.ts"
import { begin } from "../connect/exchange.ts"
import { notWritten, reasonOf } from "../connect/failure.ts"
import { keepaliveOfWaiting } from "../connect/keepalive.ts"
import { openStore } from "../connect/openStore.ts"
import { parameterOf } from "../connect/parameters.ts"
import { rowTypes } from "../connect/rowTypes.ts"
import { ServerWatch } from "../connect/ServerWatch.ts"
import { PostgresStore } from "../PostgresStore.ts"
import { PostgresStoreRefused } from "../PostgresStoreRefused.ts"
import type { Read } from "../readers/pagesOf.ts"
import { firstEventCounts } from "../schema/eventCounts.ts"
import { copiedTables } from "./copiedTables.ts"
import { copyDigests } from "./copyDigests.ts"
import { type CopiedPages, copyTable, type TableCopy, verifyTable } from "./copyRows.ts"

/** How far a copy is. */
export interface CopyProgress {
  readonly step: "copying" | "verifying"
  readonly table: string
  /** Of the rows of all tables. */
  readonly done: number
  readonly total: number
}

/** The findings after everything was copied, read from the copy itself. */
export interface CopyCheck {
  readonly tables: ReadonlyArray<TableCopy>
  /** Where it differs from the source, one sentence each. */
  readonly differences: ReadonlyArray<string>
  /** Of its books; undefined if it differs. */
  readonly report: AuditReport | undefined
}

export interface StoreTargetOptions {
  /** Of an empty database, or of one with an unfinished copy of this source. */
  readonly url: string
  readonly source: StoredRows
  readonly progress: (progress: CopyProgress) => void
}

/** Copies a store into a database. It cannot be opened until `finish`. */
export interface StoreTarget {
  /** Makes every table equal to that of the source. */
  readonly copy: Effect.Effect<number, PostgresStoreRefused>
  /** Reads everything back, compares it with what `copy` read from the source, and audits it. */
  readonly check: Effect.Effect<CopyCheck, PostgresStoreRefused | StoreUnavailable>
  /** Retires the source, and only then makes the copy a store. */
  readonly finish: Effect.Effect<void, PostgresStoreRefused>
}

/** Held during a copy, so that there is only one at a time: "Qtcp" in ASCII. */
const copyLock = 0x51746370

export const StoreTarget = {
  open: Effect.fnUntraced(function* (
    options: StoreTargetOptions
  ): Effect.fn.Return<StoreTarget, PostgresStoreRefused, Scope.Scope> {
    const { progress, source, url } = options
    const { createdAt, mode, storeId } = source.identity
    yield* openStore({
      url,
      mode,
      readonly: false,
      createdAt,
      watch: new ServerWatch(undefined),
      copyOf: storeId
    })
    const client = yield* Effect.acquireRelease(
      asked(async () => {
        const opened = new Client({ ...clientOptions(url), types: rowTypes })
        opened.on("error", () => {})
        await opened.connect()
        await opened.query(keepaliveOfWaiting)
        return opened
      }),
      (opened) => Effect.promise(() => opened.end().catch(() => {}))
    )
    yield* asked(() => lockTarget(client, url))
    const tables = yield* asked(() => copiedTables(client))
    const counts = new Map(tables.map((table) => [table.name, source.count(table)]))
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    let copied: ReadonlyArray<CopiedPages> = []

    const eachWithProgress = async <A, B>(
      step: CopyProgress["step"],
      items: ReadonlyArray<A>,
      nameOf: (item: A) => string,
      work: (item: A, moved: (rowCount: number) => void) => Promise<B>
    ): Promise<ReadonlyArray<B>> => {
      let done = 0
      const results: Array<B> = []
      for (const item of items) {
        const table = nameOf(item)
        progress({ step, table, done, total })
        const moved = (rowCount: number) => {
          done += rowCount
          progress({ step, table, done, total })
        }
        results.push(await work(item, moved))
      }
      return results
    }

    return {
      copy: Effect.gen(function* () {
        copied = yield* asked(() =>
          eachWithProgress(
            "copying",
            tables,
            ({ name }) => name,
            (table, moved) => copyTable(client, source, table, moved)
          )
        )
        return total
      }),

      check: Effect.gen(function* () {
        const verified = yield* asked(() =>
          eachWithProgress(
            "verifying",
            copied,
            ({ table }) => table.name,
            (pages, moved) => verifyTable(client, pages, moved)
          )
        )
        const tables = verified.map(({ hash, rowCount, table }) => ({ table, rowCount, hash }))
        const differences = verified.flatMap((each) => each.differences)
        if (differences.length > 0) return { tables, differences, report: undefined }
        yield* asked(() => client.query(begin))
        yield* copyDigests(readOn(client), yield* Clock.currentTimeMillis, yield* Actor)
        yield* asked(() => client.query(`${firstEventCounts}; ANALYZE; COMMIT`))
        const report = yield* Effect.flatMap(Auditor, ({ verify }) => verify).pipe(
          Effect.provide(
            Auditor.layer.pipe(
              Layer.provide(PostgresStore.layer({ url, mode, readonly: true, copyOf: storeId }))
            )
          )
        )
        return { tables, differences, report }
      }),

      finish: Effect.gen(function* () {
        // From here on neither of both may pay, until the copy is a store.
        source.retire(yield* Clock.currentTimeMillis)
        yield* asked(() => complete(client, source))
      })
    }
  })
} as const

const asked = <A>(ask: () => Promise<A>): Effect.Effect<A, PostgresStoreRefused> =>
  Effect.tryPromise({
    try: ask,
    catch: (error) =>
      error instanceof PostgresStoreRefused
        ? error
        : new PostgresStoreRefused({
            reason: "broken",
            message: `The copy stopped: ${reasonOf(error)}; run it again to continue from there.`
          })
  })

/** On the connection of the copy. */
const readOn =
  (client: Client): Read =>
  ({ name, text }, values) =>
    Effect.tryPromise({
      try: async () => (await client.query({ name, text, values: values.map(parameterOf) })).rows,
      catch: (error) => notWritten(reasonOf(error))
    })

const lockTarget = async (client: Client, url: string): Promise<void> => {
  // Rows that the server loses in a crash are copied again; the commit that completes the copy is durable, with
  // everything before it.
  await client.query("SET synchronous_commit = off")
  const { rows } = await client.query(`SELECT pg_try_advisory_lock(${copyLock}) AS is_alone`)
  if (rows[0].is_alone) return
  const { database, server } = placeOf(url)
  throw new PostgresStoreRefused({
    reason: "notEmpty",
    message: `Another process copies into the database ${database} on ${server}: wait for it, or end it.`
  })
}

/** In one transaction: the copy's own facts, and the mark that it is complete. */
const complete = async (client: Client, { identity }: StoredRows): Promise<void> => {
  const { hold, lastFence, signaturesForgottenThrough } = identity
  await client.query(begin)
  await client.query("SET LOCAL synchronous_commit = on")
  await client.query("SELECT setval('fences', greatest($1::bigint, 1))", [lastFence])
  await client.query(
    "SELECT setval(pg_get_serial_sequence('data_keys', 'seq'), max(seq)) FROM data_keys HAVING max(seq) IS NOT NULL"
  )
  if (Option.isSome(hold)) await placeHold(client, hold.value)
  await client.query("UPDATE meta SET copy_of = NULL, signatures_forgotten_through = $1", [
    signaturesForgottenThrough
  ])
  await client.query("COMMIT")
}

const placeHold = (client: Client, { reason, since }: Hold) =>
  client.query("INSERT INTO store_hold (id, reason, since) VALUES (1, $1, $2)", [reason, since])
