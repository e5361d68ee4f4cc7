import { WebhookReader } from "@quittance/core/adapter"
import { Effect, type Option } from "effect"

/** How long the storage may take to answer. */
const storageMillisMax = 2_000

/**
 * How many webhooks were disabled by their receivers or by failures, for operators. None if the storage does
 * not answer: a health check must not depend on it.
 */
export const makeDisabledWebhooks = Effect.map(WebhookReader, (reader) =>
  reader.disabledCount.pipe(Effect.timeout(storageMillisMax), Effect.option)
)

export type DisabledWebhooks = Effect.Effect<Option.Option<number>>
