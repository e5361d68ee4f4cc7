import { statSync } from "node:fs"
import type { Mode } from "@quittance/core"
import type {
  Hold,
  RowTable,
  StoredCell,
  StoredRow,
  StoredRows,
  StoreIdentity
} from "@quittance/core/adapter"
import Database from "better-sqlite3"
import { Clock, Effect, Option, type Scope } from "effect"
import { type ErasableTexts, prepareErasableTexts } from "../ErasableTexts.ts"
import { isOlder, movedToOf, openDatabase, versionOf } from "../openDatabase.ts"
import { refusedBy } from "../refusedBy.ts"
import { isBusy } from "../SqliteFailure.ts"
import { placeHoldSql } from "../SqliteStoreFacts.ts"
import { movedStore, SqliteStoreRefused } from "../SqliteStoreRefused.ts"
import { migrate } from "../schema/migrate.ts"
import { copiedRows } from "./copiedTables.ts"

export interface StoreSourceOptions {
  readonly filename: string
  readonly mode: Mode
  /**
   * - `alone`: no other process may have it open, and none can open it until the scope closes
   * - `served`: others continue to write, and the source is the state at this moment
   */
  readonly access: "alone" | "served"
  /**
   * The name of the store it is copied into, without a password. A store that was moved to another one is refused: both
   * would pay.
   */
  readonly to: string
}

/**
 * A store whose rows are copied into a store of another kind. Its secrets stay encrypted; texts that are encrypted
 * only to be erasable are decrypted.
 */
export const StoreSource = {
  /** Brings a store of an earlier version, which no other process has open, to this version. */
  upgrade: ({ filename }: Pick<StoreSourceOptions, "filename">): Effect.Effect<void, SqliteStoreRefused> =>
    Effect.try({ try: () => upgradeAlone(filename), catch: (error) => error }).pipe(
      Effect.catch((error) => refusedBy(error, filename))
    ),
  open: (options: StoreSourceOptions): Effect.Effect<StoredRows, SqliteStoreRefused, Scope.Scope> =>
    Effect.gen(function* () {
      const createdAt = yield* Clock.currentTimeMillis
      const database = yield* Effect.acquireRelease(
        Effect.try({ try: () => openSource(options, createdAt), catch: (error) => error }).pipe(
          Effect.catch((error) => refusedBy(error, options.filename))
        ),
        (opened) => Effect.sync(() => opened.close())
      )
      const { filename, to } = options
      const movedTo = movedToOf(database)
      if (movedTo !== undefined && movedTo !== to) return yield* movedStore(filename, movedTo)
      return storedRows(database, to)
    })
} as const

const upgradeAlone = (filename: string): void => {
  if (statSync(filename, { throwIfNoEntry: false }) === undefined || !isOlder(filename)) return
  const database = openAlone(filename)
  try {
    database.exec("BEGIN EXCLUSIVE")
    migrate(database, versionOf(database, filename))
    database.exec("COMMIT")
  } finally {
    database.close()
  }
}

const openSource = ({ access, filename, mode }: StoreSourceOptions, createdAt: number): Database.Database => {
  if (statSync(filename, { throwIfNoEntry: false }) === undefined)
    throw new SqliteStoreRefused({ reason: "absent", message: `${filename} does not exist.` })
  const open = (readonly: boolean) =>
    openDatabase({
      filename,
      mode,
      readonly,
      older: "refuse",
      maxFileBytes: undefined,
      createdAt,
      acceptMoved: true
    })
  if (access === "served") {
    const database = open(true)
    database.exec("BEGIN")
    return database
  }
  // Everything that opening a store detects, such as a file older than its anchor, is detected before it is copied.
  open(false).close()
  return openAlone(filename)
}

/** Throws `SqliteStoreRefused` if another process has it open; none can open it until it is closed. */
const openAlone = (filename: string): Database.Database => {
  const database = new Database(filename, { timeout: 0, fileMustExist: true })
  try {
    database.pragma("locking_mode = EXCLUSIVE")
    database.pragma("synchronous = FULL")
    // A lock is taken only by a write.
    database.exec("BEGIN EXCLUSIVE")
    database.exec("COMMIT")
    return database
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw error
    throw new SqliteStoreRefused({
      reason: "busy",
      message: `${filename} is open in another process: stop every server and command on it.`
    })
  }
}

/** The beginning of the hold of a moved store, which is not copied. */
const moved = "This store is on hold: it was moved to "

const storedRows = (database: Database.Database, to: string): StoredRows => {
  const texts = prepareErasableTexts(database)
  return {
    identity: identityOf(database),
    count: (table) => Number(database.prepare(copiedRows(table).countSql).pluck().get()),
    rows: (table) => rowsOf(database, texts, table),
    retire: (since) => {
      database.transaction(() => {
        database.prepare(placeHoldSql).run(`${moved}${to}`, since)
        database.prepare("UPDATE meta SET moved_to = ?").run(to)
      })()
    }
  }
}

const identityOf = (database: Database.Database): StoreIdentity => {
  const meta = database
    .prepare(
      `SELECT store_id AS storeId, mode, created_at AS createdAt, last_fence AS lastFence,
        signatures_forgotten_through AS signaturesForgottenThrough FROM meta`
    )
    .get() as Omit<StoreIdentity, "hold">
  const hold = database.prepare("SELECT reason, since FROM store_hold").get() as Hold | undefined
  return {
    ...meta,
    hold: Option.filter(Option.fromUndefinedOr(hold), ({ reason }) => !reason.startsWith(moved))
  }
}

function* rowsOf(database: Database.Database, texts: ErasableTexts, table: RowTable): Iterable<StoredRow> {
  const { lists, sealed, sql } = copiedRows(table)
  const rows = database.prepare(sql).raw().safeIntegers().iterate() as Iterable<Array<StoredCell>>
  for (const row of rows) {
    for (const at of lists) row[at] = JSON.parse(String(row[at])) as ReadonlyArray<string>
    const text = row[sealed]
    if (typeof text === "string") row[sealed] = opened(texts, text)
    yield row
  }
}

/** Encrypted text begins with a number and a space, and JSON does not. Text that cannot be decrypted was erased. */
const opened = (texts: ErasableTexts, text: string): string | null =>
  /^\d+ /.test(text) ? (texts.open(text) ?? null) : text
