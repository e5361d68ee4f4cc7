import { assert, describe, it } from "vitest"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import type { TestApi } from "../TestApi.ts"
import { operationsOf } from "./operationTable.ts"
import { rightRequest, send, startComplete } from "./rightRequests.ts"

/** The walk over the operations that answer in pages: what a page is, and what its filters find. */

type Listed = Readonly<Record<string, unknown>>

interface ListCase {
  /** Makes one thing that the list shows. */
  readonly make: (api: TestApi) => Promise<unknown>
  /** What stands for the parameter of the path. */
  readonly idIn?: (api: TestApi) => Promise<string>
  /** The choices of each filter that find what was made; the others find nothing. By default what the thing says. */
  readonly found?: Readonly<Record<string, ReadonlyArray<string>>>
  /** Money that a partner begins with is in the list. */
  readonly listsMoney?: true
}

const url = "https://shop.test/hooks"

/** Lists of what is not made by the operation on their path. */
const cases: Readonly<Record<string, ListCase>> = {
  findCryptoInvoice: {
    make: (api) =>
      api.call({
        path: "/api/v2/crypto/invoices",
        body: { amount: 5, network: "tron", externalId: `order ${++invoiceCount}` },
        timestamp: api.wall.now - invoiceCount
      })
  },
  listWebhookDeliveries: {
    make: async (api) =>
      api.fiat(`webhooks/${await webhookIdIn(api)}/test`, { body: { event: "kyc.failed" } }),
    idIn: (api) => webhookIdIn(api),
    found: { status: ["delivered"], event: ["kyc.failed"] }
  },
  listTransitWebhookDeliveries: {
    make: async (api) => {
      await api.transit("webhook", { method: "PUT", body: { url } })
      return api.transit("webhook/test", { body: { event: "payment_received" } })
    },
    // A test of the one goes by the name of the other too.
    found: { status: ["delivered"], event: ["payment.received", "payment_received"] }
  },
  listBalanceEntries: { make: (api) => api.credit(api.key.partnerId, 1), listsMoney: true }
}

/** Of lists of the same path that are asked for in place of others. */
const alone = new Set(["exception"])

let invoiceCount = 0

const webhookIdIn = async (api: TestApi): Promise<string> => {
  const [first] = (await api.fiat("webhooks")).body.webhooks as ReadonlyArray<{ readonly id: string }>
  if (first !== undefined) return first.id
  return String((await api.fiat("webhooks", { body: { url, events: ["invoice.paid"] } })).body.id)
}

/**
 * The mailbox of the sandbox is whole by default and begins with the oldest; see the tests of the sandbox. Whoever asks
 * for partners has one already; see the tests of operators.
 */
const unlike = new Set(["sandboxMail", "listPartners"])

const isPaged = ({ id, parameters }: ApiOperation) =>
  !unlike.has(id) && parameters.some(({ name }) => name === "page")

/** By the operation that makes things on the path of the list. */
const made = (operations: ReadonlyArray<ApiOperation>, { id, path }: ApiOperation): ListCase => {
  const making = operations.find((each) => each.method === "POST" && each.path === path)
  assert(making !== undefined, `say in cases what ${id} lists`)
  return { make: (api) => send(api, making, rightRequest(making)) }
}

const start = async (id: string) => {
  const api = await startComplete()
  const operations = await operationsOf(api)
  const operation = operations.find((each) => each.id === id)
  assert(operation !== undefined)
  const { found, idIn, listsMoney, make } = cases[id] ?? made(operations, operation)
  if (!listsMoney) await api.credit(api.key.partnerId, 1000)
  const path = { id: (await idIn?.(api)) ?? "" }
  const answer = (query: string) => send(api, operation, { ...path, query })
  const ask = async (query = "") => {
    const { body, status } = await answer(query)
    assert.strictEqual(status, 200, query)
    const items = Object.values(body).find((each) => Array.isArray(each)) as ReadonlyArray<Listed>
    // The first field of a view is its id.
    const ids = items.map((each) => String(Object.values(each)[0]))
    const { nextCursor, ...page } = body.pagination as { readonly nextCursor: string | null }
    return { items, ids, page, nextCursor, total: items.length }
  }
  return {
    api,
    operation,
    answer,
    ask,
    foundBy: async (name: string) => found?.[name] ?? [String((await ask()).items[0]?.[name])],
    make: () => make(api),
    [Symbol.asyncDispose]: api[Symbol.asyncDispose]
  }
}

const paged = await (async () => {
  await using api = await startComplete()
  return (await operationsOf(api)).filter(isPaged).map(({ id }) => id)
})()

it("a cursor of one list is none of another, nor of another partner's", async () => {
  const cursors: Array<string> = []
  for (const id of paged) {
    await using list = await start(id)
    await list.make()
    list.api.wall.now += 1000
    await list.make()
    cursors.push(String((await list.ask("limit=1")).nextCursor))
  }
  for (const id of paged) {
    // Another partner: each deployment has its own.
    await using list = await start(id)
    for (const cursor of cursors)
      assert.strictEqual((await list.answer(`cursor=${cursor}`)).body.error?.code, "invalid_cursor")
  }
})

