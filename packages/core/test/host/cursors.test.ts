import { createQuittance, MemoryStore, type Page, type PageRequest } from "@quittance/core"
import { assert, describe, it } from "vitest"

const masterKey = Buffer.alloc(32, 7).toString("base64")

const open = async () => {
  const host = await createQuittance({
    ...{ store: MemoryStore.layer, masterKey, workers: false },
    settings: { mode: "sandbox" }
  })
  const { id } = await host.partners.ensure("shop")
  return { host, id }
}

type Listing = (page: PageRequest) => Promise<Page<{ readonly id: string }>>

/** The ids of a list from its first page on, two at a time; something is made between two parts. */
const walked = async (list: Listing, make: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
  let part = await list({ page: 1, limit: 2 })
  const ids = part.items.map(({ id }) => id)
  while (part.nextCursor !== null) {
    await make()
    part = await list({ cursor: part.nextCursor, limit: 2 })
    assert.isNull(part.total)
    ids.push(...part.items.map(({ id }) => id))
  }
  return ids
}

describe("a host walks its lists by cursor", () => {
  it("invoices and wallets: what was there comes once", async () => {
    const { host, id } = await open()
    const invoice = () => host.invoices.create(id, { amount: 5, currency: "USD" })
    const wallet = () => host.transit.wallets.create(id, { network: "tron", label: "one" })
    const cases = [
      [invoice, (page: PageRequest) => host.invoices.list(id, { status: "pending" }, page)],
      [wallet, (page: PageRequest) => host.transit.wallets.list(id, page)]
    ] as const
    for (const [make, list] of cases) {
      for (let count = 0; count < 5; count++) await make()
      const all = await list({ page: 1, limit: 10 })
      assert.deepInclude(all, { total: 5, nextCursor: null })
      assert.deepStrictEqual(
        await walked(list, make),
        all.items.map((item) => item.id)
      )
    }
    await host.close()
  })

  it("a cursor of another filter, list or partner, and no cursor at all, are refused", async () => {
    const { host, id } = await open()
    for (let count = 0; count < 2; count++) await host.invoices.create(id, { amount: 5, currency: "USD" })
    const { nextCursor } = await host.invoices.list(id, {}, { page: 1, limit: 1 })
    const page = { cursor: String(nextCursor), limit: 1 }
    const other = await host.partners.ensure("other")
    const failureOf = async (asked: Promise<unknown>) =>
      asked.then(
        () => assert.fail("it was answered"),
        ({ _tag, fault }) => [_tag, fault]
      )
    for (const asked of [
      host.invoices.list(id, { status: "pending" }, page),
      host.invoices.list(other.id, {}, page),
      host.payouts.list(id, {}, page)
    ])
      assert.deepStrictEqual(await failureOf(asked), ["InvalidCursor", "foreign"])
    const malformed = host.invoices.list(id, {}, { cursor: "page 2", limit: 1 })
    assert.deepStrictEqual(await failureOf(malformed), ["InvalidCursor", "malformed"])
    await host.close()
  })

  it("a part that a program without types asks for wrongly is refused by the name of its field", async () => {
    const { host, id } = await open()
    const listings = [
      (page: PageRequest) => host.invoices.list(id, {}, page),
      (page: PageRequest) => host.balanceEntries.list(id, {}, page),
      (page: PageRequest) => host.transit.wallets.list(id, page)
    ]
    for (const [asked, sentence] of [
      [{ limit: 5 }, "page must be a whole number from 1; it is left out only beside a cursor"],
      [{ page: 0, limit: 5 }, "page must be a whole number from 1; it is left out only beside a cursor"],
      [{ page: 1 }, "limit must be a whole number from 1"],
      [{ page: 1, limit: -1 }, "limit must be a whole number from 1"],
      [{ cursor: "x", limit: 0.5 }, "limit must be a whole number from 1"],
      [{ cursor: "x", page: 1, limit: 5 }, "cursor must not be given with page: give one of them"],
      [{ cursor: null, limit: 5 }, "cursor must be a text: the nextCursor of an earlier part"]
    ] as const)
      for (const list of listings) {
        const failure = await list(asked as unknown as PageRequest).then(
          () => assert.fail("it was answered"),
          (error: unknown) => error
        )
        assert.deepInclude(failure, { _tag: "InvalidInput", message: sentence })
      }
    await host.close()
  })
})
