import { assert, describe, it } from "vitest"
import { startTestApi, type TestApi, type TestApiOptions } from "../TestApi.ts"

const path = "/api/v2/crypto/balance"
const loopback: TestApiOptions = { listensOn: "loopback", remoteAddress: () => "127.0.0.1" }

const badSignature = (api: TestApi, headers: Readonly<Record<string, string>> = {}) =>
  api.call({ path, headers: { "x-signature": "0".repeat(64), ...headers } })

/** The answer to one bad signature more than an address may send. */
const eleventh = async (api: TestApi, headers: Readonly<Record<string, string>> = {}) => {
  for (let count = 1; count <= 10; count++) {
    const answer = await badSignature(api, headers)
    assert.deepStrictEqual([answer.status, answer.code], [401, "signature_invalid"], `number ${count}`)
  }
  const answer = await badSignature(api, headers)
  assert.deepStrictEqual([answer.status, answer.code], [429, "rate_limited"])
  assert.isAtLeast(Number(answer.headers.get("retry-after")), 1)
  const { details, message } = answer.body.error ?? {}
  // What the message refers to is there.
  assert.strictEqual(message?.includes("error.details"), details !== undefined, message)
  return details
}

describe("the string to sign, after more bad signatures than an address may send", () => {
  it("is given by a sandbox that listens on loopback", async () => {
    await using api = await startTestApi(loopback)
    assert.deepStrictEqual(await eleventh(api), [
      { field: "x-signature", code: "string_to_sign", message: `GET${path}${api.wall.now}` }
    ])
  })

  it("is not given by a sandbox that listens elsewhere, or is mounted", async () => {
    for (const listensOn of ["elsewhere", undefined] as const) {
      await using api = await startTestApi({
        remoteAddress: () => "127.0.0.1",
        ...(listensOn === undefined ? {} : { listensOn })
      })
      assert.isUndefined(await eleventh(api))
    }
  })

  it("is not given to a client that a trusted proxy on loopback speaks for", async () => {
    await using api = await startTestApi({ ...loopback, trustedProxies: ["127.0.0.1"] })
    assert.isUndefined(await eleventh(api, { "x-forwarded-for": "203.0.113.9" }))
  })

  it("is not given in live mode", async () => {
    await using api = await startTestApi({ ...loopback, mode: "live", keyScopes: ["crypto:read"] })
    assert.isUndefined(await eleventh(api))
  })

  it("goes with no other refusal", async () => {
    await using api = await startTestApi(loopback)
    assert.isDefined(await eleventh(api))
    const unknown = await api.call({ path, headers: { "x-api-key": "pk_test_unknown" } })
    assert.deepStrictEqual([unknown.status, unknown.body.error?.details], [429, undefined])
  })
})