it("every list that makes its things otherwise is there", () => {
  assert.includeMembers(paged, Object.keys(cases))
})

describe.each(paged)("%s", (id) => {
  it("answers pages of 20, or of so many, newest first, to their end", async () => {
    await using list = await start(id)
    const { api, ask, make } = list
    const page = (number: number, limit: number, total: number, totalPages: number) => ({
      page: number,
      limit,
      total,
      totalPages
    })
    assert.deepInclude(await ask(), { ids: [], page: page(1, 20, 0, 0) })
    for (let count = 0; count < 21; count++) {
      // Some at the same instant.
      api.wall.now += (count % 2) * 1000
      await make()
    }
    const { ids, items } = await ask("limit=100")
    assert.lengthOf(new Set(ids), 21)
    const instants = items.map(({ at, createdAt = at }) => String(createdAt))
    assert.notInclude(instants, "undefined")
    assert.deepStrictEqual(instants, [...instants].sort().reverse())
    assert.deepInclude(await ask(), { ids: ids.slice(0, 20), page: page(1, 20, 21, 2) })
    assert.deepInclude(await ask("page=2"), { ids: ids.slice(20) })
    assert.deepInclude(await ask("page=3&limit=10"), { ids: ids.slice(20), page: page(3, 10, 21, 3) })
    assert.deepInclude(await ask("page=99&limit=10&unknown=1"), { ids: [], page: page(99, 10, 21, 3) })
  })

  it("is walked by cursor: everything once, whatever is made meanwhile, and nothing is counted", async () => {
    await using list = await start(id)
    const { answer, api, ask, make } = list
    for (let count = 0; count < 8; count++) {
      api.wall.now += (count % 2) * 1000
      await make()
    }
    const { ids } = await ask()
    const first = await ask("limit=2")
    const walked = [...first.ids]
    let { nextCursor } = first
    // The last part is exactly full.
    for (const limit of [1, 3, 2]) {
      assert(nextCursor !== null)
      assert.match(nextCursor, /^[\w-]{30,120}$/)
      api.wall.now += 1000
      await make()
      const part = await ask(`limit=${limit}&cursor=${nextCursor}`)
      assert.deepStrictEqual(part.page, { page: null, limit, total: null, totalPages: null })
      walked.push(...part.ids)
      nextCursor = part.nextCursor
    }
    assert.deepStrictEqual(walked, ids)
    assert.isNull(nextCursor)
    assert.isNull((await ask("page=9")).nextCursor)
    // A page of any number begins a walk too.
    const second = await ask("page=2&limit=4")
    const rest = await ask(`limit=100&cursor=${second.nextCursor}`)
    assert.deepStrictEqual(rest.ids, (await ask("limit=100")).ids.slice(8))

    const { nextCursor: cursor } = second
    assert.strictEqual((await answer(`cursor=${cursor}&page=1`)).body.error?.code, "invalid_request")
    for (const wrong of [
      "cursor=",
      "cursor=abc",
      `cursor=${cursor}A`,
      `cursor=${cursor?.slice(1)}`,
      `cursor=${cursor?.replace(/.(?=.{4}$)/, (letter) => (letter === "A" ? "B" : "A"))}`,
      `cursor=${"A".repeat(2000)}`,
      ...(list.operation.parameters.some(({ name }) => name === "from")
        ? [`cursor=${cursor}&from=2026-01-01`, `cursor=${cursor}&to=2027-01-01`]
        : [])
    ]) {
      const { body, status } = await answer(wrong)
      assert.deepInclude({ status, code: body.error?.code }, { status: 400, code: "invalid_cursor" }, wrong)
    }
  })

  it("finds by each filter what it names, and by all of them together", async () => {
    await using list = await start(id)
    const { api, ask, foundBy, make, operation } = list
    await make()
    api.wall.now += 1000
    await make()
    const [late, early] = (await ask()).ids
    const chosen: Array<string> = []
    for (const { in: place, name, schema } of operation.parameters) {
      if (place !== "query" || !("literals" in schema)) continue
      const found = await foundBy(name)
      if (!alone.has(name)) chosen.push(`${name}=${found[0]}`)
      for (const choice of schema.literals as ReadonlyArray<string>) {
        const expected = found.includes(choice) ? [late, early] : []
        assert.deepStrictEqual((await ask(`${name}=${choice}`)).ids, expected, choice)
      }
    }
    if (!operation.parameters.some(({ name }) => name === "from")) return
    const second = "2026-01-15T12:00:01Z"
    assert.deepStrictEqual(
      (await ask([...chosen, `from=${second}`].join("&"))).ids,
      [late],
      "from is inclusive"
    )
    assert.deepStrictEqual((await ask([...chosen, `to=${second}`].join("&"))).ids, [early], "to is exclusive")
    assert.deepStrictEqual((await ask("from=2026-01-15T18:00:00%2B06:00&to=2026-01-15T18:00:01+06:00")).ids, [
      early
    ])
    assert.deepStrictEqual((await ask("from=2026-01-16&to=2026-01-15")).ids, [])
  })
})
