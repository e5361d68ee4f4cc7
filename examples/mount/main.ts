/**
 * Quittance's HTTP API inside a server that is there already.
 *
 * The host is a plain `node:http` server with a route of its own; everything else goes to Quittance. `fetchHandler`
 * makes a Fetch handler (`Request` in, `Response` out), which fits any framework that speaks Fetch, and `nodeListener`
 * puts it behind `node:http` and what stands on it. Then the program plays a client of its own server that signs its
 * requests, and stops in the right order.
 *
 *     npx node --conditions=source examples/mount/main.ts
 */
import { createHash, createHmac, randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fetchHandler, nodeListener } from "@quittance/adapters-http"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"

const folder = await mkdtemp(join(tmpdir(), "quittance-mount-"))

// Port 0 is any free one. Payment links need the address, so the host listens before it knows what to answer.
const server = createServer().listen(0, "127.0.0.1")
await once(server, "listening")
const address = server.address()
const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`

const quittance = await createQuittance({
  store: SqliteStore.layer({ filename: join(folder, "quittance.db"), mode: "sandbox" }),
  masterKey: randomBytes(32).toString("base64"),
  settings: { publicUrl: origin }
})

// Without this option each request has a line on standard error, with the request id of its answer.
const quittanceListener = nodeListener(await fetchHandler(quittance.runtime, { requestLog: "off" }))

server.on("request", (incoming, outgoing) => {
  if (incoming.url === "/hello") outgoing.end("hello from the host")
  else quittanceListener(incoming, outgoing)
})

// From here on, the client. It was given a key pair, of which only the public half ever travels.
const key = await quittance.keys.create({ partner: "shop" })

const signed = async (
  method: string,
  path: string,
  fields?: object,
  headers: Record<string, string> = {}
) => {
  const body = fields === undefined ? "" : JSON.stringify(fields)
  const timestamp = String(Date.now())
  const bodyHash = body === "" ? "" : createHash("sha256").update(body).digest("hex")
  const signature = createHmac("sha256", key.secret)
    .update(`${method}${path}${timestamp}${bodyHash}`)
    .digest("hex")
  return fetch(`${origin}${path}`, {
    method,
    headers: {
      "x-api-key": key.publicKey,
      "x-timestamp": timestamp,
      "x-signature": signature,
      "content-type": "application/json",
      ...headers
    },
    ...(body === "" ? {} : { body })
  })
}

try {
  const hello = await fetch(`${origin}/hello`)
  console.log(`GET /hello: ${hello.status}, ${await hello.text()}`)

  const unsigned = await fetch(`${origin}/api/v2/crypto/balance`)
  console.log(`GET balance, unsigned: ${unsigned.status}, ${(await unsigned.json()).error.code}`)

  const created = await signed("POST", "/api/v2/crypto/invoices", {
    amount: 50,
    network: "tron",
    externalId: "order-1"
  })
  const { invoice } = await created.json()
  console.log(`POST invoice: ${created.status}, ${invoice.status}`)

  const page = await fetch(invoice.paymentLink)
  console.log(`GET its payment page: ${page.status}, ${page.headers.get("content-type")}`)
  await page.text()

  // The host may call the same Quittance without HTTP, as here to let the sandbox's customer pay.
  await quittance.sandbox.deposit(key.partnerId, { address: invoice.address, amount: 50 })
  const balance = await signed("GET", "/api/v2/crypto/balance")
  console.log(`GET balance: ${balance.status}, ${(await balance.json()).balance.available} available`)

  const wish = { amount: 10, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron" }
  const headers = { "x-idempotency-key": "payout-1" }
  const paid = await signed("POST", "/api/v2/crypto/payouts", wish, headers)
  let { payout } = await paid.json()
  console.log(`POST payout: ${paid.status}, ${payout.status}`)
  while (payout.status === "PENDING") {
    await sleep(20)
    payout = (await (await signed("GET", `/api/v2/crypto/payouts/${payout.id}`)).json()).payout
  }
  console.log(`GET payout: ${payout.status}`)
} finally {
  // First nothing new comes in and what is in flight is answered, then the workers end and the store closes.
  await new Promise((closed) => server.close(closed))
  await quittance.close()
  await rm(folder, { recursive: true })
}
console.log("closed")
