import { resolve } from "node:path"
import Database from "better-sqlite3"

/** A second connection that keeps the store of one instant readable. It is opened when it is first needed. */
export class HeldSnapshot {
  readonly #filename: string
  #database: Database.Database | undefined

  constructor(filename: string) {
    // The host may have another working folder when it is opened.
    this.#filename = resolve(filename)
  }

  /** From now until `release`, the pages committed so far are needed. */
  hold(): void {
    this.#database ??= new Database(this.#filename, { fileMustExist: true, timeout: 0 })
    this.#database.exec("BEGIN")
    // The first read, not BEGIN, fixes what the transaction sees.
    this.#database.prepare("SELECT 1 FROM sqlite_schema").get()
  }

  release(): void {
    if (this.#database?.inTransaction === true) this.#database.exec("COMMIT")
  }

  close(): void {
    this.#database?.close()
  }
}
