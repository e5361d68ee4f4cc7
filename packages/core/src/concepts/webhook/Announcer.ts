import { Effect } from "effect"
import type { OutboxChange } from "../../kernel/outbox/WebhookMessage.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import type { EventRecord } from "../../kernel/ports/Store.ts"
import { type Announce, type Announced, makeTransactWith } from "../../kernel/transact/Transact.ts"
import { yieldToOthers } from "../../kernel/work/yieldToOthers.ts"
import { Settings } from "../settings/Settings.ts"
import { type Announcement, messageOf } from "./Announcement.ts"
import { scheduledDelivery } from "./WebhookDelivery.ts"
import { familyOfEvent, type SubscribedFamily, subscribedFamilies } from "./WebhookEvents.ts"
import { deliverJob, fanOutJob, pruneJob } from "./WebhookJobs.ts"
import { WebhookReader } from "./WebhookReader.ts"
import type { WebhookRecipient } from "./WebhookRecipient.ts"
import { deliveryPrefix } from "./webhookNames.ts"

const nothing: Announced = {}

/** From this many events on, a commit counts as a batch. */
const manyEvents = 100

const announceNothing = Effect.succeed(nothing)

/**
 * Puts events into the outbox in the same commit, so that none is lost and no event reports a change that did
 * not happen. An event with its own recipient gets its delivery at once. If no endpoint of the partner
 * listens, nothing is written.
 */
const makeAnnounce = Effect.gen(function* () {
  const { retentionMillis } = (yield* Settings).webhook
  const ids = yield* Ids
  const reader = yield* WebhookReader

  const announceOne = Effect.fnUntraced(function* (
    record: EventRecord,
    announcement: Announcement,
    recipient: WebhookRecipient
  ) {
    const { at, partnerId } = record
    const message = messageOf(record, announcement.type, announcement.object(), announcement)
    const state = scheduledDelivery(yield* ids.prefixed(deliveryPrefix), message, recipient, at)
    const announced: Announced = {
      aggregates: [{ _tag: "WebhookDelivery", state, expectedVersion: 0 }],
      outbox: [{ _tag: "Posted", message, fanOut: "none" }],
      jobs: [deliverJob(partnerId, recipient.endpointId, at), pruneJob(partnerId, at, retentionMillis)]
    }
    return announced
  })

  const announceToSubscribers = Effect.fnUntraced(function* (
    records: ReadonlyArray<EventRecord>,
    announcements: ReadonlyArray<Announcement>
  ) {
    const [first] = records
    if (announcements.length === 0 || first === undefined) return nothing
    const { at, partnerId } = first
    const listening: Array<SubscribedFamily> = []
    for (const family of subscribedFamilies) {
      const isMeant = announcements.some(({ type }) => familyOfEvent(type) === family)
      if (isMeant && (yield* reader.listens(partnerId, family))) listening.push(family)
    }
    if (listening.length === 0) return nothing
    const byEvent = new Map(announcements.map((announcement) => [announcement.event, announcement]))
    const outbox = records.flatMap((record): ReadonlyArray<OutboxChange> => {
      const announcement = byEvent.get(record.event)
      return announcement === undefined || !listening.includes(familyOfEvent(announcement.type))
        ? []
        : [
            {
              _tag: "Posted",
              message: messageOf(record, announcement.type, announcement.object(), announcement),
              fanOut: "queued"
            }
          ]
    })
    return { outbox, jobs: [fanOutJob(partnerId, at)] }
  })

  const tell: Announce<Announcement> = Effect.fnUntraced(function* (records, announcements) {
    const parts = [
      yield* announceToSubscribers(
        records,
        announcements.filter(({ recipient }) => recipient === undefined)
      )
    ]
    for (const announcement of announcements) {
      const { event, recipient } = announcement
      // A file announces a thousand events, and none of them has a recipient of its own.
      if (recipient === undefined) continue
      const record = records.find((each) => each.event === event)
      if (record !== undefined) parts.push(yield* announceOne(record, announcement, recipient))
    }
    if (records.length > manyEvents) yield* yieldToOthers
    const [only, ...others] = parts
    if (only !== undefined && others.length === 0) return only
    return {
      aggregates: parts.flatMap(({ aggregates = [] }) => aggregates),
      outbox: parts.flatMap(({ outbox = [] }) => outbox),
      jobs: parts.flatMap(({ jobs = [] }) => jobs)
    }
  })
  const announce: Announce<Announcement> = (records, announcements) =>
    announcements.length === 0 ? announceNothing : tell(records, announcements)
  return announce
})

/** `Transact` for concepts whose events are announced to webhooks. */
export const makeAnnouncingTransact = Effect.flatMap(makeAnnounce, makeTransactWith)
