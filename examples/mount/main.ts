/**
 * Quittance's HTTP API inside a server that is there already.
 *
 * The host is a plain `node:http` server with a route of its own; everything else goes to Quittance as a
 * Fetch handler (`Request` in, `Response` out), which fits any framework that speaks Fetch. Then the program
 * plays a client of its own server that signs its requests, and stops in the right order.
 *
 *     npx node --conditions=source examples/mount/main.ts
 */
import { createHash, createHmac, randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { fetchHandler } from "@quittance/adapters-http"
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

// A `Request` does not say who sent it, which address allow-lists and the limit on failed attempts need.
const senders = new WeakMap<Request, string>()
const quittanceHandler = await fetchHandler(quittance.runtime, {
  remoteAddress: (request) => senders.get(request)
})

const requestOf = (incoming: IncomingMessage): Request => {
  const { method = "GET", rawHeaders, url } = incoming
  const headers = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "")
  const hasBody = method !== "GET" && method !== "HEAD"
  const request = new Request(`${origin}${url}`, {
    method,
    headers,
    // The types of Node's streams and of the web's do not know of each other; the streams are the same.
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {})
  })
  senders.set(request, incoming.socket.remoteAddress ?? "")
  return request
}

const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const response = await quittanceHandler(requestOf(incoming))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body === null) outgoing.end()
  else await pipeline(response.body, outgoing)
}

server.on("request", (incoming, outgoing) => {
  if (incoming.url === "/hello") {
    outgoing.end("hello from the host")
    return
  }
  // The handler itself never fails; what is left is a client that went away, or sent what is no request.
  serve(incoming, outgoing).catch(() => outgoing.destroy())
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
