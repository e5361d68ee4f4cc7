import type { Mode } from "@quittance/core"
import { Effect } from "effect"
import { Client } from "pg"
import type { Partners } from "../commit/BulkRows.ts"
import { PostgresStoreRefused } from "../PostgresStoreRefused.ts"
import { distributeTables, partnersIn } from "../schema/distribution.ts"
import { createStore, isTheOne, migrate } from "../schema/migrate.ts"
import type { Step } from "../schema/Step.ts"
import { steps as known, versionAfter } from "../schema/steps.ts"
import { clientOptions } from "./clientOptions.ts"
import { connectionRefused, type Place, placeOf } from "./connectionRefused.ts"
import { reasonOf, sqlState } from "./failure.ts"
import { keepaliveOfWaiting } from "./keepalive.ts"
import { lookAtStore } from "./lookAtStore.ts"
import type { ServerWatch } from "./ServerWatch.ts"

/**
 * Whether a pooler gives the session to others between transactions, so that settings, prepared statements and locks
 * of a session are lost. Without a pooler it needs no further query: then the session is the process that the server
 * named. A pooler in session mode passes. A pooler that shows the server's own process ids is not found.
 */
const isSessionShared = async (client: Client, another: () => Promise<Client>): Promise<boolean> => {
  const session = await pidOf(client)
  if (session === (client as unknown as { readonly processID: number | null }).processID) return false
  const other = await another()
  try {
    // It keeps its server session until the end of its transaction.
    await other.query("BEGIN")
    return (await pidOf(other)) === session || (await pidOf(client)) !== session
  } finally {
    await other.end().catch(() => {})
  }
}

const pidOf = async (client: Client): Promise<number> =>
  (await client.query("SELECT pg_backend_pid() AS pid")).rows[0].pid

export interface OpenOptions {
  readonly url: string
  readonly mode: Mode
  readonly readonly: boolean
  readonly createdAt: number
  readonly answerMillisMax?: number
  readonly watch: ServerWatch
  /** The id of the store that is copied into this one, whose copy is not complete. */
  readonly copyOf?: string | undefined
  /** The steps that are known; all, except in tests. */
  readonly steps?: ReadonlyArray<Step> | undefined
  /** Brings a store of an earlier version to this one; true. */
  readonly upgrades?: boolean | undefined
  /** Is told before a store of an earlier version is brought to this one. */
  readonly upgrading?: (from: number, to: number) => void
}

/**
 * Creates the store in an empty database, or brings it to the current schema. If several processes start at once, one
 * of them does it. Refusals come before anything is written. Returns whether the rows of partners are on one machine.
 */
export const openStore = (options: OpenOptions): Effect.Effect<Partners, PostgresStoreRefused> =>
  Effect.tryPromise({
    try: () => prepare(options),
    catch: (error) =>
      error instanceof PostgresStoreRefused
        ? error
        : new PostgresStoreRefused({
            reason: sqlState(error) === "42501" ? "denied" : "broken",
            message: `The database cannot be opened: ${reasonOf(error)}.`
          })
  })

const prepare = async (options: OpenOptions): Promise<Partners> => {
  const place = placeOf(options.url)
  const client = await connected(options, place)
  try {
    await refuseSharedSession(client, options, place)
    const version = await lookAtStore(client, place, options)
    if (version < versionAfter(options.steps ?? known)) await bringUp(client, options, place)
    if (!options.readonly && options.copyOf === undefined) await options.watch.check(client)
    return await partnersIn(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Throws `PostgresStoreRefused`. */
export const connected = async (
  { answerMillisMax = 10_000, url }: Pick<OpenOptions, "answerMillisMax" | "url">,
  place: Place
): Promise<Client> => {
  try {
    const client = new Client({ ...clientOptions(url), connectionTimeoutMillis: answerMillisMax })
    client.on("error", () => {})
    await client.connect()
    await client.query(keepaliveOfWaiting)
    return client
  } catch (error) {
    throw connectionRefused(error, place)
  }
}

/** Only behind a pooler is the session's process not the one that the client was told. */
const refuseSharedSession = async (client: Client, options: OpenOptions, place: Place): Promise<void> => {
  if (!(await isSessionShared(client, () => connected(options, place)))) return
  throw new PostgresStoreRefused({
    reason: "broken",
    message: `${place.server} is a pooler that changes the session with each transaction; set it to session mode, or let the URL lead to the server.`
  })
}

/** Another process may be faster. */
const bringUp = async (client: Client, options: OpenOptions, place: Place): Promise<void> => {
  const { copyOf, createdAt, mode, steps = known } = options
  let version = 0
  const isDone = async () => {
    version = await lookAtStore(client, place, options)
    return version === versionAfter(steps)
  }
  if (!(await isTheOne(client, isDone))) return
  if (version > 0) {
    options.upgrading?.(version, versionAfter(steps))
    return migrate(client, version, steps)
  }
  const partners = await partnersIn(client)
  return createStore(
    client,
    async (made) => {
      if (partners === "one") await distributeTables(client, undefined, () => {})
      await client.query(
        `INSERT INTO meta (id, schema_version, mode, created_at, store_id, copy_of)
          VALUES (1, $1, $2, $3, coalesce($4, replace(gen_random_uuid()::text, '-', '')), $4)`,
        [made, mode, createdAt, copyOf]
      )
    },
    steps
  )
}
