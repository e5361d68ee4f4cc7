import { createHash, createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener, request as send } from "node:http"
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2"
import type { AddressInfo } from "node:net"
import { buffer, text } from "node:stream/consumers"
import { createQuittance, MemoryStore } from "@quittance/core"
import { assert, describe, it } from "vitest"
import { fetchHandler, nodeListener } from "../src/index.ts"
import { open, received } from "./node/TestServer.ts"

const mount = "/payments"
const publicUrl = `https://shop.example${mount}`

/** The application as a host without Effect has it, with a key. */
const embedded = async (at = publicUrl) => {
  const quittance = await createQuittance({
    store: MemoryStore.layer,
    masterKey: Buffer.alloc(32, 7).toString("base64"),
    settings: { publicUrl: at },
    workers: false
  })
  const key = await quittance.keys.create({ partner: "shop" })
  const handler = await fetchHandler(quittance.runtime)
  return { quittance, key, handler, [Symbol.asyncDispose]: () => quittance.close() }
}

const serving = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return { port, origin: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close }
}

type Expressed = IncomingMessage & { originalUrl?: string; body?: unknown }

/** Takes the path off the URL, as Express does with what is mounted under a path. */
const underMount =
  (listener: RequestListener): RequestListener =>
  (incoming: Expressed, outgoing) => {
    incoming.originalUrl = incoming.url ?? ""
    incoming.url = incoming.originalUrl.slice(mount.length)
    listener(incoming, outgoing)
  }

interface Pair {
  readonly publicKey: string
  readonly secret: string
}

const signed = ({ publicKey, secret }: Pair, method: string, path: string, body = "") => {
  const timestamp = String(Date.now())
  const hash = body === "" ? "" : createHash("sha256").update(body).digest("hex")
  const signature = createHmac("sha256", secret).update(`${method}${path}${timestamp}${hash}`).digest("hex")
  return {
    "x-api-key": publicKey,
    "x-timestamp": timestamp,
    "x-signature": signature,
    "content-type": "application/json"
  }
}

const invoicesPath = `${mount}/api/v2/crypto/invoices`
const invoiceBody = JSON.stringify({ amount: 25, network: "tron", externalId: "order-1" })

const hosts: ReadonlyArray<readonly [name: string, wrap: (listener: RequestListener) => RequestListener]> = [
  ["a server of node:http", (listener) => listener],
  ["a framework that takes the path off the URL", underMount]
]

describe.each(hosts)("mounted under a path in %s", (_, wrap) => {
  it("takes signatures over the path that the client asked for", async () => {
    await using host = await embedded()
    await using server = await serving(wrap(nodeListener(host.handler)))
    const created = await fetch(`${server.origin}${invoicesPath}`, {
      method: "POST",
      headers: signed(host.key, "POST", invoicesPath, invoiceBody),
      body: invoiceBody
    })
    assert.strictEqual(created.status, 200)
    // Parsing this URL would take the dots out of it.
    const odd = `${mount}/api/v2/crypto/payouts/x/../y`
    const socket = await open(server.port)
    const headers = Object.entries(signed(host.key, "GET", odd)).map(
      ([name, value]) => `${name}: ${value}\r\n`
    )
    socket.write(`GET ${odd} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers.join("")}\r\n`)
    assert.match(await received(socket), /^HTTP\/1\.1 404 /)
  })

  it("has links, pages and a description below that path", async () => {
    await using host = await embedded()
    await using server = await serving(wrap(nodeListener(host.handler)))
    const here = (url: string) => url.replace("https://shop.example", server.origin)
    const { id: shop } = await host.quittance.partners.ensure("shop")
    const crypto = await host.quittance.cryptoInvoices.create(shop, {
      amount: 25,
      network: "tron",
      externalId: "order-1"
    })
    const fiat = await host.quittance.invoices.create(shop, { amount: 25, currency: "EUR" })
    const [bank] = await host.quittance.bankPayments.banks("EUR")
    const begun = await host.quittance.bankPayments.begin(shop, fiat.id, bank?.id ?? "")
    await host.quittance.drain()
    const [payment] = await host.quittance.bankPayments.ofInvoice(shop, fiat.id)
    assert.strictEqual(payment?.id, begun.id)
    const pages = [
      crypto.paymentLink,
      fiat.paymentUrl,
      payment?.link ?? "",
      `${publicUrl}/pay/crypto/none`,
      `${publicUrl}/nothing`,
      `${publicUrl}/`,
      `${publicUrl}/docs`
    ]
    for (const link of pages) {
      assert.isTrue(link.startsWith(`${publicUrl}/`), link)
      const page = await fetch(here(link), { headers: { accept: "text/html" } })
      const links = [...(await page.text()).matchAll(/ (?:href|src|action|data-events)="(\/[^"#]*)/g)]
      assert.isNotEmpty(links)
      for (const [, path = ""] of links) {
        assert.isTrue(path.startsWith(`${mount}/`), path)
        const { body, status } = await fetch(`${server.origin}${path.replaceAll("&amp;", "&")}`)
        await body?.cancel()
        assert.notStrictEqual(status, 404, path)
      }
    }
    const form = await fetch(`${here(fiat.paymentUrl)}/payments`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ bank: (await host.quittance.bankPayments.banks("EUR"))[0]?.id ?? "" })
    })
    assert.strictEqual(form.status, 303)
    assert.isTrue(form.headers.get("location")?.startsWith(`${mount}/pay/bank/`))
    const description = await fetch(`${server.origin}${mount}/openapi.json`)
    assert.deepStrictEqual((await description.json()).servers, [
      { url: publicUrl, description: "A sandbox: the outside is simulated." }
    ])
  })
})

