import { assert, describe, it } from "vitest"
import {
  AuthenticationError,
  BadRequestError,
  ClockError,
  ConflictError,
  createClient,
  ForbiddenError,
  NotFoundError,
  QuittanceError,
  UnexpectedAnswerError,
  UsageError,
  ValidationError
} from "../src/index.ts"
import { baseUrl, failureOf, startClient } from "./TestClient.ts"

const payout = { amount: 10, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron" }
const unknownId = "019bc186-de01-705a-9c36-16ae27c5ce8c"

describe("a refusal is an error of its own class", () => {
  it("with code, status, request id, details and the key that was sent", async () => {
    await using started = await startClient()
    const { client } = started
    // Without types a field may be anything.
    const wrong = { ...payout, amount: "ten" as unknown as number }
    const error = await failureOf(client.crypto.payouts.create(wrong, { idempotencyKey: "order-1" }))
    assert.instanceOf(error, BadRequestError)
    assert.instanceOf(error, QuittanceError)
    const { code, details, docUrl, idempotencyKey, name, outcome, requestId, status } = error
    assert.deepStrictEqual(
      [name, code, status, details.map(({ field }) => field), outcome, idempotencyKey],
      ["BadRequestError", "invalid_request", 400, ["amount"], "none", "order-1"]
    )
    assert.match(String(requestId), /^[0-9a-f-]{36}$/)
    assert.include(docUrl, "/docs/errors#invalid_request")
  })

  it("of 401, 403, 404, 409 and 422", async () => {
    await using started = await startClient()
    const { api, client, common } = started
    const unknown = createClient({ ...common, publicKey: "pk_test_x", secret: "sk_test_x" })
    assert.instanceOf(await failureOf(unknown.crypto.balance.get()), AuthenticationError)
    const { publicKey, secret } = await api.createKey({ scopes: ["crypto:read"] })
    const reader = createClient({ ...common, publicKey, secret })
    const forbidden = await failureOf(reader.fiat.invoices.list().then())
    assert.instanceOf(forbidden, ForbiddenError)
    assert.include(forbidden.message, "payments:read")
    assert.instanceOf(await failureOf(client.crypto.payouts.get(unknownId)), NotFoundError)
    await client.fiat.invoices.create({ amount: 5, currency: "USD" }, { idempotencyKey: "a" })
    const other = client.fiat.invoices.create({ amount: 6, currency: "USD" }, { idempotencyKey: "a" })
    assert.instanceOf(await failureOf(other), ConflictError)
    assert.instanceOf(
      await failureOf(client.fiat.invoices.create({ amount: -5, currency: "USD" })),
      ValidationError
    )
  })

  it("is not sent again", async () => {
    await using started = await startClient()
    const { client, line } = started
    await failureOf(client.crypto.payouts.get(unknownId))
    assert.strictEqual(line.sent.length, 1)
  })
})

describe("a clock that is off", () => {
  for (const [name, millis, said] of [
    ["ahead", 431_000, "7 min 11 s ahead of"],
    ["behind", -7_265_000, "2 h 1 min 5 s behind"]
  ] as const)
    it(`is said by how much: ${name}`, async () => {
      await using started = await startClient()
      const { client, machine, skew } = started
      skew.millis = millis
      machine.clock.now += millis
      const error = await failureOf(client.crypto.balance.get())
      assert.instanceOf(error, ClockError)
      assert.instanceOf(error, AuthenticationError)
      assert.deepStrictEqual([error.code, error.aheadMillis], ["timestamp_out_of_range", millis])
      assert.strictEqual(
        error.message,
        `This machine's clock is ${said} the server's, and signed requests may be 5 min away: set the clock.`
      )
    })

  it("by less than five minutes does not matter", async () => {
    await using started = await startClient()
    started.skew.millis = -299_000
    started.machine.clock.now -= 299_000
    assert.strictEqual((await started.client.crypto.balance.get()).available, 0)
  })

  it("is said in the server's words where the answer has no date", async () => {
    const body = {
      success: false,
      error: { code: "timestamp_out_of_range", message: "x-timestamp is 600 s behind" }
    }
    const client = createClient({
      baseUrl,
      crypto: { publicKey: "pk_test_a", secret: "sk_test_a" },
      fetch: async () => Response.json(body, { status: 401 })
    })
    const error = await failureOf(client.crypto.balance.get())
    assert.instanceOf(error, ClockError)
    assert.deepStrictEqual([error.aheadMillis, error.message], [undefined, "x-timestamp is 600 s behind"])
  })
})

describe("a key that binds something else", () => {
  it("is none that a sandbox makes unless it is told otherwise: no request is refused", async () => {
    await using started = await startClient()
    const { api, common, line } = started
    const { publicKey, secret } = await api.createKey()
    const client = createClient({ ...common, publicKey, secret })
    await client.sandbox.credit({ amount: 500 })
    line.sent.length = 0
    await client.crypto.payouts.create(payout)
    assert.lengthOf(line.sent, 1)
  })

  for (const bind of ["idempotency", "query"])
    it(`is followed in a sandbox: ${bind}`, async () => {
      await using started = await startClient()
      const { api, common, line } = started
      const { publicKey, secret } = await api.createKey({ bind })
      const client = createClient({ ...common, publicKey, secret })
      await client.sandbox.credit({ amount: 500 })
      await client.crypto.payouts.create(payout)
      assert.strictEqual(
        (await client.crypto.payouts.list({ limit: 5, status: "PENDING" })).pagination.total,
        1
      )
      const before = line.sent.length
      await client.crypto.payouts.create({ ...payout, amount: 11 })
      await client.crypto.payouts.list({ limit: 5 })
      assert.isAtMost(line.sent.length - before, bind === "idempotency" ? 2 : 3)
    })

  it("is not sought where it is the secret that is wrong", async () => {
    await using started = await startClient()
    const { api, common, line } = started
    const { publicKey } = await api.createKey()
    const client = createClient({ ...common, publicKey, secret: "sk_test_of_another" })
    for (const call of [() => client.crypto.balance.get(), () => client.crypto.payouts.create(payout)]) {
      line.sent.length = 0
      const error = await failureOf(call())
      assert.instanceOf(error, AuthenticationError)
      assert.strictEqual(error.code, "signature_invalid")
      assert.isAtMost(line.sent.length, 2)
    }
  })

  it("is learnt by calls at the same time", async () => {
    await using started = await startClient()
    const { publicKey, secret } = await started.api.createKey({ bind: "idempotency" })
    const client = createClient({ ...started.common, publicKey, secret })
    await client.sandbox.credit({ amount: 500 })
    await Promise.all([1, 2, 3].map((amount) => client.crypto.payouts.create({ ...payout, amount })))
    assert.strictEqual((await client.crypto.payouts.list({ limit: 2 })).pagination.total, 3)
  })

  it("is refused where the client was told what it binds", async () => {
    await using started = await startClient({ bind: "none" })
    const error = await failureOf(started.client.crypto.payouts.create(payout))
    assert.instanceOf(error, AuthenticationError)
    assert.deepStrictEqual([error.code, started.line.sent.length], ["signature_invalid", 1])
  })

  it("is told of where a live server does not say what it expected", async () => {
    const error = { code: "signature_invalid", message: "x-signature is not right" }
    const client = createClient({
      baseUrl,
      crypto: { publicKey: "pk_live_a", secret: "sk_live_a" },
      fetch: async () => Response.json({ success: false, error }, { status: 401 })
    })
    assert.match(
      String(await failureOf(client.crypto.balance.get())),
      /^AuthenticationError: x-signature is not right; a key that binds something else needs the option bind$/
    )
  })

  it("is taken as it was said", async () => {
    await using started = await startClient()
    const { publicKey, secret } = await started.api.createKey({ bind: "query" })
    const client = createClient({ ...started.common, publicKey, secret, bind: "query" })
    await client.crypto.payouts.list({ limit: 5 })
    assert.strictEqual(started.line.sent.length, 1)
  })
})

describe("an answer that is none of this API", () => {
  const page = (status: number, headers: Record<string, string> = {}) =>
    new Response("<html><head><title>Sign in\n to the hotel</title></head></html>", {
      status,
      headers: { "content-type": "text/html; charset=utf-8", ...headers }
    })
  const url = `GET ${baseUrl}/api/v2/crypto/balance was answered with`
  const cases: Readonly<Record<string, readonly [answer: () => Response, said: string]>> = {
    "a page": [
      () => page(200),
      `${url} 200 and text/html that is no JSON ("Sign in to the hotel"): a proxy or another server is there, so see that baseUrl is right.`
    ],
    "a proxy's refusal": [
      () => page(403),
      `${url} 403 and text/html that is no JSON ("Sign in to the hotel"): a proxy or another server is there, so see that baseUrl is right.`
    ],
    "a redirect": [
      () => page(301, { location: "https://api.test/" }),
      `${url} a redirect to https://api.test/: see that baseUrl is right.`
    ],
    nothing: [
      () => new Response("", { status: 200 }),
      `${url} 200 and nothing: a proxy or another server is there, so see that baseUrl is right.`
    ],
    "JSON that is no resource": [() => Response.json({ hello: 1 }), `${url} 200 and no balance in it.`],
    "a list": [() => Response.json([1]), `${url} 200 and JSON that is no object ("[1]").`],
    "an error of something else": [
      () => Response.json({ message: "Forbidden" }, { status: 403 }),
      `${url} 403 and JSON that is no error of this API ("{"message":"Forbidden"}").`
    ]
  }
  for (const [name, [answer, said]] of Object.entries(cases))
    it(`is told in a sentence: ${name}`, async () => {
      await using started = await startClient()
      started.line.faults.push(answer())
      const error = await failureOf(started.client.crypto.balance.get())
      assert.instanceOf(error, UnexpectedAnswerError)
      assert.deepStrictEqual([error.message, error.status], [said, answer().status])
      assert.strictEqual(started.line.sent.length, 1)
    })

  it("and cut off each time is told so, with the key to repeat it with", async () => {
    await using started = await startClient({ retryMax: 1 })
    const { client, line } = started
    line.faults.push("answer cut off", "answer cut off")
    const error = await failureOf(client.fiat.invoices.create({ amount: 5, currency: "USD" }))
    assert.instanceOf(error, UnexpectedAnswerError)
    assert.match(
      error.message,
      /was answered with 201 and JSON that is cut off or damaged, of \d+ characters\.$/
    )
    assert.deepStrictEqual([error.outcome, error.idempotencyKey], ["unknown", "made-1"])
  })
})

describe("a call that cannot be right sends nothing", () => {
  type Loose = (...given: ReadonlyArray<unknown>) => Promise<unknown>
  it("and says why", async () => {
    await using started = await startClient()
    const { client, line } = started
    const loose = (call: unknown) => call as Loose
    const cyclic: { self?: unknown } = {}
    cyclic.self = cyclic
    const wrong: ReadonlyArray<readonly [Promise<unknown>, string]> = [
      [
        loose(client.crypto.payouts.get)(undefined),
        "crypto.payouts.get: id is undefined, and must be the text of an id."
      ],
      [
        loose(client.crypto.payouts.get)(""),
        "crypto.payouts.get: id is empty, and must be the text of an id."
      ],
      [
        loose(client.crypto.payouts.create)("x"),
        "crypto.payouts.create: its fields come as one object, not as string."
      ],
      [
        loose(client.crypto.balance.get)({}, {}),
        "crypto.balance.get: the last argument is an object of options."
      ],
      [
        loose(client.crypto.payouts.create)(payout, { idempotencykey: "a" }),
        "crypto.payouts.create has no option idempotencykey: it has idempotencyKey, signal, timeoutMillis, retryMax."
      ],
      [
        loose(client.crypto.balance.get)({ idempotencyKey: "a" }),
        "crypto.balance.get has no option idempotencyKey: it has signal, timeoutMillis, retryMax."
      ],
      [
        loose(client.crypto.payouts.create)(payout, { idempotencyKey: "ключ" }),
        "crypto.payouts.create: idempotencyKey must have 1 to 255 printable ASCII characters."
      ],
      [
        loose(client.crypto.balance.get)({ timeoutMillis: 0 }),
        "timeoutMillis is 0: it must be a whole number from 1."
      ],
      [
        loose(client.crypto.balance.get)({ retryMax: 1.5 }),
        "retryMax is 1.5: it must be a whole number from 0."
      ]
    ]
    for (const [call, said] of wrong) {
      const error = await failureOf(call)
      assert.instanceOf(error, UsageError)
      assert.deepStrictEqual([error.message, error.code], [said, "invalid_option"])
    }
    const noFile = await failureOf(loose(client.fiat.batches.create)({ file: { path: "june.csv" } }))
    assert.instanceOf(noFile, UsageError)
    assert.strictEqual(
      noFile.message,
      "fiat.batches.create: file is object: it must be a Blob, bytes, a stream of bytes or text."
    )
    const error = await failureOf(loose(client.fiat.invoices.create)({ metadata: cyclic }))
    assert.instanceOf(error, UsageError)
    assert.include(error.message, "fiat.invoices.create: its fields cannot be written as JSON")
    assert.isEmpty(line.sent)
  })

  it("is said of a date or a number that is none, and of an id that is a folder", async () => {
    await using started = await startClient()
    const { client, line } = started
    const calls = {
      "fiat.invoices.list: from is Invalid Date, which is no value.": () =>
        client.fiat.invoices.list({ from: new Date("x") }),
      "fiat.invoices.create: amount is NaN, which is no value.": () =>
        client.fiat.invoices.create({ amount: Number.NaN, currency: "USD" }),
      "fiat.invoices.cancel: id is .., and must be the text of an id.": () =>
        client.fiat.invoices.cancel("..")
    }
    for (const [message, call] of Object.entries(calls)) {
      const error = await failureOf((async () => call())())
      assert.instanceOf(error, UsageError)
      assert.strictEqual(error.message, message)
    }
    assert.isEmpty(line.sent)
  })

  it("is said of what is no value at any depth, with its path", async () => {
    await using started = await startClient()
    const { client, line } = started
    const create = client.fiat.invoices.create as (fields: object) => Promise<unknown>
    const calls: ReadonlyArray<readonly [fields: object, message: string]> = [
      [{ metadata: { score: Number.NaN } }, "metadata.score is NaN"],
      [{ metadata: { seen: [{ at: new Date("x") }] } }, "metadata.seen.0.at is Invalid Date"],
      [{ metadata: { a: { b: { c: Number.POSITIVE_INFINITY } } } }, "metadata.a.b.c is Infinity"],
      [{ metadata: { tags: ["a", undefined] } }, "metadata.tags.1 is undefined"],
      [{ metadata: { call: () => 1 } }, "metadata.call is a function"],
      [{ metadata: { sign: Symbol("x") } }, "metadata.sign is Symbol(x)"]
    ]
    for (const [fields, message] of calls) {
      const error = await failureOf(create({ amount: 5, currency: "USD", ...fields }))
      assert.instanceOf(error, UsageError)
      assert.strictEqual(error.message, `fiat.invoices.create: ${message}, which is no value.`)
    }
    assert.isEmpty(line.sent)
    const twice = { at: new Date(0), none: undefined, isNew: true }
    await create({ amount: 5, currency: "USD", metadata: { twice, again: [twice] } }).catch(() => undefined)
    assert.lengthOf(line.sent, 1)
  })

  it("for want of a key", async () => {
    const said: ReadonlyArray<
      readonly [(client: ReturnType<typeof createClient>) => Promise<unknown>, string]
    > = [
      [
        ({ crypto }) => crypto.balance.get(),
        "crypto.balance.get needs the secret of a key of the crypto group: give it to createClient."
      ],
      [
        ({ fiat }) => fiat.invoices.get("a"),
        "fiat.invoices.get needs the secret of a key of the fiat group: give it to createClient."
      ],
      [
        ({ transit }) => transit.networks.list(),
        "transit.networks.list needs the public key of a key of the transit group: give it to createClient."
      ]
    ]
    for (const [call, message] of said) {
      const error = await failureOf(call(createClient({ baseUrl })))
      assert.instanceOf(error, UsageError)
      assert.deepStrictEqual([error.message, error.code], [message, "invalid_key"])
    }
  })

  it("with live keys in a sandbox operation", async () => {
    const client = createClient({ baseUrl, fiat: { secret: "sk_live_a" } })
    const error = await failureOf(client.sandbox.credit({ amount: 1 }))
    assert.instanceOf(error, UsageError)
    assert.strictEqual(error.message, "sandbox.credit is for sandboxes, and the keys are live.")
  })

  it("and a key of the other mode is the server's to name", async () => {
    await using started = await startClient()
    const client = createClient({
      ...started.common,
      crypto: { publicKey: "pk_live_a", secret: "sk_live_a" }
    })
    const error = await failureOf(client.crypto.balance.get())
    assert.instanceOf(error, AuthenticationError)
    assert.include(error.message, "has a key of a live server in it, and this is a sandbox")
  })
})
