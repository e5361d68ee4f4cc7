import {
  MemorySignatureClassifier,
  type OperatorScope,
  operatorScopes,
  type Scope,
  scopeFamilies,
  scopes
} from "@quittance/core/adapter"
import { assert, describe, it } from "vitest"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import type { ApiAnswer, TestApi } from "../TestApi.ts"
import { startTestApi } from "../TestApi.ts"
import { operationsOf, proofNameOf } from "./operationTable.ts"
import { makeOperatorRows } from "./operatorRow.ts"
import { refused } from "./refused.ts"
import { type Sent, send, startComplete } from "./rightRequests.ts"

/**
 * One walk over the operation table: who is let in, and who is not. What is true of every operation is proven here for
 * each of them, and nowhere else.
 */

const dayMillis = 24 * 3600 * 1000
const skewMillis = 5 * 60 * 1000

/** What the contract says, said again beside the table. */
const scopeOf = ({ method, path }: ApiOperation): Scope => {
  const reads = method === "GET"
  if (path.startsWith("/sandbox/")) return "payments:write"
  if (path.startsWith("/api/v2/crypto/"))
    return reads ? "crypto:read" : path === "/api/v2/crypto/payouts" ? "payouts:write" : "crypto:write"
  if (path.startsWith("/v1/")) return reads ? "transit:read" : "transit:write"
  if (reads) return "payments:read"
  if (path.startsWith("/api/v1/kyc/")) return "kyc:write"
  return path.startsWith("/api/v1/webhooks") ? "webhooks:write" : "payments:write"
}

/** The same of operators. */
const operatorScopeOf = ({ method, path }: ApiOperation): OperatorScope => {
  const reads = method === "GET"
  if (path.startsWith("/api/operator/v1/holds")) return reads ? "holds:read" : "holds:write"
  if (path.startsWith("/api/operator/v1/statements")) return reads ? "statements:read" : "statements:write"
  if (path.endsWith("/balances")) return "balances:read"
  if (path.endsWith("/adjustments")) return "adjustments:write"
  if (reads) return "partners:read"
  return path.endsWith("/terms") ? "terms:write" : "partners:write"
}

const bucketOf = ({ id, method }: ApiOperation): string => {
  if (method === "GET") return "reads"
  const own: Readonly<Record<string, string>> = {
    createPayout: "payouts",
    createInvoiceBatch: "batches",
    validateSignature: "signatures"
  }
  return own[id] ?? "writes"
}

/** What is wrong with the proof of who calls, and what it is refused with. */
type Wrong = readonly [string, Sent, code?: string, key?: Pick<TestApi["key"], "publicKey" | "secret">]

const operatorKeysOf = async (api: TestApi) => {
  const revoked = await api.createOperatorKey()
  await api.revokeKey(revoked.id)
  const expired = await api.createOperatorKey({ expiresInDays: 1 })
  const barred = await api.createOperatorKey({ allowedIps: ["198.51.100.0/24", "2001:db8::/32"] })
  const families = await Promise.all(scopeFamilies.map((scopes) => api.createKey({ scopes })))
  return { revoked, expired, barred, families }
}

const keysOf = async (api: TestApi) => {
  const revoked = await api.createKey()
  await api.revokeKey(revoked.id)
  const expired = await api.createKey({ expiresInDays: 1 })
  return {
    own: api.key,
    another: await api.createKey(),
    revoked,
    expired,
    barred: await api.createKey({ allowedIps: ["198.51.100.0/24", "2001:db8::/32"] }),
    operators: await operatorKeysOf(api)
  }
}
type Keys = Awaited<ReturnType<typeof keysOf>>

const without = (...names: ReadonlyArray<string>): Sent => ({
  headers: Object.fromEntries(names.map((name) => [name, null]))
})
const having = (headers: Readonly<Record<string, string>>): Sent => ({ headers })
const otherMode = (key: string) => key.replace("test", "live")

