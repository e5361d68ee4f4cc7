import { assert } from "@effect/vitest"
import {
  type DisablingCause,
  disablingCauses,
  Ids,
  type PartnerId,
  type RegisteredEndpoint,
  type StorePorts,
  type WebhookFamily,
  webhookFamilies,
  WebhookReader
} from "@quittance/core"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import { newPartnerId, start } from "./StoreSamples.ts"
import { newEndpoint, writeEndpoint } from "./WebhookSamples.ts"
import { webhookEndpointState, webhookOrder } from "../generators/webhookGenerators.ts"

/** Webhook endpoints are read as they were written, by family, and say whether anybody listens. */

/** Two states of one order, so that an update has every field to change. */
const twoStates = webhookOrder("").chain((order) =>
  fc.tuple(webhookEndpointState(order), webhookEndpointState(order))
)

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

export const webhookEndpointChecks = {
  "every state is read as it was inserted, and as it was updated": Effect.gen(function* () {
    const webhooks = yield* WebhookReader
    const ids = yield* Ids
    const partnerId = yield* newPartnerId
    yield* forAll(twoStates, (states) =>
      Effect.gen(function* () {
        const id = yield* ids.prefixed("whk_")
        for (const [expectedVersion, state] of states.entries()) {
          const written = { ...state, order: { ...state.order, id, partnerId } }
          yield* writeEndpoint(written, expectedVersion)
          const found = { state: written, version: expectedVersion + 1 }
          assert.deepStrictEqual(yield* webhooks.endpoint(partnerId, id), Option.some(found))
          const all = yield* webhooks.endpoints(partnerId, written.order.family)
          const inList = all.find(({ state: { order } }) => order.id === id)
          assert.deepStrictEqual(inList, written._tag === "deleted" ? undefined : found)
        }
      })
    )
  }),

  "an endpoint changes only on the version that it was decided on": Effect.gen(function* () {
    const webhooks = yield* WebhookReader
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const { id, partnerId } = endpoint.order
    yield* writeEndpoint(endpoint)
    for (const expectedVersion of [0, 2]) {
      const refusal = yield* Effect.flip(writeEndpoint(deleted(endpoint), expectedVersion))
      assert.deepInclude(refusal, { _tag: "VersionConflict", subjectId: id, expected: expectedVersion })
    }
    const found = yield* webhooks.endpoint(partnerId, id)
    assert.deepStrictEqual(found, Option.some({ state: endpoint, version: 1 }))
  }),

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

  "a deleted endpoint is found by its id and listed no more": Effect.gen(function* () {
    const webhooks = yield* WebhookReader
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const { id, partnerId } = endpoint.order
    yield* writeEndpoint(endpoint)
    yield* writeEndpoint(deleted(endpoint), 1)
    assert.deepStrictEqual(yield* listed(partnerId, "fiat"), [])
    const found = yield* webhooks.endpoint(partnerId, id)
    assert.deepStrictEqual(found, Option.some({ state: deleted(endpoint), version: 2 }))
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

  "partnerOfEndpoint finds the partner of an endpoint, also after it was deleted": Effect.gen(function* () {
    const webhooks = yield* WebhookReader
    const [partnerId, other] = [yield* newPartnerId, yield* newPartnerId]
    const endpoint = yield* newEndpoint(partnerId)
    yield* writeEndpoint(yield* newEndpoint(other))
    assert.isTrue(Option.isNone(yield* webhooks.partnerOfEndpoint(endpoint.order.id)))
    for (const [version, state] of [endpoint, deleted(endpoint)].entries()) {
      yield* writeEndpoint(state, version)
      assert.deepStrictEqual(yield* webhooks.partnerOfEndpoint(endpoint.order.id), Option.some(partnerId))
    }
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
    }),

  "a partner sees only endpoints of its own": Effect.gen(function* () {
    const webhooks = yield* WebhookReader
    const [owner, other] = [yield* newPartnerId, yield* newPartnerId]
    const endpoint = yield* newEndpoint(owner)
    yield* writeEndpoint(endpoint)
    assert.isTrue(Option.isSome(yield* webhooks.endpoint(owner, endpoint.order.id)))
    assert.isTrue(Option.isNone(yield* webhooks.endpoint(other, endpoint.order.id)))
    assert.deepStrictEqual(yield* listed(other, "fiat"), [])
    assert.deepStrictEqual(yield* listening(other), [])
  })
} satisfies Checks<StorePorts | Ids>

export const webhookEndpointSuite = suiteOf<StorePorts>("webhook endpoints", webhookEndpointChecks)
