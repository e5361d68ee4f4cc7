import { emptyMemoryState, type MemoryState, MemoryStore, Store, StoreUnavailable } from "@quittance/core"
import { Context, Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { kycProviders } from "../KycProviders.ts"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

interface Sent {
  readonly key: string | undefined
  readonly caller?: TestApi["key"]
}

/** An operation that creates something, with two requests that differ. */
interface Creation {
  readonly send: (api: TestApi, which: "one" | "other", sent: Sent) => Promise<ApiAnswer>
  readonly idOf: (answer: ApiAnswer) => unknown
  /** The event of each that was made. */
  readonly event: string
}

const callOf = (api: TestApi, { caller = api.key, key }: Sent) => ({
  key: caller,
  headers: key === undefined ? {} : { "idempotency-key": key }
})

const json =
  (path: string, one: object, other: object): Creation["send"] =>
  (api, which, sent) =>
    api.fiat(path, { body: which === "one" ? one : other, ...callOf(api, sent) })

const formOf = (file: string, fields: Record<string, string> = {}): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append("file", new Blob([file], { type: "text/csv" }), "invoices.csv")
  return form
}

const csv = (...rows: ReadonlyArray<string>) => ["amount,currency,externalId", ...rows].join("\n")
const upload = (api: TestApi, file: string, fields: Record<string, string>, sent: Sent) =>
  api.fiat("batch/invoices", { body: formOf(file, fields), ...callOf(api, sent) })

const webhook = { url: "https://shop.test/hooks", events: ["invoice.paid"] }
const session = { level: "basic", metadata: { b: 1, a: [2] }, webhookUrl: "https://shop.test/own" }

const creations: ReadonlyArray<readonly [string, Creation]> = [
  [
    "a fiat invoice",
    {
      send: json(
        "invoices",
        { amount: 100, currency: "EUR", metadata: { b: 1, a: [2] } },
        { amount: 101, currency: "EUR" }
      ),
      idOf: ({ body }) => body.id,
      event: "InvoiceIssued"
    }
  ],
  [
    "a batch",
    {
      send: (api, which, sent) =>
        upload(api, csv("10,USD,a-1", "ten,USD,a-2", which === "one" ? "300,KZT," : "310,KZT,"), {}, sent),
      idOf: ({ body }) => body.batchId,
      event: "BatchImported"
    }
  ],
  [
    "a KYC session",
    {
      send: json("kyc/sessions", session, { ...session, level: "advanced" }),
      idOf: ({ body }) => body.id,
      event: "KycSessionCreated"
    }
  ],
  [
    "a webhook",
    {
      send: json("webhooks", webhook, { ...webhook, events: ["invoice.created"] }),
      idOf: ({ body }) => body.id,
      event: "WebhookRegistered"
    }
  ],
  [
    "a wallet",
    {
      send: (api, which, sent) =>
        api.transit("transit/wallets", { body: { label: which, network: "tron" }, ...callOf(api, sent) }),
      idOf: ({ body }) => (body.wallet as { readonly id: string }).id,
      event: "TransitWalletOpened"
    }
  ]
]

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const isReplay = ({ headers }: ApiAnswer) => headers.get("idempotent-replayed") === "true"

const start = (state: MemoryState = emptyMemoryState(), store = MemoryStore.layerOver(state)) =>
  startTestApi({ providers: kycProviders, rateLimits: "off", store })

const madeIn = (state: MemoryState, { event: tag }: Creation): number =>
  [...state.events.values()].filter(({ event }) => event._tag === tag).length

