import { assert } from "@effect/vitest"
import {
  type DisablingCause,
  disablingCauses,
  type Ids,
  type PartnerId,
  type RegisteredEndpoint,
  type StorePorts,
  type WebhookFamily,
  webhookFamilies,
  WebhookReader,
  webhookEndpoint
} from "@quittance/core"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { type Checks, suiteOf } from "../Suite.ts"
import { newPartnerId, start } from "./StoreSamples.ts"
import { newEndpoint, writeEndpoint } from "./WebhookSamples.ts"
import { webhookEndpointState, webhookOrder } from "../generators/webhookGenerators.ts"
import { conceptChecksOf } from "./conceptSuite.ts"

/** Webhook endpoints are read as they were written, by family, and say whether anybody listens. */

const disabled = (cause: DisablingCause, endpoint: RegisteredEndpoint): RegisteredEndpoint => ({
  ...endpoint,
  _tag: "disabled",
  cause
})

const deleted = ({ order, retiring, sealedSecret, target }: RegisteredEndpoint): RegisteredEndpoint => {
  const failingSince = Option.none<number>()
  return { _tag: "deleted", order, target, sealedSecret, retiring, failingSince, updatedAt: start + 9 }
}

const listed = Effect.fnUntraced(function* (partnerId: PartnerId, family: WebhookFamily) {
  const webhooks = yield* WebhookReader
  return (yield* webhooks.endpoints(partnerId, family)).map(({ state, version }) => [state, version])
})

/** Which families of a partner have somebody to tell. */
const listening = Effect.fnUntraced(function* (partnerId: PartnerId) {
  const webhooks = yield* WebhookReader
  return yield* Effect.filter(webhookFamilies, (family) => webhooks.listens(partnerId, family))
})

const stored = conceptChecksOf({
  concept: webhookEndpoint,
  states: webhookOrder("").chain((order) =>
    fc.tuple(webhookEndpointState(order), webhookEndpointState(order))
  ),
  byId: (...name) => WebhookReader.use((reader) => reader.endpoint(...name)),
  ways: [
    {
      find: (partnerId, { order }) =>
        Effect.map(
          WebhookReader.use((reader) => reader.endpoints(partnerId, order.family)),
          (all) => all.map(({ state }) => state)
        ),
      has: ({ _tag }) => _tag !== "deleted"
    }
  ]
})

export const webhookEndpointChecks = {
  ...stored.alike,
  "partnerOfEndpoint finds the partner of an endpoint": stored.whose((id) =>
    WebhookReader.use((reader) => reader.partnerOfEndpoint(id))
  ),

  "a family lists its endpoints in the order of ids, enabled or disabled": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const [first, second, third] = [
      yield* newEndpoint(partnerId, { createdAt: start + 9 }),
      disabled("partner", yield* newEndpoint(partnerId)),
      yield* newEndpoint(partnerId, { createdAt: start + 5 })
    ]
    const transit = yield* newEndpoint(partnerId, { family: "transit" })
    for (const endpoint of [third, transit, first, second]) yield* writeEndpoint(endpoint)
    assert.deepStrictEqual(yield* listed(partnerId, "fiat"), [
      [first, 1],
      [second, 1],
      [third, 1]
    ])
    assert.deepStrictEqual(yield* listed(partnerId, "transit"), [[transit, 1]])
    assert.deepStrictEqual(yield* listed(partnerId, "kyc"), [])
  }),

  "operators see the endpoints of all partners, but for those of KYC sessions, in the order of ids":
    Effect.gen(function* () {
      const webhooks = yield* WebhookReader
      const [one, two] = [yield* newPartnerId, yield* newPartnerId]
      const made = [
        yield* newEndpoint(one, { family: "transit", createdAt: start + 9 }),
        disabled("failing", yield* newEndpoint(two)),
        yield* newEndpoint(one, { createdAt: start + 5 })
      ]
      const gone = yield* newEndpoint(two)
      const session = yield* newEndpoint(one, { family: "kyc" })
      for (const endpoint of [...made, session, gone].toReversed()) yield* writeEndpoint(endpoint)
      yield* writeEndpoint(deleted(gone), 1)
      const seen = (yield* webhooks.everyEndpoint).filter(({ order }) => [one, two].includes(order.partnerId))
      assert.deepStrictEqual(seen, made)
    }),

  "endpoints of KYC sessions may have one URL, and are in no other family's list": Effect.gen(function* () {
    const webhooks = yield* WebhookReader
    const partnerId = yield* newPartnerId
    const [one, two] = [
      yield* newEndpoint(partnerId, { family: "kyc" }),
      yield* newEndpoint(partnerId, { family: "kyc" })
    ]
    for (const { order, target } of [one, two])
      yield* writeEndpoint({ ...one, order, target: { ...target, url: one.target.url } })
    for (const { order } of [one, two]) {
      const found = yield* webhooks.endpoint(partnerId, order.id)
      assert.strictEqual(Option.getOrUndefined(found)?.state.target.url, one.target.url)
    }
    assert.deepStrictEqual(yield* listed(partnerId, "fiat"), [])
    assert.deepStrictEqual(yield* listed(partnerId, "transit"), [])
    assert.lengthOf(yield* listed(partnerId, "kyc"), 2)
    assert.deepStrictEqual(yield* listening(partnerId), ["kyc"])
  }),

  "a family listens as long as one of its endpoints is enabled": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    assert.deepStrictEqual(yield* listening(partnerId), [])
    const [one, two] = [yield* newEndpoint(partnerId), yield* newEndpoint(partnerId)]
    yield* writeEndpoint(disabled("partner", one))
    assert.deepStrictEqual(yield* listening(partnerId), [])
    yield* writeEndpoint(two)
    yield* writeEndpoint(one, 1)
    assert.deepStrictEqual(yield* listening(partnerId), ["fiat"])
    yield* writeEndpoint(yield* newEndpoint(partnerId, { family: "transit" }))
    assert.deepStrictEqual(yield* listening(partnerId), ["fiat", "transit"])
    yield* writeEndpoint(disabled("gone", one), 2)
    assert.deepStrictEqual(yield* listening(partnerId), ["fiat", "transit"])
    yield* writeEndpoint(deleted(two), 1)
    assert.deepStrictEqual(yield* listening(partnerId), ["transit"])
    assert.deepStrictEqual(yield* listening(yield* newPartnerId), [])
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
