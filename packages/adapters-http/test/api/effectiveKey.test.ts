import { request as httpRequest } from "node:http"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "vitest"
import { listen, servingApi } from "../node/TestServer.ts"
import { operationsOf } from "../operations/operationTable.ts"
import { makeThings, rightRequest, send, startComplete } from "../operations/rightRequests.ts"
import { invoicesPath, payoutFields, payoutsPath, startTestApi, type TestApi } from "../TestApi.ts"

const names = ["Idempotency-Key", "X-Idempotency-Key"] as const
const [other, own] = names

const started = async (mode: "none" | "idempotency" | "query" = "none") => {
  const api = await startTestApi()
  await api.credit(api.key.partnerId, 1000)
  const key = await api.createKey({ bind: mode })
  const payout = { path: payoutsPath, body: payoutFields(), key }
  return { ...api, boundKey: key, payout }
}

const payoutCount = async (api: TestApi): Promise<number> => {
  const { body } = await api.call({ path: payoutsPath })
  return (body.payouts as ReadonlyArray<unknown>).length
}

describe("the two names of the idempotency header", () => {
  it("are one header for every operation that takes either: each name repeats what came under the other", async () => {
    await using api = await startComplete()
    const things = await makeThings(api, "acme")
    let count = 0
    for (const operation of await operationsOf(api)) {
      if (!("idempotencyKey" in operation) || operation.idempotencyKey === undefined) continue
      count += 1
      const right = rightRequest(operation, things)
      const ask = (headers: Record<string, string | null>) =>
        send(
          api,
          operation,
          { ...right, headers: { [own]: null, [other]: null, ...headers }, signed: {} },
          things.key
        )
      const first = await ask({ [other]: "k" })
      assert.strictEqual(first.status, operation.recordStatus ?? 200, operation.id)
      for (const headers of [{ [own]: "k" }, { [own]: "k", [other]: "k" }, { [other.toUpperCase()]: "k" }]) {
        const again = await ask(headers)
        assert.strictEqual(again.headers.get("idempotent-replayed"), "true", operation.id)
        assert.deepStrictEqual(
          { ...again.body, requestId: "" },
          { ...first.body, requestId: "" },
          operation.id
        )
      }
      const different = [
        { [own]: "k", [other]: "l" },
        { [own]: "k", [other]: "K" },
        { [own]: "k", [other]: "k k" },
        { [own]: "", [other]: "k" },
        { [own]: "k", [other]: "" }
      ]
      for (const headers of different) {
        const refused = await ask(headers)
        assert.deepStrictEqual([refused.status, refused.code], [400, "invalid_request"], operation.id)
        assert.include(refused.body.error?.message, "two names of one header")
      }
    }
    assert.strictEqual(count, 7)
  })

  it("are bound by a key that binds the idempotency key", async () => {
    await using api = await started("idempotency")
    const bound = await api.call({ ...api.payout, bind: "order-1", headers: { [other]: "order-1" } })
    assert.strictEqual(bound.status, 200)
    api.wall.now += 1
    for (const bind of ["", "order-1"]) {
      const unbound = await api.call({ ...api.payout, bind, headers: { [other]: "order-2" } })
      assert.strictEqual(unbound.code, "signature_invalid")
    }
    assert.strictEqual(await payoutCount(api), 1)
  })

  it("are one line when they came in several: what is bound and claimed is what is joined", async () => {
    await using api = await started("idempotency")
    const request = api.signedRequest({ ...api.payout, idempotencyKey: "a", bind: "a, b" })
    request.headers.append(own, "b")
    assert.strictEqual((await api.send(request)).status, 200)
    const joined = await api.call({ ...api.payout, idempotencyKey: "a, b", bind: "a, b" })
    assert.strictEqual(joined.headers.get("idempotent-replayed"), "true")
    api.wall.now += 1
    const captured = api.signedRequest({ ...api.payout, idempotencyKey: "c", bind: "c" })
    captured.headers.append(own, "c")
    assert.strictEqual((await api.send(captured)).code, "signature_invalid")
  })
})

describe("on a connection, the idempotency header", () => {
  it("counts without the blanks around it, in several lines as one, and under each of its names", async () => {
    await using api = await started("idempotency")
    await using server = await listen(await servingApi(api))
    let times = 0
    /** The status of a payout over a connection, whose lines may repeat a name. */
    const post = async (bind: string, lines: ReadonlyArray<readonly [name: string, value: string]>) => {
      times += 1
      const signed = api.signedRequest({ ...api.payout, bind, timestamp: api.wall.now - times })
      const body = await signed.text()
      const headers = [...signed.headers, ["host", "api.test"], ...lines].flat()
      const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
        const sent = httpRequest(`${server.url}${payoutsPath}`, { method: "POST", headers })
        sent.on("error", reject)
        sent.on(
          "response",
          (response) =>
            void text(response).then(
              (whole) => resolve({ status: response.statusCode ?? 0, text: whole }),
              reject
            )
        )
        sent.end(body)
      })
      return [answer.status, /"code":"(\w+)"/.exec(answer.text)?.[1]]
    }
    assert.deepStrictEqual(await post("a", [[own, "  a\t"]]), [200, undefined])
    assert.deepStrictEqual(await post("a", [[other, "a"]]), [200, undefined])
    assert.deepStrictEqual(
      await post("a, b", [
        [own, "a"],
        [own, "b"]
      ]),
      [200, undefined]
    )
    assert.deepStrictEqual(
      await post("a, b", [
        [own, "a, b"],
        [other, "a"],
        [other, "b"]
      ]),
      [200, undefined]
    )
    assert.deepStrictEqual(
      await post("a", [
        [own, "a"],
        [own, "b"]
      ]),
      [401, "signature_invalid"]
    )
    assert.deepStrictEqual(
      await post("a", [
        [own, "a"],
        [other, "b"]
      ]),
      [400, "invalid_request"]
    )
    assert.strictEqual(await payoutCount(api), 2)
  })
})

