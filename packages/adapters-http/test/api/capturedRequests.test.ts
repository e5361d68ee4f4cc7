import { assert, describe, it } from "vitest"
import { payoutFields, payoutsPath, startTestApi } from "../TestApi.ts"

/** What SECURITY.md says of somebody who captured a request: no more, and no less. */

type BindMode = "none" | "idempotency" | "query"
const modes: ReadonlyArray<BindMode> = ["none", "idempotency", "query"]
const fiveMinutes = 5 * 60_000

const started = async (mode: BindMode) => {
  const api = await startTestApi({ rateLimits: "off" })
  const key = await api.createKey({ bind: mode })
  /** A payout, signed now by its sender. */
  const signedPayout = (idempotencyKey: string) => {
    const bind = mode === "idempotency" ? idempotencyKey : ""
    const call = {
      path: payoutsPath,
      body: payoutFields({ note: idempotencyKey }),
      key,
      idempotencyKey,
      bind,
      timestamp: api.wall.now
    }
    return (headers: Record<string, string> = {}) => api.call({ ...call, headers })
  }
  const payoutCount = async () => {
    const { body } = await api.call({ path: payoutsPath })
    return (body.payouts as ReadonlyArray<unknown>).length
  }
  return { ...api, signedPayout, payoutCount, boundKey: key }
}

describe.each(modes)("a captured request of a key that binds %s", (mode) => {
  it("that was refused is carried out once its reason is gone, as it was signed, until it is five minutes old", async () => {
    await using api = await started(mode)
    const [captured, late] = [api.signedPayout("order-1"), api.signedPayout("order-2")]
    assert.strictEqual((await captured()).code, "insufficient_funds")
    assert.strictEqual((await late()).code, "insufficient_funds")
    await api.credit(api.key.partnerId, 1000)
    api.wall.now += fiveMinutes
    for (const headers of [{ "x-idempotency-key": "theirs" }, { "idempotency-key": "theirs" }])
      assert.notStrictEqual((await captured(headers)).status, 200)
    const made = await captured()
    assert.strictEqual(made.status, 200)
    const repeated = await api.signedPayout("order-1")()
    assert.deepStrictEqual(repeated.body.payout, made.body.payout, "its sender repeats it under its key")
    api.wall.now += 1
    assert.strictEqual((await late()).code, "timestamp_out_of_range")
    assert.strictEqual(await api.payoutCount(), 1)
  })

  it("that was carried out is answered again and makes nothing", async () => {
    await using api = await started(mode)
    await api.credit(api.key.partnerId, 1000)
    const captured = api.signedPayout("order-1")
    const first = await captured()
    for (let count = 0; count < 3; count += 1)
      assert.deepStrictEqual((await captured()).body.payout, first.body.payout)
    assert.strictEqual(await api.payoutCount(), 1)
  })

  it("that has not arrived keeps its idempotency key if it is bound; if not, whoever is first chooses it", async () => {
    await using api = await started(mode)
    await api.credit(api.key.partnerId, 1000)
    const captured = api.signedPayout("order-1")
    const bent = await captured({ "x-idempotency-key": "theirs" })
    const honest = await captured()
    if (mode === "idempotency") assert.deepStrictEqual([bent.code, honest.status], ["signature_invalid", 200])
    else assert.deepStrictEqual([bent.status, honest.code], [200, "signature_replayed"])
    assert.strictEqual(await api.payoutCount(), 1)
  })

  it("that reads can be sent again, with another query unless that is bound", async () => {
    await using api = await started(mode)
    const read = { path: payoutsPath, key: api.boundKey, bind: mode === "query" ? "limit=1" : "" }
    assert.strictEqual((await api.call({ ...read, query: "limit=1" })).status, 200)
    assert.strictEqual((await api.call({ ...read, query: "limit=1" })).status, 200)
    const other = await api.call({ ...read, query: "limit=100" })
    if (mode === "query") assert.strictEqual(other.code, "signature_invalid")
    else assert.strictEqual(other.status, 200)
  })

  it("is not used up by whoever cannot sign: without a signature, with a wrong one, or with another body", async () => {
    await using api = await started(mode)
    await api.credit(api.key.partnerId, 1000)
    const captured = api.signedPayout("order-1")
    for (const headers of [
      { "x-signature": "0".repeat(64) },
      { "x-signature": "" },
      { "x-api-key": "pk_test_other" },
      { "x-timestamp": String(api.wall.now + 1) }
    ])
      assert.strictEqual((await captured({ ...headers, "idempotency-key": "order-1" })).status, 401)
    // Unsigned headers that are refused: it is the same request, whatever its type is said to be.
    assert.strictEqual((await captured({ "content-type": "text/plain" })).status, 415)
    assert.strictEqual((await captured()).status, 200)
  })
})
