/**
 * The file that both peers write. Its tables are the product's own, made by the product before the peer opens it
 * (`product/sandboxStore.ts`), and its settings are those of the product, but for the durability that is asked for.
 */
import Database from "better-sqlite3"

export type Synchronous = "FULL" | "NORMAL"

export const openPayoutStore = (file: string, synchronous: Synchronous): Database.Database => {
  const database = new Database(file, { timeout: 5_000, fileMustExist: true })
  database.pragma("journal_mode = WAL")
  database.pragma(`synchronous = ${synchronous}`)
  database.pragma("foreign_keys = ON")
  database.pragma("wal_autocheckpoint = 4000")
  database.pragma(`journal_size_limit = ${64 * 1024 * 1024}`)
  return database
}