const wrongOf = {
  signed: (api: TestApi, { barred, expired, own, revoked }: Keys): ReadonlyArray<Wrong> => [
    ...["x-api-key", "x-signature", "x-timestamp"].flatMap(
      (header): ReadonlyArray<Wrong> => [
        [`no ${header}`, without(header)],
        [`an empty ${header}`, having({ [header]: "" })]
      ]
    ),
    ["a key that is unknown", {}, "unauthorized", { ...own, publicKey: "pk_test_unknown" }],
    ["a key of the other mode", {}, "unauthorized", { ...own, publicKey: otherMode(own.publicKey) }],
    ["the secret as the key", {}, "unauthorized", { ...own, publicKey: own.secret }],
    ["a revoked key", {}, "unauthorized", revoked],
    ["an expired key", {}, "unauthorized", expired],
    ["a signature of nothing", having({ "x-signature": "0".repeat(64) }), "signature_invalid"],
    ["a signature that is none", having({ "x-signature": "zz" }), "signature_invalid"],
    ["another time", having({ "x-timestamp": String(api.wall.now + 1) }), "signature_invalid"],
    ["another secret", {}, "signature_invalid", { ...own, secret: "sk_test_wrong" }],
    ["a text that is not bound", { signed: { bind: "x" } }, "signature_invalid"],
    ...[-skewMillis - 1, skewMillis + 1].map(
      (offset): Wrong => [
        `a time off by ${offset} ms`,
        { signed: { timestamp: api.wall.now + offset } },
        "timestamp_out_of_range"
      ]
    ),
    ...["soon", "1.5", "-1", "1e12", "9".repeat(40)].map(
      (timestamp): Wrong => [`the time ${timestamp}`, { signed: { timestamp } }, "timestamp_out_of_range"]
    ),
    ["an address that is not allowed", {}, "ip_not_allowed", barred]
  ],
  secret: (_api: TestApi, { barred, expired, own, revoked }: Keys): ReadonlyArray<Wrong> => [
    ["no key", without("x-api-key")],
    ...["", "wrong", own.publicKey, otherMode(own.secret), revoked.secret, expired.secret].map(
      (secret): Wrong => [`the key "${secret}"`, having({ "x-api-key": secret })]
    ),
    ["an address that is not allowed", {}, "ip_not_allowed", barred]
  ],
  pair: (_api: TestApi, { another, barred, expired, own, revoked }: Keys): ReadonlyArray<Wrong> => [
    ["no key", without("x-api-key")],
    ["no secret", without("x-api-secret")],
    ["neither", without("x-api-key", "x-api-secret")],
    ...["", "wrong", `${own.secret}0`, own.secret.slice(0, -1), own.secret.toUpperCase(), own.publicKey].map(
      (secret): Wrong => [`the secret "${secret}"`, having({ "x-api-secret": secret })]
    ),
    // Of the same partner.
    ["the secret of another key", having({ "x-api-secret": another.secret })],
    ...["", own.secret, otherMode(own.publicKey)].map(
      (publicKey): Wrong => [`the key "${publicKey}"`, having({ "x-api-key": publicKey })]
    ),
    ["the two exchanged", {}, "unauthorized", { publicKey: own.secret, secret: own.publicKey }],
    ["a revoked key", {}, "unauthorized", revoked],
    ["an expired key", {}, "unauthorized", expired],
    ["an address that is not allowed", {}, "ip_not_allowed", barred],
    ["a barred key without its secret", {}, "unauthorized", { ...barred, secret: "wrong" }]
  ],
  operator: (api: TestApi, { operators, own }: Keys): ReadonlyArray<Wrong> => [
    ["no key", without("x-api-key")],
    ...[
      ...["", "wrong", "ok_test_unknown", own.secret, own.publicKey, api.operatorKey.publicKey],
      ...[otherMode(api.operatorKey.secret), api.operatorKey.secret.slice(0, -1), api.operatorKey.id],
      ...[operators.revoked.secret, operators.expired.secret],
      ...operators.families.flatMap(({ publicKey, secret }) => [publicKey, secret])
    ].map((key): Wrong => [`the key "${key}"`, having({ "x-api-key": key })]),
    ["a cookie", { headers: { "x-api-key": null, cookie: `session=${api.operatorKey.secret}` } }],
    ["an address that is not allowed", {}, "ip_not_allowed", operators.barred]
  ]
} as const

const wrongsOf = (operation: ApiOperation) => {
  const name = proofNameOf(operation)
  return name === "public" ? () => [] : wrongOf[name]
}

const start = () => startComplete({ remoteAddress: () => "203.0.113.9" })
const isKeyed = (operation: ApiOperation) => operation.caller !== "public"
const keyFor = (api: TestApi, { caller }: ApiOperation, input: Record<string, unknown> = {}) =>
  caller === "operator" ? api.createOperatorKey(input) : api.createKey(input)

