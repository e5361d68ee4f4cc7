import { assert, describe, it } from "vitest"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import { operationsOf } from "./operationTable.ts"
import { refused } from "./refused.ts"
import { makeThings, rightRequest, type Sent, send, startComplete } from "./rightRequests.ts"

/** The walk for those who were let in: what of a request is refused, whatever the operation. */

const jsonLimitBytes = 256 * 1024
const utf16 = new Uint8Array(Buffer.from("\ufeff{}", "utf16le"))
const typed = (type: string | null, body = "{}"): Sent => ({ body, headers: { "content-type": type } })

/** A body, the status and code that it is refused with, and what the message says at least. */
type WrongBody = readonly [number, string, Sent, message?: string]

/** What is no JSON object in UTF-8 of at most 256 KiB. */
const wrongBodies: ReadonlyArray<WrongBody> = [
  ...[
    '{"a":',
    "amount=10",
    "{}{}",
    '{"a":NaN}',
    "{}// x",
    `{"note":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
    `{"note":${"[".repeat(200_000)}`,
    new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    utf16
  ].map((body): WrongBody => [400, "invalid_json", { body }]),
  ...[
    "[]",
    "null",
    '"text"',
    "1",
    "1e400",
    "true",
    "[".repeat(200_000),
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`
  ].map((body): WrongBody => [400, "invalid_request", { body }]),
  ...[
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "application/json-patch+json",
    "",
    null
  ].map((type): WrongBody => [415, "unsupported_media_type", typed(type)]),
  ...[
    "application/json; charset=iso-8859-1",
    "application/json;charset=utf-16",
    'application/json; Charset="UTF-16LE"',
    "application/json; version=1; charset=utf-8; charset=latin1",
    "application/json; charset="
  ].map((type): WrongBody => [415, "unsupported_media_type", typed(type), "must be utf-8"]),
  ...["gzip", "br", "identity, gzip", "aes128gcm"].map(
    (encoding): WrongBody => [
      415,
      "unsupported_media_type",
      { body: "{}", headers: { "content-encoding": encoding } },
      "without a Content-Encoding or with identity"
    ]
  ),
  [413, "payload_too_large", { body: " ".repeat(jsonLimitBytes + 1) }]
]

const wrongForms = [
  ["another type", "text/csv", "amount,currency\n10,USD"],
  ["JSON", "application/json", "{}"],
  ["a form of another kind", "application/x-www-form-urlencoded", "file=x"],
  ["no boundary", "multipart/form-data", "x"],
  ["a body without its boundary", "multipart/form-data; boundary=x", "y"],
  ["a body that is cut off", "multipart/form-data; boundary=x", "--x\r\n\r\ny"],
  ["nothing", "multipart/form-data; boundary=x", ""],
  ["nothing of no type", null, ""]
] as const

const wrongKeys = ["", "x".repeat(256), "a\u00ffb", "a\tb"]

/** What no parameter of this name is. A name that is not here takes one of its values. */
const wrongQueries: Readonly<Record<string, ReadonlyArray<string>>> = {
  page: ["0", "1.5", "", "x", "-1", "1e1", "99999999999999999999", "1&page=2"],
  limit: ["0", "101", "-1", "1.5", "", "x", "1&limit=2"],
  from: ["yesterday", "2026-02-30", ""],
  to: ["yesterday", "2026-02-30", ""]
}

const textOf = (sent: Sent) => JSON.stringify(sent).slice(0, 100)
const takesBody = ({ method }: ApiOperation) => method !== "GET"

describe("every operation", () => {
  it("400 invalid_json or invalid_request, 413, 415: takes JSON objects in UTF-8 up to 256 KiB, where it takes a body", async () => {
    await using api = await startComplete()
    const operations = (await operationsOf(api)).filter(({ request }) => request !== undefined)
    assert.isAbove(operations.length, 10)
    for (const operation of operations) {
      for (const [status, code, sent, message = ""] of wrongBodies) {
        const answer = await send(api, operation, sent)
        refused(answer, status, code, `${operation.id}: ${textOf(sent)}`)
        assert.include(answer.body.error?.message, message)
      }
      const nothing = await send(api, operation, { body: "" })
      if (operation.requestOptional === true)
        assert.notStrictEqual(nothing.code, "invalid_json", operation.id)
      else refused(nothing, 400, "invalid_json", operation.id)
    }
  })

  it("400 invalid_request, not 415: takes a form that can be read, where it takes one", async () => {
    await using api = await startComplete()
    const operations = (await operationsOf(api)).filter(({ form }) => form !== undefined)
    assert.isAbove(operations.length, 1)
    for (const operation of operations) {
      for (const [what, type, body] of wrongForms)
        refused(
          await send(api, operation, typed(type, body)),
          400,
          "invalid_request",
          `${operation.id}: ${what}`
        )
      const noFile = new FormData()
      noFile.append("file", "x")
      refused(await send(api, operation, { body: noFile }), 400, "invalid_request", operation.id)
    }
  })

  it("does not look at a body where it takes none, but for its length", async () => {
    await using api = await startComplete()
    for (const operation of (await operationsOf(api)).filter(takesBody)) {
      const { file, form, request } = operation
      if (request !== undefined || form !== undefined || file !== undefined) continue
      const things = await makeThings(api, operation.id)
      const right = rightRequest(operation, things)
      const over = { ...right, body: " ".repeat(jsonLimitBytes + 1) }
      refused(await send(api, operation, over, things.key), 413, "payload_too_large", operation.id)
      const { status } = await send(
        api,
        operation,
        { ...right, ...typed("text/plain", "not json") },
        things.key
      )
      assert.strictEqual(status, operation.recordStatus ?? 200, operation.id)
    }
  })

  it("400 invalid_request: takes an idempotency key of 1 to 255 printable characters, and has one where it must", async () => {
    await using api = await startComplete()
    const things = await makeThings(api, "acme")
    for (const operation of await operationsOf(api)) {
      if (!("idempotencyKey" in operation) || operation.idempotencyKey === undefined) continue
      const { header, required } = operation.idempotencyKey
      const right = rightRequest(operation, things)
      for (const key of [...(required ? [null] : []), ...wrongKeys]) {
        const answer = await send(api, operation, { ...right, headers: { [header]: key } }, things.key)
        refused(answer, 400, "invalid_request", `${operation.id}: ${key}`)
        assert.deepStrictEqual(
          answer.body.error?.details?.map(({ field }) => field),
          [header],
          operation.id
        )
      }
      const longest = { ...right, headers: { [header]: `~ ${"x".repeat(252)}!` } }
      const { status } = await send(api, operation, longest, things.key)
      assert.strictEqual(status, operation.recordStatus ?? 200, operation.id)
    }
  })

  it("400 invalid_request, invalid_cursor: takes in its query what its parameters may be, once each, and names the others", async () => {
    await using api = await startComplete()
    const things = await makeThings(api, "acme")
    // What they take is any text.
    const free = ["account", "externalId", "payoutId", "q"]
    for (const operation of await operationsOf(api)) {
      const right = rightRequest(operation, things)
      for (const { in: place, name, schema } of operation.parameters) {
        if (place !== "query" || free.includes(name)) continue
        const [literal = ""] = "literals" in schema ? (schema.literals as ReadonlyArray<string>) : []
        const otherCase = literal === literal.toUpperCase() ? literal.toLowerCase() : literal.toUpperCase()
        for (const value of wrongQueries[name] ?? ["", "nothing", otherCase, `a&${name}=a`]) {
          const query = `${name}=${value}`
          const answer = await send(api, operation, { ...right, query }, things.key)
          // A cursor is a text, and what text is up to the list.
          const code = name === "cursor" && !value.includes("&") ? "invalid_cursor" : "invalid_request"
          refused(answer, 400, code, `${operation.id}?${query}`)
          assert.strictEqual(answer.body.error?.details?.[0]?.field, name, `${operation.id}?${query}`)
        }
        if (name !== "limit") continue
        const { status } = await send(api, operation, { ...right, query: "limit=100" }, things.key)
        assert.strictEqual(status, 200, operation.id)
      }
    }
  })

  it("names what it ignores: in the query, in the body and in a form", async () => {
    await using api = await startComplete()
    for (const operation of await operationsOf(api)) {
      const form = new FormData()
      form.append("zform", "1")
      const takesFields = takesBody(operation) && operation.file === undefined
      const body = operation.form !== undefined ? form : takesFields ? { zbody: 1 } : undefined
      const { headers } = await send(api, operation, { query: "zquery=1", body })
      const expected = ["zquery", ...(body === form ? ["zform"] : body === undefined ? [] : ["zbody"])]
      assert.strictEqual(headers.get("x-quittance-ignored"), expected.join(", "), operation.id)
    }
  })
})
