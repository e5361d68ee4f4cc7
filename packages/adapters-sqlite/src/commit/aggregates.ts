import {
  type AggregateWrite,
  type Concept,
  conceptNamed,
  invariant,
  kycSession,
  listCountChanges,
  type OpenedKycSession,
  type RecordedDelivery,
  VersionConflict,
  type VersionGuard
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { prepareEarlierAttempts } from "../EarlierAttempts.ts"
import type { ListCounts } from "../lists/ListCounts.ts"
import {
  deliverColumns,
  deliverSql,
  isScheduled,
  scheduleColumns,
  scheduledTogether,
  scheduleSql
} from "../rows/DeliverySteps.ts"
import {
  changeWebhookDeliveryColumns,
  changeWebhookDeliverySql,
  insertWebhookDeliverySql,
  webhookDeliveryColumns
} from "../rows/WebhookDeliveryRow.ts"
import { type AggregateTable, once, prepareConceptTable, prepareVersionOf } from "./conceptTable.ts"
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

/** Aggregates by compare-and-set: `stale` and `changed` check the versions, `write` writes. */
export interface AggregateTables {
  readonly stale: (writes: ReadonlyArray<AggregateWrite>) => VersionConflict | undefined
  readonly changed: (guards: ReadonlyArray<VersionGuard>) => VersionConflict | undefined
  readonly write: (writes: ReadonlyArray<AggregateWrite>) => void
  /** What writes this row if its version is the expected one, and nothing otherwise; not every kind has it. */
  readonly attemptOf: (write: AggregateWrite) => (() => boolean) | undefined
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

    changed: (guards) => {
      for (const { _tag, id, partnerId, version } of guards)
        if (kindOf(_tag).versionOf(partnerId, id) !== version)
          return new VersionConflict({ subjectId: id, expected: version })
      return undefined
    },

    write: (writes) => {
      deliveries.writeAll(deliveriesIn(writes))
      for (const write of writes) {
        const { _tag, expectedVersion, previous, state } = write
        kindOf(_tag).write(state, expectedVersion, previous)
        counts.note(listCountChanges(write))
      }
    },

    attemptOf: (write) => {
      const { attempt } = kindOf(write._tag)
      if (attempt === undefined) return undefined
      return () => {
        const isWritten = attempt(write.state, write.expectedVersion, write.previous)
        if (isWritten) counts.note(listCountChanges(write))
        return isWritten
      }
    }
  }
}

const deliveriesIn = (writes: ReadonlyArray<AggregateWrite>) =>
  writes.filter((write) => write._tag === "WebhookDelivery")

type DeliveryWrite = Extract<AggregateWrite, { readonly _tag: "WebhookDelivery" }>

/** Deliveries by compare-and-set, many at a time: a commit may have hundreds. */
export interface DeliveryTable extends Pick<AggregateTable<RecordedDelivery>, "versionOf"> {
  readonly areCurrent: (writes: ReadonlyArray<DeliveryWrite>) => boolean
  /** Writes rows whose versions were checked. */
  readonly writeAll: (writes: ReadonlyArray<DeliveryWrite>) => void
}

export const prepareDeliveries = (database: Database.Database): DeliveryTable => {
  const insert = database.prepare(insertWebhookDeliverySql)
  const change = database.prepare(changeWebhookDeliverySql)
  const earlier = prepareEarlierAttempts(database)
  const countOfVersion = database
    .prepare(
      `SELECT count(*) FROM json_each(@ids) AS asked CROSS JOIN webhook_deliveries AS kept
        WHERE kept.partner_id = @partnerId AND kept.id = asked.value AND kept.version = @version`
    )
    .pluck()
  const anyBetween = database
    .prepare("SELECT 1 FROM webhook_deliveries WHERE partner_id = ? AND id BETWEEN ? AND ? LIMIT 1")
    .pluck()
  const scheduleOne = database.prepare(scheduleSql(1))
  const scheduleSome = database.prepare(scheduleSql(scheduledTogether))
  const deliver = database.prepare(deliverSql)

  /** Ids ascend with time: if no row lies between the smallest and the largest, none of them is taken. */
  const areNew = (partnerId: string, ids: ReadonlyArray<string>): boolean => {
    const sorted = [...ids].sort()
    return anyBetween.get(partnerId, sorted[0], sorted.at(-1)) === undefined
  }

  const schedule = (deliveries: ReadonlyArray<RecordedDelivery>): void => {
    let first = 0
    for (; first + scheduledTogether <= deliveries.length; first += scheduledTogether) {
      scheduleSome.run(...deliveries.slice(first, first + scheduledTogether).flatMap(scheduleColumns))
    }
    for (const delivery of deliveries.slice(first)) scheduleOne.run(...scheduleColumns(delivery))
  }

  return {
    versionOf: prepareVersionOf(database, { table: "webhook_deliveries", partnerColumn: "partner_id" }),

    areCurrent: (writes) => {
      const partnerId = writes[0]?.state.order.partnerId ?? ""
      for (const [version, alike] of Map.groupBy(writes, ({ expectedVersion }) => expectedVersion)) {
        const ids = alike.map(({ state }) => state.order.id)
        const isCurrent =
          version === 0
            ? areNew(partnerId, ids)
            : countOfVersion.get({ partnerId, version, ids: JSON.stringify(ids) }) === ids.length
        if (!isCurrent) return false
      }
      return true
    },

    writeAll: (writes) => {
      const scheduled: Array<RecordedDelivery> = []
      for (const { expectedVersion, previous, state } of writes) {
        if (previous === undefined) {
          if (isScheduled(state)) scheduled.push(state)
          else once(insert, webhookDeliveryColumns(state, 1, earlier.kept(state)))
          continue
        }
        const delivered = deliverColumns(state, expectedVersion)
        if (delivered !== undefined && deliver.run(...delivered).changes === 1) continue
        once(change, changeWebhookDeliveryColumns(state, expectedVersion, earlier.kept(state)))
      }
      schedule(scheduled)
    }
  }
}