it("what a proxy has taken the path off is served as well, and links have it", async () => {
  await using host = await embedded()
  await using server = await serving(nodeListener(host.handler))
  const { id: shop } = await host.quittance.partners.ensure("shop")
  const { paymentUrl } = await host.quittance.invoices.create(shop, { amount: 25, currency: "EUR" })
  const page = await fetch(paymentUrl.replace(publicUrl, server.origin))
  assert.include(await page.text(), `href="${mount}/pay/assets/`)
})

it("a signature covers the path with the mount path or without it, whichever of them arrives", async () => {
  await using host = await embedded()
  const balancePath = "/api/v2/crypto/balance"
  for (const arrives of [balancePath, `${mount}${balancePath}`]) {
    const statusOf = async (signedPath: string) => {
      const headers = signed(host.key, "GET", signedPath)
      return (await host.handler(new Request(`https://shop.example${arrives}`, { headers }))).status
    }
    assert.deepStrictEqual(
      await Promise.all([balancePath, `${mount}${balancePath}`, `/other${balancePath}`].map(statusOf)),
      [200, 200, 401]
    )
  }
})

it("a mount path with which our own paths begin too is told from them", async () => {
  await using host = await embedded("https://shop.example/api")
  const balancePath = "/api/v2/crypto/balance"
  for (const arrives of [balancePath, `/api${balancePath}`])
    for (const signedPath of [balancePath, `/api${balancePath}`]) {
      const headers = signed(host.key, "GET", signedPath)
      const { status } = await host.handler(new Request(`https://shop.example${arrives}`, { headers }))
      assert.strictEqual(status, 200, `${arrives} ${signedPath}`)
    }
})

describe("a body that was read before", () => {
  const said = /the body was read before Quittance got it.*express\.json\(\)/

  it("by a body parser is one clear error, and none where there was no body", async () => {
    await using host = await embedded()
    const listener = nodeListener(host.handler)
    await using server = await serving(async (incoming: Expressed, outgoing) => {
      incoming.body = await text(incoming)
      listener(incoming, outgoing)
    })
    const parsed = await fetch(`${server.origin}${invoicesPath}`, {
      method: "POST",
      headers: signed(host.key, "POST", invoicesPath, invoiceBody),
      body: invoiceBody
    })
    const { error } = await parsed.json()
    assert.deepStrictEqual([parsed.status, error.code], [500, "internal_error"])
    assert.match(error.message, said)
    const form = new FormData()
    form.append("file", new Blob([new Uint8Array(9)]))
    const upload = await fetch(`${server.origin}/api/Signature/validate/upload`, {
      method: "POST",
      body: form
    }).then((answer) => answer.json())
    assert.match(upload.error.message, said)
    const balancePath = `${mount}/api/v2/crypto/balance`
    const balance = await fetch(`${server.origin}${balancePath}`, {
      headers: signed(host.key, "GET", balancePath)
    })
    assert.strictEqual(balance.status, 200)
  })

  it("by whoever had the Request is the same", async () => {
    await using host = await embedded()
    for (const read of [
      (request: Request) => request.text(),
      (request: Request) => request.body?.getReader().read()
    ]) {
      const headers = signed(host.key, "POST", invoicesPath, invoiceBody)
      const request = new Request(`https://shop.example${invoicesPath}`, {
        method: "POST",
        headers,
        body: invoiceBody
      })
      await read(request)
      const answer = await host.handler(request)
      assert.match((await answer.json()).error.message, said)
    }
  })
})

