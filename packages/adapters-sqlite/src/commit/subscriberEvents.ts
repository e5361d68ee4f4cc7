import type { QueueChange } from "@quittance/core/adapter"
import type Database from "better-sqlite3"

/** What waits for subscribers, as commits change it. */
export const prepareSubscriberEvents = (database: Database.Database): ((change: QueueChange) => void) => {
  const queue = database.prepare(
    `INSERT INTO subscriber_events
       (partner_id, subscriber_id, resource_id, version, event_id, type, at, due_at, attempts)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
  )
  const named = "partner_id = ? AND subscriber_id = ? AND resource_id = ? AND version = ? AND event_id = ?"
  const take = database.prepare(`DELETE FROM subscriber_events WHERE ${named}`)
  const putOff = database.prepare(`UPDATE subscriber_events SET due_at = ?, attempts = ? WHERE ${named}`)
  const catchUp = database.prepare(
    `INSERT INTO subscriber_cursors (partner_id, subscriber_id, through) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET through = excluded.through WHERE excluded.through <> ''`
  )
  const forget = ["subscriber_events", "subscriber_cursors"].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE partner_id = ? AND subscriber_id = ?`)
  )

  return (change) => {
    const { partnerId } = change
    switch (change._tag) {
      case "Queued":
      case "Taken":
      case "PutOff": {
        const { at, attempts, dueAt, eventId, resourceId, subscriberId, type, version } = change.event
        const name = [partnerId, subscriberId, resourceId, version, eventId]
        if (change._tag === "Queued") queue.run(...name, type, at, dueAt, attempts)
        else if (change._tag === "Taken") take.run(...name)
        else putOff.run(dueAt, attempts, ...name)
        return
      }
      case "CaughtUp":
        catchUp.run(partnerId, change.subscriberId, change.through)
        return
      case "Forgotten":
        for (const statement of forget) statement.run(partnerId, change.subscriberId)
        return
    }
  }
}