describe("every operation", () => {
  it("405 method_not_allowed: takes the methods of its path and no other, and names them; 404 not_found below it", async () => {
    await using api = await start()
    const operations = await operationsOf(api)
    for (const operation of operations) {
      const taken = operations.flatMap(({ method, path }) => (path === operation.path ? [method] : []))
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "patch"]) {
        if (taken.some((each) => each === method)) continue
        const path = operation.path.replace(/\{\w+\}/, "x")
        const answer = await api.send(new Request(`http://api.test${path}`, { method }))
        refused(answer, 405, "method_not_allowed", `${method} ${path}`)
        assert.strictEqual(answer.headers.get("allow"), taken.join(", "), path)
      }
      for (const rest of ["/", "/x/nothing"]) {
        const path = `${operation.path}${rest}` as const
        refused(await send(api, { ...operation, path }), 404, "not_found", path)
      }
    }
  })

  it("401: is refused to whoever does not prove who they are, and says nothing of the secret", async () => {
    await using api = await start()
    const keys = await keysOf(api)
    api.wall.now += dayMillis
    for (const operation of (await operationsOf(api)).filter(isKeyed)) {
      for (const [what, sent, code = "unauthorized", key = keys.own] of wrongsOf(operation)(api, keys)) {
        const answer = await send(api, operation, sent, key)
        refused(answer, 401, code, `${operation.id}: ${what}`)
        assert.notInclude(JSON.stringify(answer.body), keys.own.secret)
      }
    }
  })

  it("401 unauthorized: takes the proof of no other group", async () => {
    await using api = await start()
    for (const operation of (await operationsOf(api)).filter(isKeyed)) {
      const { publicKey, secret } = api.key
      const proofs = {
        signed: Object.fromEntries(
          api.signedRequest({ method: operation.method, path: operation.path.replace(/\{\w+\}/, "x") })
            .headers
        ),
        secret: { "x-api-key": secret },
        pair: { "x-api-key": publicKey, "x-api-secret": secret },
        operator: { "x-api-key": api.operatorKey.secret }
      }
      for (const [name, headers] of Object.entries(proofs)) {
        if (name === proofNameOf(operation)) continue
        const path = operation.path.replace(/\{\w+\}/, "x")
        const answer = await api.send(
          new Request(`http://api.test${path}`, { method: operation.method, headers })
        )
        refused(answer, 401, "unauthorized", `${operation.id} with ${name}`)
      }
    }
  })

  it("401 unauthorized: within a second of the revocation of a key that was in use, and at its expiry", async () => {
    await using api = await start()
    for (const operation of (await operationsOf(api)).filter(isKeyed)) {
      const revoked = await keyFor(api, operation)
      const expiring = await keyFor(api, operation, { expiresInDays: 1 })
      const isLetIn = (answer: ApiAnswer) => assert.notStrictEqual(answer.status, 401, operation.id)
      isLetIn(await send(api, operation, {}, revoked))
      await api.revokeKey(revoked.id)
      api.wall.now += 1000
      refused(await send(api, operation, {}, revoked), 401, "unauthorized", operation.id)
      api.wall.now += dayMillis - 1001
      isLetIn(await send(api, operation, {}, expiring))
      // At the instant, and within a second for a key that was just used.
      api.wall.now += 1 + 1000
      refused(await send(api, operation, {}, expiring), 401, "unauthorized", operation.id)
    }
  })

  it("lets in whoever signed 5 minutes ago, or ahead; 401 signature_replayed: what is no read, under another idempotency key", async () => {
    await using api = await start()
    for (const operation of (await operationsOf(api)).filter((each) => proofNameOf(each) === "signed")) {
      for (const offset of [-skewMillis, skewMillis]) {
        const timestamp = api.wall.now + offset
        const sendAs = (key: string, name: "idempotency-key" | "x-idempotency-key" = "x-idempotency-key") =>
          send(api, operation, { headers: { "x-idempotency-key": null, [name]: key }, signed: { timestamp } })
        const first = await sendAs("first")
        assert.notStrictEqual(first.status, 401, operation.id)
        const again = await sendAs("first")
        assert.deepStrictEqual([again.status, again.code], [first.status, first.code], operation.id)
        const renamed = await sendAs("first", "idempotency-key")
        assert.deepStrictEqual([renamed.status, renamed.code], [first.status, first.code], operation.id)
        for (const other of [await sendAs("other"), await sendAs("other", "idempotency-key")])
          if (operation.method === "GET") assert.notStrictEqual(other.status, 401, operation.id)
          else refused(other, 401, "signature_replayed", operation.id)
      }
      api.wall.now += 3600_000
    }
  })

  it("403 forbidden: needs its scope, and no other", async () => {
    await using api = await start()
    for (const operation of (await operationsOf(api)).filter(isKeyed)) {
      const scope = operation.caller === "operator" ? operatorScopeOf(operation) : scopeOf(operation)
      const all = operation.caller === "operator" ? operatorScopes : scopes
      const others = await keyFor(api, operation, { scopes: all.filter((each) => each !== scope) })
      const answer = await send(api, operation, {}, others)
      refused(answer, 403, "forbidden", operation.id)
      assert.include(answer.body.error?.message, scope)
      const { status } = await send(api, operation, {}, await keyFor(api, operation, { scopes: [scope] }))
      assert.notInclude([401, 403], status, operation.id)
    }
  })

  it("429 rate_limited: is counted in its bucket, and says how long to wait", async () => {
    const limit = { capacity: 10, perSecond: 1 }
    await using api = await startTestApi({
      providers: MemorySignatureClassifier.layer(),
      operations: makeOperatorRows,
      limits: { reads: limit, writes: limit, payouts: limit, batches: limit, signatures: limit }
    })
    for (const operation of await operationsOf(api)) {
      const key = await keyFor(api, operation)
      const answers: Array<ApiAnswer> = []
      for (let count = 0; count < 11; count++) answers.push(await send(api, operation, {}, key))
      const cost = "cost" in operation ? (operation.cost ?? 1) : 1
      const limited = answers.findIndex(({ status }) => status === 429)
      assert.strictEqual(limited, Math.floor(10 / cost), operation.id)
      const answer = answers[10] as ApiAnswer
      refused(answer, 429, "rate_limited", operation.id)
      assert.strictEqual(answer.headers.get("ratelimit-policy"), `"${bucketOf(operation)}";q=10;w=10`)
      assert.isAtLeast(Number(answer.headers.get("retry-after")), 1)
    }
  })
})
