import { Clock, Effect, Option } from "effect"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { LeaseLost, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { deliveryAfter, type PendingDelivery, type WebhookDeliveryId } from "./WebhookDelivery.ts"
import { isSubscribed, type RegisteredEndpoint, webhookEndpoint } from "./WebhookEndpoint.ts"
import { WebhookReader } from "./WebhookReader.ts"

/** How many deliveries one commit withdraws. */
const withdrawMax = 128

/**
 * Ends waiting deliveries of a job's endpoint, some at a time, under the lease of the job; returns whether there were
 * any. The endpoint is loaded after the deliveries: what it wants again in the meantime, it keeps.
 */
export interface WebhookWithdrawals {
  /** The current endpoint if it is enabled, or the reason why not. */
  readonly enabledEndpointOf: (
    job: LeasedJob
  ) => Effect.Effect<Versioned<RegisteredEndpoint> | string, StoreUnavailable>
  /** Gives up deliveries of an endpoint that is not enabled. */
  readonly giveUpSome: (job: LeasedJob) => Effect.Effect<boolean, LeaseLost | StoreUnavailable>
  /**
   * Cancels deliveries of events that the endpoint, as it was just loaded, does not subscribe to. Those being attempted
   * are left alone: their results decide.
   */
  readonly cancelSome: (
    job: LeasedJob,
    endpoint: RegisteredEndpoint,
    underWay: ReadonlySet<WebhookDeliveryId>
  ) => Effect.Effect<"cancelled" | "attempted" | "none", LeaseLost | StoreUnavailable>
}

export const makeWebhookWithdrawals = Effect.gen(function* () {
  const { transact } = yield* makeTransact
  const reader = yield* WebhookReader
  const states = yield* StateReader

  const enabledEndpointOf: WebhookWithdrawals["enabledEndpointOf"] = Effect.fnUntraced(function* ({
    partnerId,
    subjectId
  }) {
    const found = yield* states.get(webhookEndpoint, partnerId, subjectId)
    if (Option.isNone(found)) return "there is no such webhook"
    const { state } = found.value
    return state._tag === "enabled" ? found.value : `the webhook is ${state._tag}`
  })

  const giveUpSome: WebhookWithdrawals["giveUpSome"] = (job) =>
    transact(
      Effect.gen(function* () {
        const { partnerId, subjectId } = job
        const waiting = yield* reader.due(partnerId, subjectId, Number.MAX_SAFE_INTEGER, withdrawMax)
        if (waiting.length === 0) return { answer: false }
        const reason = yield* enabledEndpointOf(job)
        if (typeof reason !== "string") return { answer: true }
        const at = yield* Clock.currentTimeMillis
        return { ...withdrawing(job, waiting, { _tag: "GiveUp", reason, at }), answer: true }
      })
    )

  const cancelSome: WebhookWithdrawals["cancelSome"] = (job, { target }, underWay) =>
    transact(
      Effect.gen(function* () {
        const { partnerId, subjectId } = job
        const limit = withdrawMax + underWay.size
        const others = yield* reader.pendingBesides(partnerId, subjectId, target.events, limit)
        if (others.length === 0) return { answer: "none" }
        const endpoint = yield* enabledEndpointOf(job)
        const unwanted = others.filter(
          ({ state: { order } }) =>
            !underWay.has(order.id) &&
            typeof endpoint !== "string" &&
            !isSubscribed(endpoint.state, order.type)
        )
        if (unwanted.length === 0) return { answer: "attempted" }
        const at = yield* Clock.currentTimeMillis
        const cancelled = withdrawing(job, unwanted, { _tag: "Cancel", reason: unsubscribed, at })
        return { ...cancelled, answer: "cancelled" }
      })
    )

  return { enabledEndpointOf, giveUpSome, cancelSome } satisfies WebhookWithdrawals
})

const unsubscribed = "the webhook no longer subscribes to this event"

const withdrawing = (
  job: LeasedJob,
  deliveries: ReadonlyArray<Versioned<PendingDelivery>>,
  command: { readonly _tag: "GiveUp" | "Cancel"; readonly reason: string; readonly at: number }
) => ({
  commit: {
    aggregates: deliveries.map((found) =>
      writeOver("WebhookDelivery", found, deliveryAfter(found.state, command))
    ),
    completion: { _tag: "Held" as const, job }
  }
})
