import { assert } from "@effect/vitest"
import { Ids, type StorePorts } from "@quittance/core"
import {
  type Instant,
  kycSessionPrefix,
  messageBody,
  type PartnerId,
  type WebhookMessage,
  WebhookReader
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { commit, erase, newPartnerId, start } from "./StoreSamples.ts"
import {
  deliveryIn,
  fanOut,
  newDelivery,
  newEndpoint,
  newMessage,
  posting,
  writeDeliveries,
  writingDeliveries
} from "./WebhookSamples.ts"

/** What webhooks were told of a KYC session is found by the session, so that a redaction can erase it. */

/** A message about a session; its metadata may name whatever it likes. */
const messageAbout = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  sessionId: string,
  more: {
    readonly type?: "kyc.completed" | "kyc.failed"
    readonly at?: Instant
    readonly named?: string
  } = {}
): Effect.fn.Return<WebhookMessage, never, Ids> {
  const { at = start, named = "nobody", type = "kyc.failed" } = more
  const message = yield* newMessage(partnerId, { type, createdAt: at })
  const { id } = message
  const object = { metadata: { id: named, data: { object: { id: named } } }, id: sessionId, other: named }
  return { ...message, body: messageBody({ id, type, at, version: 4, object }) }
})

const post = (message: WebhookMessage) => Effect.flatMap(posting(message), commit)

const about = Effect.fnUntraced(function* (partnerId: PartnerId, sessionId: string) {
  const webhooks = yield* WebhookReader
  return yield* webhooks.messagesAbout(partnerId, sessionId)
})

const newSessionId = Effect.flatMap(Ids, (ids) => ids.prefixed(kycSessionPrefix))

export const kycMessageChecks = {
  "messages are found by the session that they are about, of whatever instant, in the order of ids":
    Effect.gen(function* () {
      const partnerId = yield* newPartnerId
      const [session, other] = [yield* newSessionId, yield* newSessionId]
      const first = yield* messageAbout(partnerId, session)
      const second = yield* messageAbout(partnerId, session, { type: "kyc.completed" })
      const third = yield* messageAbout(partnerId, session)
      const late = yield* messageAbout(partnerId, session, { at: start + 1 })
      const early = yield* messageAbout(partnerId, session, { at: start - 1 })
      const others = yield* messageAbout(partnerId, other, { named: session })
      for (const message of [third, late, others, first, early, second]) yield* post(message)
      assert.deepStrictEqual(
        yield* about(partnerId, session),
        [first, second, third, late, early].map(({ id }) => id)
      )
      assert.deepStrictEqual(yield* about(partnerId, other), [others.id])
      for (const wrong of ["", "nobody", session.slice(0, -1), `${session}0`, "%", first.id])
        assert.deepStrictEqual(yield* about(partnerId, wrong), [], wrong)
    }),

  "another partner's messages are not found": Effect.gen(function* () {
    const [owner, other] = [yield* newPartnerId, yield* newPartnerId]
    const session = yield* newSessionId
    const message = yield* messageAbout(owner, session)
    yield* post(message)
    assert.deepStrictEqual(yield* about(owner, session), [message.id])
    assert.deepStrictEqual(yield* about(other, session), [])
  }),

  "a message is found from its commit until it is erased, whatever it waits for": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const { partnerId } = endpoint.order
    const session = yield* newSessionId
    const message = yield* messageAbout(partnerId, session)
    const isThere = (reason: string) =>
      Effect.map(about(partnerId, session), (found) => assert.deepStrictEqual(found, [message.id], reason))
    const eraseIt = erase({ _tag: "WebhookMessage", partnerId, messageId: message.id })
    yield* post(message)
    yield* isThere("it waits to be fanned out")
    yield* eraseIt
    yield* isThere("it stays while it waits to be fanned out")
    const pending = yield* newDelivery(endpoint, message)
    yield* writeDeliveries(pending)
    yield* fanOut(message, "all")
    yield* eraseIt
    yield* isThere("it stays while a delivery is pending")
    yield* commit(writingDeliveries([deliveryIn("delivered", pending)], 1, [pending]))
    yield* isThere("it is kept after its deliveries")
    yield* eraseIt
    assert.deepStrictEqual(yield* about(partnerId, session), [])
  }),

  "a message for one receiver is found although it was never in the outbox": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId, { family: "kyc" })
    const { partnerId } = endpoint.order
    const session = yield* newSessionId
    const message = yield* messageAbout(partnerId, session)
    const state = yield* newDelivery(endpoint, message)
    const whole = yield* posting(message, "none")
    yield* commit({ ...whole, aggregates: [{ _tag: "WebhookDelivery", state, expectedVersion: 0 }] })
    assert.deepStrictEqual(yield* about(partnerId, session), [message.id])
  })
} satisfies Checks<StorePorts | Ids>

export const kycMessageSuite = suiteOf<StorePorts>("messages about KYC sessions", kycMessageChecks)
