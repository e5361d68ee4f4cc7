import type { Actor, StoreUnavailable } from "@quittance/core"
import {
  claimChecksum,
  claimDomain,
  claimScopeNamed,
  conceptNamed,
  integerIn,
  rowDigests,
  textIn
} from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { type Digest, digestsText, wholeSum } from "../commit/digests.ts"
import type { Row } from "../connect/Connections.ts"
import { idempotencyRecords } from "../readers/digestFaults.ts"
import { pagesOf, type Read, type Walk, walkOf } from "../readers/pagesOf.ts"

/** A page of rows by their partners. */
type Digests = ReadonlyMap<string, ReadonlyArray<Digest>>

/**
 * The copied events do not contain digests for the copied rows, because the source keeps them in another form. So the
 * copy gets its own events, `StoreCopied`, with the digest of every row as it was copied. From then on, a row that is
 * changed by anything but a commit is found.
 */
export const copyDigests = (read: Read, at: number, actor: Actor): Effect.Effect<void, StoreUnavailable> => {
  const keep = (walk: Walk, digestOf: (row: Row) => readonly [partnerId: string, digest: Digest]) => {
    let page = 0
    return Stream.runForEachArray(pagesOf(read, walk), (rows) => {
      page += 1
      return read(
        insertEvents,
        eventsOf(byPartner(rows.map(digestOf)), `copy_${walk.name.replaceAll(" ", "_")}_${page}`, at, actor)
      )
    })
  }
  return Effect.gen(function* () {
    for (const [name, digest] of rowDigests) {
      const concept = conceptNamed.get(name)
      if (concept === undefined) continue
      yield* keep(walkOf(concept), (row) => [
        textIn(row, digest.partnerColumn),
        {
          table: digest.table,
          id: textIn(row, "id"),
          version: integerIn(row, "version"),
          sum: wholeSum(digest.ofCells(digest.columns.map((column) => row[column])))
        }
      ])
    }
    for (const walk of idempotencyRecords)
      yield* keep(walk, (row) => {
        const [partnerId, ownerId] = [textIn(row, "partner_id"), textIn(row, "owner_id")]
        const scope = claimScopeNamed(textIn(row, "scope"))
        const cells = [claimDomain(scope, partnerId), scope.name, textIn(row, "key"), ownerId] as const
        const sum = claimChecksum(...cells, textIn(row, "fingerprint"))
        return [partnerId, { table: "claims", id: ownerId, version: 1, sum: String(sum) }]
      })
  })
}

const insertEvents = {
  name: "insert events of a copy",
  text: `INSERT INTO events (partner_id, id, subject_id, version, type, at, actor, data, digests)
    SELECT partner_id, $2, '', 1, 'StoreCopied', $4, $5, '{}', digests FROM unnest($1::text[], $3::text[]) AS i (partner_id, digests)`
}

const eventsOf = (digests: Digests, id: string, at: number, actor: Actor): ReadonlyArray<unknown> => [
  [...digests.keys()],
  `evt_${id}`,
  [...digests.values()].map((each) => digestsText(each, "")),
  at,
  actor
]

const byPartner = (digests: ReadonlyArray<readonly [partnerId: string, digest: Digest]>): Digests => {
  const partners = new Map<string, Array<Digest>>()
  for (const [partnerId, digest] of digests) {
    const known = partners.get(partnerId)
    if (known === undefined) partners.set(partnerId, [digest])
    else known.push(digest)
  }
  return partners
}
