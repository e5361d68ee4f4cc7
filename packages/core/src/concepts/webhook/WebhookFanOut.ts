import { Clock, Effect } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { OutboxChange, WaitingMessage } from "../../kernel/outbox/WebhookMessage.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import type { LeasedJob, ScheduledJob } from "../../kernel/ports/Job.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { Settings } from "../settings/Settings.ts"
import { RunningFanOuts } from "./RunningFanOuts.ts"
import { type Backlog, backlogFull, makeWebhookBacklog } from "./WebhookBacklog.ts"
import { deliveryAfter, scheduledDelivery } from "./WebhookDelivery.ts"
import {
  isSubscribed,
  type RegisteredEndpoint,
  type WebhookEndpointId,
  webhookEndpoint
} from "./WebhookEndpoint.ts"
import { familyOfEvent, type SubscribedFamily } from "./WebhookEvents.ts"
import { deliverJob, endOfDay, pruneJob } from "./WebhookJobs.ts"
import { WebhookReader } from "./WebhookReader.ts"
import { deliveryPrefix, webhookJobs } from "./webhookNames.ts"

/**
 * How many messages are read at a time, and how many deliveries one commit creates: a commit must not delay
 * concurrent requests.
 */
const messagesMax = 250
const deliveriesMax = 250

/** How soon messages that wait because of a full backlog are tried again. */
const backlogMillis = 1_000

/** A partner's enabled endpoints, ordered by id, by family. */
type Listeners = { readonly [F in SubscribedFamily]: ReadonlyArray<RegisteredEndpoint> }

/** The part of the fan-out that one commit does. */
interface Portion {
  readonly pairs: ReadonlyArray<{
    readonly waiting: WaitingMessage
    readonly endpoint: RegisteredEndpoint
    readonly passage: "deliver" | "giveUp"
  }>
  readonly outbox: ReadonlyArray<OutboxChange>
  /** Whether all messages that were read are fanned out; if not, whether because of the backlog. */
  readonly ends: "whole" | "early" | "full"
}

/** Endpoints registered after the event do not get it. */
const targetsOf = ({ message, through }: WaitingMessage, listeners: Listeners) =>
  listeners[familyOfEvent(message.type)].filter(
    (endpoint) =>
      endpoint.order.id > through &&
      endpoint.order.createdAt <= message.createdAt &&
      isSubscribed(endpoint, message.type)
  )

const portionOf = (
  messages: ReadonlyArray<WaitingMessage>,
  listeners: Listeners,
  { passageOf }: Backlog
): Portion => {
  const pairs: Array<Portion["pairs"][number]> = []
  const outbox: Array<OutboxChange> = []
  for (const waiting of messages) {
    const { id: messageId, partnerId } = waiting.message
    let through: WebhookEndpointId | undefined
    for (const endpoint of targetsOf(waiting, listeners)) {
      const passage = pairs.length < deliveriesMax ? passageOf(endpoint) : "early"
      if (passage === "deliver" || passage === "giveUp") {
        pairs.push({ waiting, endpoint, passage })
        through = endpoint.order.id
        continue
      }
      if (through !== undefined) outbox.push({ _tag: "FannedOut", partnerId, messageId, through })
      return { pairs, outbox, ends: passage === "wait" ? "full" : "early" }
    }
    outbox.push({ _tag: "FannedOut", partnerId, messageId, through: "all" })
  }
  return { pairs, outbox, ends: "whole" }
}

/**
 * Creates a delivery for every subscribed endpoint of a message, in portions. After a crash or a full backlog
 * the message is still in the outbox, with the last endpoint that was served, so no endpoint is skipped and
 * none gets two deliveries.
 */
export const makeWebhookFanOut = Effect.gen(function* () {
  const { retentionMillis } = (yield* Settings).webhook
  const { commit } = yield* makeTransact
  const ids = yield* Ids
  const reader = yield* WebhookReader
  const states = yield* StateReader
  const backlogOf = yield* makeWebhookBacklog
  const running = yield* RunningFanOuts

  const listenersOf = Effect.fnUntraced(function* (
    partnerId: PartnerId
  ): Effect.fn.Return<Listeners, StoreUnavailable> {
    const enabled = (family: SubscribedFamily) =>
      Effect.map(states.indexed(webhookEndpoint, "enabled", { equal: [partnerId, family] }), (all) =>
        all.flatMap(({ state }) => (state._tag === "enabled" ? [state] : []))
      )
    return { fiat: yield* enabled("fiat"), transit: yield* enabled("transit") }
  })

  const scheduled = Effect.fnUntraced(function* (
    { endpoint, passage, waiting }: Portion["pairs"][number],
    at: number
  ) {
    const recipient = { endpointId: endpoint.order.id, url: endpoint.target.url }
    const pending = scheduledDelivery(yield* ids.prefixed(deliveryPrefix), waiting.message, recipient, at)
    const state =
      passage === "deliver" ? pending : deliveryAfter(pending, { _tag: "GiveUp", reason: backlogFull, at })
    return { _tag: "WebhookDelivery", state, expectedVersion: 0 } as const
  })

  /** One commit; returns the backlog after it, or nothing if nothing is left to do. */
  const step = Effect.fnUntraced(function* (job: LeasedJob, before: Backlog | undefined) {
    const { partnerId } = job
    const messages = yield* reader.waiting(partnerId, messagesMax)
    const listeners = yield* listenersOf(partnerId)
    const takers = [...listeners.fiat, ...listeners.transit]
    // To count the backlog takes time that grows with it. What was delivered since, only makes it shorter.
    const isKnown = before?.isOf(takers) === true
    let backlog = isKnown ? before : yield* backlogOf(partnerId, takers)
    let portion = portionOf(messages, listeners, backlog)
    if (isKnown && backlog.isFull()) {
      backlog = yield* backlogOf(partnerId, takers)
      portion = portionOf(messages, listeners, backlog)
    }
    const { ends, outbox, pairs } = portion
    const isLast = ends === "full" || (ends === "whole" && messages.length < messagesMax)
    const at = yield* Clock.currentTimeMillis
    const aggregates = yield* Effect.forEach(pairs, (pair) => scheduled(pair, at))
    const endpoints = new Set<WebhookEndpointId>(pairs.map(({ endpoint }) => endpoint.order.id))
    const days = new Map(messages.map(({ message: { createdAt } }) => [endOfDay(createdAt), createdAt]))
    const jobs: ReadonlyArray<ScheduledJob> = [
      ...[...endpoints].map((id) => deliverJob(partnerId, id, at)),
      ...Array.from(days.values(), (createdAt) => pruneJob(partnerId, createdAt, retentionMillis))
    ]
    yield* commit({
      aggregates,
      outbox,
      jobs,
      completion:
        ends === "full"
          ? { _tag: "DueAgain", job, dueAt: at + backlogMillis }
          : { _tag: isLast ? "Done" : "Held", job }
    })
    yield* backlog.alert
    return isLast ? undefined : backlog
  })

  const handler: JobHandler = {
    kind: webhookJobs.fanOut,
    concurrency: 8,
    handle: (job) =>
      running.run(
        job.partnerId,
        Effect.fnUntraced(function* (stepped) {
          let backlog = yield* step(job, undefined)
          while (backlog !== undefined) {
            yield* stepped
            backlog = yield* step(job, backlog)
          }
        })
      )
  }
  return handler
})
