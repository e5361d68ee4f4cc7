import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { InvalidState, type NotFound, orNotFound } from "../../kernel/input/Refusals.ts"
import { EventReader } from "../../kernel/ports/EventReader.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { Settings } from "../settings/Settings.ts"
import {
  type RecordedDelivery,
  recordedDelivery,
  WebhookDelivery,
  type WebhookDeliveryId
} from "./WebhookDelivery.ts"
import { isSubscribed, webhookEndpoint } from "./WebhookEndpoint.ts"
import { deliverJob, pruneJob } from "./WebhookJobs.ts"
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
     */
    readonly redeliver: (
      partnerId: PartnerId,
      id: WebhookDeliveryId
    ) => Effect.Effect<RecordedDelivery, InvalidState | Missing>
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
        id: WebhookDeliveryId
      ) {
        const { endpointId, type } = (yield* load(partnerId, id)).state.order
        const endpoint = yield* states.get(webhookEndpoint, partnerId, endpointId)
        const status = Option.match(endpoint, {
          onNone: () => "deleted",
          onSome: ({ state }) =>
            state._tag === "enabled" && !isSubscribed(state, type) ? `not subscribed to ${type}` : state._tag
        })
        if (status !== "enabled")
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
            // Retention may have skipped the message while it was pending, so it is scheduled again.
            jobs: [deliverJob(partnerId, endpointId, at), pruneJob(partnerId, at, retentionMillis)]
          })
        }).pipe(Effect.catchTag("WebhookDeliveryCommandRefused", Effect.die))
        return recordedDelivery(state)
      })

      return WebhookDeliveries.of({
        partnerOf: (id) => Effect.flatMap(reader.partnerOfDelivery(id), orNotFound("delivery", id)),
        get: (partnerId, id) => Effect.map(load(partnerId, id), ({ state }) => state),
        about,
        redeliver
      })
    })
  )
}
