import {
  type DeliveryFilter,
  type Instant,
  millisPerHour,
  type PartnerId,
  type WebhookEndpointId
} from "@quittance/core"
import type Database from "better-sqlite3"
import { hourOf } from "../commit/deliveryCounts.ts"

/** The length of lists of deliveries, and where in time a place of one lies, out of `webhook_delivery_counts`. */
export interface DeliveryTotals {
  /** How many deliveries a filter lets through: only the hours that an instant cuts are counted one by one. */
  readonly of: (partnerId: PartnerId, endpointId: WebhookEndpointId, filter: DeliveryFilter) => number
  /**
   * The end of the hour in which the delivery lies that has `newer` newer ones of the filter's status and event before it, and
   * how many of those are older than the end.
   */
  readonly placeOf: (
    partnerId: PartnerId,
    endpointId: WebhookEndpointId,
    filter: DeliveryFilter,
    newer: number
  ) => { readonly before: Instant; readonly skip: number }
}

const counted = "@pending * pending + @delivered * delivered + @failed * failed"
const counts = `FROM webhook_delivery_counts
  WHERE partner_id = @partnerId AND endpoint_id = @endpointId AND (@event IS NULL OR type = @event)`

export const prepareDeliveryTotals = (
  database: Database.Database,
  countBetween: (
    partnerId: PartnerId,
    endpointId: WebhookEndpointId,
    filter: DeliveryFilter & { readonly from: Instant; readonly to: Instant }
  ) => number
): DeliveryTotals => {
  const ofHours = database
    .prepare(`SELECT coalesce(sum(${counted}), 0) ${counts} AND hour >= @first AND hour < @end`)
    .pluck()
  const newestHours = database.prepare(
    `SELECT hour, sum(${counted}) AS counted ${counts} GROUP BY hour ORDER BY hour DESC`
  )
  const scopeOf = (
    partnerId: PartnerId,
    endpointId: WebhookEndpointId,
    { event, status }: DeliveryFilter
  ) => ({
    partnerId,
    endpointId,
    event: event ?? null,
    pending: status === undefined || status === "pending" ? 1 : 0,
    delivered: status === undefined || status === "delivered" ? 1 : 0,
    failed: status === undefined || status === "failed" ? 1 : 0
  })

  return {
    of: (partnerId, endpointId, filter) => {
      const { from, to } = filter
      const scope = scopeOf(partnerId, endpointId, filter)
      const hours = (first: number, end: number) => Number(ofHours.get({ ...scope, first, end }))
      const between = (start: Instant, end: Instant) =>
        start < end ? countBetween(partnerId, endpointId, { ...filter, from: start, to: end }) : 0
      const firstHour = from === undefined ? Number.MIN_SAFE_INTEGER : Math.ceil(from / millisPerHour)
      const endHour = to === undefined ? Number.MAX_SAFE_INTEGER : hourOf(to)
      if (from !== undefined && to !== undefined && firstHour > endHour) return between(from, to)
      return (
        (from === undefined ? 0 : between(from, firstHour * millisPerHour)) +
        hours(firstHour, endHour) +
        (to === undefined ? 0 : between(endHour * millisPerHour, to))
      )
    },

    placeOf: (partnerId, endpointId, filter, newer) => {
      let skip = newer
      for (const row of newestHours.iterate(scopeOf(partnerId, endpointId, filter))) {
        const { counted: count, hour } = row as { readonly counted: number; readonly hour: number }
        if (skip < count) return { before: (hour + 1) * millisPerHour, skip }
        skip -= count
      }
      return { before: Number.MAX_SAFE_INTEGER, skip: newer }
    }
  }
}
