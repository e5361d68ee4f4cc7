/**
 * Webhooks inside a plain Node program: Promises, one SQLite file, no server but the receiver's.
 *
 * A shop has one webhook for its invoices and one for its account: wallets, crypto invoices, payouts. It opens a wallet
 * that somebody pays into, issues an invoice that is paid while its receiver is out of order, changes the secret, and
 * has one event sent again. Networks and banks are simulated (sandbox mode, the default).
 *
 *     npx node --conditions=source examples/webhooks/main.ts
 */
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { UndiciTransport } from "@quittance/adapters-webhooks"
import { createQuittance } from "@quittance/core"
import { Receiver } from "./Receiver.ts"

const folder = await mkdtemp(join(tmpdir(), "quittance-webhooks-"))
const quittance = await createQuittance({
  store: SqliteStore.layer({ filename: join(folder, "quittance.db"), mode: "sandbox" }),
  masterKey: randomBytes(32).toString("base64"),
  // The receivers are on this machine and speak http. A real deployment leaves both out: https to public addresses
  // only.
  webhookTransport: UndiciTransport.layer({ allowLoopback: true }),
  settings: { webhook: { allowPrivate: true } }
})
const account = new Receiver("account")
const orders = new Receiver("orders")

try {
  const { id: shop } = await quittance.partners.ensure("shop")

  // 1. The account's one webhook, which no events means all of. Its secret is answered once.
  const { secret, ...transit } = await quittance.transit.webhook.set(shop, { url: await account.listen() })
  account.secrets = [secret ?? ""]
  console.log(`the account's webhook is enabled: ${transit.enabled}`)

  // 2. A wallet, and a deposit to its address. Each event is committed with what it tells of, so none is lost.
  const wallet = await quittance.transit.wallets.create(shop, { label: "Front desk", network: "tron" })
  console.log(await account.next())
  await quittance.sandbox.deposit(shop, { address: wallet.address, amount: 40 })
  console.log(await account.next())
  const { balance } = await quittance.transit.wallets.get(shop, wallet.id)
  const { available } = await quittance.balances.get(shop)
  console.log(`the wallet has ${balance}, of ${available} available`)

  // 3. A webhook for invoices. While its receiver is out of order it is told that an invoice was created; before that
  //    is tried
  // again the invoice is paid. So the older news comes last, and its version says so.
  const events = ["invoice.created", "invoice.paid"] as const
  const webhook = await quittance.webhooks.create(shop, { url: await orders.listen(), events })
  orders.secrets = [webhook.secret ?? ""]
  orders.failsNext = true
  const invoice = await quittance.invoices.create(shop, { amount: 25, currency: "EUR" })
  console.log(await orders.next())
  await quittance.sandbox.pay(shop, invoice.id)
  console.log(await orders.next())
  await quittance.sandbox.advanceClock({ seconds: 10 })
  console.log(await orders.next())

  // 4. The secret is changed. For a day both sign, so a receiver takes the new one when it likes.
  const rotated = await quittance.webhooks.rotateSecret(shop, webhook.id)
  await quittance.invoices.create(shop, { amount: 30, currency: "EUR" })
  console.log(`with the old secret: ${await orders.next()}`)
  orders.secrets = [rotated.secret]
  await quittance.invoices.create(shop, { amount: 35, currency: "EUR" })
  console.log(`with the new secret: ${await orders.next()}`)

  // 5. Nobody else is believed.
  await fetch(webhook.url, { method: "POST", body: '{ "type": "invoice.paid" }' })
  console.log(await orders.next())

  // 6. The log, and an event that is sent again: the same one, which the receiver knows by its id.
  const sent = await quittance.webhooks.deliveries(shop, webhook.id, { event: "invoice.paid" })
  await quittance.webhooks.redeliver(shop, sent.items[0]?.id ?? "")
  console.log(await orders.next())
  // What the receiver answered is in the log a moment later.
  let log = await quittance.webhooks.deliveries(shop, webhook.id)
  while (log.items.some(({ status }) => status === "pending")) {
    await sleep(20)
    log = await quittance.webhooks.deliveries(shop, webhook.id)
  }
  console.log(`log: ${log.total} deliveries, the newest first`)
  for (const { attempt, event, responseCode, status } of log.items)
    console.log(`  ${event}: ${status} at attempt ${attempt} with ${responseCode}`)
} finally {
  await quittance.close()
  account.close()
  orders.close()
  await rm(folder, { recursive: true })
}
