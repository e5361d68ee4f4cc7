import { assert, describe, it } from "vitest"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import type { ApiAnswer, TestApi } from "../TestApi.ts"
import { operationsOf } from "./operationTable.ts"
import { send, startComplete } from "./rightRequests.ts"

/** The walk over the operations that answer in pages: what a page is, and what its filters find. */

type Listed = Readonly<Record<string, unknown>>

interface ListCase {
  /** The name of the list in the answer. */
  readonly name: string
  /** Makes one thing that the list shows. */
  readonly make: (api: TestApi) => Promise<ApiAnswer>
  /** What stands for the parameter of the path. */
  readonly idIn?: (api: TestApi) => Promise<string>
  /** The choices of each filter that find what was made; the others find nothing. */
  readonly found: Readonly<Record<string, ReadonlyArray<string>>>
}

const url = "https://shop.test/hooks"

const cases: Readonly<Record<string, ListCase>> = {
  listPayouts: { name: "payouts", make: (api) => api.createPayout(), found: { status: ["PENDING"] } },
  listInvoices: {
    name: "invoices",
    make: (api) => api.fiat("invoices", { body: { amount: 5, currency: "USD" } }),
    found: { status: ["pending"], currency: ["USD"] }
  },
  listTransitWallets: {
    name: "wallets",
    make: (api) => api.transit("transit/wallets", { body: { label: "shop", network: "tron" } }),
    found: {}
  },
  listWebhookDeliveries: {
    name: "deliveries",
    make: async (api) =>
      api.fiat(`webhooks/${await webhookIdIn(api)}/test`, { body: { event: "kyc.failed" } }),
    idIn: (api) => webhookIdIn(api),
    found: { status: ["delivered"], event: ["kyc.failed"] }
  },
  listTransitWebhookDeliveries: {
    name: "deliveries",
    make: async (api) => {
      await api.transit("webhook", { method: "PUT", body: { url } })
      return api.transit("webhook/test", { body: { event: "payment_received" } })
    },
    // A test of the one goes by the name of the other too.
    found: { status: ["delivered"], event: ["payment.received", "payment_received"] }
  }
}

const webhookIdIn = async (api: TestApi): Promise<string> => {
  const [first] = (await api.fiat("webhooks")).body.webhooks as ReadonlyArray<{ readonly id: string }>
  if (first !== undefined) return first.id
  return String((await api.fiat("webhooks", { body: { url, events: ["invoice.paid"] } })).body.id)
}

/** The mailbox of the sandbox is whole by default and begins with the oldest; see the tests of the sandbox. */
const unlike = new Set(["sandboxMail"])

const isPaged = ({ id, parameters }: ApiOperation) =>
  !unlike.has(id) && parameters.some(({ name }) => name === "page")

const start = async (id: string) => {
  const api = await startComplete()
  await api.credit(api.key.partnerId, 1000)
  const operation = (await operationsOf(api)).find((each) => each.id === id)
  const { found, idIn, make, name } = cases[id] ?? assert.fail(`say in cases what ${id} lists`)
  assert(operation !== undefined)
  const path = { id: (await idIn?.(api)) ?? "" }
  const ask = async (query = "") => {
    const { body, status } = await send(api, operation, { ...path, query })
    assert.strictEqual(status, 200, query)
    const items = body[name] as ReadonlyArray<Listed>
    return { items, ids: items.map((each) => each.id), page: body.pagination, total: items.length }
  }
  return {
    api,
    operation,
    ask,
    found,
    make: () => make(api),
    [Symbol.asyncDispose]: api[Symbol.asyncDispose]
  }
}

it("every operation that answers in pages is here", async () => {
  await using api = await startComplete()
  const paged = (await operationsOf(api)).filter(isPaged)
  assert.sameMembers(
    paged.map(({ id }) => id),
    Object.keys(cases)
  )
})

describe.each(Object.keys(cases))("%s", (id) => {
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
      api.wall.now += count % 2
      await make()
    }
    const { ids, items } = await ask("limit=100")
    assert.lengthOf(new Set(ids), 21)
    const instants = items.map(({ createdAt }) => String(createdAt))
    assert.deepStrictEqual(instants, [...instants].sort().reverse())
    assert.deepInclude(await ask(), { ids: ids.slice(0, 20), page: page(1, 20, 21, 2) })
    assert.deepInclude(await ask("page=2"), { ids: ids.slice(20) })
    assert.deepInclude(await ask("page=3&limit=10"), { ids: ids.slice(20), page: page(3, 10, 21, 3) })
    assert.deepInclude(await ask("page=99&limit=10&unknown=1"), { ids: [], page: page(99, 10, 21, 3) })
  })

  it("finds by each filter what it names, and by all of them together", async () => {
    await using list = await start(id)
    const { api, ask, found, make, operation } = list
    await make()
    api.wall.now += 1000
    await make()
    const [late, early] = (await ask()).ids
    for (const { in: place, name, schema } of operation.parameters) {
      if (place !== "query" || !("literals" in schema)) continue
      for (const choice of schema.literals as ReadonlyArray<string>) {
        const expected = found[name]?.includes(choice) ? [late, early] : []
        assert.deepStrictEqual((await ask(`${name}=${choice}`)).ids, expected, choice)
      }
    }
    if (!operation.parameters.some(({ name }) => name === "from")) return
    const second = "2026-01-15T12:00:01Z"
    const all = Object.entries(found).map(([name, [choice]]) => `${name}=${choice}`)
    assert.deepStrictEqual((await ask([...all, `from=${second}`].join("&"))).ids, [late], "from is inclusive")
    assert.deepStrictEqual((await ask([...all, `to=${second}`].join("&"))).ids, [early], "to is exclusive")
    assert.deepStrictEqual((await ask("from=2026-01-15T18:00:00%2B06:00&to=2026-01-15T18:00:01+06:00")).ids, [
      early
    ])
    assert.deepStrictEqual((await ask("from=2026-01-16&to=2026-01-15")).ids, [])
  })
})
