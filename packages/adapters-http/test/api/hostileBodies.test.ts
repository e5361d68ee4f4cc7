import { assert, describe, it } from "vitest"
import { operationsOf } from "../operations/operationTable.ts"
import { makeThings, rightRequest, send, startComplete } from "../operations/rightRequests.ts"
import { inlinedDocument } from "../reference/inlinedDocument.ts"
import { startTestApi } from "../TestApi.ts"

const bodyBytesMax = 256 * 1024
const refusalBytesMax = 64 * 1024

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

describe("a body of 256 KiB of anything", () => {
  it("is refused by every operation with at most 64 KiB and at most 20 faults", async () => {
    await using api = await startComplete()
    const things = await makeThings(api, "acme")
    const { paths } = await inlinedDocument(api)
    for (const operation of await operationsOf(api)) {
      if (operation.request === undefined) continue
      const { requestBody } = paths[operation.path][operation.method.toLowerCase()]
      const names = Object.keys(requestBody.content["application/json"].schema.properties)
      const room = Math.floor(bodyBytesMax / names.length) - 40
      for (const [name, valueOf] of Object.entries(values)) {
        const body = `{${names.map((field) => `${JSON.stringify(field)}:${valueOf(room)}`).join(",")}}`
        assert.isAtMost(body.length, bodyBytesMax)
        const right = rightRequest(operation, things)
        const answer = await send(api, operation, { ...right, body }, things.key)
        const what = `${operation.id}: ${name} answered ${answer.status}`
        assert.isBelow(answer.status, 500, what)
        if (answer.status < 400) continue
        assert.isAtMost(Buffer.byteLength(JSON.stringify(answer.body)), refusalBytesMax, what)
        assert.isAtMost(answer.body.error?.details?.length ?? 0, 20, what)
      }
    }
  })

  it("has as many values as 16 KiB of metadata can hold, and no more than 10 000, nor 3 000 long numbers", async () => {
    await using api = await startTestApi()
    const create = (value: string, count: number) =>
      api.fiat("invoices", {
        body: `{"amount":10,"currency":"USD","metadata":{"a":[${Array(count).fill(value).join(",")}]}}`
      })
    assert.strictEqual((await create("1", 8180)).status, 201)
    assert.strictEqual((await create("1e100", 2300)).status, 201)
    for (const [value, count, said] of [
      ["1", 10_000, "at most 10000 values"],
      ["1e100", 3001, "at most 3000 numbers of more than 15 digits"]
    ] as const) {
      const { body, code, status } = await create(value, count)
      assert.deepStrictEqual([status, code], [400, "invalid_request"])
      assert.include(body.error?.message, said)
    }
  })

  it("tells of 20 faults in a list or a file, and how many more there are", async () => {
    await using api = await startTestApi()
    const events = Array(50).fill("x")
    const { body } = await api.fiat("webhooks", { body: { url: "https://a.example/", events } })
    assert.lengthOf(body.error?.details ?? [], 20)
    assert.match(body.error?.message ?? "", /; and (3\d|[4-9]\d) more$/)
    const form = new FormData()
    form.append("file", new Blob([`amount,currency\n${"x,USD\n".repeat(1000)}`]), "a.csv")
    const batch = await api.fiat("batch/invoices", { body: form })
    assert.deepStrictEqual([batch.status, batch.body.error?.details?.length], [422, 20])
    assert.match(batch.body.error?.message ?? "", /and there are 980 more$/)
  })
})
