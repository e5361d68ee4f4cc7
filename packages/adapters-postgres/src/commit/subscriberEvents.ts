import type { QueueChange } from "@quittance/core/adapter"
import type { Call } from "../connect/Connections.ts"
import { BulkRows, bigints, bulkStatement, columnNames, isMeant, type Partners, texts } from "./BulkRows.ts"

const eventKey = [...texts("subscriber_id", "resource_id"), ...bigints("version"), ...texts("event_id")]
const eventColumns = [...eventKey, ...texts("type"), ...bigints("at", "due_at", "attempts")]
const subscriberKey = texts("subscriber_id")

const queue = bulkStatement(
  "queue subscriber_events",
  eventColumns,
  ({ values }) =>
    `INSERT INTO subscriber_events (${columnNames(eventColumns)}) VALUES (${values}) ON CONFLICT DO NOTHING`
)
const take = bulkStatement(
  "take subscriber_events",
  eventKey,
  (relation) =>
    `DELETE FROM subscriber_events USING ${relation.rows} WHERE ${isMeant("subscriber_events", eventKey, relation)}`
)
const putOff = bulkStatement(
  "put off subscriber_events",
  [...eventKey, ...bigints("due_at", "attempts")],
  (relation) =>
    `UPDATE subscriber_events SET due_at = i.due_at, attempts = i.attempts FROM ${relation.rows}
       WHERE ${isMeant("subscriber_events", eventKey, relation)}`
)
const catchUp = bulkStatement(
  "catch up subscriber_cursors",
  [...subscriberKey, ...texts("through")],
  ({ values }) =>
    `INSERT INTO subscriber_cursors (${columnNames([...subscriberKey, ...texts("through")])}) VALUES (${values})
       ON CONFLICT (partner_id, subscriber_id) DO UPDATE SET through = excluded.through WHERE excluded.through <> ''`
)
const forget = (table: string) =>
  bulkStatement(
    `forget ${table}`,
    subscriberKey,
    (relation) =>
      `DELETE FROM ${table} USING ${relation.rows} WHERE ${isMeant(table, subscriberKey, relation)}`
  )
const forgetEvents = forget("subscriber_events")
const forgetCursors = forget("subscriber_cursors")

/** What waits for subscribers, as a group changes it. */
export class SubscriberRows {
  readonly #queued = new BulkRows(queue)
  readonly #taken = new BulkRows(take)
  readonly #putOff = new BulkRows(putOff)
  readonly #caughtUp = new BulkRows(catchUp)
  readonly #forgotten = [new BulkRows(forgetEvents), new BulkRows(forgetCursors)]

  add(change: QueueChange): void {
    const { partnerId } = change
    switch (change._tag) {
      case "Queued":
      case "Taken":
      case "PutOff": {
        const { at, attempts, dueAt, eventId, resourceId, subscriberId, type, version } = change.event
        const name = [subscriberId, resourceId, version, eventId]
        if (change._tag === "Queued") this.#queued.add(partnerId, [...name, type, at, dueAt, attempts])
        else if (change._tag === "Taken") this.#taken.add(partnerId, name)
        else this.#putOff.add(partnerId, [...name, dueAt, attempts])
        return
      }
      case "CaughtUp":
        this.#caughtUp.add(partnerId, [change.subscriberId, change.through])
        return
      case "Forgotten":
        for (const rows of this.#forgotten) rows.add(partnerId, [change.subscriberId])
        return
    }
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    return [this.#queued, this.#taken, this.#putOff, this.#caughtUp, ...this.#forgotten].flatMap((rows) =>
      rows.calls(partners)
    )
  }
}
