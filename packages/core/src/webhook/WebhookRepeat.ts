import { StateReader } from "../ports/StateReader.ts"
import { Clock, Effect, Option } from "effect"
import { orNotFound } from "../input/Refusals.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import { Vault } from "../ports/Vault.ts"
import { millisPerDay } from "../time/Instant.ts"
import {
  webhookEndpoint,
  firstRegistered,
  isDeleted,
  type RegisteredEndpoint,
  type WebhookEndpointId
} from "./WebhookEndpoint.ts"
import { type Registration, sealContext } from "./WebhookEndpoints.ts"

/** How long whoever lost the answer of a registration is told its secret again. */
const secretRepeatMillis = millisPerDay

/**
 * What the registration of an endpoint answered, for whoever lost the answer and asks again under the same key.
 *
 * - `asRegistered`: the endpoint as it was then, with what the registration chose; also one that was deleted.
 * - `firstSecret`: its secret, within a day and while it is the only one that ever was; nothing after a rotation or a deletion.
 */
export const makeWebhookRepeat = Effect.gen(function* () {
  const states = yield* StateReader
  const vault = yield* Vault

  /** Whoever has its id had it from the commit that registered it. */
  const load = (partnerId: PartnerId, id: WebhookEndpointId) =>
    Effect.flatMap(states.get(webhookEndpoint, partnerId, id), orNotFound("webhook", id)).pipe(
      Effect.map(({ state }) => state),
      Effect.catchTag("NotFound", Effect.die)
    )

  const asRegistered = (
    partnerId: PartnerId,
    id: WebhookEndpointId,
    chosen: Pick<Registration, "switch" | "target">
  ) =>
    Effect.map(
      load(partnerId, id),
      ({ order, sealedSecret }): RegisteredEndpoint => firstRegistered({ order, sealedSecret, ...chosen })
    )

  const firstSecret = Effect.fnUntraced(function* (partnerId: PartnerId, id: WebhookEndpointId) {
    const endpoint = yield* load(partnerId, id)
    const isOver =
      isDeleted(endpoint) ||
      Option.isSome(endpoint.retiring) ||
      (yield* Clock.currentTimeMillis) >= endpoint.order.createdAt + secretRepeatMillis
    if (isOver) return Option.none<string>()
    const opened = vault.open(endpoint.sealedSecret, sealContext(id))
    return Option.some(yield* Effect.catchTag(opened, "VaultRefused", Effect.die))
  })

  return { asRegistered, firstSecret }
})
