import type { AggregateWrite, RecordedDelivery } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { prepareEarlierAttempts } from "../EarlierAttempts.ts"
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
import { type AggregateTable, once, prepareVersionOf } from "./conceptTable.ts"

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
