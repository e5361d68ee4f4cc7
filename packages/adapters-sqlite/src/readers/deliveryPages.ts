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
import { prepareDeliveryTotals } from "./deliveryTotals.ts"

/** Lists of an endpoint's deliveries, newest first. A page costs the same wherever it lies in the list. */
export type DeliveryPages = (
  partnerId: PartnerId,
  endpointId: WebhookEndpointId,
  filter: DeliveryFilter,
  page: PageRequest
) => Page<RecordedDelivery>

/** From how deep a page its hour is looked up instead of walked to. */
const walkedMax = 200

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
           ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @skip) AS listed
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
  const scopeOf = (partnerId: PartnerId, endpointId: WebhookEndpointId, filter: DeliveryFilter) => ({
    partnerId,
    endpointId,
    event: filter.event ?? null,
    from: filter.from ?? Number.MIN_SAFE_INTEGER,
    to: filter.to ?? Number.MAX_SAFE_INTEGER
  })
  const listFor = ({ status }: DeliveryFilter) => (status === undefined ? ofAll : ofStatus[status])
  const totals = prepareDeliveryTotals(database, (partnerId, endpointId, filter) =>
    Number(listFor(filter).count.get(scopeOf(partnerId, endpointId, filter)))
  )

  return (partnerId, endpointId, filter, { limit, page }) => {
    const count = (range: DeliveryFilter): number => totals.of(partnerId, endpointId, range)
    const total = count(filter)
    const offset = (page - 1) * limit
    if (offset >= total) return { items: [], total }
    const { event, status, to } = filter
    const kind = { ...(event === undefined ? {} : { event }), ...(status === undefined ? {} : { status }) }
    const newer = () => (to === undefined ? 0 : count({ ...kind, from: to }))
    const { before, skip } =
      offset <= walkedMax
        ? { before: to ?? Number.MAX_SAFE_INTEGER, skip: offset }
        : totals.placeOf(partnerId, endpointId, kind, offset + newer())
    const scope = scopeOf(partnerId, endpointId, { ...filter, to: before })
    const rows = listFor(filter).page.all({ ...scope, skip, limit: Math.min(limit, total - offset) })
    return { items: (rows as ReadonlyArray<Row>).map(webhookDeliveryOf), total }
  }
}
