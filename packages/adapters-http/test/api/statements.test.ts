import { assert, describe, it } from "vitest"
import { lineAccount, lineStatements } from "../LineStatements.ts"
import { type ApiAnswer, startTestApi } from "../TestApi.ts"

/** What operators do with statements; who may is proven by the walks over all operations. */

const start = () => startTestApi({ providers: lineStatements, settings: { banks: [lineAccount] } })
type Api = Awaited<ReturnType<typeof start>>

const path = `statements?account=${lineAccount.name}`
const figures = ({ body }: ApiAnswer) =>
  ["entries", "new", "known", "skipped", "matched", "unresolved"].map((name) => body[name])

interface Entry {
  readonly id: string
  readonly status: string
  readonly amount: number
}
const entriesOf = async (api: Api, query = ""): Promise<ReadonlyArray<Entry>> =>
  (await api.operator(`statements/entries${query}`)).body.entries as ReadonlyArray<Entry>

const request = (api: Api, init: RequestInit & { readonly duplex?: "half" }, query = path) =>
  api.send(
    new Request(`http://api.test/api/operator/v1/${query}`, {
      method: "POST",
      ...init,
      headers: { "x-api-key": api.operatorKey.secret, ...init.headers }
    })
  )

/** A body that ends after its first piece, because the connection does. */
const brokenBody = (text: string) => {
  let isSent = false
  return new ReadableStream({
    pull: (controller) => {
      if (isSent) controller.error(new Error("the connection ended"))
      else controller.enqueue(new TextEncoder().encode(text))
      isSent = true
    }
  })
}

describe("a statement that an operator sends", () => {
  it("is recorded once, by whatever type it is sent, and as often as it comes, also twice at once", async () => {
    await using api = await start()
    const tried = await api.operator(`${path}&dryRun=true`, "500\n700 x\n")
    assert.deepStrictEqual(figures(tried), [2, 2, 0, 0, 0, 2])
    assert.isEmpty(await entriesOf(api))
    const both = await Promise.all([
      api.operator(path, "500\n700 x\n"),
      request(api, { body: "500\n700 x\n", headers: { "content-type": "application/xml" } })
    ])
    assert.deepStrictEqual(
      both.map(({ status }) => status),
      [200, 200]
    )
    assert.strictEqual(Number(both[0]?.body.new) + Number(both[1]?.body.new), 2)
    assert.deepStrictEqual(figures(await api.operator(path, "500\n700 x\n")), [2, 0, 2, 0, 0, 0])
    assert.lengthOf(await entriesOf(api, "?status=unresolved"), 2)
    const first = (await api.operator("statements/entries?limit=1")).body
    const { nextCursor, ...place } = first.pagination as { readonly nextCursor: string }
    assert.deepStrictEqual(place, { page: null, limit: 1, total: null, totalPages: null })
    const [one] = first.entries as readonly [Entry]
    const [other] = (await entriesOf(api, `?limit=1&cursor=${nextCursor}`)) as readonly [Entry]
    assert.deepStrictEqual(await entriesOf(api), [one, other])
    assert.deepStrictEqual(await entriesOf(api, `?q=${other.id}`), [other])
    const wrong = async (query: string) => (await api.operator(`statements/entries?${query}`)).code
    assert.strictEqual(await wrong(`status=matched&cursor=${nextCursor}`), "invalid_cursor")
    for (const query of ["page=2", "from=yesterday", "to=2026-02-30"])
      assert.strictEqual(await wrong(query), "invalid_request")
  })

  it("422 statement_refused: is refused as a whole, with the report of it", async () => {
    await using api = await start()
    const answer = await api.operator(path, "500\n!\n")
    assert.deepStrictEqual([answer.status, answer.code], [422, "statement_refused"])
    assert.deepStrictEqual(figures(answer), [0, 0, 0, 0, 0, 0])
    assert.deepStrictEqual(answer.body.errors, [{ line: 2, path: "", message: "the line is !" }])
    assert.strictEqual(answer.body.success, false)
    assert.isEmpty(await entriesOf(api))
  })

  it("records nothing where it breaks off, is too large, compressed, in a form, or of no account", async () => {
    await using api = await start()
    const wrong: ReadonlyArray<
      readonly [number, string, RequestInit & { readonly duplex?: "half" }, string?]
    > = [
      [400, "invalid_request", { body: brokenBody("500\n700 x\n"), duplex: "half" }],
      [
        413,
        "payload_too_large",
        { body: "500", headers: { "content-length": String(100 * 1024 * 1024 + 1) } }
      ],
      [415, "unsupported_media_type", { body: "500", headers: { "content-encoding": "gzip" } }],
      [415, "unsupported_media_type", { body: new FormData() }],
      [404, "not_found", { body: "500" }, "statements?account=other"],
      [400, "invalid_request", { body: "500" }, "statements"],
      [400, "invalid_request", { body: "500" }, `${path}&dryRun=yes`]
    ]
    for (const [status, code, init, query] of wrong) {
      const answer = await request(api, init, query)
      assert.deepStrictEqual([answer.status, answer.code], [status, code], JSON.stringify(answer.body))
    }
    assert.isEmpty(await entriesOf(api))
  })
})

describe("an entry that waits", () => {
  it("is assigned to an invoice of its amount, returned or ignored, with a reason, and then is decided", async () => {
    await using api = await start()
    const invoice = async (amount: number) =>
      String((await api.fiat("invoices", { body: { amount, currency: "USD" } })).body.id)
    const [five, six] = [await invoice(5), await invoice(6)]
    await api.operator(path, "500 a\n700 b\n800 c\n")
    const [first, second, third] = (await entriesOf(api)).toSorted((one, other) => one.amount - other.amount)
    const decide = (entry: Entry | undefined, what: string, body: object) =>
      api.operator(`statements/entries/${entry?.id}/${what}`, body)
    const reason = "by phone"
    assert.strictEqual((await decide(first, "assign", { invoiceId: five })).code, "invalid_request")
    assert.strictEqual((await decide(first, "assign", { invoiceId: six, reason })).status, 400)
    const assigned = await decide(first, "assign", { invoiceId: five, reason })
    assert.include(assigned.body.entry, { status: "assigned", invoiceId: five })
    assert.strictEqual((await api.fiat(`invoices/${five}`)).body.status, "paid")
    assert.include((await decide(second, "return", { reason })).body.entry, { status: "returned" })
    assert.include((await decide(third, "ignore", { reason })).body.entry, { status: "ignored" })
    assert.strictEqual((await decide(second, "ignore", { reason })).code, "invalid_state")
    assert.deepStrictEqual(
      (await api.operator(`statements/entries/${first?.id}`)).body.entry,
      assigned.body.entry
    )
    assert.isEmpty(await entriesOf(api, "?status=unresolved"))
  })
})
