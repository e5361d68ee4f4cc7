import {
  type AggregateWrite,
  type Concept,
  conceptNamed,
  invariant,
  kycSession,
  listCountChanges,
  type OpenedKycSession,
  type RecordedDelivery,
  VersionConflict
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import type { ListCounts } from "../lists/ListCounts.ts"
import type { AggregateTable } from "./conceptTable.ts"
import { prepareConceptTable } from "./conceptTable.ts"
import { prepareDeliveries } from "./deliveries.ts"
import { prepareInvoices } from "./invoices.ts"
import { prepareKycPictures } from "./kycPictures.ts"

/** KYC sessions, with their pictures. */
const prepareKycSessions = (database: Database.Database): AggregateTable<OpenedKycSession> => {
  const pictures = prepareKycPictures(database)
  const table = prepareConceptTable(database, kycSession)
  return {
    versionOf: table.versionOf,
    write: (session, expectedVersion, previous) => {
      table.write(session, expectedVersion, previous)
      pictures.write(session, previous?.documents ?? [])
    }
  }
}

/** From this many writes on, checking all versions in one statement is worthwhile. */
const manyWrites = 8

type AggregateTag = AggregateWrite["_tag"]

/** A table, and how its states are identified. */
type Kind = AggregateTable<unknown> & Pick<Concept<unknown>, "nameOf">

/** Aggregates by compare-and-set: `stale` checks the versions, `write` writes. */
export interface AggregateTables {
  readonly stale: (writes: ReadonlyArray<AggregateWrite>) => VersionConflict | undefined
  readonly write: (writes: ReadonlyArray<AggregateWrite>) => void
}

export const prepareAggregates = (database: Database.Database, counts: ListCounts): AggregateTables => {
  const deliveries = prepareDeliveries(database)
  const invoices = prepareInvoices(database)
  /** Concepts with additional tables. */
  const own: { readonly [name: string]: AggregateTable<never> } = {
    Invoice: invoices,
    KycSession: prepareKycSessions(database)
  }
  const kinds = new Map<string, Kind>()
  // They are written all at once.
  kinds.set("WebhookDelivery", {
    nameOf: (state) => (state as RecordedDelivery).order,
    versionOf: deliveries.versionOf,
    write: () => {}
  })
  /**
   * A table is prepared when the first of its states is written: to prepare all took a third of the time in which a
   * store opens.
   */
  const kindOf = (tag: AggregateTag): Kind => {
    const known = kinds.get(tag)
    if (known !== undefined) return known
    const concept = conceptNamed.get(tag)
    invariant(concept !== undefined, `there is no table for ${tag}`)
    const table = own[tag] ?? prepareConceptTable(database, concept)
    const kind: Kind = { nameOf: concept.nameOf, ...(table as AggregateTable<unknown>) }
    kinds.set(tag, kind)
    return kind
  }

  /** The kinds whose writes were all found current in one check; the others are checked one by one. */
  const foundCurrent = (writes: ReadonlyArray<AggregateWrite>): ReadonlySet<AggregateTag> => {
    const found = new Set<AggregateTag>()
    if (writes.length <= manyWrites) return found
    if (invoices.areNew(writes)) found.add("Invoice")
    if (deliveries.areCurrent(deliveriesIn(writes))) found.add("WebhookDelivery")
    return found
  }

  return {
    stale: (writes) => {
      const current = foundCurrent(writes)
      for (const { _tag, expectedVersion, state } of writes) {
        if (current.has(_tag)) continue
        const { nameOf, versionOf } = kindOf(_tag)
        const { id, partnerId } = nameOf(state)
        if (versionOf(partnerId, id) !== expectedVersion)
          return new VersionConflict({ subjectId: id, expected: expectedVersion })
      }
      return undefined
    },

    write: (writes) => {
      deliveries.writeAll(deliveriesIn(writes))
      for (const write of writes) {
        const { _tag, expectedVersion, previous, state } = write
        kindOf(_tag).write(state, expectedVersion, previous)
        counts.note(listCountChanges(write))
      }
    }
  }
}

const deliveriesIn = (writes: ReadonlyArray<AggregateWrite>) =>
  writes.filter((write) => write._tag === "WebhookDelivery")
