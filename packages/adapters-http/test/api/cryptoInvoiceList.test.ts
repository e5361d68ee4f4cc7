import { CryptoInvoiceView } from "@quittance/core"
import { millisPerHour, millisPerMinute } from "@quittance/core/adapter"
import { assert, it } from "vitest"
import { type ApiAnswer, invoicesPath, startTestApi, type TestApi } from "../TestApi.ts"

type Invoice = Readonly<Record<string, unknown>>

const invoiceOf = ({ body }: ApiAnswer) => body.invoice as Invoice

const list = async (api: TestApi, query = "") => {
  const { body, status } = await api.call({ path: invoicesPath, query: `${query}&limit=100` })
  assert.strictEqual(status, 200, query)
  const { total } = body.pagination as { readonly total: number }
  const invoices = body.invoices as ReadonlyArray<Invoice>
  assert.strictEqual(total, invoices.length)
  return invoices
}

/** What happens to invoices of 100, which expire after an hour. */
const lives: Readonly<Record<string, (api: TestApi, invoice: Invoice) => Promise<unknown>>> = {
  "nobody pays": async () => {},
  cancelled: (api, { id }) => api.call({ path: `${invoicesPath}/${id}/cancel`, method: "POST" }),
  redacted: (api, { id }) => api.call({ path: `${invoicesPath}/${id}/redact`, method: "POST" }),
  "paid after it was cancelled": async (api, invoice) => {
    await api.call({ path: `${invoicesPath}/${invoice.id}/cancel`, method: "POST" })
    await deposit(api, invoice, 100)
  },
  "paid in full": (api, invoice) => deposit(api, invoice, 100),
  "paid too much": (api, invoice) => deposit(api, invoice, 101),
  "paid in part": (api, invoice) => deposit(api, invoice, 40),
  "a part is on its way": (api, invoice) => deposit(api, invoice, 40, 1),
  "all of it is on its way": (api, invoice) => deposit(api, invoice, 100, 1),
  "a part was taken back": async (api, invoice) => {
    await deposit(api, invoice, 40)
    await api.sandbox("crypto/drop", { txHash: `to ${invoice.externalId}` })
  },
  "it vanished on its way": async (api, invoice) => {
    await deposit(api, invoice, 100, 1)
    await api.sandbox("crypto/drop", { txHash: `to ${invoice.externalId}` })
  }
}

const deposit = (api: TestApi, { address, externalId }: Invoice, amount: number, confirmations?: number) =>
  api.sandbox("crypto/deposits", {
    ...{ address, amount, txHash: `to ${externalId}` },
    ...(confirmations === undefined ? {} : { confirmations })
  })

const { exception, status } = CryptoInvoiceView.fields

it("each filter finds the invoices that show it, at any instant, newest first, and without their transfers", async () => {
  await using api = await startTestApi()
  const made: Array<Invoice> = []
  for (const [index, [externalId, happen]] of Object.entries(lives).entries()) {
    api.wall.now += 1000
    const network = index % 3 === 0 ? "bsc" : "tron"
    const body = { amount: 100, network, externalId }
    const invoice = invoiceOf(await api.call({ path: invoicesPath, body }))
    await happen(api, invoice)
    made.unshift(invoice)
  }
  const seen = new Set<unknown>()
  const begin = api.wall.now
  for (const after of [0, millisPerHour - millisPerMinute, millisPerHour, 2 * millisPerHour]) {
    api.wall.now = begin + after
    const shown: Array<Invoice> = []
    for (const { id } of made) shown.push(invoiceOf(await api.call({ path: `${invoicesPath}/${id}` })))
    const listed = await list(api)
    assert.deepStrictEqual(
      listed,
      shown.map((each) => ({
        ...each,
        transfers: null,
        transfersOmitted: (each.transfers as ReadonlyArray<unknown>).length
      }))
    )
    for (const [field, values] of [
      ["status", status.literals],
      ["exception", exception.literals],
      ["network", ["tron", "bsc", "ethereum"]]
    ] as const)
      for (const value of values) {
        const found = listed.filter((each) => each[field] === value)
        assert.deepStrictEqual(await list(api, `${field}=${value}`), found, `${field}=${value}`)
        if (found.length > 0) seen.add(value)
      }
    const both = listed.filter((each) => each.status === "expired" && each.network === "tron")
    assert.deepStrictEqual(await list(api, "status=expired&network=tron"), both)
    const late = listed.filter(
      ({ createdAt, exception }) => exception === "none" && createdAt !== made[0]?.createdAt
    )
    assert.deepStrictEqual(await list(api, `exception=none&to=${made[0]?.createdAt}`), late)
  }
  for (const each of [...status.literals, ...exception.literals]) assert.include(seen, each)
})

it("400 invalid_request: an exception with a status or a network, and what is none of them", async () => {
  await using api = await startTestApi()
  for (const [query, message] of [
    [
      "exception=late&status=paid",
      "exception must be sent without status and network: it is combined with from and to only"
    ],
    [
      "exception=late&network=tron",
      "exception must be sent without status and network: it is combined with from and to only"
    ],
    ["exception=odd", "exception must be one of none, underpaid, overpaid, late, reorganised"],
    ["status=open", "status must be one of pending, confirming, paid, underpaid, expired, cancelled"],
    ["network=solana", "network must be one of tron, ethereum, bsc, polygon"]
  ] as const) {
    const { body, code, status } = await api.call({ path: invoicesPath, query })
    assert.deepStrictEqual([status, code], [400, "invalid_request"], query)
    assert.strictEqual((body.error as { readonly message: string }).message, message)
  }
})

it("an externalId is answered with its invoice, whatever else is asked for", async () => {
  await using api = await startTestApi()
  const body = { amount: 100, network: "tron", externalId: "order" }
  const invoice = invoiceOf(await api.call({ path: invoicesPath, body }))
  for (const more of ["", "&status=paid", "&exception=late&status=paid", "&page=x"])
    assert.deepStrictEqual(
      invoiceOf(await api.call({ path: invoicesPath, query: `externalId=order${more}` })),
      invoice
    )
})
