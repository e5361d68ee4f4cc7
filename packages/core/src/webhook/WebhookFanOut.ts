import { Clock, Effect } from "effect"
import type { PartnerId } from "../partner/Partner.ts"
import { Ids } from "../ports/Ids.ts"
import { type AggregateWrite, emptyCommit, Store, type StoreUnavailable } from "../ports/Store.ts"
import { WebhookReader } from "../ports/WebhookReader.ts"
import { Settings } from "../settings/Settings.ts"
import type { ScheduledJob } from "../work/Job.ts"
import type { JobHandler } from "../work/Worker.ts"
import { scheduledDelivery } from "./WebhookDelivery.ts"
import { isSubscribed, type RegisteredEndpoint, type WebhookEndpointId } from "./WebhookEndpoint.ts"
import { familyOfEvent, type SubscribedFamily } from "./WebhookEvents.ts"
import { deliverJob, pruneJob } from "./WebhookJobs.ts"
import type { OutboxChange, WaitingMessage } from "./WebhookMessage.ts"

/** Messages read at a time, and deliveries that one commit makes: a commit must not hold up the requests beside it. */
const messagesMax = 200
const deliveriesMax = 200

/** A partner's endpoints that take deliveries, in the order of ids, by family. */
type Listeners = { readonly [F in SubscribedFamily]: ReadonlyArray<RegisteredEndpoint> }

/** What one commit does of the fan-out. */
interface Portion {
  readonly pairs: ReadonlyArray<{ readonly waiting: WaitingMessage; readonly endpoint: RegisteredEndpoint }>
  readonly outbox: ReadonlyArray<OutboxChange>
  /** Whether all messages that were read are fanned out with it. */
  readonly isWhole: boolean
}

/** Whoever was registered after the event is not told of it. */
const targetsOf = ({ message, through }: WaitingMessage, listeners: Listeners) =>
  listeners[familyOfEvent(message.type)].filter(
    (endpoint) =>
      endpoint.order.id > through &&
      endpoint.order.createdAt <= message.createdAt &&
      isSubscribed(endpoint, message.type)
  )

const portionOf = (messages: ReadonlyArray<WaitingMessage>, listeners: Listeners): Portion => {
  const pairs: Array<Portion["pairs"][number]> = []
  const outbox: Array<OutboxChange> = []
  for (const waiting of messages) {
    const { id: messageId, partnerId } = waiting.message
    const targets = targetsOf(waiting, listeners)
    const taken = targets.slice(0, deliveriesMax - pairs.length)
    const last = taken.at(-1)
    pairs.push(...taken.map((endpoint) => ({ waiting, endpoint })))
    if (taken.length === targets.length) {
      outbox.push({ _tag: "FannedOut", partnerId, messageId, through: "all" })
      continue
    }
    if (last !== undefined) outbox.push({ _tag: "FannedOut", partnerId, messageId, through: last.order.id })
    return { pairs, outbox, isWhole: false }
  }
  return { pairs, outbox, isWhole: true }
}

/**
 * Makes a delivery for every endpoint that wants a message, some at a time. A crash in between leaves the message in the outbox
 * with the endpoint up to which it came, so that nobody is forgotten and nobody gets two.
 */
export const makeWebhookFanOut = Effect.gen(function* () {
  const { retentionMillis } = (yield* Settings).webhook
  const store = yield* Store
  const ids = yield* Ids
  const reader = yield* WebhookReader

  const listenersOf = Effect.fnUntraced(function* (
    partnerId: PartnerId
  ): Effect.fn.Return<Listeners, StoreUnavailable> {
    const enabled = (family: SubscribedFamily) =>
      Effect.map(reader.endpoints(partnerId, family), (all) =>
        all.flatMap(({ state }) => (state._tag === "enabled" ? [state] : []))
      )
    return { fiat: yield* enabled("fiat"), transit: yield* enabled("transit") }
  })

  const scheduled = Effect.fnUntraced(function* (
    { endpoint, waiting }: Portion["pairs"][number],
    at: number
  ) {
    const recipient = { endpointId: endpoint.order.id, url: endpoint.target.url }
    const state = scheduledDelivery(yield* ids.prefixed("dlv_"), waiting.message, recipient, at)
    return { _tag: "WebhookDelivery", state, expectedVersion: 0 } satisfies AggregateWrite
  })

  const handler: JobHandler = {
    kind: "webhook.fanOut",
    concurrency: 8,
    handle: Effect.fnUntraced(function* (job) {
      const { partnerId } = job
      while (true) {
        const messages = yield* reader.waiting(partnerId, messagesMax)
        const listeners = yield* listenersOf(partnerId)
        const { isWhole, outbox, pairs } = portionOf(messages, listeners)
        const isLast = isWhole && messages.length < messagesMax
        const at = yield* Clock.currentTimeMillis
        const aggregates = yield* Effect.forEach(pairs, (pair) => scheduled(pair, at))
        const endpoints = new Set<WebhookEndpointId>(pairs.map(({ endpoint }) => endpoint.order.id))
        const prunes = messages.map(({ message }) => pruneJob(partnerId, message.createdAt, retentionMillis))
        const jobs: ReadonlyArray<ScheduledJob> = [
          ...[...endpoints].map((id) => deliverJob(partnerId, id, at)),
          ...new Map(prunes.map((prune) => [prune.subjectId, prune])).values()
        ]
        yield* store.commit({
          ...emptyCommit,
          aggregates,
          outbox,
          jobs,
          completion: { _tag: isLast ? "Done" : "Held", job }
        })
        if (isLast) return
      }
    })
  }
  return handler
})
