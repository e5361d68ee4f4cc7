import { assert, it } from "vitest"
import { startTestApi } from "../TestApi.ts"

it("lists the networks, and those open for invoices", async () => {
  await using api = await startTestApi()
  const { body, status } = await api.call({ path: "/api/v2/crypto/networks" })
  assert.strictEqual(status, 200)
  assert.deepStrictEqual(body.invoiceNetworks, ["tron", "ethereum", "bsc"])
  const networks = body.networks as ReadonlyArray<Record<string, unknown>>
  assert.deepStrictEqual(
    networks.map(({ name, payoutFee }) => [name, payoutFee]),
    [
      ["tron", 2],
      ["ethereum", 5],
      ["bsc", 1],
      ["polygon", 1]
    ]
  )
  assert.deepStrictEqual(networks[0], {
    name: "tron",
    currency: "USDT",
    label: "Tron (TRC-20)",
    confirmations: 20,
    minInvoice: 1,
    maxInvoice: 100_000,
    minPayout: 1,
    maxPayout: 50_000,
    payoutFee: 2
  })
})

it("shows the balance with the terms of the partner", async () => {
  await using api = await startTestApi()
  await api.credit(api.key.partnerId, 100)
  await api.createPayout({ amount: 10 })
  const { body } = await api.call({ path: "/api/v2/crypto/balance" })
  const { terms, ...figures } = body.balance as Record<string, unknown>
  assert.deepStrictEqual(figures, {
    available: 88,
    received: 0,
    paidOut: 12,
    adjustments: 100,
    pending: 12,
    currency: "USDT"
  })
  const fixed = (amount: number) => ({ percent: 0, fixed: amount, min: 0, max: null })
  assert.deepStrictEqual(terms, {
    feePayer: "merchant",
    invoiceFee: { percent: 1, fixed: 0, min: 0, max: null },
    invoiceFees: {},
    payoutFees: { tron: fixed(2), ethereum: fixed(5), bsc: fixed(1), polygon: fixed(1) }
  })
})

it("lists what changed the balance, each entry with what was available after it", async () => {
  await using api = await startTestApi()
  await api.credit(api.key.partnerId, 100)
  const first = await api.createPayout({ amount: 10 })
  await api.createPayout({ amount: 20 })
  const path = "/api/v2/crypto/balance/entries"
  const { body } = await api.call({ path })
  const entries = body.entries as ReadonlyArray<Record<string, unknown>>
  assert.deepStrictEqual(
    entries.map(({ amount, availableAfter, currency, kind }) => ({ amount, availableAfter, currency, kind })),
    [
      { amount: -22, availableAfter: 66, currency: "USDT", kind: "payout.reserved" },
      { amount: -12, availableAfter: 88, currency: "USDT", kind: "payout.reserved" },
      { amount: 100, availableAfter: 100, currency: "USDT", kind: "balance.adjusted" }
    ]
  )
  const { id } = first.body.payout as { readonly id: string }
  assert.deepInclude(entries[1], { id: `payout_${id}`, subjectId: id })
  assert.deepInclude(body.pagination, { page: 1, total: 3, totalPages: 1 })
  const reserved = await api.call({ path, query: "kind=payout.reserved&limit=1&page=2" })
  assert.deepStrictEqual(reserved.body.entries, entries.slice(1, 2))
  assert.deepInclude(reserved.body.pagination, { total: 2 })
  const wrong = await api.call({ path, query: "kind=payout" })
  assert.strictEqual(wrong.status, 400)
})
