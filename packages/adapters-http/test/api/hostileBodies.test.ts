import { assert, describe, it } from "vitest"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const bodyBytesMax = 256 * 1024
const refusalBytesMax = 64 * 1024

interface Described {
  readonly method: string
  readonly path: string
  readonly fields: ReadonlyArray<string>
}

interface Shown {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly requestBody?: {
          readonly content: Record<string, { readonly schema: { readonly properties?: object } }>
        }
      }
    >
  >
}

/** Every operation that takes a JSON body, as the server describes itself. */
const operationsOf = async (api: TestApi): Promise<ReadonlyArray<Described>> => {
  const { body } = await api.send(new Request("http://api.test/openapi.json"))
  return Object.entries((body as unknown as Shown).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content["application/json"]?.schema
      return schema === undefined
        ? []
        : [{ method: method.toUpperCase(), path, fields: Object.keys(schema.properties ?? {}) }]
    })
  )
}

const id = "019bc186de0071029d992f61e339df7f"
const uuid = "019bc186-de00-7102-9d99-2f61e339df7f"

const prefixOf = (path: string): string =>
  path.includes("webhooks") ? "whk_" : path.includes("kyc") ? "kyc_" : path.includes("crypto") ? "" : "inv_"

let sent = 0

const send = (api: TestApi, { method, path }: Described, body: string): Promise<ApiAnswer> => {
  const prefix = prefixOf(path)
  const target = path.replace(/\{\w+\}/, prefix === "" ? uuid : prefix + id)
  sent += 1
  if (target.startsWith("/api/v2/"))
    return api.call({
      method,
      path: target,
      body,
      idempotencyKey: `k${sent}`,
      timestamp: api.wall.now + (sent % 1000)
    })
  if (target.startsWith("/api/v1/")) return api.fiat(target.slice("/api/v1/".length), { method, body })
  if (target.startsWith("/v1/")) return api.transit(target.slice("/v1/".length), { method, body })
  return api.send(
    new Request(`http://api.test${target}`, {
      method,
      headers: { "x-api-key": api.key.secret, "content-type": "application/json" },
      body
    })
  )
}

/** JSON values of about so many bytes. */
const values: { readonly [name: string]: (bytes: number) => string } = {
  "a list of numbers": (bytes) => `[${"5,".repeat(bytes / 2 - 2)}5]`,
  "a list of texts": (bytes) => `[${'"x",'.repeat(bytes / 4 - 2)}"x"]`,
  "a list of objects": (bytes) => `[${"{},".repeat(bytes / 3 - 2)}{}]`,
  "as long a list as is read": () => `[${"5,".repeat(1200)}5]`,
  "lists in lists": (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  "objects in objects": (bytes) => `${'{"":'.repeat(bytes / 6)}1${"}".repeat(bytes / 6)}`,
  "an object of many keys": (bytes) =>
    `{${Array.from({ length: bytes / 14 }, (_, index) => `"k${index}":1`).join(",")}}`,
  "one key again and again": (bytes) => `{${'"a":1,'.repeat(bytes / 6 - 2)}"a":1}`,
  "a long text": (bytes) => `"${"x".repeat(bytes - 2)}"`,
  "a text of control characters": (bytes) => `"${"\\u0001".repeat(bytes / 6 - 1)}"`,
  "a text of halves of characters": (bytes) => `"${"\\ud800".repeat(bytes / 6 - 1)}"`,
  "a long number": (bytes) => "9".repeat(bytes),
  "a long fraction": (bytes) => `1.${"0".repeat(bytes - 3)}1`,
  "a huge exponent": () => "1e999999999",
  "nearly an e-mail address": (bytes) => `"a@${"a.".repeat(bytes / 2 - 4)}!"`,
  "nearly a URL": (bytes) => `"https://${"a.".repeat(bytes / 2 - 8)} "`
}

describe("every operation", () => {
  it("refuses 256 KiB of anything with at most 64 KiB and at most 20 faults", async () => {
    await using api = await startTestApi({ rateLimits: "off" })
    const operations = await operationsOf(api)
    assert.isAtLeast(operations.length, 14)
    for (const operation of operations) {
      for (const [name, valueOf] of Object.entries(values)) {
        const room = Math.floor(bodyBytesMax / operation.fields.length) - 40
        const body = `{${operation.fields.map((field) => `${JSON.stringify(field)}:${valueOf(room)}`).join(",")}}`
        assert.isAtMost(body.length, bodyBytesMax)
        const answer = await send(api, operation, body)
        const what = `${operation.method} ${operation.path}: ${name} answered ${answer.status}`
        assert.isBelow(answer.status, 500, what)
        if (answer.status < 400) continue
        assert.isAtMost(Buffer.byteLength(JSON.stringify(answer.body)), refusalBytesMax, what)
        assert.isAtMost(answer.body.error?.details?.length ?? 0, 20, what)
      }
    }
  })

  it("tells the bound of values, and takes metadata of as many values as 16 KiB can hold", async () => {
    await using api = await startTestApi()
    const body = (count: number) => ({
      amount: 10,
      currency: "USD",
      metadata: { a: Array<number>(count).fill(1) }
    })
    assert.strictEqual((await api.fiat("invoices", { body: body(8180) })).status, 201)
    const answer = await api.fiat("invoices", { body: body(10_000) })
    assert.deepStrictEqual([answer.status, answer.code], [400, "invalid_request"])
    assert.include(answer.body.error?.message, "at most 10000 values")
    const long = (count: number) =>
      `{"amount":10,"currency":"USD","metadata":{"a":[${Array<string>(count).fill("1e100").join(",")}]}}`
    assert.strictEqual((await api.fiat("invoices", { body: long(2300) })).status, 201)
    const tooLong = await api.fiat("invoices", { body: long(3001) })
    assert.include(tooLong.body.error?.message, "at most 3000 numbers of more than 15 digits")
  })

  it("tells of 130 000 wrong events in one sentence", async () => {
    await using api = await startTestApi()
    const short = await api.fiat("webhooks", {
      body: { url: "https://a.example/", events: Array(9000).fill("x") }
    })
    assert.deepStrictEqual([short.status, short.code], [422, "validation_failed"])
    assert.strictEqual(short.body.error?.message, "events must have at most 100 items")
    const long = await api.fiat("webhooks", {
      body: `{"url":"https://a.example/","events":[${"1,".repeat(130_000)}1]}`
    })
    assert.deepStrictEqual([long.status, long.code], [400, "invalid_request"])
  })

  it("tells of 20 faults, and how many more there are", async () => {
    await using api = await startTestApi()
    const { body } = await api.fiat("webhooks", {
      body: { url: "https://a.example/", events: Array(50).fill("x") }
    })
    assert.strictEqual(body.error?.details?.length, 20)
    assert.match(body.error?.message ?? "", /; and (3\d|[4-9]\d) more$/)
    const file = `amount,currency\n${"x,USD\n".repeat(1000)}`
    const form = new FormData()
    form.append("file", new Blob([file]), "a.csv")
    const batch = await api.fiat("batch/invoices", { body: form })
    assert.deepStrictEqual([batch.status, batch.body.error?.details?.length], [422, 20])
    assert.match(batch.body.error?.message ?? "", /and there are 980 more$/)
  })
})
