import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { InvalidState, type NotFound, orNotFound } from "../../kernel/input/Refusals.ts"
import { EventReader } from "../../kernel/ports/EventReader.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { endOfTime, type Instant } from "../../kernel/time/Instant.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { Settings } from "../settings/Settings.ts"
import {
  makeRedeliverFailed,
  type RedeliverFailed,
  redeliveryJobs,
  refusingStatus
} from "./failedDeliveries.ts"
import {
  type RecordedDelivery,
  recordedDelivery,
  WebhookDelivery,
  type WebhookDeliveryId
} from "./WebhookDelivery.ts"
import { webhookEndpoint } from "./WebhookEndpoint.ts"
import { WebhookReader } from "./WebhookReader.ts"

type Missing = NotFound | StoreUnavailable

/** So many deliveries of one record are shown, and those of so many of its events are looked for. */
const aboutMax = 500

/** Single deliveries of a partner, of both families. Deliveries erased by retention are not found. */
export class WebhookDeliveries extends Context.Service<
  WebhookDeliveries,
  {
    readonly get: (partnerId: PartnerId, id: WebhookDeliveryId) => Effect.Effect<RecordedDelivery, Missing>
    /**
     * The deliveries that told of a record, by its id: the newest, `aboutMax` at most. Of events that are told of as
     * well as stored, one id names both.
     */
    readonly about: (
      partnerId: PartnerId,
      subjectId: string
    ) => Effect.Effect<ReadonlyArray<RecordedDelivery>, StoreUnavailable>
    /** The partner of a delivery, for operators, who know only its id. */
    readonly partnerOf: (id: WebhookDeliveryId) => Effect.Effect<PartnerId, Missing>
    /**
     * Sends the same event again now, with a fresh schedule. Its endpoint must be enabled and subscribe to the event.
     * With `before`, one that has changed from that instant on, and is not waiting, stays as it is: somebody who asks
     * twice for what they saw then sends it once.
     */
    readonly redeliver: (
      partnerId: PartnerId,
      id: WebhookDeliveryId,
      before?: Instant
    ) => Effect.Effect<RecordedDelivery, InvalidState | Missing>
    /**
     * The same for everything that failed at one endpoint within a time: `from` an instant on and, unless left out,
     * before `to`. The input is untrusted. Its endpoint must be enabled.
     */
    readonly redeliverFailed: RedeliverFailed
    /** What is sent, on every attempt. */
    readonly bodyOf: (partnerId: PartnerId, id: WebhookDeliveryId) => Effect.Effect<string, Missing>
  }
>()("@quittance/core/concepts/webhook/WebhookDeliveries") {
  static readonly layer = Layer.effect(
    WebhookDeliveries,
    Effect.gen(function* () {
      const { retentionMillis } = (yield* Settings).webhook
      const reader = yield* WebhookReader
      const states = yield* StateReader
      const { runCommand } = yield* makeTransact

      const events = yield* EventReader

      const about = Effect.fn("WebhookDeliveries.about")(function* (partnerId: PartnerId, subjectId: string) {
        const stored = yield* events.ofSubject(partnerId, subjectId, aboutMax)
        // What happens to a record's payments is told as the record's, under the ids of their events.
        const told = yield* reader.messagesAbout(partnerId, subjectId)
        const ids = new Set([...stored.map(({ id }) => id), ...told.slice(-aboutMax)])
        return yield* reader.deliveriesOf(partnerId, [...ids], aboutMax)
      })

      const load = (partnerId: PartnerId, id: WebhookDeliveryId) =>
        Effect.flatMap(reader.delivery(partnerId, id), orNotFound("delivery", id))

      const redeliver = Effect.fn("WebhookDeliveries.redeliver")(function* (
        partnerId: PartnerId,
        id: WebhookDeliveryId,
        before = endOfTime
      ) {
        const found = (yield* load(partnerId, id)).state
        if (found._tag !== "pending" && found.updatedAt >= before) return found
        const { endpointId, type } = found.order
        const endpoint = yield* states.get(webhookEndpoint, partnerId, endpointId)
        const status = refusingStatus(Option.getOrUndefined(endpoint)?.state, type)
        if (status !== undefined)
          return yield* new InvalidState({ what: "webhook", status, command: "redelivery" })
        const at = yield* Clock.currentTimeMillis
        const { state } = yield* runCommand({
          machine: WebhookDelivery,
          command: { _tag: "Redeliver", at },
          partnerId,
          subjectId: id,
          at,
          load: load(partnerId, id),
          commit: ({ loaded, next }) => ({
            aggregates: [writeOver("WebhookDelivery", loaded, recordedDelivery(next))],
            jobs: redeliveryJobs(partnerId, endpointId, at, retentionMillis)
          })
        }).pipe(Effect.catchTag("WebhookDeliveryCommandRefused", Effect.die))
        return recordedDelivery(state)
      })

      return WebhookDeliveries.of({
        partnerOf: (id) => Effect.flatMap(reader.partnerOfDelivery(id), orNotFound("delivery", id)),
        get: (partnerId, id) => Effect.map(load(partnerId, id), ({ state }) => state),
        about,
        redeliver,
        redeliverFailed: yield* makeRedeliverFailed,
        bodyOf: (partnerId, id) =>
          Effect.flatMap(load(partnerId, id), ({ state }) =>
            Effect.flatMap(reader.body(partnerId, state.order.eventId), orNotFound("delivery", id))
          )
      })
    })
  )
}
