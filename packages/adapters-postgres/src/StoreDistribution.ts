import type { Mode } from "@quittance/core"
import { Clock, Effect } from "effect"
import type { Client } from "pg"
import { type Place, placeOf } from "./connect/connectionRefused.ts"
import { reasonOf } from "./connect/failure.ts"
import { connected, openStore } from "./connect/openStore.ts"
import { ServerWatch } from "./connect/ServerWatch.ts"
import { PostgresStoreRefused } from "./PostgresStoreRefused.ts"
import { distributeTables, hasCitus, partnersIn, type SpreadTable } from "./schema/distribution.ts"

export interface StoreDistributionOptions {
  /** Of a database on the coordinator of a Citus cluster, whose workers are known to it. */
  readonly url: string
  readonly mode: Mode
  /** The number of shards, which cannot be changed later; by default the server's setting `citus.shard_count`. */
  readonly shards?: number
  readonly progress?: (table: SpreadTable, at: number, count: number) => void
}

/**
 * Experimental. Spreads a store over the machines of a Citus cluster: the rows of one partner stay together. In one
 * transaction; an empty database becomes a store first. Nobody else may have the store open. Returns the tables that
 * were spread.
 */
export const distributeStore = (
  options: StoreDistributionOptions
): Effect.Effect<ReadonlyArray<SpreadTable>, PostgresStoreRefused> => {
  const { mode, url } = options
  return Effect.gen(function* () {
    const place = yield* attempted(async () => placeOf(url))
    yield* onConnection(url, place, refuseWithoutCluster)
    yield* openStore({
      url,
      mode,
      readonly: false,
      createdAt: yield* Clock.currentTimeMillis,
      // Servers may run on it.
      upgrades: false,
      watch: new ServerWatch(undefined)
    })
    return yield* onConnection(url, place, (client) => distribute(client, place, options))
  })
}

const attempted = <A>(work: () => Promise<A>): Effect.Effect<A, PostgresStoreRefused> =>
  Effect.tryPromise({
    try: work,
    catch: (error) =>
      error instanceof PostgresStoreRefused
        ? error
        : refused(`The store was not distributed and is unchanged: ${reasonOf(error)}.`)
  })

const onConnection = <A>(
  url: string,
  place: Place,
  work: (client: Client, place: Place) => Promise<A>
): Effect.Effect<A, PostgresStoreRefused> =>
  attempted(async () => {
    const client = await connected({ url }, place)
    try {
      return await work(client, place)
    } finally {
      await client.end().catch(() => {})
    }
  })

const refused = (message: string) => new PostgresStoreRefused({ reason: "broken", message })

/** Before a store is made in the database. */
const refuseWithoutCluster = async (client: Client, { database, server }: Place): Promise<void> => {
  if (!(await hasCitus(client)))
    throw refused(
      `The database ${database} on ${server} has no Citus: run CREATE EXTENSION citus in it and in the database of that name on each worker, and add the workers with citus_add_node.`
    )
  const { rowCount } = await client.query("SELECT FROM pg_dist_node WHERE shouldhaveshards AND isactive")
  if (rowCount === 0)
    throw refused(
      `The coordinator ${server} knows no workers for the database ${database}: add them with citus_add_node.`
    )
}

const distribute = async (
  client: Client,
  { database, server }: Place,
  { progress = () => {}, shards }: StoreDistributionOptions
): Promise<ReadonlyArray<SpreadTable>> => {
  if ((await partnersIn(client)) === "one")
    throw refused(`The store in the database ${database} on ${server} is already distributed.`)
  await client.query("BEGIN READ WRITE")
  // Whoever opens the store now waits, and then finds it distributed.
  await client.query("LOCK TABLE meta IN ACCESS EXCLUSIVE MODE")
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'quittance' AND pid <> pg_backend_pid()`
  )
  if (rowCount !== 0)
    throw refused(
      `Other processes have the store in the database ${database} on ${server} open (${rowCount} connections): stop every server, and run the command again.`
    )
  const spread = await distributeTables(client, shards, progress)
  await client.query("COMMIT")
  return spread
}
