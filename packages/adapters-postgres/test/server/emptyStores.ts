import { PostgresStore } from "@quittance/adapters-postgres"
import { Effect } from "effect"
import { Client } from "pg"
import { newDatabase } from "./newStore.ts"

/**
 * Stores with nothing in them, one after the other on one database: emptying it costs less than a new one with its
 * schema. The store before must be closed.
 */
export const emptyStores = (makesDatabase = newDatabase) => {
  let database: Promise<string> | undefined
  return Effect.promise(async () => {
    database ??= makesDatabase()
    const url = await database
    await empty(url)
    return PostgresStore.layer({ url, mode: "sandbox" })
  })
}

const empty = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(emptyTables)
  await client.end()
}

/** All that a store writes. What `meta` says of the store as such stays. */
const emptyTables = `DO $$
  DECLARE stored text;
  BEGIN
    FOR stored IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'meta' LOOP
      EXECUTE format('DELETE FROM %I', stored);
    END LOOP;
    IF to_regclass('meta') IS NOT NULL THEN UPDATE meta SET signatures_forgotten_through = 0; END IF;
  END $$`
