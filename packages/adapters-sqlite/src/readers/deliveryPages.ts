import {
  type DeliveryFilter,
  type DeliveryStatus,
  deliveryStatuses,
  type Page,
  type PageRequest,
  type PartnerId,
  type RecordedDelivery,
  type WebhookEndpointId
} from "@quittance/core"
import type Database from "better-sqlite3"
import type { Row } from "../rows/columns.ts"
import { webhookDeliveryOf } from "../rows/WebhookDeliveryRow.ts"

/** Lists of an endpoint's deliveries, newest first. */
export type DeliveryPages = (
  partnerId: PartnerId,
  endpointId: WebhookEndpointId,
  filter: DeliveryFilter,
  page: PageRequest
) => Page<RecordedDelivery>

/**
 * What filters look at lies in the two indexes alone, so that only the rows of the page itself are read from the table. The
 * finished ones come in the order of the list; those that are pending are sorted by it.
 */
const runOf = (status: DeliveryStatus): string => {
  const index =
    status === "pending"
      ? "webhook_deliveries_due WHERE state = 'pending'"
      : `webhook_deliveries_finished WHERE state <> 'pending' AND state = '${status}'`
  return `FROM webhook_deliveries INDEXED BY ${index} AND partner_id = @partnerId AND endpoint_id = @endpointId
    AND created_at >= @from AND created_at < @to AND (@event IS NULL OR type = @event)`
}

export const prepareDeliveryPages = (database: Database.Database): DeliveryPages => {
  const listOf = (statuses: ReadonlyArray<DeliveryStatus>) => {
    const runs = statuses.map(runOf)
    return {
      count: database.prepare(`SELECT ${runs.map((run) => `(SELECT count(*) ${run})`).join(" + ")}`).pluck(),
      page: database.prepare(
        `SELECT webhook_deliveries.* FROM (
           ${runs.map((run) => `SELECT created_at, id ${run}`).join(" UNION ALL ")}
           ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset) AS listed
         CROSS JOIN webhook_deliveries
            ON webhook_deliveries.partner_id = @partnerId AND webhook_deliveries.id = listed.id
         ORDER BY listed.created_at DESC, listed.id DESC`
      )
    }
  }
  const ofAll = listOf(deliveryStatuses)
  const ofStatus = {
    pending: listOf(["pending"]),
    delivered: listOf(["delivered"]),
    failed: listOf(["failed"])
  }

  return (partnerId, endpointId, { event, from, status, to }, { limit, page }) => {
    const list = status === undefined ? ofAll : ofStatus[status]
    const scope = {
      partnerId,
      endpointId,
      event: event ?? null,
      from: from ?? Number.MIN_SAFE_INTEGER,
      to: to ?? Number.MAX_SAFE_INTEGER
    }
    const total = Number(list.count.get(scope))
    const offset = (page - 1) * limit
    if (offset >= total) return { items: [], total }
    const rows = list.page.all({ ...scope, limit, offset }) as ReadonlyArray<Row>
    return { items: rows.map(webhookDeliveryOf), total }
  }
}
