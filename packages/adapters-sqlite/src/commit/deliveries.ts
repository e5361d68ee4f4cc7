import type { AggregateWrite, DeliveryStatus, RecordedDelivery } from "@quittance/core"
import type Database from "better-sqlite3"
import {
  deliverColumns,
  deliverSql,
  isScheduled,
  scheduleColumns,
  scheduledTogether,
  scheduleSql
} from "../rows/DeliverySteps.ts"
import { webhookDeliveryRows } from "../rows/WebhookDeliveryRow.ts"
import { type AggregateTable, prepareAggregateTable } from "./aggregateTable.ts"
import { prepareDeliveryCounts } from "./deliveryCounts.ts"

type DeliveryWrite = Extract<AggregateWrite, { readonly _tag: "WebhookDelivery" }>

/** Deliveries by compare-and-set, many at a time: a commit may bring hundreds. */
export interface DeliveryTable extends Pick<AggregateTable<RecordedDelivery>, "versionOf"> {
  readonly areCurrent: (writes: ReadonlyArray<DeliveryWrite>) => boolean
  /** Writes what was found current. */
  readonly writeAll: (writes: ReadonlyArray<DeliveryWrite>) => void
}

export const prepareDeliveries = (database: Database.Database): DeliveryTable => {
  const table = prepareAggregateTable(database, webhookDeliveryRows)
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
  const stateOf = database
    .prepare("SELECT state FROM webhook_deliveries WHERE partner_id = ? AND id = ?")
    .pluck()
  const newTally = prepareDeliveryCounts(database)

  /** Ids ascend with time: where nothing lies between the least and the greatest, none of them is taken. */
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
    versionOf: table.versionOf,

    areCurrent: (writes) => {
      for (const [partnerId, ofPartner] of Map.groupBy(writes, ({ state }) => state.order.partnerId)) {
        for (const [version, alike] of Map.groupBy(ofPartner, ({ expectedVersion }) => expectedVersion)) {
          const ids = alike.map(({ state }) => state.order.id)
          const isCurrent =
            version === 0
              ? areNew(partnerId, ids)
              : countOfVersion.get({ partnerId, version, ids: JSON.stringify(ids) }) === ids.length
          if (!isCurrent) return false
        }
      }
      return true
    },

    writeAll: (writes) => {
      if (writes.length === 0) return
      const tally = newTally()
      const scheduled: Array<RecordedDelivery> = []
      for (const { expectedVersion, state } of writes) {
        if (expectedVersion === 0) {
          if (isScheduled(state)) scheduled.push(state)
          else table.write(state, 0)
          tally.note(state.order, undefined, state._tag)
          continue
        }
        const delivered = deliverColumns(state, expectedVersion)
        if (delivered !== undefined && deliver.run(...delivered).changes === 1) {
          tally.note(state.order, "pending", "delivered")
          continue
        }
        const { id, partnerId } = state.order
        tally.note(state.order, stateOf.get(partnerId, id) as DeliveryStatus, state._tag)
        table.write(state, expectedVersion)
      }
      schedule(scheduled)
      tally.write()
    }
  }
}