describe("a listener of node:http", () => {
  it("tells of a body that is too large, announced or not, and its connection serves on", async () => {
    await using host = await embedded()
    await using server = await serving(nodeListener(host.handler))
    const headers = { "x-api-key": host.key.secret, "content-type": "application/json" }
    const body = Buffer.alloc(1024 * 1024, " ")
    for (const framing of [{ "content-length": String(body.length) }, { "transfer-encoding": "chunked" }]) {
      const request = send(`${server.origin}${mount}/api/v1/invoices`, {
        method: "POST",
        headers: { ...headers, ...framing }
      })
      request.end(body)
      const [answer] = (await once(request, "response")) as [IncomingMessage]
      assert.strictEqual(JSON.parse(await text(answer)).error.code, "payload_too_large")
      assert.strictEqual(answer.statusCode, 413)
      assert.strictEqual(answer.headers.connection, "keep-alive")
    }
  })

  it("answers methods that no Request has, HEAD, and targets that are no path", async () => {
    await using host = await embedded()
    await using server = await serving(nodeListener(host.handler))
    for (const [line, status] of [
      [`TRACE ${mount}/healthz HTTP/1.1`, 405],
      ["OPTIONS * HTTP/1.1", 404],
      [`HEAD ${mount}/healthz HTTP/1.1`, 200],
      [`GET http://other.example${mount}/healthz HTTP/1.1`, 200],
      ["GET //healthz HTTP/1.1", 404]
    ] as const) {
      const socket = await open(server.port)
      socket.write(`${line}\r\nHost: a b\r\nConnection: close\r\n\r\n`)
      assert.match(await received(socket), new RegExp(`^HTTP/1\\.1 ${status} `), line)
    }
  })

  it("knows the client's address, which a Request does not say", async () => {
    await using host = await embedded()
    await using server = await serving(nodeListener(host.handler))
    const bound = await host.quittance.keys.create({ partner: "shop", allowedIps: ["127.0.0.1"] })
    const path = `${server.origin}${mount}/api/v1/webhooks`
    assert.strictEqual((await fetch(path, { headers: { "x-api-key": bound.secret } })).status, 200)
    const elsewhere = await host.quittance.keys.create({ partner: "shop", allowedIps: ["192.0.2.1"] })
    assert.strictEqual((await fetch(path, { headers: { "x-api-key": elsewhere.secret } })).status, 401)
  })

  it("serves HTTP/2", async () => {
    await using host = await embedded()
    const listener = nodeListener(host.handler)
    const server = createHttp2Server((incoming, outgoing) => listener(incoming as never, outgoing as never))
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const client = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const headers = {
      ...signed(host.key, "POST", invoicesPath, invoiceBody),
      ":method": "POST",
      ":path": invoicesPath
    }
    const stream = client.request(headers)
    stream.end(invoiceBody)
    const [answered] = await once(stream, "response")
    const { success } = JSON.parse(String(await buffer(stream)))
    client.close()
    server.close()
    assert.deepStrictEqual([answered[":status"], success], [200, true])
  })

  it("ends what it streams when the client leaves", async () => {
    let left: (() => void) | undefined
    const isLeft = new Promise<void>((resolve) => {
      left = resolve
    })
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024)),
      cancel: () => left?.()
    })
    await using server = await serving(nodeListener(async () => new Response(endless)))
    const client = await open(server.port)
    client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    await once(client, "data")
    client.destroy()
    await isLeft
  })

  it("hands on what a wrapper of the handler rejects with, where there is somebody", async () => {
    const failing = nodeListener(() => Promise.reject(new Error("not today")))
    await using server = await serving((incoming, outgoing) =>
      failing(incoming, outgoing, (error) => outgoing.writeHead(500).end(String(error)))
    )
    assert.strictEqual(await (await fetch(server.origin)).text(), "Error: not today")
    await using bare = await serving(failing)
    const socket = await open(bare.port)
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    assert.strictEqual(await received(socket), "")
  })
})
