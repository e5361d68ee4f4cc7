import { Clock, Effect, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { existing } from "../../kernel/input/existing.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import { Vault } from "../../kernel/ports/Vault.ts"
import { millisPerDay } from "../../kernel/time/Instant.ts"
import {
  firstRegistered,
  isDeleted,
  type RegisteredEndpoint,
  type WebhookEndpointId,
  webhookEndpoint
} from "./WebhookEndpoint.ts"
import { type Registration, sealContext } from "./WebhookEndpoints.ts"

/** How long a repeated registration request gets the secret again. */
const secretRepeatMillis = millisPerDay

/**
 * The answer to a repeated registration under the same idempotency key.
 *
 * - `asRegistered`: the endpoint as it was then, with the registration's choices; also for a deleted
 *   endpoint.
 * - `firstSecret`: its secret, within a day and while it is the only one there ever was; none after a
 *   rotation or a deletion.
 */
export const makeWebhookRepeat = Effect.gen(function* () {
  const states = yield* StateReader
  const vault = yield* Vault

  /** The caller has the id from the commit that registered the endpoint, so it exists. */
  const load = (partnerId: PartnerId, id: WebhookEndpointId) =>
    existing(states, webhookEndpoint, partnerId, id).pipe(
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
