import { verifyWebhook } from "@quittance/webhook-receiver"
import { assert, describe, it } from "@effect/vitest"
import { fiatClient } from "./fiatFetch.ts"
import { loopbackReceiver, type ReceivedWebhook } from "./LoopbackReceiver.ts"
import { credentialsIn, QuittanceServer, quittance, temporaryFolder } from "./QuittanceProcess.ts"
import { pairFetch } from "./pairFetch.ts"
import type { Credentials } from "./signedFetch.ts"

const allowed = { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" }
const order = { amount: 12.5, currency: "EUR", description: "Order 17" }

/** A webhook for invoices at a server that runs. */
const register = async (server: QuittanceServer, folder: string, url: string) => {
  const client = fiatClient(server.url, credentialsIn(folder))
  const events = ["invoice.created", "invoice.paid"]
  const { id, secret } = await client.post("/api/v1/webhooks", { url, events })
  return { client, id: String(id), secret: String(secret) }
}

/** What was sent to a webhook, by the log that outlives the server. */
const logOf = async (folder: string, id: string) => {
  const { status, stderr, stdout } = await quittance(["webhooks", "deliveries", id, "--json"], folder)
  assert.strictEqual(status, 0, stderr)
  return JSON.parse(stdout).deliveries
}

/** Asks until the log has so many deliveries. */
const untilLogged = async (client: ReturnType<typeof fiatClient>, path: string, count: number) => {
  while (true) {
    const { deliveries } = await client.get(path)
    if (Array.isArray(deliveries) && deliveries.length === count) return deliveries
  }
}

const verified = ({ body, headers }: ReceivedWebhook, secret: string) => verifyWebhook(body, headers, secret)

describe("webhooks of a running server", () => {
  it("reach a receiver on this machine where that is allowed, signed so that its own check accepts them", async () => {
    const folder = temporaryFolder()
    const server = await QuittanceServer.start(folder, allowed)
    const receiver = await loopbackReceiver({ status: 204 })
    const { client, id, secret } = await register(server, folder, receiver.url)
    const invoice = await client.post("/api/v1/invoices", order)
    const created = await receiver.arrived(0)
    const event = await verified(created, secret)
    assert.deepInclude(event, { object: "event", type: "invoice.created", version: 1 })
    assert.deepInclude(event.data.object, { id: invoice.id, amount: 12.5, status: "pending" })
    assert.strictEqual(created.headers["webhook-id"], event.id)

    await client.post(`/sandbox/v1/invoices/${invoice.id}/pay`)
    const paid = await verified(await receiver.arrived(1), secret)
    assert.deepInclude(paid.data.object, { id: invoice.id, status: "paid" })
    assert.isAbove(paid.version, event.version)
    const tested = await client.post(`/api/v1/webhooks/${id}/test`, { event: "invoice.paid" })
    assert.isTrue(tested.success)
    assert.strictEqual((await verified(await receiver.arrived(2), secret)).type, "invoice.paid")

    assert.strictEqual(await server.stop(), 0)
    const deliveries: ReadonlyArray<Record<string, unknown>> = await logOf(folder, id)
    assert.lengthOf(deliveries, 3)
    for (const each of deliveries)
      assert.include(each, { status: "delivered", attempt: 1, responseCode: 204 })
  })

  it("tell an account of its wallets", async () => {
    const folder = temporaryFolder()
    const server = await QuittanceServer.start(folder, allowed)
    const credentials = credentialsIn(folder)
    const receiver = await loopbackReceiver({ status: 200 })
    const ask = pairFetch(server.url, credentials)
    const { webhook } = await ask("PUT", "/v1/webhook", { url: receiver.url })
    const { wallet } = await ask("POST", "/v1/transit/wallets", { label: "Desk", network: "tron" })
    const client = fiatClient(server.url, credentials)
    await client.post("/sandbox/v1/crypto/deposits", { address: wallet.address, amount: 7.25 })
    const opened = await verified(await receiver.arrived(0), webhook.secret)
    assert.deepInclude(opened, { type: "wallet.created", data: { object: wallet } })
    const { data, type } = await verified(await receiver.arrived(1), webhook.secret)
    assert.strictEqual(type, "payment.success")
    assert.deepInclude(data.object, { amount: 7.25, currency: "USDT", status: "success" })
    assert.strictEqual(await server.stop(), 0)
  })

  it("go nowhere on this machine unless that is allowed, which the start warns of", async () => {
    const folder = temporaryFolder()
    const warningsOf = ({ lines }: QuittanceServer) =>
      lines.filter(({ level }) => level === "WARN").map(({ message }) => String(message))
    const open = await QuittanceServer.start(folder, allowed)
    assert.match(
      warningsOf(open).join("\n"),
      /^QUITTANCE_WEBHOOK_ALLOW_PRIVATE is 1, for development only: /m
    )
    const receiver = await loopbackReceiver({ status: 204 })
    const { id } = await register(open, folder, receiver.url)
    assert.strictEqual(await open.stop(), 0)

    const closed = await QuittanceServer.start(folder)
    assert.notInclude(warningsOf(closed).join("\n"), "QUITTANCE_WEBHOOK_ALLOW_PRIVATE")
    const client = fiatClient(closed.url, credentialsIn(folder))
    const tested = await client.post(`/api/v1/webhooks/${id}/test`, {})
    assert.isFalse(tested.success)
    assert.strictEqual(await closed.stop(), 0)
    assert.isEmpty(receiver.received)
  })
})

describe("retention", () => {
  it("ends after the days that are configured: the log forgets, and what it forgot is not sent again", async () => {
    const folder = temporaryFolder()
    const server = await QuittanceServer.start(folder, { ...allowed, QUITTANCE_WEBHOOK_RETENTION_DAYS: "1" })
    const receiver = await loopbackReceiver({ status: 204 })
    const { client, id } = await register(server, folder, receiver.url)
    await client.post("/api/v1/invoices", order)
    await receiver.arrived(0)
    const path = `/api/v1/webhooks/${id}/deliveries?status=delivered`
    const [delivery] = await untilLogged(client, path, 1)
    await client.post("/sandbox/v1/clock/advance", { seconds: 2 * 24 * 60 * 60 })
    await untilLogged(client, path, 0)
    const sent = await quittance(["webhooks", "redeliver", delivery.id], folder)
    assert.deepStrictEqual(
      [sent.status, sent.stderr],
      [1, `quittance: there is no delivery ${delivery.id}.\n`]
    )
    assert.strictEqual(await server.stop(), 0)
  })
})

describe("live mode", () => {
  it("sends webhooks too, to public receivers only", async () => {
    const folder = temporaryFolder()
    const live = { QUITTANCE_MODE: "live", QUITTANCE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64") }
    const scopes = ["--scopes", "transit:read,transit:write"]
    const made = await quittance(["keys", "create", "--partner", "shop", ...scopes, "--json"], folder, live)
    const key: Credentials = JSON.parse(made.stdout)
    const server = await QuittanceServer.start(folder, live)
    const receiver = await loopbackReceiver({ status: 204 })
    const headers = {
      "x-api-key": key.publicKey,
      "x-api-secret": key.secret,
      "content-type": "application/json"
    }
    const body = JSON.stringify({ url: receiver.url })
    const refused = await fetch(`${server.url}/v1/webhook`, { method: "PUT", headers, body })
    assert.strictEqual(refused.status, 400)
    assert.deepInclude(await refused.json(), { success: false })

    const ask = pairFetch(server.url, key)
    await ask("PUT", "/v1/webhook", { url: "https://receiver.invalid/webhooks" })
    // Answered, because there is somebody to send it, and with a failure, because that name is nobody's.
    const { success } = await ask("POST", "/v1/webhook/test", { event: "payment.success" })
    assert.isFalse(success)
    assert.strictEqual(await server.stop(), 0)
    assert.isEmpty(receiver.received)
  })
})

describe("a server that ends", () => {
  it("lets an attempt in flight end, and records it", async () => {
    const folder = temporaryFolder()
    const server = await QuittanceServer.start(folder, allowed)
    const receiver = await loopbackReceiver()
    const { client, id } = await register(server, folder, receiver.url)
    await client.post("/api/v1/invoices", order)
    const { answer } = await receiver.arrived(0)
    server.signal("SIGTERM")
    while (!server.stdout.includes("finishing what is in flight")) await server.printed()
    answer(204)
    assert.strictEqual(await server.ended, 0)
    const [delivery] = await logOf(folder, id)
    assert.include(delivery, { status: "delivered", attempt: 1 })
  })

  it("by kill -9 before it told of a commit tells of it after the next start", async () => {
    const folder = temporaryFolder()
    const receiver = await loopbackReceiver({ status: 204 })
    // Of this half of the work nothing is sent.
    const http = await QuittanceServer.start(folder, { ...allowed, QUITTANCE_ROLE: "http" })
    const { client, id, secret } = await register(http, folder, receiver.url)
    const invoice = await client.post("/api/v1/invoices", order)
    assert.isNull(await http.stop("SIGKILL"))
    assert.isEmpty(receiver.received)

    const next = await QuittanceServer.start(folder, allowed)
    const { data } = await verified(await receiver.arrived(0), secret)
    assert.strictEqual(data.object.id, invoice.id)
    assert.strictEqual(await next.stop(), 0)
    assert.lengthOf(await logOf(folder, id), 1)
  })

  it("by kill -9 while a receiver had not answered sends the same event again, to the byte", async () => {
    const folder = temporaryFolder()
    const receiver = await loopbackReceiver()
    const server = await QuittanceServer.start(folder, allowed)
    const { client, id, secret } = await register(server, folder, receiver.url)
    await client.post("/api/v1/invoices", order)
    const first = await receiver.arrived(0)
    assert.isNull(await server.stop("SIGKILL"))

    const next = await QuittanceServer.start(folder, allowed)
    const second = await receiver.arrived(1)
    assert.strictEqual(second.headers["webhook-id"], first.headers["webhook-id"])
    assert.strictEqual(second.body, first.body)
    await verified(second, secret)
    second.answer(200)
    assert.strictEqual(await next.stop(), 0)
    const [delivery, ...others] = await logOf(folder, id)
    assert.isEmpty(others)
    assert.include(delivery, { status: "delivered", attempt: 1, responseCode: 200 })
  })
})
