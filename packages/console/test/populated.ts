import { Operations } from "@quittance/core"
import { actingAs } from "@quittance/core/adapter"
import { Effect } from "effect"
import { Receiver } from "./ConsoleWorld.ts"
import { png } from "./verifying.ts"

/** What people write who want to break a page: long, from right to left, and as if it were HTML. */
const hostileTexts = [
  "W".repeat(200),
  "فاتورة شهر نوفمبر رقم ٤٢ لمتجر الكتب",
  `<script>alert(1)</script> & "quotes" 'everywhere'`
]

const address = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"

/** A partner with some of everything, of which some has failed. */
export const populated = Effect.fnUntraced(function* (name: string) {
  const operations = yield* Operations
  const receiver = yield* Receiver
  const { id } = yield* operations.partners.ensure(name)
  const { cryptoInvoices, invoices, payouts, sandbox, transit, webhooks } = operations
  const hook = { url: "https://shop.example/hooks", events: ["invoice.paid", "invoice.created"] } as const
  yield* webhooks.create(id, { ...hook, events: [...hook.events] })
  receiver.status = 500
  receiver.answer = hostileTexts.join(" ")
  // Money of the right amount that names nothing.
  yield* invoices.create(id, { amount: 30, currency: "EUR", description: hostileTexts[0] ?? "" })
  yield* operations.statements.import({
    account: "main",
    file: Buffer.from(`3000 ${hostileTexts.join(" ")}`)
  })
  for (const [index, description] of hostileTexts.entries()) {
    const made = yield* invoices.create(id, {
      ...{ amount: 1_234_567.5, currency: "KZT", description, externalId: `order-${index}` },
      metadata: { note: description }
    })
    if (index === 0) yield* sandbox.pay(id, made.id, {})
    if (index === 1) yield* invoices.cancel(id, made.id)
    yield* cryptoInvoices.create(id, {
      amount: 10.5,
      network: "tron",
      externalId: `crypto-${index}`,
      description
    })
    const { verificationUrl } = yield* operations.kyc.create(id, {
      level: "basic",
      metadata: { note: description }
    })
    const token = verificationUrl.split("/").at(-1) ?? ""
    if (index === 0)
      for (const step of ["document", "selfie"] as const)
        yield* operations.kyc.submit(token, step, png(step.length))
  }
  const crypto = (yield* cryptoInvoices.list(id)).items[0]
  if (crypto !== undefined)
    yield* sandbox.deposit(id, { address: crypto.address, network: "tron", amount: 4, confirmations: 3 })
  yield* transit.wallets.create(id, { network: "tron", label: hostileTexts[0]?.slice(0, 60) ?? "" })
  yield* sandbox.credit(id, { amount: 100_000 })
  yield* payouts.create(id, "one", { amount: 25, network: "tron", address })
  yield* operations.drain()
  yield* actingAs(
    "operator:root",
    operations.rosters.setTier(id, { currency: "USDT", from: 0, approvers: 1 })
  )
  yield* payouts.create(id, "two", { amount: 12_345.678901, network: "tron", address })
  const file =
    "amount,currency,description,customer_email\r\n10,USD,First,ada@shop.example\r\n20,EUR,Second,\r\n"
  yield* operations.batches.import(id, { file })
  yield* transit.webhook.set(id, { url: "https://shop.example/transit" })
  yield* operations.rosters.addAddress(id, { network: "tron", address, label: hostileTexts[1] ?? "" })
  yield* operations.invitations.create(id, { name: hostileTexts[1] ?? "", role: "viewer" })
  yield* operations.keys.create({ partner: name, name: hostileTexts[1] ?? "" })
  yield* operations.drain()
  return id
})
