import type { Mode } from "@quittance/core"
import { Clock, Effect } from "effect"
import type { Client } from "pg"
import { connectionRefused, type Place, placeOf } from "./connect/connectionRefused.ts"
import { reasonOf, sqlState } from "./connect/failure.ts"
import { connected, openStore } from "./connect/openStore.ts"
import { ServerWatch } from "./connect/ServerWatch.ts"
import { PostgresStoreRefused } from "./PostgresStoreRefused.ts"
import { distributeTables, hasCitus, partnersIn, type SpreadTable } from "./schema/distribution.ts"

export interface StoreDistributionOptions {
  /** Of a database on the coordinator of a Citus cluster, whose workers are known to it. */
  readonly url: string
  readonly mode: Mode
  /** Over how many parts the rows are spread, for good; the setting `citus.shard_count` of the server otherwise. */
  readonly shards?: number
  readonly progress?: (table: SpreadTable, at: number, count: number) => void
}

/**
 * Spreads a store over the machines of a Citus cluster: the rows of one partner stay together. In one transaction; an empty
 * database becomes a store first. Nobody else may have the store open. Returns the tables that were spread.
 */
export const distributeStore = (
  options: StoreDistributionOptions
): Effect.Effect<ReadonlyArray<SpreadTable>, PostgresStoreRefused> =>
  Effect.gen(function* () {
    const { mode, url } = options
    const place = yield* Effect.try({
      try: () => placeOf(url),
      catch: (error) => refusalOf(error, undefined)
    })
    yield* openStore({
      url,
      mode,
      readonly: false,
      createdAt: yield* Clock.currentTimeMillis,
      watch: new ServerWatch(undefined)
    })
    return yield* Effect.tryPromise({
      try: async () => {
        const client = await connected({ url }, place)
        try {
          return await distribute(client, place, options)
        } finally {
          await client.end().catch(() => {})
        }
      },
      catch: (error) => refusalOf(error, place)
    })
  })

const refusalOf = (error: unknown, place: Place | undefined): PostgresStoreRefused => {
  if (error instanceof PostgresStoreRefused) return error
  if (place !== undefined && sqlState(error) === undefined) return connectionRefused(error, place)
  return new PostgresStoreRefused({
    reason: "broken",
    message: `The store was not distributed, and is as before: ${reasonOf(error)}.`
  })
}

const distribute = async (
  client: Client,
  { database, server }: Place,
  { progress = () => {}, shards }: StoreDistributionOptions
): Promise<ReadonlyArray<SpreadTable>> => {
  const refuse = (message: string): never => {
    throw new PostgresStoreRefused({ reason: "broken", message })
  }
  if (!(await hasCitus(client)))
    refuse(
      `The database ${database} on ${server} has no Citus: run CREATE EXTENSION citus in it and in the database of that name on each worker, and name the workers with citus_add_node.`
    )
  if ((await partnersIn(client)) === "one")
    refuse(`The store in the database ${database} on ${server} is distributed already.`)
  const { rows: machines } = await client.query(
    "SELECT FROM pg_dist_node WHERE shouldhaveshards AND isactive"
  )
  if (machines.length === 0)
    refuse(
      `The coordinator ${server} knows no workers for the database ${database}: name them with citus_add_node.`
    )
  await client.query("BEGIN READ WRITE")
  // Whoever opens the store now waits, and then finds it distributed.
  await client.query("LOCK TABLE meta IN ACCESS EXCLUSIVE MODE")
  const { rows: others } = await client.query(
    `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'quittance' AND pid <> pg_backend_pid()`
  )
  if (others.length > 0)
    refuse(
      `Other processes have the store in the database ${database} on ${server} open (${others.length} connections): stop every server, then distribute.`
    )
  const spread = await distributeTables(client, shards, progress)
  await client.query("COMMIT")
  return spread
}
