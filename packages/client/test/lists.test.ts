import { assert, describe, it } from "vitest"
import { createClient, UnexpectedAnswerError } from "../src/index.ts"
import { failureOf, startClient } from "./TestClient.ts"

/** A server with a list of so many invoices, two on a page. */
const listOf = (count: number, faultAt?: number) => {
  const asked: Array<Record<string, string>> = []
  const fetch = async (url: string): Promise<Response> => {
    const query = Object.fromEntries(new URL(url).searchParams)
    asked.push(query)
    const start = Number(query.cursor ?? (Number(query.page ?? 1) - 1) * 2)
    if (asked.length - 1 === faultAt) return new Response("<html>", { status: 403 })
    const ids = Array.from({ length: count }, (_, index) => ({ id: `inv_${index}` }))
    const nextCursor = start + 2 < count ? String(start + 2) : null
    return Response.json({ invoices: ids.slice(start, start + 2), pagination: { limit: 2, nextCursor } })
  }
  const client = createClient({ baseUrl: "https://pay.example", secret: "sk_test_a", fetch })
  return { client, asked }
}

const idsOf = async (items: AsyncIterable<{ readonly id: string }>) => {
  const ids: Array<string> = []
  for await (const { id } of items) ids.push(id)
  return ids
}

describe("a list", () => {
  it("walked by itself has every item, page by page, under the same filters", async () => {
    const { asked, client } = listOf(5)
    assert.deepStrictEqual(await idsOf(client.fiat.invoices.list({ status: "paid", limit: 2 })), [
      "inv_0",
      "inv_1",
      "inv_2",
      "inv_3",
      "inv_4"
    ])
    assert.deepStrictEqual(asked, [
      { status: "paid", limit: "2" },
      { status: "paid", limit: "2", cursor: "2" },
      { status: "paid", limit: "2", cursor: "4" }
    ])
  })

  it("begins at the page that is asked for, and goes on by cursor", async () => {
    const { asked, client } = listOf(5)
    assert.deepStrictEqual(await idsOf(client.fiat.invoices.list({ page: 2 })), ["inv_2", "inv_3", "inv_4"])
    assert.deepStrictEqual(asked, [{ page: "2" }, { cursor: "4" }])
  })

  it("awaited is its first page, which is asked for once", async () => {
    const { asked, client } = listOf(5)
    const list = client.fiat.invoices.list()
    assert.strictEqual((await list).invoices.length, 2)
    assert.strictEqual((await idsOf(list)).length, 5)
    assert.strictEqual(asked.length, 3)
  })

  it("has pages", async () => {
    const { client } = listOf(3)
    const sizes: Array<number> = []
    for await (const { invoices } of client.fiat.invoices.list().pages()) sizes.push(invoices.length)
    assert.deepStrictEqual(sizes, [2, 1])
  })

  it("that is left early asks for nothing more", async () => {
    const { asked, client } = listOf(5)
    for await (const _ of client.fiat.invoices.list()) break
    assert.strictEqual(asked.length, 1)
  })

  it("without items ends at once", async () => {
    assert.deepStrictEqual(await idsOf(listOf(0).client.fiat.invoices.list()), [])
  })

  it("fails where it is walked, at the page that failed", async () => {
    const { client } = listOf(5, 1)
    const seen: Array<string> = []
    const walk = async () => {
      for await (const { id } of client.fiat.invoices.list()) seen.push(id)
    }
    assert.instanceOf(await failureOf(walk()), UnexpectedAnswerError)
    assert.deepStrictEqual(seen, ["inv_0", "inv_1"])
  })

  it("of a server that has no cursors fails rather than end too early", async () => {
    const fetch = async () =>
      Response.json({ invoices: [{ id: "a" }], pagination: { page: 1, totalPages: 2 } })
    const client = createClient({ baseUrl: "https://pay.example", secret: "sk_test_a", fetch })
    const error = await failureOf(idsOf(client.fiat.invoices.list()))
    assert.instanceOf(error, UnexpectedAnswerError)
    assert.strictEqual(
      error.message,
      "The answer has no pagination.nextCursor: the server is older than this client."
    )
  })

  it("whose pages repeat ends", async () => {
    const fetch = async () => Response.json({ invoices: [{ id: "a" }], pagination: { nextCursor: "b" } })
    const client = createClient({ baseUrl: "https://pay.example", secret: "sk_test_a", fetch })
    assert.match(
      String(await failureOf(idsOf(client.fiat.invoices.list()))),
      /^UnexpectedAnswerError: The answer has the page that came before: a cache is in between\.$/
    )
  })

  it("is its first page where the raw answer is asked for", async () => {
    const { data, status } = await listOf(5).client.withRawResponse.fiat.invoices.list()
    assert.deepStrictEqual([data.invoices.length, status], [2, 200])
  })

  it("of the server has each item once, whatever is created while it is walked", async () => {
    await using started = await startClient()
    const { client, line } = started
    const create = async (amount: number) =>
      (await client.fiat.invoices.create({ amount, currency: "USD" })).id
    const made: Array<string> = []
    for (const amount of [1, 2, 3, 4, 5]) made.unshift(await create(amount))
    line.faults.push("answer cut off", "passes", "never arrives")
    const seen: Array<string> = []
    for await (const { id } of client.fiat.invoices.list({ limit: 2, currency: "USD" })) {
      seen.push(id)
      await create(6)
    }
    assert.deepStrictEqual(seen, made)
  })
})
