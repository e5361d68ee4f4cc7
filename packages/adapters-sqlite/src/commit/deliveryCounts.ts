import { type DeliveryStatus, millisPerHour, type WebhookDeliveryOrder } from "@quittance/core"
import type Database from "better-sqlite3"

/** The hour of a creation instant, counted from 1970: the grain of `webhook_delivery_counts`. */
export const hourOf = (createdAt: number): number => Math.floor(createdAt / millisPerHour)

type Counted = Pick<WebhookDeliveryOrder, "partnerId" | "endpointId" | "type" | "createdAt">

/**
 * A change of `webhook_delivery_counts`, which are kept so that the length of a list never costs a walk of the history. Each
 * write has one of its own: what a write noted that failed is forgotten with it.
 */
export interface DeliveryTally {
  /** Notes that a delivery went from one state to another; nothing is where it was made or erased. */
  readonly note: (order: Counted, from: DeliveryStatus | undefined, to: DeliveryStatus | undefined) => void
  /** Writes what was noted: the deliveries of a commit mostly fall into few counts. */
  readonly write: () => void
}

interface Change extends Record<DeliveryStatus, number> {
  readonly order: Counted
}

export const prepareDeliveryCounts = (database: Database.Database): (() => DeliveryTally) => {
  const add = database.prepare(
    `INSERT INTO webhook_delivery_counts (partner_id, endpoint_id, hour, type, pending, delivered, failed)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET pending = pending + excluded.pending, delivered = delivered + excluded.delivered,
       failed = failed + excluded.failed`
  )
  const forgetEmpty = database.prepare(
    `DELETE FROM webhook_delivery_counts WHERE partner_id = ? AND endpoint_id = ? AND hour = ? AND type = ?
       AND pending = 0 AND delivered = 0 AND failed = 0`
  )

  return () => {
    const changes = new Map<string, Change>()
    let last: Change | undefined

    const changeOf = (order: Counted): Change => {
      if (last !== undefined && isCountedWith(last.order, order)) return last
      const name = JSON.stringify([order.partnerId, order.endpointId, hourOf(order.createdAt), order.type])
      last = changes.get(name) ?? { order, pending: 0, delivered: 0, failed: 0 }
      changes.set(name, last)
      return last
    }

    return {
      note: (order, from, to) => {
        if (from === to) return
        const change = changeOf(order)
        if (from !== undefined) change[from] -= 1
        if (to !== undefined) change[to] += 1
      },

      write: () => {
        for (const { delivered, failed, order, pending } of changes.values()) {
          const { createdAt, endpointId, partnerId, type } = order
          const key = [partnerId, endpointId, hourOf(createdAt), type]
          add.run(...key, pending, delivered, failed)
          if (pending + delivered + failed < 0) forgetEmpty.run(...key)
        }
      }
    }
  }
}

const isCountedWith = (one: Counted, other: Counted): boolean =>
  one.type === other.type &&
  one.endpointId === other.endpointId &&
  one.partnerId === other.partnerId &&
  hourOf(one.createdAt) === hourOf(other.createdAt)
