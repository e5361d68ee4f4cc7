import { Clock, Effect, Option, Schema, Stream } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { decoderOf, type InvalidInput, optionalField } from "../../kernel/input/Input.ts"
import { InvalidState } from "../../kernel/input/Refusals.ts"
import { ListReader } from "../../kernel/list/ListReader.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { endOfTime, type Instant } from "../../kernel/time/Instant.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { Settings } from "../settings/Settings.ts"
import { deliveryList } from "./deliveryList.ts"
import { deliveryAfter, type RecordedDelivery, type WebhookDeliveryId } from "./WebhookDelivery.ts"
import {
  isSubscribed,
  type RegisteredEndpoint,
  type WebhookEndpointId,
  webhookEndpoint
} from "./WebhookEndpoint.ts"
import { deliverJob, pruneJob } from "./WebhookJobs.ts"
import { WebhookReader } from "./WebhookReader.ts"

/** How many deliveries one commit sends on their way again. */
const redeliveredMax = 128

const anInstant = Schema.Int.annotate({ expected: "an instant in milliseconds since 1970" })

/** When the deliveries failed that are meant: from an instant on, and before another. */
const FailedWithin = Schema.Struct({ from: anInstant, to: optionalField(anInstant) })
export interface FailedWithin extends Schema.Schema.Type<typeof FailedWithin> {}

const decodeFailedWithin = decoderOf(FailedWithin)

/** How many deliveries were sent on their way again, and how many of those that were meant are failed as before. */
export interface RedeliveredCount {
  readonly redelivered: number
  /** The webhook does not subscribe to their events any more, or was disabled meanwhile. */
  readonly left: number
}

const none: RedeliveredCount = { redelivered: 0, left: 0 }

/** Why an endpoint, if there is one, takes no delivery now; of any event, or of one. Undefined if it does. */
export const refusingStatus = (
  endpoint: RegisteredEndpoint | undefined,
  type?: RecordedDelivery["order"]["type"]
): string | undefined => {
  if (endpoint?._tag !== "enabled") return endpoint?._tag ?? "deleted"
  return type === undefined || isSubscribed(endpoint, type) ? undefined : `not subscribed to ${type}`
}

/** Redelivers what failed at an endpoint within a time. */
export type RedeliverFailed = (
  partnerId: PartnerId,
  endpointId: WebhookEndpointId,
  input: unknown
) => Effect.Effect<RedeliveredCount, InvalidInput | InvalidState | StoreUnavailable>

/**
 * All of them, some with each commit. A delivery that is on its way again has failed within that time no more, so
 * whoever asks twice for the same time, after a crash or beside somebody else, redelivers each of them once.
 */
export const makeRedeliverFailed = Effect.gen(function* () {
  const { retentionMillis } = (yield* Settings).webhook
  const lists = yield* ListReader
  const reader = yield* WebhookReader
  const states = yield* StateReader
  const { transact } = yield* makeTransact

  const endpointOf = (partnerId: PartnerId, id: WebhookEndpointId) =>
    Effect.map(states.get(webhookEndpoint, partnerId, id), (found) => Option.getOrUndefined(found)?.state)

  const redeliverSome = (
    partnerId: PartnerId,
    endpointId: WebhookEndpointId,
    ids: ReadonlyArray<WebhookDeliveryId>,
    isMeant: (delivery: RecordedDelivery) => boolean
  ) =>
    transact(
      Effect.gen(function* () {
        const endpoint = yield* endpointOf(partnerId, endpointId)
        const found = yield* Effect.forEach(ids, (id) => reader.delivery(partnerId, id))
        const meant = found.flatMap((each) => Option.toArray(each)).filter(({ state }) => isMeant(state))
        const taken = meant.filter(({ state }) => refusingStatus(endpoint, state.order.type) === undefined)
        const answer = { redelivered: taken.length, left: meant.length - taken.length }
        if (taken.length === 0) return { answer }
        const at = yield* Clock.currentTimeMillis
        return {
          commit: {
            aggregates: taken.map((each) =>
              writeOver("WebhookDelivery", each, deliveryAfter(each.state, { _tag: "Redeliver", at }))
            ),
            events: taken.map(({ state: { order }, version }) => ({
              ...{ partnerId, subjectId: order.id, version: version + 1, at },
              event: { _tag: "RedeliveryRequested", at } as const
            })),
            jobs: redeliveryJobs(partnerId, endpointId, at, retentionMillis)
          },
          answer
        }
      })
    )

  const redeliverFailed: RedeliverFailed = Effect.fn("WebhookDeliveries.redeliverFailed")(
    function* (partnerId, endpointId, input) {
      const { from, to } = yield* Effect.fromResult(decodeFailedWithin(input))
      const before = to ?? endOfTime
      const status = refusingStatus(yield* endpointOf(partnerId, endpointId))
      if (status !== undefined)
        return yield* new InvalidState({
          what: "webhook",
          status,
          command: "redelivery",
          possible: ["enabled"]
        })
      const isMeant = ({ _tag, updatedAt }: RecordedDelivery): boolean =>
        _tag === "failed" && updatedAt >= from && updatedAt < before
      const now = yield* Clock.currentTimeMillis
      // What failed before an instant was created before it.
      return yield* lists
        .stream(deliveryList, { partnerId, endpointId }, { status: "failed", to: before }, now)
        .pipe(
          Stream.filter(isMeant),
          Stream.map(({ order }) => order.id),
          Stream.grouped(redeliveredMax),
          Stream.runFoldEffect(
            () => none,
            (sum, ids) =>
              Effect.map(redeliverSome(partnerId, endpointId, ids, isMeant), ({ left, redelivered }) => ({
                redelivered: sum.redelivered + redelivered,
                left: sum.left + left
              }))
          )
        )
    }
  )
  return redeliverFailed
})

/** Retention may have skipped a message while it was pending, so that is scheduled again. */
export const redeliveryJobs = (
  partnerId: PartnerId,
  endpointId: WebhookEndpointId,
  at: Instant,
  retentionMillis: number
) => [deliverJob(partnerId, endpointId, at), pruneJob(partnerId, at, retentionMillis)]
