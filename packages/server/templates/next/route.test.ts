import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { createClient } from "@quittance/client"

test("a customer pays an invoice, through the route's handlers", async () => {
  process.env.DATA = await mkdtemp(join(tmpdir(), "payments-"))
  const { DELETE, GET, PATCH, POST, PUT } = await import("./app/[...path]/route.ts")
  const handlers: Record<string, typeof GET> = { DELETE, GET, PATCH, POST, PUT }
  const { payments } = await import("./payments.ts")
  const { quittance } = await payments()
  try {
    const { publicKey, secret } = await quittance.keys.create({ partner: "shop", bind: "idempotency" })
    const called = (request: Request) => {
      const handler = handlers[request.method]
      assert(handler, `the route has no ${request.method}`)
      return handler(request)
    }
    const client = createClient({
      baseUrl: "http://localhost:3000",
      publicKey,
      secret,
      fetch: (input, init) => called(new Request(input, init))
    })
    const invoice = await client.crypto.invoices.create({
      amount: 25,
      network: "tron",
      externalId: "order-1"
    })
    assert.equal((await called(new Request(invoice.paymentLink))).status, 200)

    // The sandbox's customer pays. A shop would hear of it by a webhook.
    await client.sandbox.deposit({ address: invoice.address, amount: 25 })
    let { status } = invoice
    while (status !== "paid") {
      await sleep(50)
      status = (await client.crypto.invoices.get(invoice.id)).status
    }
  } finally {
    await quittance.close()
    await rm(process.env.DATA, { recursive: true })
  }
})
