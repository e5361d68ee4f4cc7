import { assert, describe, it } from "@effect/vitest"
import { verifyWebhook } from "@quittance/webhook-receiver"
import { type EventArrival, EventReceiver } from "./EventReceiver.ts"
import { fiatClient } from "./fiatFetch.ts"
import { pairFetch } from "./pairFetch.ts"
import { credentialsIn, QuittanceServer, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const allowed = { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" }
const order = { amount: 12.5, currency: "EUR", description: "Order 17" }

/** A webhook for invoices at a server that runs. */
const register = async (server: { readonly url: string }, folder: string, url: string) => {
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

const verified = ({ body, headers }: EventArrival, secret: string) => verifyWebhook(body, headers, secret)

describe("webhooks of a running server", () => {
  it("reach a receiver on this machine where that is allowed, signed so that its own check accepts them", async () => {
    const folder = temporaryFolder()
    const server = await serveHere(folder, allowed)
    const receiver = await EventReceiver.open()
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

    await server.stop()
    const deliveries: ReadonlyArray<Record<string, unknown>> = await logOf(folder, id)
    assert.lengthOf(deliveries, 3)
    for (const each of deliveries)
      assert.include(each, { status: "delivered", attempt: 1, responseCode: 204 })
  })

  it("go nowhere on this machine unless that is allowed", async () => {
    const folder = temporaryFolder()
    const open = await serveHere(folder, allowed)
    const receiver = await EventReceiver.open()
    const { id } = await register(open, folder, receiver.url)
    await open.stop()

    const closed = await serveHere(folder)
    const client = fiatClient(closed.url, credentialsIn(folder))
    const tested = await client.post(`/api/v1/webhooks/${id}/test`, {})
    assert.isFalse(tested.success)
    await closed.stop()
    assert.isEmpty(receiver.all)
  })
})

it("webhooks are sent in live mode too, to public receivers only", async () => {
  const folder = temporaryFolder()
  const live = { QUITTANCE_MODE: "live", QUITTANCE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64") }
  const scopes = ["--scopes", "transit:read,transit:write"]
  const made = await quittance(["keys", "create", "--partner", "shop", ...scopes, "--json"], folder, live)
  const server = await serveHere(folder, live)
  const ask = pairFetch(server.url, JSON.parse(made.stdout))
  await ask("PUT", "/v1/webhook", { url: "https://receiver.invalid/webhooks" })
  // Answered, because there is somebody to send it, and with a failure, because that name is nobody's.
  assert.isFalse((await ask("POST", "/v1/webhook/test", { event: "payment.success" })).success)
  await server.stop()
})

describe("a server that ends", () => {
  it("lets an attempt in flight end, and records it", async () => {
    const folder = temporaryFolder()
    const server = await QuittanceServer.start(folder, allowed)
    const receiver = await EventReceiver.holding()
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
    const receiver = await EventReceiver.open()
    // Of this half of the work nothing is sent.
    const http = await QuittanceServer.start(folder, { ...allowed, QUITTANCE_ROLE: "http" })
    const { client, id, secret } = await register(http, folder, receiver.url)
    const invoice = await client.post("/api/v1/invoices", order)
    assert.isNull(await http.stop("SIGKILL"))
    assert.isEmpty(receiver.all)

    const next = await QuittanceServer.start(folder, allowed)
    const { data } = await verified(await receiver.arrived(0), secret)
    assert.strictEqual(data.object.id, invoice.id)
    assert.strictEqual(await next.stop(), 0)
    assert.lengthOf(await logOf(folder, id), 1)
  })
})
