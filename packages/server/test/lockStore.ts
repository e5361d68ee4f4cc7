import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

/** Keeps every process from writing to the store of a folder until the answer is called; reading goes on. */
export const lockStore = (folder: string): (() => void) => {
  const database = new DatabaseSync(join(folder, "quittance.db"), { timeout: 5_000 })
  database.exec("BEGIN IMMEDIATE")
  return () => {
    database.exec("ROLLBACK")
    database.close()
  }
}
