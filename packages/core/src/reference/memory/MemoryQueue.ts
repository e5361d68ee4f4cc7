import { Effect, Option } from "effect"
import { type QueueSize, SubscriberQueue } from "../../concepts/subscriber/SubscriberQueue.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { QueueChange, QueuedEvent } from "../../kernel/outbox/QueuedEvent.ts"
import { byText } from "./MemoryLookup.ts"
import type { MemoryState } from "./MemoryState.ts"

/** What waits for subscribers in memory. */

const queueKeyOf = ({ eventId, partnerId, subscriberId }: QueuedEvent): string =>
  JSON.stringify([partnerId, subscriberId, eventId])

const caughtUpKeyOf = (partnerId: PartnerId, subscriberId: string): string =>
  JSON.stringify([partnerId, subscriberId])

export const changeQueue = ({ caughtUp, queue }: MemoryState, change: QueueChange): void => {
  switch (change._tag) {
    case "Queued": {
      const key = queueKeyOf(change.event)
      if (!queue.has(key)) queue.set(key, change.event)
      return
    }
    case "Taken":
      queue.delete(queueKeyOf(change.event))
      return
    case "PutOff": {
      const key = queueKeyOf(change.event)
      const { attempts, dueAt } = change.event
      const waiting = queue.get(key)
      if (waiting !== undefined) queue.set(key, { ...waiting, attempts, dueAt })
      return
    }
    case "CaughtUp": {
      const key = caughtUpKeyOf(change.partnerId, change.subscriberId)
      if (change.through !== "" || !caughtUp.has(key)) caughtUp.set(key, change.through)
      return
    }
    case "Forgotten":
      for (const [key, { partnerId, subscriberId }] of queue)
        if (partnerId === change.partnerId && subscriberId === change.subscriberId) queue.delete(key)
      caughtUp.delete(caughtUpKeyOf(change.partnerId, change.subscriberId))
      return
  }
}

/** Whether one comes before the other, of the events about one resource. */
const isBefore = (one: QueuedEvent, other: QueuedEvent): boolean =>
  one.version < other.version || (one.version === other.version && byText(one.eventId, other.eventId) < 0)

export const memorySubscriberQueue = (state: MemoryState): SubscriberQueue["Service"] => {
  /** The first event of each resource, the earliest due first. */
  const firsts = (partnerId: PartnerId, subscriberId: string): ReadonlyArray<QueuedEvent> => {
    const first = new Map<string, QueuedEvent>()
    for (const event of state.queue.values()) {
      if (event.partnerId !== partnerId || event.subscriberId !== subscriberId) continue
      const known = first.get(event.resourceId)
      if (known === undefined || isBefore(event, known)) first.set(event.resourceId, event)
    }
    return [...first.values()].sort((a, b) => a.dueAt - b.dueAt || byText(a.eventId, b.eventId))
  }

  return SubscriberQueue.of({
    due: (partnerId, subscriberId, now, limit, besides = new Set()) =>
      Effect.sync(() =>
        firsts(partnerId, subscriberId)
          .filter(({ dueAt, resourceId }) => dueAt <= now && !besides.has(resourceId))
          .slice(0, limit)
          .map((event) => ({
            event,
            body: Option.map(
              Option.fromUndefinedOr(state.webhookMessages.get(event.eventId)),
              ({ body }) => body
            )
          }))
      ),
    nextDueAt: (partnerId, subscriberId) =>
      Effect.sync(() => Option.fromUndefinedOr(firsts(partnerId, subscriberId)[0]?.dueAt)),
    caughtUp: (partnerId, subscriberId) =>
      Effect.sync(() => Option.fromUndefinedOr(state.caughtUp.get(caughtUpKeyOf(partnerId, subscriberId)))),
    kept: (partnerId, after, limit) =>
      Effect.sync(() =>
        [...state.webhookMessages.values()]
          .filter((message) => message.partnerId === partnerId && byText(message.id, after) > 0)
          .sort((a, b) => byText(a.id, b.id))
          .slice(0, limit)
          .map(({ body, createdAt, id, type }) => ({ id, type, createdAt, body }))
      ),
    sizes: Effect.sync(() => {
      const sizes = new Map<string, QueueSize>()
      for (const { at, subscriberId } of state.queue.values()) {
        const { count, oldestAt } = sizes.get(subscriberId) ?? { count: 0, oldestAt: at }
        sizes.set(subscriberId, { count: count + 1, oldestAt: Math.min(oldestAt, at) })
      }
      return sizes
    })
  })
}
