import { assert, describe } from "@effect/vitest"
import { defaultSettings, KycSessions, Quittance, StoreUnavailable, Webhooks } from "@quittance/core"
import {
  BlobStore,
  KycChecker,
  kycJobs,
  type MemoryState,
  millisPerDay,
  Pictures,
  Store
} from "@quittance/core/adapter"
import { Context, Effect, Layer, Option } from "effect"
import { kycSessionCreatedView, kycSessionView } from "../../src/concepts/kyc/KycSessionView.ts"
import { type Deployment, Memory, start } from "./Deployment.ts"
import { shop, storeOf } from "./fiatInvoices.ts"
import { jobDueAt, kycSettings, openKyc, readKyc, recordedKyc, test, testIn } from "./kyc.ts"
import { endpointOf, listen } from "./webhooks.ts"

const create = (partnerId: string, input: unknown) =>
  Effect.flatMap(KycSessions, (sessions) => sessions.create(partnerId, input))

/** A store whose commits of sessions land, and nobody is told. */
const unclear = storeOf(Store, (inner) => {
  const lost = new StoreUnavailable({ outcome: "unknown", reason: "the line is cut" })
  const commit: typeof inner.commit = (whole) =>
    whole.aggregates.some(({ _tag }) => _tag === "KycSession")
      ? Effect.andThen(inner.commit(whole), Effect.fail(lost))
      : inner.commit(whole)
  return { commit }
})

const isUntouched = (state: MemoryState) => {
  assert.strictEqual(state.aggregates.KycSession.size, 0)
  assert.strictEqual(state.aggregates.WebhookEndpoint.size, 0)
  assert.strictEqual(state.jobs.size, 0)
}

describe("a KYC session is created", () => {
  test("as a session that waits for a day, under a link that nobody can guess", function* () {
    const partnerId = yield* shop()
    const { secret, session } = yield* create(partnerId, {
      level: "advanced",
      redirectUrl: "https://shop.example/back",
      metadata: { customer: 7 },
      locale: "kk"
    })
    assert.strictEqual(session._tag, "pending")
    const { id, token } = session.order
    assert.match(id, /^kyc_[0-9a-f]{32}$/)
    assert.match(token, /^[0-9a-f]{44}$/)
    assert.deepStrictEqual(kycSessionCreatedView({ session, secret }, "https://pay.example"), {
      id,
      level: "advanced",
      status: "pending",
      verificationUrl: `https://pay.example/verify/${token}`,
      locale: "kz",
      redirectUrl: "https://shop.example/back",
      metadata: { customer: 7 },
      attempts: 0,
      failureReasons: [],
      createdAt: new Date(start).toISOString(),
      updatedAt: new Date(start).toISOString(),
      expiresAt: new Date(start + millisPerDay).toISOString(),
      completedAt: null,
      redactedAt: null
    })
    assert.deepStrictEqual(yield* readKyc(session.order), session)
    assert.deepStrictEqual(yield* jobDueAt(kycJobs.expire), Option.some(start + millisPerDay))
    assert.deepStrictEqual(yield* jobDueAt(kycJobs.retain), Option.some(start + millisPerDay))
  })

  testIn({ settings: kycSettings({ lifeMillis: 5000 }) })("for as long as the deployment says", function* () {
    const { expiresAt } = yield* openKyc(yield* shop())
    assert.strictEqual(expiresAt, start + 5000)
  })

  test("not at all where the request is refused", function* () {
    const partnerId = yield* shop()
    const refused = yield* Effect.flip(
      create(partnerId, { level: "gold", webhookUrl: "https://own.example" })
    )
    assert.strictEqual(refused._tag, "InvalidInput")
    isUntouched(yield* Memory)
  })

  testIn({ store: unclear })("once, where its commit landed and nobody was told", function* () {
    const memory = yield* Memory
    const order = yield* openKyc(yield* shop(), { webhookUrl: "https://own.example" })
    assert.deepStrictEqual([...memory.aggregates.KycSession.keys()], [order.id])
    assert.strictEqual(memory.aggregates.WebhookEndpoint.size, 1)
  })

  test("for its partner alone, but for whoever holds its link", function* () {
    const sessions = yield* KycSessions
    const order = yield* openKyc(yield* shop())
    const other = yield* shop("another shop")
    for (const act of [sessions.get(other, order.id), sessions.redact(other, order.id)])
      assert.strictEqual((yield* Effect.flip(act))._tag, "NotFound")
    assert.deepStrictEqual((yield* sessions.getByToken(order.token)).order, order)
    assert.strictEqual((yield* Effect.flip(sessions.getByToken(order.id)))._tag, "NotFound")
    assert.strictEqual((yield* recordedKyc(order))._tag, "pending")
  })
})

