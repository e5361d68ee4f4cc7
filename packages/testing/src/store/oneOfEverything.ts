import { createQuittance, type StorePorts } from "@quittance/core"
import type { Layer } from "effect"

/** Writes one of everything into a new store, by the services, and closes it. */
export const writeOneOfEverything = async (store: Layer.Layer<StorePorts, unknown>): Promise<void> => {
  const quittance = await createQuittance({
    store,
    masterKey: Buffer.alloc(32, 7).toString("base64"),
    workers: false
  })
  const { partnerId } = await quittance.keys.create({ partner: "shop" })
  await quittance.partners.setTerms("shop", { feePayer: "payer" })
  await quittance.balances.adjust(partnerId, { amount: 1_000, reason: "start" })
  const payout = { amount: 10, address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", network: "tron", note: "rent" }
  await quittance.payouts.create(partnerId, "key-1", payout)
  const invoice = await quittance.cryptoInvoices.create(partnerId, {
    externalId: "order-1",
    amount: 20,
    network: "tron"
  })
  await quittance.sandbox.deposit(partnerId, { address: invoice.address, amount: 20 })
  const fiat = await quittance.invoices.create(partnerId, { amount: 5, currency: "USD" }, "key-2")
  await quittance.sandbox.pay(partnerId, fiat.id)
  await quittance.transit.wallets.create(partnerId, { label: "till", network: "tron" })
  await quittance.webhooks.create(partnerId, { url: "https://shop.test/hooks", events: ["invoice.paid"] })
  await quittance.rosters.addMember(partnerId, { user: "anna", role: "owner" })
  await quittance.drain()
  await quittance.close()
}
