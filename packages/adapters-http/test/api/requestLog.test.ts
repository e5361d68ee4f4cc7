import { MemoryStore, StoreUnavailable } from "@quittance/core"
import { type PartnerId, type RefusedRequest, RefusedRequests, StateReader } from "@quittance/core/adapter"
import { Deferred, Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { makeRequestLines } from "../observe/requestLines.ts"
import { payoutFields, payoutsPath, startTestApi } from "../TestApi.ts"

const origin = "http://api.test"
const balance = "/api/v2/crypto/balance"

describe("one line for each request", () => {
  it("an answered one has method, pattern, status, time, partner, key and request id", async () => {
    const log = makeRequestLines()
    await using api = await startTestApi(log.options)
    const answer = await api.call({ path: balance, query: "secret=query" })
    const line = log.lineOf(answer.body.requestId)
    assert.isNumber(line?.millis)
    assert.deepStrictEqual(line, {
      level: "Info",
      method: "GET",
      path: balance,
      status: 200,
      millis: line?.millis,
      partnerId: api.key.partnerId,
      keyId: api.key.id,
      requestId: answer.headers.get("x-request-id")
    })
    assert.lengthOf(log.lines, 1)
  })

  it("a refused one has its error code", async () => {
    const log = makeRequestLines()
    await using api = await startTestApi(log.options)
    const answer = await api.call({ path: `${payoutsPath}/018f0000-0000-7000-8000-000000000000` })
    const line = log.lineOf(answer.body.requestId)
    assert.deepInclude(line, { path: `${payoutsPath}/{id}`, status: 404, code: "not_found" })
    assert.deepInclude(line, { partnerId: api.key.partnerId, keyId: api.key.id })
  })

  it("a key that is named and not proven is told as claimed, and no partner with it", async () => {
    const log = makeRequestLines()
    await using api = await startTestApi(log.options)
    const forged = [
      await api.call({ path: balance, headers: { "x-signature": "0".repeat(64) } }),
      await api.call({ path: balance, timestamp: "1" }),
      await api.transit("transit/networks", { headers: { "x-api-secret": "sk_test_wrong" } })
    ]
    for (const answer of forged) {
      const line = log.lineOf(answer.body.requestId)
      assert.deepInclude(line, { status: 401, claimedKeyId: api.key.id })
      assert.notProperty(line, "partnerId")
      assert.notProperty(line, "keyId")
    }
  })

  it("no key, an unknown path, a wrong method, a broken path, any word as a method", async () => {
    const log = makeRequestLines()
    await using api = await startTestApi(log.options)
    const sent = [
      await api.fiat("invoices", { headers: { "x-api-key": "sk_test_wrong" } }),
      await api.send(new Request(`${origin}/pay/the-token/of-a-page/deeper`)),
      await api.send(new Request(`${origin}${balance}`, { method: "DELETE" })),
      await api.send(new Request(`${origin}/pay/%ff`)),
      await api.send(new Request(`${origin}/healthz`, { method: "the-secret-word" }))
    ]
    const lines = sent.map((answer) => log.lineOf(answer.headers.get("x-request-id")))
    assert.deepStrictEqual(
      lines.map((line) => [line?.method, line?.path, line?.status, line?.code]),
      [
        ["GET", "/api/v1/invoices", 401, "unauthorized"],
        ["GET", "-", 404, "not_found"],
        ["DELETE", balance, 405, "method_not_allowed"],
        ["GET", "-", 404, "not_found"],
        ["other", "/healthz", 405, "method_not_allowed"]
      ]
    )
    assert.notMatch(log.text(), /the-token|the-secret-word|%ff/)
  })

  it("a hosted page is told by its pattern, found or not, seen or only asked about", async () => {
    const log = makeRequestLines()
    await using api = await startTestApi(log.options)
    const created = await api.fiat("invoices", {
      body: { amount: 10, currency: "EUR", customerEmail: "person@example.com", customerName: "A Person" }
    })
    const link = new URL(String(created.body.paymentUrl ?? ""))
    const page = await api.handler(new Request(`${origin}${link.pathname}`))
    const head = await api.handler(new Request(`${origin}${link.pathname}`, { method: "HEAD" }))
    const gone = await api.handler(
      new Request(`${origin}${link.pathname}xyz`, { headers: { accept: "text/html" } })
    )
    const logLines = [page, head, gone].map((answer) => {
      const line = log.lineOf(answer.headers.get("x-request-id"))
      return [line?.method, line?.status, line?.code]
    })
    assert.deepStrictEqual(logLines, [
      ["GET", 200, undefined],
      ["HEAD", 200, undefined],
      ["GET", 404, "not_found"]
    ])
    assert.notInclude(log.text(), link.pathname.split("/").at(-1) ?? "")
    assert.notMatch(log.text(), /person@example|A Person/)
  })

  it("OPTIONS of the open operation", async () => {
    const log = makeRequestLines()
    await using api = await startTestApi({ ...log.options, signatureOrigins: ["https://shop.example"] })
    const path = "/api/Signature/validate/upload"
    const answer = await api.handler(
      new Request(`${origin}${path}`, {
        method: "OPTIONS",
        headers: { origin: "https://shop.example", "access-control-request-method": "POST" }
      })
    )
    const line = log.lineOf(answer.headers.get("x-request-id"))
    assert.deepInclude(line, { method: "OPTIONS", path, status: answer.status })
  })

  it("a request that died, beside the line with its cause", async () => {
    const log = makeRequestLines()
    const dying = Layer.effect(
      StateReader,
      Effect.map(StateReader, (states) => StateReader.of({ ...states, get: () => Effect.die("broken") }))
    )
    await using api = await startTestApi({
      ...log.options,
      store: dying.pipe(Layer.provideMerge(MemoryStore.layer), Layer.provideMerge(log.logger))
    })
    const answer = await api.fiat(`kyc/sessions/kyc_${"0123".repeat(8)}`)
    assert.deepInclude(log.lineOf(answer.body.requestId), { status: 500, code: "internal_error" })
  })

  it("a request that was interrupted, and has no answer", async () => {
    const log = makeRequestLines()
    const interrupted = Layer.effect(
      StateReader,
      Effect.map(StateReader, (states) => StateReader.of({ ...states, get: () => Effect.interrupt }))
    )
    await using api = await startTestApi({
      ...log.options,
      store: interrupted.pipe(Layer.provideMerge(MemoryStore.layer), Layer.provideMerge(log.logger))
    })
    const answer = await api.fiat(`kyc/sessions/kyc_${"0123".repeat(8)}`).catch(() => "none")
    assert.strictEqual(answer, "none")
    const path = "/api/v1/kyc/sessions/{id}"
    assert.deepInclude(log.lines[0], { path, status: null, aborted: true, keyId: api.key.id })
  })

  it("a client that left before the answer is told as aborted", async () => {
    const log = makeRequestLines()
    await using api = await startTestApi(log.options)
    const control = new AbortController()
    const request = new Request(api.signedRequest({ path: balance }), { signal: control.signal })
    const answered = api.handler(request)
    control.abort()
    const line = log.lineOf((await answered).headers.get("x-request-id"))
    assert.deepInclude(line, { status: 200, aborted: true })
  })

  it("nothing secret is in any line, whatever is sent", async () => {
    const log = makeRequestLines()
    await using api = await startTestApi(log.options)
    const call = api.signedRequest({
      path: payoutsPath,
      query: "note=private-query",
      body: payoutFields({ note: "private-note", amount: 1e9 }),
      idempotencyKey: "private-idempotency",
      headers: { "x-forwarded-for": "203.0.113.77", "user-agent": "private-agent" }
    })
    await api.send(call)
    await api.fiat("invoices", { body: '{"customerEmail":"private@example.com"' })
    await api.transit("networks")
    assert.lengthOf(log.lines, 3)
    const { publicKey, secret } = api.key
    for (const hidden of [
      publicKey,
      secret,
      "private",
      "203.0.113.77",
      call.headers.get("x-signature") ?? ""
    ])
      assert.notInclude(log.text(), hidden)
  })

  it("refused ones beyond the limit are counted by their codes, in one line a second", async () => {
    const log = makeRequestLines()
    await using api = await startTestApi({ ...log.options, requestLog: { refusedPerSecond: 3 } })
    for (let sent = 0; sent < 8; sent++) await api.fiat("nothing", { headers: { "x-api-key": "wrong" } })
    assert.lengthOf(log.lines, 3)
    await log.passSecond()
    await log.passSecond()
    assert.deepStrictEqual(log.counts, [{ answered: 0, refused: { not_found: 5 } }])
  })

  it("answered ones beyond the limit are counted too, and what is left when the server stops", async () => {
    const log = makeRequestLines()
    {
      await using api = await startTestApi({ ...log.options, requestLog: { answeredPerSecond: 2 } })
      for (let sent = 0; sent < 5; sent++) await api.call({ path: balance })
    }
    assert.lengthOf(log.lines, 2)
    assert.deepStrictEqual(log.counts, [{ answered: 3, refused: {} }])
  })
})

it("a host with a log of its own has no lines of ours", async () => {
  const log = makeRequestLines()
  {
    await using api = await startTestApi({ ...log.options, requestLog: "off" })
    await api.call({ path: balance })
    await api.fiat("nothing")
  }
  assert.strictEqual(log.text(), "")
})

describe("refused requests of a partner", () => {
  const kept = (api: Awaited<ReturnType<typeof startTestApi>>, partnerId: string) =>
    api.runtime.runPromise(
      RefusedRequests.use((refused) => refused.ofPartner(partnerId as PartnerId, 0, 100))
    )

  it("are kept when the key was proven, with nothing of what was sent", async () => {
    const log = makeRequestLines()
    await using api = await startTestApi(log.options)
    const path = `${payoutsPath}/018f0000-0000-7000-8000-000000000000`
    const refused = await api.call({ path, query: "private=1" })
    await api.call({ path: balance })
    await api.call({ path: balance, headers: { "x-signature": "0".repeat(64) } })
    await api.fiat("invoices", { headers: { "x-api-key": "sk_test_wrong" } })
    assert.deepStrictEqual(await kept(api, api.key.partnerId), [])
    await log.passSecond()
    const rows = await kept(api, api.key.partnerId)
    assert.deepStrictEqual(rows, [
      {
        partnerId: api.key.partnerId,
        at: api.wall.now,
        requestId: refused.body.requestId ?? "",
        keyId: api.key.id,
        method: "GET",
        path: `${payoutsPath}/{id}`,
        status: 404,
        code: "not_found",
        millis: rows[0]?.millis ?? Number.NaN
      }
    ])
  })

  it("are kept in a bounded number each second, and written when the server stops", async () => {
    const log = makeRequestLines()
    const counts: Array<number> = []
    const counting = Layer.effect(
      RefusedRequests,
      Effect.map(RefusedRequests, (refused) => ({
        ...refused,
        record: (rows: ReadonlyArray<RefusedRequest>) => {
          counts.push(rows.length)
          return refused.record(rows)
        }
      }))
    )
    {
      await using api = await startTestApi({
        ...log.options,
        store: counting.pipe(Layer.provideMerge(log.options.store))
      })
      const other = await api.createKey({ partner: "other" })
      for (let sent = 0; sent < 30; sent++) await api.fiat("invoices/inv_unknown")
      await api.fiat("invoices/inv_unknown", { key: other })
      await log.passSecond()
      assert.deepStrictEqual(counts, [21])
      await api.fiat("invoices/inv_unknown")
    }
    assert.deepStrictEqual(counts, [21, 1])
  })

  it("a store that does not take them delays and fails no request", async () => {
    const log = makeRequestLines()
    const back = Deferred.makeUnsafe<void>()
    const failing = new StoreUnavailable({ reason: "away", outcome: "notWritten" })
    const record = () => Effect.andThen(Deferred.await(back), Effect.fail(failing))
    const away = Layer.effect(
      RefusedRequests,
      Effect.map(RefusedRequests, (refused) => ({ ...refused, record }))
    )
    await using api = await startTestApi({
      ...log.options,
      store: away.pipe(Layer.provideMerge(log.options.store))
    })
    assert.strictEqual((await api.fiat("invoices/inv_unknown")).status, 404)
    await log.passSecond()
    assert.strictEqual((await api.fiat("invoices/inv_unknown")).status, 404)
    Deferred.doneUnsafe(back, Effect.void)
    await log.passSecond()
    assert.strictEqual((await api.fiat("invoices/inv_unknown")).status, 404)
  })
})
