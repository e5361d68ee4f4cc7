import type Database from "better-sqlite3"
import { type CurrentRow, CurrentRows } from "./CurrentRows.ts"
import { claimChecksum } from "./RowDigest.ts"

interface LoggedRow {
  readonly partnerId: string
  /** The checksum after the last event about it. */
  checksum: string
  /** The current row, if the event of its insertion was seen; null if it is missing. */
  readonly current: Pick<CurrentRow, "checksum" | "noun" | "table"> | null | undefined
}

/**
 * Compares the checksums of rows and idempotency records in the events with the current tables. Rows last
 * written before the store had a chain are not checked.
 */
export class LoggedDigests {
  readonly #current: CurrentRows
  readonly #rows = new Map<string, LoggedRow>()
  /** By subject: the checksum of its idempotency record. */
  readonly #claims = new Map<string, number>()

  constructor(database: Database.Database) {
    this.#current = new CurrentRows(database)
  }

  /** Records an event; returns the fixed text of the row inserted with it (see RowDigest). */
  add(partnerId: string, subjectId: string, digest: string | null, claimed: number | null): string {
    if (claimed !== null) this.#claims.set(subjectId, claimed)
    if (digest === null || digest === "") return ""
    const end = digest.indexOf(" ")
    if (end !== -1) this.#noteOthers(partnerId, digest.slice(end + 1))
    const own = end === -1 ? digest : digest.slice(0, end)
    if (own === "") return ""
    const at = own.indexOf("@")
    if (at === -1) {
      this.#note(partnerId, subjectId, own)
      return ""
    }
    const found = this.#current.in(own.slice(at + 1), partnerId, subjectId)
    const current = found && { checksum: found.checksum, noun: found.noun, table: found.table }
    this.#rows.set(subjectId, { partnerId, checksum: own.slice(0, at), current: current ?? null })
    return found?.fixed ?? ""
  }

  #noteOthers(partnerId: string, others: string): void {
    for (const other of others.split(" ")) {
      const equals = other.indexOf("=")
      this.#note(partnerId, other.slice(0, equals), other.slice(equals + 1))
    }
  }

  #note(partnerId: string, id: string, checksum: string): void {
    const row = this.#rows.get(id)
    if (row === undefined) this.#rows.set(id, { partnerId, checksum, current: undefined })
    else row.checksum = checksum
  }

  /** Call once, after all events were added. */
  *faults(database: Database.Database): Iterable<string> {
    for (const [id, { checksum, current, partnerId }] of this.#rows) {
      const found = current === undefined ? this.#current.anywhere(partnerId, id) : current
      if (found === undefined || found === null) yield `${id} is missing: it has events but no row`
      else if (found.checksum !== checksum)
        yield `${found.noun} ${id} differs from what was committed: its row in ${found.table} was changed without an event`
    }
    yield* this.#faultsOfClaims(database)
  }

  *#faultsOfClaims(database: Database.Database): Iterable<string> {
    const claims = database
      .prepare("SELECT domain, scope, key, owner_id, fingerprint FROM claims WHERE fingerprint IS NOT NULL")
      .raw()
      .iterate() as IterableIterator<readonly [string, string, string, string, string]>
    for (const claim of claims) {
      const [, , , ownerId] = claim
      const logged = this.#claims.get(ownerId)
      if (logged !== undefined) this.#claims.set(ownerId, (logged ^ claimChecksum(...claim)) >>> 0)
    }
    for (const [owner, left] of this.#claims) {
      if (left === 0) continue
      yield `the idempotency record of ${owner} differs from what was committed: its key, owner or fingerprint was changed`
    }
  }
}
