import type { StoreUnavailable } from "@quittance/core"
import {
  type AuditSnapshot,
  claimChecksum,
  claimDomain,
  claimFault,
  claimScopeNamed,
  conceptNamed,
  type Notes,
  type Row,
  type RowDigest,
  rowDigests,
  rowFaults,
  textIn
} from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { type Digest, digestsIn } from "../commit/digests.ts"
import { checkedEvents, isAsCommitted } from "../commit/eventChecksum.ts"
import { pagesOf, type Read, type Walk, walkOf } from "./pagesOf.ts"

/** What commits recorded about a row. */
interface Logged {
  readonly version: number
  /** Of the latest version. */
  readonly changing: string
  /** Undefined until the insertion is found. */
  readonly fixed: string | undefined
}

const logged: Walk = { name: "events with checksums", from: checkedEvents, key: ["partner_id", "id"] }

/** Idempotency records, wherever their keys are unique. */
export const idempotencyRecords: ReadonlyArray<Walk> = [
  {
    name: "idempotency records",
    from: "(SELECT * FROM claims WHERE fingerprint IS NOT NULL) AS records",
    key: ["partner_id", "scope", "key"]
  },
  {
    name: "global idempotency records",
    from: "(SELECT partner_id, kind AS scope, key, owner_id, fingerprint FROM directory WHERE fingerprint IS NOT NULL) AS records",
    key: ["scope", "key"]
  }
]

/**
 * Compares the checksums that events keep of themselves, of rows and of idempotency records with the tables: one
 * sentence for each that was changed by anything but a commit. It reads every event and every row once.
 */
export const digestFaults = (
  read: Read,
  { notes, noting }: Pick<AuditSnapshot, "notes" | "noting">
): Effect.Effect<ReadonlyArray<string>, StoreUnavailable> =>
  Effect.gen(function* () {
    const found = new FoundDigests(notes)
    const each = (walk: Walk, take: (row: Row) => void) =>
      Stream.runForEachArray(pagesOf(read, walk), (rows) =>
        noting(() => {
          for (const row of rows) take(row)
        })
      )
    yield* each(logged, (row) => found.addEvent(row))
    for (const [name, digest] of rowDigests) {
      const concept = conceptNamed.get(name)
      if (concept !== undefined) yield* each(walkOf(concept), (row) => found.compareRow(digest, row))
    }
    for (const walk of idempotencyRecords) yield* each(walk, (row) => found.compareRecord(row))
    yield* noting(() => found.findMissing())
    return found.faults
  })

class FoundDigests {
  readonly faults: Array<string> = []
  readonly #rows: Notes<Logged>
  /** By owner: the checksum of its idempotency records, less those that were found. */
  readonly #claims: Notes<number>

  constructor(notes: AuditSnapshot["notes"]) {
    this.#rows = notes()
    this.#claims = notes()
  }

  addEvent(row: Row): void {
    if (!isAsCommitted(row))
      this.faults.push(
        `event ${textIn(row, "id")} differs from what was committed: it was changed, or its journal entries were changed or removed`
      )
    const partnerId = textIn(row, "partner_id")
    for (const digest of digestsIn(textIn(row, "digests"), textIn(row, "subject_id"))) {
      if (digest.table === "claims") this.#addToClaims(digest.id, Number(digest.sum))
      else this.#addRow(partnerId, digest)
    }
  }

  #addRow(partnerId: string, { id, sum, table, version }: Digest): void {
    const key = keyOf(table, partnerId, id)
    const known = this.#rows.get(key)
    const [first = "", second] = sum.split(".")
    const [fixed, changing] = second === undefined ? [known?.fixed, first] : [first, second]
    const latest = known !== undefined && known.version > version ? known : { version, changing }
    this.#rows.set(key, { version: latest.version, changing: latest.changing, fixed })
  }

  #addToClaims(ownerId: string, sum: number): void {
    this.#claims.set(ownerId, ((this.#claims.get(ownerId) ?? 0) ^ sum) >>> 0)
  }

  /** A row that is in no event, or whose insertion event is missing, was not written by a commit in this form. */
  compareRow(digest: RowDigest<unknown>, row: Row): void {
    const id = textIn(row, "id")
    const kept = this.#rows.take(keyOf(digest.table, textIn(row, digest.partnerColumn), id))
    const { changing, fixed } = digest.ofCells(digest.columns.map((column) => row[column]))
    if (kept?.changing !== changing || kept.fixed !== fixed) this.faults.push(rowFaults.changed(digest, id))
  }

  compareRecord(row: Row): void {
    const scope = claimScopeNamed(textIn(row, "scope"))
    const ownerId = textIn(row, "owner_id")
    const domain = claimDomain(scope, textIn(row, "partner_id"))
    this.#addToClaims(
      ownerId,
      claimChecksum(domain, scope.name, textIn(row, "key"), ownerId, textIn(row, "fingerprint"))
    )
  }

  /** Call when all rows and records were compared. */
  findMissing(): void {
    for (const [key] of this.#rows.rest()) this.faults.push(rowFaults.missing(idIn(key)))
    for (const [ownerId, left] of this.#claims.rest()) if (left !== 0) this.faults.push(claimFault(ownerId))
  }
}

const keyOf = (table: string, partnerId: string, id: string): string => `${table} ${partnerId} ${id}`

const idIn = (key: string): string => key.slice(key.lastIndexOf(" ") + 1)
