import { MemoryStore, StoreUnavailable } from "@quittance/core"
import { emptyMemoryState, type MemoryState, Store } from "@quittance/core/adapter"
import { Context, Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import type { ApiRefusal } from "../../src/refusal/ApiRefusal.ts"
import { operationsOf } from "../operations/operationTable.ts"
import { rightRequest, send, startComplete, type Things } from "../operations/rightRequests.ts"
import type { ApiAnswer, TestApi } from "../TestApi.ts"

const formOf = (file: string, fields: Record<string, string> = {}): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append("file", new Blob([file], { type: "text/csv" }), "invoices.csv")
  return form
}

/** Another request of each operation that takes a key, and the event of what it makes. */
const creations = {
  createInvoice: [{ amount: 101, currency: "EUR" }, "InvoiceIssued"],
  createInvoiceBatch: [formOf("amount,currency\n310,KZT"), "BatchImported"],
  createKycSession: [{ level: "advanced" }, "KycSessionCreated"],
  createWebhook: [{ url: "https://shop.test/other", events: ["invoice.created"] }, "WebhookRegistered"],
  createTransitWallet: [{ label: "other", network: "tron" }, "TransitWalletOpened"]
} as const

const idOf = ({ body }: ApiAnswer) => body.id ?? body.batchId ?? (body.wallet as { readonly id: string }).id
const outcome = ({ code, status }: ApiAnswer) => [status, code]
const isReplay = ({ headers }: ApiAnswer) => headers.get("idempotent-replayed") === "true"
const withKey = { headers: { "idempotency-key": "k" } }

const start = async (state: MemoryState = emptyMemoryState(), store = MemoryStore.layerOver(state)) => {
  const api = await startComplete({ store })
  const operations = await operationsOf(api)
  return {
    ...api,
    state,
    /** Sends one of the two requests to an operation, with a key unless there is to be none. */
    ask: (
      id: string,
      which: "one" | "other" = "one",
      { caller = api.key, headers = withKey.headers }: Asked = {}
    ) => {
      const operation = operations.find((each) => each.id === id)
      assert(operation !== undefined)
      const { body } =
        which === "one" ? rightRequest(operation, {} as Things) : { body: creations[id as Creation][0] }
      return send(api, operation, { body, headers }, caller)
    },
    madeBy: (id: Creation) =>
      [...state.events.values()].filter(({ event }) => event._tag === creations[id][1]).length
  }
}

type Creation = keyof typeof creations

interface Asked {
  readonly caller?: TestApi["key"]
  readonly headers?: Readonly<Record<string, string>>
}

it("every operation that takes a key of one's choice is here", async () => {
  await using api = await startComplete()
  const taking = (await operationsOf(api)).filter(
    (each) => "idempotencyKey" in each && each.idempotencyKey?.required === false
  )
  assert.sameMembers(
    taking.map(({ id }) => id),
    Object.keys(creations)
  )
})

describe.each(Object.keys(creations) as ReadonlyArray<Creation>)("an Idempotency-Key for %s", (id) => {
  it("answers the same again, byte for byte, and makes nothing; 409 idempotency_conflict with another request", async () => {
    await using api = await start()
    const first = await api.ask(id)
    assert.deepStrictEqual([first.status, isReplay(first)], [201, false])
    api.wall.now += 1000
    await api.work()
    const again = await api.ask(id)
    assert.deepStrictEqual([again.status, isReplay(again), again.body], [201, true, first.body])
    assert.deepStrictEqual(outcome(await api.ask(id, "other")), [409, "idempotency_conflict"])
    assert.deepStrictEqual((await api.ask(id)).body, first.body)
    assert.strictEqual(api.madeBy(id), 1)
  })

  it("makes one of equal requests at once, to two processes on one store, and all answer it", async () => {
    await using api = await start()
    await using second = await start(api.state)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? api : second).ask(id, "one", { caller: api.key })
      )
    )
    assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.strictEqual(new Set(answers.map(idOf)).size, 1)
    assert.lengthOf(
      answers.filter((answer) => !isReplay(answer)),
      1
    )
    assert.strictEqual(api.madeBy(id), 1)
  })

  it("that is none is refused under the name that the client sent", async () => {
    await using api = await start()
    for (const name of ["Idempotency-Key", "X-Idempotency-Key"]) {
      const { body, status } = await api.ask(id, "one", { headers: { [name.toLowerCase()]: "" } })
      const { details, message } = body.error as unknown as ApiRefusal
      assert.deepStrictEqual([status, details?.map(({ field }) => field)], [400, [name]])
      assert.strictEqual(message, `${name} must be 1 to 255 printable ASCII characters`)
    }
  })

  it("belongs to one partner", async () => {
    await using api = await start()
    const first = await api.ask(id)
    const theirs = await api.ask(id, "other", { caller: await api.createKey({ partner: "other" }) })
    assert.deepStrictEqual([theirs.status, isReplay(theirs)], [201, false])
    assert.notStrictEqual(idOf(theirs), idOf(first))
  })

  it("finds what was committed when the answer was lost", async () => {
    const state = emptyMemoryState()
    const lost = { isLost: false }
    await using api = await start(state, losingAnswers(state, lost))
    lost.isLost = true
    assert.deepStrictEqual(outcome(await api.ask(id)), [503, "service_unavailable"])
    lost.isLost = false
    const again = await api.ask(id)
    assert.deepStrictEqual([again.status, isReplay(again)], [201, true])
    assert.strictEqual(api.madeBy(id), 1)
  })
})

