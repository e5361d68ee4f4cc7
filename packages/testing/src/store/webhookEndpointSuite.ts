import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  type DisablingCause,
  disablingCauses,
  type PartnerId,
  type RegisteredEndpoint,
  WebhookReader,
  webhookFamilies
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { newPartnerId, start } from "./StoreSamples.ts"
import { newEndpoint, writeEndpoint } from "./WebhookSamples.ts"

/** Webhook endpoints say whether anybody listens, and how many were disabled. */

const disabled = (cause: DisablingCause, endpoint: RegisteredEndpoint): RegisteredEndpoint => ({
  ...endpoint,
  _tag: "disabled",
  cause
})

const deleted = ({ order, retiring, sealedSecret, target }: RegisteredEndpoint): RegisteredEndpoint => {
  const failingSince = Option.none<number>()
  return { _tag: "deleted", order, target, sealedSecret, retiring, failingSince, updatedAt: start + 9 }
}

/** Which families of a partner have somebody to tell. */
const listening = Effect.fnUntraced(function* (partnerId: PartnerId) {
  const webhooks = yield* WebhookReader
  return yield* Effect.filter(webhookFamilies, (family) =>
    Effect.map(webhooks.listeners(partnerId, family), ({ endpoints }) => endpoints)
  )
})

export const webhookEndpointChecks = {
  "a family listens as long as one of its endpoints is enabled": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    assert.deepStrictEqual(yield* listening(partnerId), [])
    const [one, two] = [yield* newEndpoint(partnerId), yield* newEndpoint(partnerId)]
    yield* writeEndpoint(disabled("partner", one))
    assert.deepStrictEqual(yield* listening(partnerId), [])
    yield* writeEndpoint(two)
    yield* writeEndpoint(one, 1, disabled("partner", one))
    assert.deepStrictEqual(yield* listening(partnerId), ["fiat"])
    yield* writeEndpoint(yield* newEndpoint(partnerId, { family: "transit" }))
    assert.deepStrictEqual(yield* listening(partnerId), ["fiat", "transit"])
    yield* writeEndpoint(disabled("gone", one), 2, one)
    assert.deepStrictEqual(yield* listening(partnerId), ["fiat", "transit"])
    yield* writeEndpoint(deleted(two), 1, two)
    assert.deepStrictEqual(yield* listening(partnerId), ["transit"])
  }),

  "endpoints of all partners, but for those of KYC sessions, count while receivers or failures disabled them":
    Effect.gen(function* () {
      const webhooks = yield* WebhookReader
      const before = yield* webhooks.disabledCount
      const more = Effect.map(webhooks.disabledCount, (count) => count - before)
      const made: Array<RegisteredEndpoint> = []
      for (const cause of disablingCauses) {
        const endpoint = yield* newEndpoint(yield* newPartnerId)
        yield* writeEndpoint(endpoint)
        assert.strictEqual(yield* more, 0)
        made.push(disabled(cause, endpoint))
        const session = yield* newEndpoint(yield* newPartnerId, { family: "kyc" })
        yield* writeEndpoint(disabled(cause, session))
      }
      assert.strictEqual(yield* more, 0, "of KYC sessions none")
      for (const endpoint of made) yield* writeEndpoint(endpoint, 1)
      assert.strictEqual(yield* more, 2, "the partner's own is none")
      for (const endpoint of made) yield* writeEndpoint(deleted(endpoint), 2)
      assert.strictEqual(yield* more, 0)
    })
} satisfies Checks<StorePorts | Ids>

export const webhookEndpointSuite = suiteOf<StorePorts>("webhook endpoints", webhookEndpointChecks)
