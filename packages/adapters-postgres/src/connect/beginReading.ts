import type { Pool, PoolClient } from "pg"
import { sent } from "./exchange.ts"

/** All reads of the transaction see the store as one commit left it. */
export const beginReading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

/** A connection of the pool in a transaction that already sees the store as it is now. */
export const snapshotOf = async (pool: Pool): Promise<PoolClient> => {
  const client = await pool.connect()
  try {
    await sent(client, { text: beginReading })
    // The first read, not BEGIN, fixes what the transaction sees.
    await sent(client, { text: "SELECT 1" })
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}
