import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { createClient } from "@quittance/client"
import { start } from "./server.ts"

test("a customer pays an invoice, beside the project's own routes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "payments-"))
  const app = await start({ folder, port: 0 })
  try {
    assert.equal(await (await fetch(`${app.url}/hello`)).text(), "hello from this project")

    const { publicKey, secret } = await app.quittance.keys.create({ partner: "shop", bind: "idempotency" })
    const client = createClient({ baseUrl: app.url, publicKey, secret })
    const invoice = await client.crypto.invoices.create({
      amount: 25,
      network: "tron",
      externalId: "order-1"
    })
    assert.equal((await fetch(invoice.paymentLink)).status, 200)

    // The sandbox's customer pays. A shop would hear of it by a webhook.
    await client.sandbox.deposit({ address: invoice.address, amount: 25 })
    let { status } = invoice
    while (status !== "paid") {
      await sleep(50)
      status = (await client.crypto.invoices.get(invoice.id)).status
    }
  } finally {
    await app.close()
    await rm(folder, { recursive: true })
  }
})
