import { createQuittance, MemoryStore } from "@quittance/core"
import type { StatementRowView } from "@quittance/core/adapter"
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

const rowsOf = async (statement: Promise<AsyncIterable<StatementRowView>>) => {
  const rows: Array<StatementRowView> = []
  for await (const row of await statement) rows.push(row)
  return rows
}

describe("a host reads a statement", () => {
  it("row by row, from its opening balance to its closing one", async () => {
    const { host, id } = await open()
    await host.balances.adjust(id, { amount: 100 })
    await host.balances.adjust(id, { amount: -30.5 })
    const later = Date.now() + 60_000
    const rows = await rowsOf(host.balances.statement(id, { from: 0, to: later }))
    assert.deepStrictEqual(
      rows.map(({ amount, availableAfter, count, row }) => [row, count, amount, availableAfter]),
      [
        ["opening", null, null, 0],
        ["entry", null, 100, 100],
        ["entry", null, -30.5, 69.5],
        ["total", 2, 69.5, null],
        ["closing", 2, 69.5, 69.5]
      ]
    )
    const after = await rowsOf(host.balances.statement(id, { from: later, to: later + 1 }))
    assert.deepStrictEqual(
      after.map(({ availableAfter, row }) => [row, availableAfter]),
      [
        ["opening", 69.5],
        ["closing", 69.5]
      ]
    )
    const [first] = await host.balances.all(id)
    assert.strictEqual(first?.currency, "USD")
    assert.deepInclude((await host.balances.all(id)).at(-1), { currency: "USDT", available: 69.5 })
    await host.close()
  })

  it("of days in the partner's time zone, and is told what is wrong with a period", async () => {
    const { host, id } = await open()
    await host.partners.setTerms("shop", { timeZone: "Asia/Almaty" })
    const [opening] = await rowsOf(host.balances.statement(id, { from: "2026-03-01", to: "2026-04-01" }))
    assert.strictEqual(opening?.at, "2026-02-28T19:00:00.000Z")
    const refused = (request: object) =>
      host.balances.statement(id, request as { from: number }).then(
        () => assert.fail("it was answered"),
        ({ message }) => message
      )
    assert.strictEqual(await refused({}), "from is required")
    assert.strictEqual(await refused({ from: 5, to: 5 }), "from must be before to")
    assert.include(await refused({ from: "yesterday" }), "from must be")
    await host.close()
  })
})
