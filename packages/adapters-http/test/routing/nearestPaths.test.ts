import { assert, describe, it } from "vitest"
import { makeNearestPaths } from "../../src/routing/nearestPaths.ts"
import { operationsOf } from "../operations/operationTable.ts"
import { startTestApi } from "../TestApi.ts"

const nearestPaths = async () => {
  await using api = await startTestApi()
  const operations = await operationsOf(api)
  return makeNearestPaths([
    ...operations,
    { method: "GET", path: "/healthz" },
    { method: "GET", path: "/docs" }
  ])
}

describe("the paths that are near a wrong one", () => {
  it.each([
    ["/api/v1/invoice", "/api/v1/invoices"],
    ["/api/v1/Invoices", "/api/v1/invoices"],
    ["/api/v1/invoices/", "/api/v1/invoices"],
    ["//api/v1/invoices", "/api/v1/invoices"],
    ["/api/invoices", "/api/v1/invoices"],
    ["/api/crypto/balance", "/api/v2/crypto/balance"],
    ["/api/v1/crypto/payouts", "/api/v2/crypto/payouts"],
    ["/api/v1/payouts", "/api/v2/crypto/payouts"],
    ["/crypto/payouts", "/api/v2/crypto/payouts"],
    ["/payouts", "/api/v2/crypto/payouts"],
    ["/invoices", "/api/v1/invoices"],
    ["/api/v2/crypto/payout/01890a5d-ac96-774b-bcce-b302099a8057", "/api/v2/crypto/payouts/{id}"],
    ["/api/v2/crypto/payouts/1/cancel", "/api/v2/crypto/payouts/{id}"],
    ["/api/v1/invoices/inv_1/canceled", "/api/v1/invoices/{id}/cancel"],
    ["/api/signature/validate/upload", "/api/Signature/validate/upload"],
    ["/v1/wallets", "/v1/transit/wallets"],
    ["/sandbox/balance/credit", "/sandbox/v1/balance/credit"],
    ["/health", "/healthz"],
    ["/doc", "/docs"]
  ])("%s: %s", async (path, expected) => {
    const [first] = (await nearestPaths())(path)
    assert.strictEqual(first?.path, expected)
  })

  it("are two where either may be meant", async () => {
    assert.deepStrictEqual((await nearestPaths())("/v1/webhooks"), [
      { path: "/v1/webhook", methods: ["GET", "PUT"] },
      { path: "/api/v1/webhooks", methods: ["POST", "GET"] }
    ])
  })

  it("are not two where another word only looks like the sent one", async () => {
    const found = (await nearestPaths())("/sandbox/v1/clock")
    assert.deepStrictEqual(
      found.map(({ path }) => path),
      ["/sandbox/v1/clock/advance"]
    )
  })

  it.each(["/", "/api", "/api/v1", "/api/v1/", "/swagger", "/a/b/c", "/%zz", "/pay/bank/0123456789abcdef"])(
    "are none: %s",
    async (path) => assert.deepStrictEqual((await nearestPaths())(path), [])
  )

  it("are not looked for where a path is longer than any of ours", async () => {
    const nearest = await nearestPaths()
    assert.deepStrictEqual(nearest(`/api/v1/invoice${"/x".repeat(8)}`), [])
    assert.deepStrictEqual(nearest(`/api/v1/invoice?${"x".repeat(200)}`), [])
  })
})
