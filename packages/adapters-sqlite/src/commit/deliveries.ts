import type { AggregateWrite, RecordedDelivery } from "@quittance/core"
import type Database from "better-sqlite3"
import { webhookDeliveryRows } from "../rows/WebhookDeliveryRow.ts"
import { type AggregateTable, prepareAggregateTable } from "./aggregateTable.ts"

/** Deliveries by compare-and-set, with a look at many at once: a commit may bring hundreds. */
export interface DeliveryTable extends AggregateTable<RecordedDelivery> {
  /** Whether every delivery among these writes is current. */
  readonly areCurrent: (writes: ReadonlyArray<AggregateWrite>) => boolean
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

  /** Ids ascend with time: where nothing lies between the least and the greatest, none of them is taken. */
  const areNew = (partnerId: string, ids: ReadonlyArray<string>): boolean => {
    const sorted = [...ids].sort()
    return anyBetween.get(partnerId, sorted[0], sorted.at(-1)) === undefined
  }

  return {
    ...table,
    areCurrent: (writes) => {
      for (const [partnerId, versions] of idsByVersion(writes)) {
        for (const [version, ids] of versions) {
          const isCurrent =
            version === 0
              ? areNew(partnerId, ids)
              : countOfVersion.get({ partnerId, version, ids: JSON.stringify(ids) }) === ids.length
          if (!isCurrent) return false
        }
      }
      return true
    }
  }
}

/** The deliveries among these writes, by partner and by the version that they expect. */
const idsByVersion = (writes: ReadonlyArray<AggregateWrite>) => {
  const partners = new Map<string, Map<number, Array<string>>>()
  for (const write of writes) {
    if (write._tag !== "WebhookDelivery") continue
    const { id, partnerId } = write.state.order
    const versions = partners.get(partnerId) ?? new Map<number, Array<string>>()
    const ids = versions.get(write.expectedVersion)
    if (ids === undefined) versions.set(write.expectedVersion, [id])
    else ids.push(id)
    partners.set(partnerId, versions)
  }
  return partners
}
