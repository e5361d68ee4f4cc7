import { Effect } from "effect"
import type { EventRecord, StoreUnavailable } from "../ports/Store.ts"
import { WebhookReader } from "../ports/WebhookReader.ts"
import type { ScheduledJob } from "../work/Job.ts"
import { familyOfEvent, webhookFamilies } from "./WebhookEvents.ts"
import { fanOutJob } from "./WebhookJobs.ts"
import { type Announcement, messageOf } from "./Announcement.ts"
import type { OutboxChange } from "./WebhookMessage.ts"

/** What a commit carries so that webhooks are told of its events. */
export interface Announced {
  readonly outbox: ReadonlyArray<OutboxChange>
  readonly jobs: ReadonlyArray<ScheduledJob>
}

/** Turns what is to be told of a commit's events, all of one partner, into a part of that commit. */
export type Announce = (
  records: ReadonlyArray<EventRecord>,
  announcements: ReadonlyArray<Announcement>
) => Effect.Effect<Announced, StoreUnavailable>

const nothing: Announced = { outbox: [], jobs: [] }

/**
 * Puts events into the outbox of the commit that they land with, so that none is lost and none is told that did not happen.
 * Nothing is written for a partner of whom no endpoint listens.
 */
export const makeAnnounce = Effect.gen(function* () {
  const reader = yield* WebhookReader

  const announce: Announce = Effect.fnUntraced(function* (records, announcements) {
    const [first] = records
    if (announcements.length === 0 || first === undefined) return nothing
    const { at, partnerId } = first
    const families = webhookFamilies.filter((family) =>
      announcements.some(({ type }) => familyOfEvent(type) === family)
    )
    const listening = yield* Effect.filter(families, (family) => reader.listens(partnerId, family))
    if (listening.length === 0) return nothing
    const told = new Map(announcements.map((announcement) => [announcement.event, announcement]))
    const outbox = records.flatMap((record): ReadonlyArray<OutboxChange> => {
      const announcement = told.get(record.event)
      return announcement === undefined || !listening.includes(familyOfEvent(announcement.type))
        ? []
        : [
            {
              _tag: "Posted",
              message: messageOf(record, announcement.type, announcement.object()),
              fanOut: "queued"
            }
          ]
    })
    return { outbox, jobs: [fanOutJob(partnerId, at)] }
  })
  return announce
})