describe.each(creations)("an Idempotency-Key for %s", (_name, creation) => {
  const { idOf, send } = creation

  it("answers the same again, byte for byte, and makes nothing", async () => {
    const state = emptyMemoryState()
    await using api = await start(state)
    const first = await send(api, "one", { key: "k" })
    assert.strictEqual(first.status, 201)
    assert.isFalse(isReplay(first))
    api.wall.now += 1000
    await api.work()
    for (let time = 0; time < 2; time++) {
      const again = await send(api, "one", { key: "k" })
      assert.deepStrictEqual([again.status, isReplay(again)], [201, true])
      assert.deepStrictEqual(again.body, first.body)
    }
    assert.strictEqual(madeIn(state, creation), 1)
  })

  it("409 idempotency_conflict: the key of another request, which is not disturbed", async () => {
    const state = emptyMemoryState()
    await using api = await start(state)
    const first = await send(api, "one", { key: "k" })
    assert.deepStrictEqual(outcome(await send(api, "other", { key: "k" })), [409, "idempotency_conflict"])
    assert.strictEqual(idOf(await send(api, "one", { key: "k" })), idOf(first))
    assert.strictEqual(madeIn(state, creation), 1)
  })

  it("twenty equal requests at once make one, and all answer it", async () => {
    const state = emptyMemoryState()
    await using api = await start(state)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(api, "one", { key: "k" })))
    assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.strictEqual(new Set(answers.map(idOf)).size, 1)
    assert.strictEqual(answers.filter((answer) => !isReplay(answer)).length, 1)
    assert.strictEqual(madeIn(state, creation), 1)
  })

  it("two processes on one store make one", async () => {
    const state = emptyMemoryState()
    await using api = await start(state)
    await using second = await start(state)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send(index % 2 === 0 ? api : second, "one", { key: "k", caller: api.key })
      )
    )
    assert.strictEqual(new Set(answers.map(idOf)).size, 1)
    assert.strictEqual(madeIn(state, creation), 1)
  })

  it("belongs to one partner", async () => {
    await using api = await start()
    const other = await api.createKey({ partner: "other" })
    const first = await send(api, "one", { key: "k" })
    const theirs = await send(api, "other", { key: "k", caller: other })
    assert.deepStrictEqual([theirs.status, isReplay(theirs)], [201, false])
    assert.notStrictEqual(idOf(theirs), idOf(first))
  })

  it("finds what was committed when the answer was lost", async () => {
    const state = emptyMemoryState()
    const lost = { isLost: false }
    await using api = await start(state, losingAnswers(state, lost))
    lost.isLost = true
    assert.deepStrictEqual(outcome(await send(api, "one", { key: "k" })), [503, "service_unavailable"])
    assert.strictEqual(madeIn(state, creation), 1)
    lost.isLost = false
    const again = await send(api, "one", { key: "k" })
    assert.deepStrictEqual([again.status, isReplay(again)], [201, true])
    assert.strictEqual(madeIn(state, creation), 1)
  })
})

it("a key means something else in each operation", async () => {
  await using api = await start()
  for (const [name, { send }] of creations) {
    const answer = await send(api, "one", { key: "k" })
    assert.deepStrictEqual([answer.status, isReplay(answer)], [201, false], name)
  }
})

it("without a key every request makes something", async () => {
  await using api = await start()
  for (const [name, { idOf, send }] of creations) {
    if (name === "a webhook") continue
    const answers = [await send(api, "one", { key: undefined }), await send(api, "one", { key: undefined })]
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [201, 201],
      name
    )
    assert.notStrictEqual(answers[0] && idOf(answers[0]), answers[1] && idOf(answers[1]), name)
  }
})

it("a key is free after a refusal", async () => {
  await using api = await start()
  const headers = { "idempotency-key": "k" }
  const wrong = await api.fiat("invoices", { body: { amount: 0, currency: "EUR" }, headers })
  assert.strictEqual(wrong.status, 422)
  const right = await api.fiat("invoices", { body: { amount: 1, currency: "EUR" }, headers })
  assert.deepStrictEqual([right.status, isReplay(right)], [201, false])
})

describe("a batch that is sent again", () => {
  it("answers the rows that were taken then, and doubles none", async () => {
    await using api = await start()
    await upload(api, csv("5,USD,b-1"), {}, { key: undefined })
    const file = csv("10,USD,a-1", "ten,USD,a-2", "20,USD,b-1", "300,KZT,", "400,KZT,a-1")
    const first = await upload(api, file, { sendEmails: "true" }, { key: "k" })
    assert.deepStrictEqual([first.body.created, first.body.failed], [2, 3])
    api.wall.now += 60_000
    await upload(api, csv("7,EUR,c-1"), {}, { key: undefined })
    const again = await upload(api, file, { sendEmails: "1" }, { key: "k" })
    assert.isTrue(isReplay(again))
    assert.deepStrictEqual(again.body, first.body)
    assert.deepStrictEqual((await api.fiat("invoices")).body.pagination, {
      page: 1,
      limit: 20,
      total: 4,
      totalPages: 1
    })
  })

  it("answers its invoices as they were issued, redacted ones too", async () => {
    await using api = await start()
    const file = csv("10,USD,a-1", "20,USD,a-2")
    const first = await upload(api, file, {}, { key: "k" })
    const [one] = first.body.invoices as ReadonlyArray<{ readonly id: string }>
    await api.fiat(`invoices/${one?.id}/redact`, { method: "POST" })
    await api.work()
    assert.deepStrictEqual((await upload(api, file, {}, { key: "k" })).body, first.body)
  })

  it.each([
    { sendEmails: "true" },
    { defaultCurrency: "EUR" },
    { defaultRedirectUrl: "https://shop.test/thanks" }
  ])("409 idempotency_conflict: the same file with %o", async (fields) => {
    await using api = await start()
    const file = csv("10,USD,a-1")
    await upload(api, file, {}, { key: "k" })
    const answer = await upload(api, file, fields as Record<string, string>, { key: "k" })
    assert.deepStrictEqual(outcome(answer), [409, "idempotency_conflict"])
  })
})

