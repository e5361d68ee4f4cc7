import { assert, it } from "vitest"
import { lineAccount } from "../LineStatements.ts"
import { startTestApi } from "../TestApi.ts"
import { operationsOf } from "./operationTable.ts"
import { makeOperatorRows } from "./operatorRow.ts"
import { refused } from "./refused.ts"
import { makeThings, rightRequest, send, startComplete } from "./rightRequests.ts"

/** What each operation lacks where nobody has brought a provider. */
const missing: Readonly<Record<string, string>> = {
  createPayout: "PayoutProcessor",
  createCryptoInvoice: "DepositAddresses",
  createTransitWallet: "DepositAddresses",
  createInvoice: "BankRail",
  createInvoiceBatch: "BankRail",
  createKycSession: "KycChecker",
  importStatement: "BankTransfers",
  testTransitWebhook: "WebhookTransport",
  validateSignature: "SignatureClassifier"
}

it("live, without providers: 404 to what the sandbox has, 503 to what lacks one, and everything else goes on", async () => {
  await using sandbox = await startComplete()
  const things = await makeThings(sandbox, "acme")
  await using live = await startTestApi({
    ...{ mode: "live", rateLimits: "off", keyScopes: ["crypto:read"], operations: makeOperatorRows },
    settings: { banks: [lineAccount] },
    remoteAddress: () => "203.0.113.9"
  })
  const unserved = new Set(Object.keys(missing))
  for (const operation of await operationsOf(sandbox)) {
    const scopes = operation.caller === "partner" ? [operation.scope] : ["crypto:read"]
    const key = await live.createKey({ scopes, bind: "none" })
    const answer = await send(live, operation, rightRequest(operation, things), key)
    const provider = missing[operation.id]
    if (operation.path.startsWith("/sandbox/")) {
      refused(answer, 404, "not_found", operation.id)
      assert.strictEqual(
        answer.body.error?.message,
        "there is nothing at this path; /docs lists every path",
        operation.id
      )
    } else if (provider !== undefined) {
      refused(answer, 503, "service_unavailable", operation.id)
      assert.include(answer.body.error?.message, provider, operation.id)
      assert.isAtLeast(Number(answer.headers.get("retry-after")), 1, operation.id)
      unserved.delete(operation.id)
    } else if (operation.path.includes("{") || operation.id === "findCryptoInvoice")
      refused(answer, 404, "not_found", operation.id)
    else assert.strictEqual(answer.status, operation.recordStatus ?? 200, operation.id)
  }
  assert.isEmpty(unserved)
})

it.each(["createInvoice", "createKycSession"])(
  "live, 422 validation_failed: %s leads back over https only",
  async (id) => {
    await using live = await startTestApi({ mode: "live", keyScopes: ["payments:write", "kyc:write"] })
    await using sandbox = await startComplete()
    const operation = (await operationsOf(sandbox)).find((each) => each.id === id)
    assert(operation !== undefined)
    const right = rightRequest(operation, await makeThings(sandbox, "acme"))
    const body = { ...(right.body as object), redirectUrl: "http://shop.test" }
    refused(await send(live, operation, { body }), 422, "validation_failed", id)
  }
)
