import { Cause, Clock, Effect, Exit, FiberSet, Latch, Option, Random, Schema } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { QueueChange, QueuedEvent } from "../../kernel/outbox/QueuedEvent.ts"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import { WorkQueue } from "../../kernel/ports/WorkQueue.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { keepLease } from "../../kernel/work/keepLease.ts"
import { jittered, subscriberRetryPolicy } from "../../kernel/work/RetryPolicy.ts"
import { isSampleId } from "../webhook/Topic.ts"
import type { WebhookEventType } from "../webhook/WebhookEvents.ts"
import { type DueEvent, type KeptMessage, SubscriberQueue } from "./SubscriberQueue.ts"
import { subscriberJob, subscriberNameOf } from "./subscriberNames.ts"

/** How many partners of one subscriber are served at once by a process. */
const partnersMax = 8

/** How many kept messages one commit queues. */
const keptMax = 250

/** How often newly due events are looked for while others are being handled. */
const lookMillis = 100

/** Somebody who takes the events of a subscriber in this process. */
export interface Taker {
  readonly subscriberId: string
  readonly events: ReadonlyArray<WebhookEventType>
  /** How many events of a partner are handed over at once, each about another resource. */
  readonly concurrency: number
  /** Hands one event over. It succeeds when the event was handled; otherwise it comes again. */
  readonly take: (due: DueEvent) => Effect.Effect<void, unknown>
  /** Comes before the events of a job. */
  readonly before: Effect.Effect<void, unknown>
  /** From then on no further event is handed over. */
  readonly isStopping: () => boolean
}

/** What a body says of its resource. */
const decodeKept = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      version: Schema.Int,
      data: Schema.Struct({ object: Schema.Struct({ id: Schema.String }) })
    })
  )
)

const queuedOf = (
  partnerId: PartnerId,
  subscriberId: string,
  { body, createdAt, id, type }: KeptMessage
): QueuedEvent => {
  const { data, version } = decodeKept(body)
  return {
    partnerId,
    subscriberId,
    resourceId: data.object.id,
    version,
    eventId: id,
    type,
    at: createdAt,
    dueAt: 0,
    attempts: 0
  }
}

/** When an event is handed over again after so many attempts. */
const againAt = (attempts: number, now: Instant, chance: number): Instant => {
  const { delaysMillis, jitterRatio } = subscriberRetryPolicy
  const delay = delaysMillis[Math.min(attempts, delaysMillis.length) - 1] ?? 0
  return now + jittered(delay, jitterRatio, chance)
}

/**
 * Hands events over. A subscriber has one job for each partner: the holder of its lease hands over what is due, several
 * at once, and records what was handled under the same lease. So processes with the same subscriber share the partners.
 *
 * At least once: an event that was handled and not recorded, because the process was killed or the lease was lost,
 * comes again. The next event about its resource is handed over only when it is recorded, so nobody gets an older event
 * after a newer one. An event that was not handled is put off, and with it the later ones about its resource, but no
 * other.
 */
export const makeSubscriberDelivery = Effect.gen(function* () {
  const { commit, complete } = yield* makeTransact
  const queue = yield* WorkQueue
  const reader = yield* SubscriberQueue

  /** Queues what was kept before a subscriber from the start, before it gets anything of the partner. */
  const catchUp = Effect.fnUntraced(function* ({ events, subscriberId }: Taker, job: LeasedJob) {
    const { partnerId } = job
    const begun = yield* reader.caughtUp(partnerId, subscriberId)
    let through = Option.getOrElse(begun, () => "all")
    while (through !== "all") {
      const kept = yield* reader.kept(partnerId, through, keptMax)
      through = (kept.length < keptMax ? undefined : kept.at(-1)?.id) ?? "all"
      const queued = kept
        .filter(({ type }) => events.includes(type))
        .map((message) => queuedOf(partnerId, subscriberId, message))
        // Test events are about nothing.
        .filter(({ resourceId }) => !isSampleId(resourceId))
        .map((event): QueueChange => ({ _tag: "Queued", partnerId, event }))
      yield* commit({
        outbox: [...queued, { _tag: "CaughtUp", partnerId, subscriberId, through }],
        completion: { _tag: "Held", job }
      })
    }
  })

  /** What becomes of an event that was handed over; nothing if it failed only because all of it ends. */
  const endOf = Effect.fnUntraced(function* (
    { isStopping, subscriberId }: Taker,
    event: QueuedEvent,
    exit: Exit.Exit<void, unknown>
  ): Effect.fn.Return<QueueChange | undefined> {
    const { partnerId } = event
    if (Exit.isSuccess(exit)) return { _tag: "Taken", partnerId, event }
    if (isStopping()) return undefined
    const attempts = event.attempts + 1
    const dueAt = againAt(attempts, yield* Clock.currentTimeMillis, yield* Random.next)
    yield* Effect.logWarning(
      `subscriber ${subscriberNameOf(subscriberId)} did not handle ${event.type} ${event.eventId}, attempt ${attempts}: it comes again`,
      Cause.squash(exit.cause)
    )
    return { _tag: "PutOff", partnerId, event: { ...event, attempts, dueAt } }
  })

  const serve = Effect.fnUntraced(function* (taker: Taker, job: LeasedJob) {
    const { concurrency, subscriberId, take } = taker
    const { partnerId } = job
    yield* taker.before
    yield* catchUp(taker, job)
    const handing = yield* FiberSet.make<void>()
    /** Resources of which an event was handed over and is not recorded. */
    const busy = new Set<string>()
    const ended: Array<{ readonly resourceId: string; readonly change: QueueChange | undefined }> = []
    const hasEnded = Latch.makeUnsafe(false)

    const hand = (due: DueEvent) => {
      const { event } = due
      busy.add(event.resourceId)
      return FiberSet.run(
        handing,
        Effect.flatMap(Effect.exit(take(due)), (exit) =>
          Effect.map(endOf(taker, event, exit), (change) => {
            ended.push({ resourceId: event.resourceId, change })
            hasEnded.openUnsafe()
          })
        )
      )
    }

    while (true) {
      hasEnded.closeUnsafe()
      const recorded = ended.splice(0)
      const outbox = recorded.flatMap(({ change }) => (change === undefined ? [] : [change]))
      if (outbox.length > 0) yield* commit({ outbox, completion: { _tag: "Held", job } })
      for (const { resourceId } of recorded) busy.delete(resourceId)
      const room = taker.isStopping() ? 0 : concurrency - busy.size
      if (room > 0) {
        const now = yield* Clock.currentTimeMillis
        const due = yield* reader.due(partnerId, subscriberId, now, room, busy)
        for (const each of due) yield* hand(each)
      }
      if (busy.size === 0) return
      if (busy.size === concurrency || taker.isStopping()) yield* hasEnded.await
      else yield* Effect.raceFirst(hasEnded.await, Effect.sleep(lookMillis))
    }
  }, Effect.scoped)

  return (taker: Taker): JobHandler => ({
    kind: subscriberJob(taker.subscriberId),
    concurrency: partnersMax,
    isHeld: Effect.sync(taker.isStopping),
    handle: Effect.fnUntraced(function* (job) {
      yield* Effect.raceFirst(serve(taker, job), keepLease(queue, job))
      const next = yield* reader.nextDueAt(job.partnerId, taker.subscriberId)
      const now = yield* Clock.currentTimeMillis
      yield* complete(
        Option.match(next, {
          onNone: () => ({ _tag: "Done" as const, job }),
          onSome: (dueAt) => ({ _tag: "DueAgain" as const, job, dueAt: Math.max(dueAt, now) })
        })
      )
    })
  })
})