describe("a secret that is answered again", () => {
  const create = (api: TestApi, more: object = {}) =>
    api.fiat("webhooks", { body: { ...webhook, ...more }, headers: { "idempotency-key": "k" } })

  it("is left out once it was rotated, with all else as it was registered", async () => {
    await using api = await start()
    const { secret, ...first } = (await create(api)).body
    assert.match(String(secret), /^whsec_/)
    const path = `webhooks/${first.id}`
    await api.fiat(path, { method: "PATCH", body: { url: "https://shop.test/moved", active: false } })
    assert.deepStrictEqual((await create(api)).body, { ...first, secret })
    await api.fiat(`${path}/rotate-secret`, { method: "POST" })
    assert.deepStrictEqual((await create(api)).body, first)
  })

  it("is left out a day after the creation", async () => {
    await using api = await start()
    const first = await create(api)
    api.wall.now += 24 * 60 * 60_000 - 1
    assert.strictEqual((await create(api)).body.secret, first.body.secret)
    api.wall.now += 1
    const again = await create(api)
    assert.deepStrictEqual([again.status, isReplay(again)], [201, true])
    assert.notProperty(again.body, "secret")
  })

  it("is left out of a webhook that was deleted, which stays deleted", async () => {
    await using api = await start()
    const first = await create(api)
    await api.fiat(`webhooks/${first.body.id}`, { method: "DELETE" })
    const again = await create(api)
    assert.deepStrictEqual([again.status, again.body.id], [201, first.body.id])
    assert.notProperty(again.body, "secret")
    assert.deepStrictEqual((await api.fiat("webhooks")).body.webhooks, [])
  })

  it("is told apart from another one that the caller chose", async () => {
    await using api = await start()
    const chosen = "a secret of my own, long enough"
    assert.strictEqual((await create(api, { secret: chosen })).body.secret, chosen)
    assert.deepStrictEqual(outcome(await create(api, { secret: `${chosen}!` })), [
      409,
      "idempotency_conflict"
    ])
    assert.deepStrictEqual(outcome(await create(api)), [409, "idempotency_conflict"])
  })

  it("of a KYC session goes with what is redacted and with the day", async () => {
    await using api = await start()
    const create = () => api.fiat("kyc/sessions", { body: session, headers: { "idempotency-key": "k" } })
    const first = await create()
    assert.match(String(first.body.webhookSecret), /^whsec_/)
    await api.fiat(`kyc/sessions/${first.body.id}/redact`, { method: "POST" })
    api.wall.now += 24 * 60 * 60_000
    const again = await create()
    assert.deepStrictEqual([again.status, again.body.id], [201, first.body.id])
    assert.notProperty(again.body, "webhookSecret")
    assert.deepStrictEqual(again.body.metadata, {})
    assert.isNotNull(again.body.redactedAt)
  })
})

it("the last webhook that there may be answers all who asked for it at once", async () => {
  await using api = await start()
  for (let count = 1; count < 16; count++) {
    const made = await api.fiat("webhooks", { body: { ...webhook, url: `https://shop.test/${count}` } })
    assert.strictEqual(made.status, 201)
  }
  const headers = { "idempotency-key": "k" }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api.fiat("webhooks", { body: webhook, headers }))
  )
  assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.strictEqual(new Set(answers.map(({ body }) => body.id)).size, 1)
})

/** While answers are lost, commits land and nobody is told, nor answered whether they did. */
const losingAnswers = (state: MemoryState, lost: { readonly isLost: boolean }) => {
  const unknown = new StoreUnavailable({ outcome: "unknown", reason: "the answer was lost" })
  const inner = MemoryStore.layerOver(state)
  const losing = Layer.effectContext(
    Effect.map(Store, (store) =>
      Context.make(
        Store,
        Store.of({
          commit: (commit) =>
            Effect.flatMap(store.commit(commit), () => (lost.isLost ? Effect.fail(unknown) : Effect.void)),
          committed: (event) => (lost.isLost ? Effect.fail(unknown) : store.committed(event))
        })
      )
    )
  )
  return Layer.merge(inner, Layer.provide(losing, inner))
}
