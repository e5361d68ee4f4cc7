import { Effect } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { OutboxChange } from "../../kernel/outbox/WebhookMessage.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import type { EventRecord } from "../../kernel/ports/Store.ts"
import { type Announce, type Announced, makeTransactWith } from "../../kernel/transact/Transact.ts"
import { yieldToOthers } from "../../kernel/work/yieldToOthers.ts"
import { Settings } from "../settings/Settings.ts"
import { subscriberJob } from "../subscriber/subscriberNames.ts"
import { type Announcement, messageOf } from "./Announcement.ts"
import { scheduledDelivery } from "./WebhookDelivery.ts"
import { familyOfEvent, type SubscribedFamily, subscribedFamilies } from "./WebhookEvents.ts"
import { deliverJob, fanOutJob, pruneJob } from "./WebhookJobs.ts"
import { type Listeners, WebhookReader } from "./WebhookReader.ts"
import { deliveryPrefix } from "./webhookNames.ts"

const nothing: Announced = {}

/** From this many events on, a commit counts as a batch. */
const manyEvents = 100

const announceNothing = Effect.succeed(nothing)

const noListeners = Effect.succeed<ReadonlyMap<SubscribedFamily, Listeners>>(new Map())

/** Whether nothing is to be written: what most commits find. */
const isForNobody = (
  announcements: ReadonlyArray<Announcement>,
  listeners: ReadonlyMap<SubscribedFamily, Listeners>
): boolean =>
  announcements.every(({ recipient }) => recipient === undefined) &&
  [...listeners.values()].every(({ endpoints, subscribers }) => !endpoints && subscribers.length === 0)

/** A thousand events of a file schedule the same few jobs. */
const onceEach = (jobs: ReadonlyArray<ScheduledJob>): ReadonlyArray<ScheduledJob> => [
  ...new Map(jobs.map((job) => [`${job.kind} ${job.subjectId}`, job])).values()
]

/**
 * Puts events into the outbox in the same commit, so that none is lost and no event reports a change that did
 * not happen. An event with its own recipient gets its delivery at once, and the subscribers of the host have it
 * queued. If no endpoint of the partner and no subscriber listens, nothing is written.
 */
const makeAnnounce = Effect.gen(function* () {
  const { retentionMillis } = (yield* Settings).webhook
  const ids = yield* Ids
  const reader = yield* WebhookReader

  /** Of the families of these announcements, those that somebody listens to. Most often it is one. */
  const listenersOf = (partnerId: PartnerId, announcements: ReadonlyArray<Announcement>) => {
    const [family, ...others] = subscribedFamilies.filter((each) =>
      announcements.some(({ type }) => familyOfEvent(type) === each)
    )
    const asked = (of: SubscribedFamily) =>
      Effect.map(reader.listeners(partnerId, of), (found) => [of, found] as const)
    if (family === undefined) return noListeners
    return others.length === 0
      ? Effect.map(asked(family), (found) => new Map([found]))
      : Effect.map(Effect.forEach([family, ...others], asked), (found) => new Map(found))
  }

  /** The message, and who gets it; nothing if nobody does. */
  const announceOne = Effect.fnUntraced(function* (
    record: EventRecord,
    announcement: Announcement,
    { endpoints, subscribers }: Listeners
  ): Effect.fn.Return<Announced> {
    const { recipient, type, versionsAhead = 0 } = announcement
    const takers = subscribers.filter(({ events }) => events.includes(type))
    const isFannedOut = recipient === undefined && endpoints
    if (!isFannedOut && recipient === undefined && takers.length === 0) return nothing
    const { at, partnerId } = record
    const object = announcement.object()
    const message = messageOf(record, type, object, announcement)
    const queued = takers.map(
      ({ id }): OutboxChange => ({
        _tag: "Queued",
        partnerId,
        event: {
          partnerId,
          subscriberId: id,
          resourceId: object.id,
          version: record.version + versionsAhead,
          eventId: record.id,
          type,
          at,
          // At once, whatever the clock says later.
          dueAt: 0,
          attempts: 0
        }
      })
    )
    const outbox: ReadonlyArray<OutboxChange> = [
      { _tag: "Posted", message, fanOut: isFannedOut ? "queued" : "none" },
      ...queued
    ]
    const jobs: Array<ScheduledJob> = takers.map(({ id }) => ({
      kind: subscriberJob(id),
      partnerId,
      subjectId: partnerId,
      dueAt: 0
    }))
    if (isFannedOut) return { outbox, jobs: [fanOutJob(partnerId, at), ...jobs] }
    jobs.push(pruneJob(partnerId, at, retentionMillis))
    if (recipient === undefined) return { outbox, jobs }
    const state = scheduledDelivery(yield* ids.prefixed(deliveryPrefix), message, recipient, at)
    return {
      aggregates: [{ _tag: "WebhookDelivery", state, expectedVersion: 0 }],
      outbox,
      jobs: [deliverJob(partnerId, recipient.endpointId, at), ...jobs]
    }
  })

  const tell = Effect.fnUntraced(function* (
    records: ReadonlyArray<EventRecord>,
    announcements: ReadonlyArray<Announcement>,
    listeners: ReadonlyMap<SubscribedFamily, Listeners>
  ) {
    const byEvent = new Map(announcements.map((announcement) => [announcement.event, announcement]))
    const parts: Array<Announced> = []
    for (const record of records) {
      const announcement = byEvent.get(record.event)
      const listening = announcement && listeners.get(familyOfEvent(announcement.type))
      if (announcement === undefined || listening === undefined) continue
      const part = yield* announceOne(record, announcement, listening)
      if (part !== nothing) parts.push(part)
    }
    if (records.length > manyEvents) yield* yieldToOthers
    const [only, ...others] = parts
    if (others.length === 0) return only ?? nothing
    return {
      aggregates: parts.flatMap(({ aggregates = [] }) => aggregates),
      outbox: parts.flatMap(({ outbox = [] }) => outbox),
      jobs: onceEach(parts.flatMap(({ jobs = [] }) => jobs))
    }
  })
  const announce: Announce<Announcement> = (records, announcements) => {
    const [first] = records
    if (announcements.length === 0 || first === undefined) return announceNothing
    return Effect.flatMap(listenersOf(first.partnerId, announcements), (listeners) =>
      isForNobody(announcements, listeners) ? announceNothing : tell(records, announcements, listeners)
    )
  }
  return announce
})

/** `Transact` for concepts whose events are announced to webhooks. */
export const makeAnnouncingTransact = Effect.flatMap(makeAnnounce, makeTransactWith)
