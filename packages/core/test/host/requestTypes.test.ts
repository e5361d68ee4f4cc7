import type { QuittanceHost } from "@quittance/core"
import { assert, it } from "vitest"

/** Compiled, never run: each line below a directive must fail to compile, and the others must not. */
const misspelt = async (host: QuittanceHost, shop: string) => {
  await host.cryptoInvoices.create(shop, { amount: 25, network: "tron", externalId: "order-1" })
  // @ts-expect-error: amount is misspelt
  await host.cryptoInvoices.create(shop, { amout: 25, network: "tron", externalId: "order-1" })
  // @ts-expect-error: an unknown field
  await host.cryptoInvoices.create(shop, { amount: 25, network: "tron", externalId: "order-1", memo: "x" })
  // @ts-expect-error: an amount is a number
  await host.payouts.create(shop, "key", { amount: "25", network: "tron", address: "T" })
  // @ts-expect-error: an unknown field
  await host.payouts.create(shop, "key", { amount: 25, network: "tron", address: "T", fee: 1 })
  // @ts-expect-error: no such currency
  await host.invoices.create(shop, { amount: 1, currency: "USDT" })
  // @ts-expect-error: an unknown field
  await host.invoices.create(shop, { amount: 1, currency: "EUR", redirectURL: "https://shop.example" })
  // @ts-expect-error: an unknown column of defaults
  await host.batches.import(shop, { file: "", currency: "EUR" })
  // @ts-expect-error: no such grouping of figures by this name
  await host.analytics(shop, { groupby: "day" })
  // @ts-expect-error: no such level
  await host.kyc.create(shop, { level: "basics" })
  // @ts-expect-error: an unknown field
  await host.kyc.review.decide("kyc", { outcome: "completed", by: "ann", decidedBy: "ann" })
  // @ts-expect-error: no such event
  await host.webhooks.create(shop, { url: "https://shop.example", events: ["invoice.payed"] })
  // @ts-expect-error: an unknown field
  await host.webhooks.update(shop, "whk", { enabled: true })
  // @ts-expect-error: no such event
  await host.webhooks.test(shop, "whk", { event: "payment.success" })
  // @ts-expect-error: the network is missing
  await host.transit.wallets.create(shop, { label: "Front desk" })
  // @ts-expect-error: an unknown field
  await host.transit.webhook.set(shop, { url: "https://shop.example", active: true })
  // @ts-expect-error: no such event
  await host.transit.webhook.test(shop, { event: "payment.seen" })
  // @ts-expect-error: an unknown field
  await host.keys.create({ partner: "shop", scope: ["*"] })
  // @ts-expect-error: an unknown field
  await host.balances.adjust(shop, { amount: -5, because: "bank fee" })
  // @ts-expect-error: an unknown field
  await host.sandbox.deposit(shop, { adress: "T", amount: 1 })
  // @ts-expect-error: an unknown field
  await host.sandbox.addBlocks({ network: "tron", blocks: 1 })
  // @ts-expect-error: an unknown field
  await host.sandbox.drop(shop, { hash: "x" })
  // @ts-expect-error: an unknown field
  await host.sandbox.pay(shop, "inv", { operation: "x" })
  // @ts-expect-error: no such outcome
  await host.sandbox.decide(shop, "kyc", { outcome: "done" })
  // @ts-expect-error: an unknown field
  await host.sandbox.credit(shop, { amount: 1, note: "x" })
  // @ts-expect-error: an unknown field
  await host.sandbox.advanceClock({ minutes: 1 })
}

it("what is misspelt in a request does not compile", () => assert.isFunction(misspelt))
