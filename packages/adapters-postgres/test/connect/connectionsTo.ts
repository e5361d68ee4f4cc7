import { afterwards } from "@quittance/testing"
import { testServer } from "@quittance/testing/postgres"
import { Effect } from "effect"
import type { Client } from "pg"
import { Connections } from "../../src/connect/Connections.ts"
import type { ConnectionsOptions } from "../../src/connect/ConnectionsOptions.ts"
import { adminOf } from "../server/admin.ts"

export interface Bench {
  readonly url: string
  /** Beside the connections. */
  readonly admin: Client
  readonly rows: () => Promise<ReadonlyArray<number>>
}

/** A database with a table of numbers, of which no two may be the same. */
export const newBench = async (newDatabase?: () => Promise<string>): Promise<Bench> => {
  const url = await (newDatabase ?? (await testServer()).newDatabase)()
  const admin = await adminOf(url)
  await admin.query("CREATE TABLE numbers (n bigint PRIMARY KEY)")
  return {
    url,
    admin,
    rows: async () => (await admin.query("SELECT n FROM numbers ORDER BY n")).rows.map(({ n }) => Number(n))
  }
}

export const connectionsTo = (options: ConnectionsOptions): Connections => {
  const made = new Connections(options)
  afterwards(() => Effect.runPromise(made.close))
  return made
}

export const insert = {
  name: "insert",
  text: "INSERT INTO numbers SELECT unnest($1::bigint[]) RETURNING n"
}
export const guard = { name: "guard", text: "SELECT 1 / (count(*) = $1)::int FROM numbers" }
export const count = { name: "count", text: "SELECT count(*) AS count, pg_backend_pid() AS pid FROM numbers" }

/** Waits until somebody lets go of the lock of this number. */
export const wait = { name: "wait", text: "SELECT pg_advisory_xact_lock_shared($1), pg_backend_pid() AS pid" }

/** Completes when that many sessions of this database wait for a lock; returns their process ids. */
export const waiting = async (admin: Client, least = 1): Promise<ReadonlyArray<number>> => {
  for (;;) {
    const { rows } = await admin.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    if (rows.length >= least) return rows.map(({ pid }) => pid)
  }
}