it("a key means something else in each operation, and without one every request makes something", async () => {
  await using api = await start()
  for (const id of Object.keys(creations)) {
    const keyed = await api.ask(id)
    assert.deepStrictEqual([keyed.status, isReplay(keyed)], [201, false], id)
    if (id === "createWebhook") continue
    const [one, other] = [
      await api.ask(id, "one", { headers: {} }),
      await api.ask(id, "one", { headers: {} })
    ]
    assert.deepStrictEqual([one.status, other.status], [201, 201], id)
    assert.strictEqual(new Set([keyed, one, other].map(idOf)).size, 3, id)
  }
})

it("a key is free after a refusal", async () => {
  await using api = await start()
  const wrong = await api.fiat("invoices", { body: { amount: 0, currency: "EUR" }, ...withKey })
  assert.strictEqual(wrong.status, 422)
  const right = await api.fiat("invoices", { body: { amount: 1, currency: "EUR" }, ...withKey })
  assert.deepStrictEqual([right.status, isReplay(right)], [201, false])
})

describe("a batch that is sent again", () => {
  const upload = (api: TestApi, rows: ReadonlyArray<string>, fields: Record<string, string>, headers = {}) =>
    api.fiat("batch/invoices", {
      body: formOf(["amount,currency,externalId", ...rows].join("\n"), fields),
      headers
    })
  const { headers } = withKey

  it("answers the rows that were taken then as they were issued, redacted ones too, and doubles none", async () => {
    await using api = await start()
    await upload(api, ["5,USD,b-1"], {})
    const rows = ["10,USD,a-1", "ten,USD,a-2", "20,USD,b-1", "300,KZT,", "400,KZT,a-1"]
    const first = await upload(api, rows, { sendEmails: "true" }, headers)
    assert.deepStrictEqual([first.body.created, first.body.failed], [2, 3])
    api.wall.now += 60_000
    await upload(api, ["7,EUR,c-1"], {})
    const [one] = first.body.invoices as ReadonlyArray<{ readonly id: string }>
    await api.fiat(`invoices/${one?.id}/redact`, { method: "POST" })
    await api.work()
    const again = await upload(api, rows, { sendEmails: "1" }, headers)
    assert.deepStrictEqual([isReplay(again), again.body], [true, first.body])
    assert.include((await api.fiat("invoices")).body.pagination, { total: 4 })
  })

  it.each([
    { sendEmails: "true" },
    { defaultCurrency: "EUR" },
    { defaultRedirectUrl: "https://shop.test/thanks" }
  ])("409 idempotency_conflict: the same file with %o", async (fields) => {
    await using api = await start()
    await upload(api, ["10,USD,a-1"], {}, headers)
    const answer = await upload(api, ["10,USD,a-1"], fields as Record<string, string>, headers)
    assert.deepStrictEqual(outcome(answer), [409, "idempotency_conflict"])
  })
})

const webhook = { url: "https://shop.test/hooks", events: ["invoice.paid"] }

describe("a secret that is answered again", () => {
  const create = (api: TestApi, more: object = {}) =>
    api.fiat("webhooks", { body: { ...webhook, ...more }, ...withKey })

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
    const session = { level: "basic", metadata: { a: [2] }, webhookUrl: "https://shop.test/own" }
    const create = () => api.fiat("kyc/sessions", { body: session, ...withKey })
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
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api.fiat("webhooks", { body: webhook, ...withKey }))
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