/** How a creation fails. */
const failure = (partnerId: string, input: unknown) => Effect.flip(create(partnerId, input))

describe("the URL that is told the result", () => {
  const url = "https://own.example/kyc"

  for (const field of ["webhookUrl", "callbackUrl", "notificationUrl"]) {
    test(`may be named ${field}`, function* () {
      const partnerId = yield* shop()
      const { secret, session } = yield* create(partnerId, { level: "basic", [field]: url })
      const recipient = Option.getOrThrow(session.order.recipient)
      assert.strictEqual(recipient.url, url)
      const { order, target } = yield* endpointOf(partnerId, recipient.endpointId)
      assert.deepStrictEqual({ family: order.family, ...target }, { family: "kyc", url, events: [] })
      assert.match(Option.getOrThrow(secret), /^whsec_[A-Za-z0-9+/]{43}=$/)
    })
  }

  test("is the first of several names, whatever their order in the request; null stands for nothing", function* () {
    const partnerId = yield* shop()
    const recipientOf = Effect.fnUntraced(function* (fields: object) {
      const { session } = yield* create(partnerId, { level: "basic", ...fields })
      return Option.map(session.order.recipient, (recipient) => recipient.url)
    })
    const [one, two, three] = ["https://one.example/", "https://two.example/", "https://three.example/"]
    const all = { notificationUrl: three, callbackUrl: two, webhookUrl: one }
    assert.deepStrictEqual(yield* recipientOf(all), Option.some(one))
    assert.deepStrictEqual(yield* recipientOf({ ...all, webhookUrl: null }), Option.some(two))
    assert.deepStrictEqual(
      yield* recipientOf({ notificationUrl: three, callbackUrl: null }),
      Option.some(three)
    )
    assert.deepStrictEqual(yield* recipientOf({ webhookUrl: null }), Option.none())
  })

  for (const [field, refused] of [
    ["webhookUrl", "http://own.example"],
    ["callbackUrl", "https://localhost/hook"],
    ["notificationUrl", "https://127.0.0.1/"],
    ["webhookUrl", "https://0x7f000001/"],
    ["callbackUrl", "https://[::ffff:10.0.0.1]/"],
    ["notificationUrl", "https://169.254.169.254/latest"],
    ["webhookUrl", "https://user:word@own.example/"],
    ["webhookUrl", "own.example"],
    ["webhookUrl", ""]
  ] as const) {
    test(`may not be ${JSON.stringify(refused)}: ${field} is named and nothing is written`, function* () {
      const error = yield* failure(yield* shop(), { level: "basic", [field]: refused })
      assert.strictEqual(error._tag, "InvalidUrl")
      if (error._tag === "InvalidUrl") assert.strictEqual(error.field, field)
      isUntouched(yield* Memory)
    })
  }

  testIn({ settings: { webhook: { ...defaultSettings.webhook, allowPrivate: true } } })(
    "may be on this machine where a sandbox allows it",
    function* () {
      const { recipient } = yield* openKyc(yield* shop(), { webhookUrl: "http://127.0.0.1:9000/hook" })
      assert.isTrue(Option.isSome(recipient))
    }
  )

  test("has its secret told once, with the creation", function* () {
    const { secret, session } = yield* create(yield* shop(), { level: "basic", webhookUrl: url })
    const secretText = Option.getOrThrow(secret)
    const view = kycSessionCreatedView({ session, secret }, "https://pay.example")
    assert.strictEqual(view.webhookSecret, secretText)
    const later = yield* readKyc(session.order)
    assert.notInclude(JSON.stringify(later), secretText)
    assert.notProperty(kycSessionView(later, "https://pay.example"), "webhookSecret")
    const without = yield* create(yield* shop(), { level: "basic" })
    assert.deepStrictEqual(without.secret, Option.none())
  })

  test("may be the same for many sessions, and that of a webhook", function* () {
    const partnerId = yield* shop()
    const webhook = yield* listen(partnerId, "own")
    const ids = new Set<string>([webhook.id])
    for (let i = 0; i < 3; i++) {
      const { recipient } = yield* openKyc(partnerId, { webhookUrl: webhook.url })
      ids.add(Option.getOrThrow(recipient).endpointId)
    }
    assert.strictEqual(ids.size, 4)
  })

  test("is no webhook of the partner's: it is neither listed nor read, changed, tested or deleted there", function* () {
    const partnerId = yield* shop()
    const { recipient } = yield* openKyc(partnerId, { webhookUrl: url })
    const { endpointId } = Option.getOrThrow(recipient)
    const webhooks = yield* Webhooks
    assert.deepStrictEqual(yield* webhooks.list(partnerId), [])
    for (const act of [
      webhooks.get(partnerId, endpointId),
      webhooks.update(partnerId, endpointId, { active: false }),
      webhooks.rotateSecret(partnerId, endpointId),
      webhooks.test(partnerId, endpointId, {}),
      webhooks.deliveries(partnerId, endpointId, {}, { page: 1, limit: 10 }),
      webhooks.remove(partnerId, endpointId)
    ])
      assert.strictEqual(
        (yield* Effect.flip<unknown, { readonly _tag: string }, never>(act))._tag,
        "NotFound"
      )
    assert.strictEqual((yield* endpointOf(partnerId, endpointId))._tag, "enabled")
  })
})