describe("a captured payout", () => {
  it("signature_replayed: sent again with another key under the other name", async () => {
    await using api = await started()
    const first = await api.call({ ...api.payout, idempotencyKey: "order-1" })
    assert.strictEqual(first.status, 200)
    const again = await api.call({ ...api.payout, headers: { [other]: "order-2" } })
    assert.strictEqual(again.code, "signature_replayed")
    const renamed = await api.call({ ...api.payout, headers: { [other]: "order-1" } })
    assert.deepStrictEqual(renamed.body.payout, first.body.payout)
    assert.strictEqual(await payoutCount(api), 1)
  })

  it.each(["none", "idempotency", "query"] as const)(
    "that has not arrived is not burnt by a second name with another key, where the key binds %s",
    async (mode) => {
      await using api = await started(mode)
      const honest = {
        ...api.payout,
        idempotencyKey: "order-1",
        bind: mode === "idempotency" ? "order-1" : ""
      }
      const bent = await api.call({ ...honest, headers: { [other]: "order-2" } })
      assert.deepStrictEqual([bent.status, bent.code], [400, "invalid_request"])
      assert.strictEqual((await api.call(honest)).status, 200)
    }
  )

  it("signature_invalid: under the other name, or under none, where its key is bound; and it is not burnt", async () => {
    await using api = await started("idempotency")
    const honest = { ...api.payout, idempotencyKey: "order-1", bind: "order-1" }
    const others = [{ [own]: null, [other]: "order-2" }, { [own]: "order-2" }, { [own]: "" }, { [own]: null }]
    for (const headers of others)
      assert.strictEqual((await api.call({ ...honest, headers })).code, "signature_invalid")
    assert.strictEqual((await api.call(honest)).status, 200)
  })
})

describe("an operation that takes no key", () => {
  const invoice = { path: invoicesPath, body: { amount: 10, network: "tron", externalId: "order 7" } }

  it("signature_replayed: is bound to it by the replay guard, under either name", async () => {
    await using api = await started()
    const call = (headers: Record<string, string>) => api.call({ ...invoice, headers })
    assert.strictEqual((await call({ [other]: "k" })).status, 200)
    assert.strictEqual((await call({ [own]: "k" })).status, 200)
    assert.strictEqual((await call({ [own]: "k", [other]: "k" })).status, 200)
    for (const headers of [{}, { [own]: "l" }, { [other]: "l" }])
      assert.strictEqual((await call(headers)).code, "signature_replayed")
  })

  it("400 invalid_request: has two different ones, of which neither could be bound; a read ignores them unless its key binds them", async () => {
    const two = { [own]: "k", [other]: "l" }
    for (const mode of ["none", "idempotency", "query"] as const) {
      await using api = await started(mode)
      const key = api.boundKey
      const refused = await api.call({ ...invoice, key, headers: two })
      assert.deepStrictEqual([refused.status, refused.code], [400, "invalid_request"], mode)
      assert.strictEqual((await api.call({ ...invoice, key })).status, 200, "its signature was not recorded")
      const read = await api.call({ path: payoutsPath, key, headers: two })
      assert.strictEqual(read.status, mode === "idempotency" ? 400 : 200, mode)
    }
  })

  it("otherwise ignores it, whatever it is", async () => {
    await using api = await startComplete()
    const things = await makeThings(api, "acme")
    const strange = ["k", "", "x".repeat(256), "a\u00ffb", "0".repeat(64)]
    for (const operation of await operationsOf(api)) {
      if ("idempotencyKey" in operation && operation.idempotencyKey !== undefined) continue
      if (operation.method !== "GET") continue
      const right = rightRequest(operation, things)
      for (const name of names)
        for (const key of strange) {
          const { status } = await send(api, operation, { ...right, headers: { [name]: key } }, things.key)
          assert.strictEqual(status, operation.recordStatus ?? 200, `${operation.id}: ${key}`)
        }
    }
    for (const [index, key] of strange.entries()) {
      const answer = await api.call({ ...invoice, timestamp: api.wall.now + index, headers: { [own]: key } })
      assert.strictEqual(answer.status, 200, key)
    }
  })
})
