import type Database from "better-sqlite3"
import { rowDigests } from "./rowDigests.ts"

type FixedText = (partnerId: string, id: string) => string

/** The fixed text of rows (see RowDigest), read back for the events that tell of their insertion. */
export class FixedTexts {
  readonly #database: Database.Database
  readonly #tables = new Map<string, FixedText>()

  constructor(database: Database.Database) {
    this.#database = database
  }

  /** Nothing where the event is about no new row, or the row is not there any more. */
  of(digest: string | null, partnerId: string, subjectId: string): string {
    const at = digest === null ? -1 : digest.indexOf("@")
    if (digest === null || at === -1) return ""
    const end = digest.indexOf(" ", at)
    const table = digest.slice(at + 1, end === -1 ? undefined : end)
    let find = this.#tables.get(table)
    if (find === undefined) {
      find = this.#finderOf(table)
      this.#tables.set(table, find)
    }
    return find(partnerId, subjectId)
  }

  #finderOf(table: string): FixedText {
    const digest = Object.values(rowDigests).find((each) => each.table === table)
    if (digest === undefined) return () => ""
    const { columns, ofCells } = digest
    // A partner is named by its own id.
    const partner = columns.includes("partner_id") ? "partner_id" : "id"
    const row = this.#database
      .prepare(`SELECT ${columns.join(", ")} FROM ${table} WHERE ${partner} = ? AND id = ?`)
      .raw()
      .safeIntegers()
    return (partnerId, id) => {
      const cells = row.get(partnerId, id) as ReadonlyArray<unknown> | undefined
      return cells === undefined ? "" : ofCells(cells).fixed
    }
  }
}
