import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"
import { temporaryFolder } from "@quittance/testing"
import { assert, describe, it } from "vitest"
import { Child } from "./process/Child.ts"
import { invoiceEvents, subscription, subscriptionKey } from "./subscriptionSamples.ts"

const folder = temporaryFolder()

const invoiceCount = 12

/** Invoices that are paid in two halves, each of which tells an event; their ids, as another subscriber got them. */
const paidInvoices = async (filename: string): Promise<ReadonlySet<string>> => {
  const quittance = await createQuittance({
    store: SqliteStore.layer({ filename, mode: "sandbox" }),
    masterKey: subscriptionKey
  })
  const told = new Set<string>()
  const { stop } = await quittance.on(invoiceEvents, subscription, () =>
    Promise.reject(new Error("too early"))
  )
  await stop()
  const all = Promise.withResolvers<void>()
  await quittance.on(invoiceEvents, { name: "beside", from: "now" }, ({ id }) => {
    told.add(id)
    if (told.size === 2 * invoiceCount) all.resolve()
  })
  const { id: shop } = await quittance.partners.ensure("shop")
  for (let nth = 0; nth < invoiceCount; nth++) {
    const invoice = { amount: 20, network: "tron", externalId: `order-${nth}` }
    const { address } = await quittance.cryptoInvoices.create(shop, invoice)
    for (const amount of [10, 10]) await quittance.sandbox.deposit(shop, { address, amount })
  }
  await all.promise
  await quittance.close()
  return told
}

describe("a subscriber whose process is killed", () => {
  it("gets every event in the processes after it, and none about an invoice after a later one", async () => {
    const filename = join(folder, "killed.db")
    const told = await paidInvoices(filename)
    const lines: Array<string> = []
    for (const lineCount of [1, 2, 5, 7, Number.POSITIVE_INFINITY]) {
      const child = new Child("subscribe.ts", filename)
      child.killAfter(lineCount)
      const ended = await child.end()
      lines.push(...ended.lines)
      if (lineCount === Number.POSITIVE_INFINITY) assert.strictEqual(ended.code, 0)
    }
    const events = lines.map((line) => line.split(" "))
    assert.sameMembers([...new Set(events.map(([id = ""]) => id))], [...told])
    const versions = new Map<string, number>()
    for (const [id, invoice = "", version] of events) {
      assert.isAtLeast(Number(version), versions.get(invoice) ?? 0, `${id} comes after a later one`)
      versions.set(invoice, Number(version))
    }
  }, 60_000)
})
