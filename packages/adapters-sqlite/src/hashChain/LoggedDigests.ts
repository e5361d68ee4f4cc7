import { type AuditSnapshot, claimChecksum, claimFault, type Notes, rowFaults } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { CurrentRows } from "./CurrentRows.ts"

interface LoggedRow {
  readonly table: string
  /** After the last event about it. */
  readonly changing: string
  /** Undefined if the row is missing. */
  readonly current:
    | { readonly noun: string; readonly changing: string; readonly isFixed: boolean }
    | undefined
}

/** Compares the checksums of rows and idempotency records in the events with the current tables. */
export class LoggedDigests {
  readonly #current: CurrentRows
  readonly #rows: Notes<LoggedRow>
  /** By subject: the checksum of its idempotency record. */
  readonly #claims: Notes<number>

  constructor(database: Database.Database, notes: AuditSnapshot["notes"]) {
    this.#current = new CurrentRows(database)
    this.#rows = notes()
    this.#claims = notes()
  }

  /** Records an event; returns the fixed texts of the rows inserted with it (see RowDigest). */
  add(partnerId: string, subjectId: string, digest: string, claimed: number | null): ReadonlyArray<string> {
    if (claimed !== null) this.#claims.set(subjectId, claimed)
    if (digest === "") return []
    if (!digest.includes(" ")) return this.#note(partnerId, subjectId, digest)
    const [own = "", ...others] = digest.split(" ")
    const texts = own === "" ? [] : [...this.#note(partnerId, subjectId, own)]
    for (const other of others) {
      const equals = other.indexOf("=")
      texts.push(...this.#note(partnerId, other.slice(0, equals), other.slice(equals + 1)))
    }
    return texts
  }

  /** Both checksums and the table of an inserted row; of another one the checksum of what changes. */
  #note(partnerId: string, id: string, digest: string): ReadonlyArray<string> {
    // One wallet may pay on several networks, which own its rows.
    const key = `${id} ${partnerId}`
    const at = digest.indexOf("@")
    if (at === -1) {
      // Its insertion is missing only if events were removed, which breaks the chain.
      const row = this.#rows.get(key)
      if (row !== undefined) this.#rows.set(key, { ...row, changing: digest })
      return []
    }
    const [fixed = "", changing = ""] = digest.slice(0, at).split(".")
    const table = digest.slice(at + 1)
    const found = this.#current.in(table, partnerId, id)
    const current = found && {
      noun: found.noun,
      changing: found.changing,
      isFixed: found.fixed === fixed
    }
    this.#rows.set(key, { table, changing, current })
    return found === undefined ? [] : [found.text]
  }

  /** Call once, after all events were added. */
  *faults(database: Database.Database): Iterable<string> {
    for (const [key, { changing, current, table }] of this.#rows.rest()) {
      const id = key.slice(0, key.lastIndexOf(" "))
      if (current === undefined) yield rowFaults.missing(id)
      else if (current.changing !== changing || !current.isFixed)
        yield rowFaults.changed({ noun: current.noun, table }, id)
    }
    yield* this.#faultsOfClaims(database)
  }

  *#faultsOfClaims(database: Database.Database): Iterable<string> {
    const claims = database
      .prepare(
        `SELECT domain, scope, key, owner_id, fingerprint FROM claims WHERE fingerprint IS NOT NULL
          ORDER BY owner_id`
      )
      .raw()
      .iterate() as IterableIterator<readonly [string, string, string, string, string]>
    for (const claim of claims) {
      const [, , , ownerId] = claim
      const logged = this.#claims.get(ownerId)
      if (logged !== undefined) this.#claims.set(ownerId, (logged ^ claimChecksum(...claim)) >>> 0)
    }
    for (const [owner, left] of this.#claims.rest()) {
      if (left !== 0) yield claimFault(owner)
    }
  }
}