describe("without a provider a session could not come to its end, so none begins:", () => {
  for (const provider of [KycChecker, BlobStore, Pictures]) {
    const name = provider.key.replace(/^.*\//, "")
    test(name, function* () {
      const partnerId = yield* shop()
      const without = Effect.scoped(Layer.build(Layer.fresh(Quittance.layer))).pipe(
        Effect.updateContext((all: Context.Context<Deployment>) => Context.omit(provider)(all))
      )
      const sessions = Context.get(yield* without, KycSessions)
      const error = yield* Effect.flip(
        sessions.create(partnerId, { level: "basic", webhookUrl: "https://a.example" })
      )
      assert.strictEqual(error._tag, "ProviderMissing")
      if (error._tag === "ProviderMissing") assert.strictEqual(error.provider, name)
      isUntouched(yield* Memory)
      assert.strictEqual((yield* Effect.flip(sessions.create(partnerId, {})))._tag, "InvalidInput")
    })
  }
})

describe("persons are told apart", () => {
  const personOf = Effect.fnUntraced(function* (partnerId: string, metadata?: object) {
    const { person } = yield* openKyc(partnerId, metadata === undefined ? {} : { metadata })
    assert.notInclude(person, "Jane")
    return person
  })

  test("by the metadata, however it is written, and by the partner", function* () {
    const partnerId = yield* shop()
    const jane = yield* personOf(partnerId, { name: "Jane", of: { a: 1, b: [2] } })
    assert.strictEqual(yield* personOf(partnerId, { of: { b: [2], a: 1 }, name: "Jane" }), jane)
    assert.notStrictEqual(yield* personOf(partnerId, { name: "Jane", of: { a: 1, b: [3] } }), jane)
    assert.notStrictEqual(
      yield* personOf(yield* shop("another"), { name: "Jane", of: { a: 1, b: [2] } }),
      jane
    )
  })

  test("by the session where nothing is known of them", function* () {
    const partnerId = yield* shop()
    const persons = [yield* personOf(partnerId), yield* personOf(partnerId), yield* personOf(partnerId, {})]
    assert.strictEqual(new Set(persons).size, 3)
  })
})
