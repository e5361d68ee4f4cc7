import { assert, describe, it } from "@effect/vitest"
import { isStale, verifyWebhook, type WebhookEvent } from "@quittance/webhook-receiver"
import { type EventArrival, EventReceiver } from "./EventReceiver.ts"
import { fiatClient } from "./fiatFetch.ts"
import { listenAt, logOf, proveDelivered, untilNothingWaits } from "./listeningPartner.ts"
import { credentialsIn, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { advanceClock } from "./signedFetch.ts"

const variables = { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" }
const events = ["invoice.created", "invoice.paid"]
const order = { amount: 12.5, currency: "EUR" }

/** A partner's own program: it keeps the newest state of each invoice that it was told of. */
class InvoiceBook {
  readonly statuses = new Map<unknown, unknown>()
  readonly dropped: Array<string> = []
  readonly #versions = new Map<unknown, number>()

  handle({ data, type, version }: WebhookEvent): void {
    const { id, status } = data.object
    if (isStale({ version }, this.#versions.get(id))) {
      this.dropped.push(type)
      return
    }
    this.#versions.set(id, version)
    this.statuses.set(id, status)
  }
}

const typeOf = ({ body }: EventArrival): string => JSON.parse(body).type

const arrivalsOf = ({ arrivals }: EventReceiver, type: string): ReadonlyArray<EventArrival> =>
  [...arrivals.values()].flat().filter((arrival) => typeOf(arrival) === type)

describe("an event that comes after a newer one is dropped by its version", () => {
  it("when its receiver took long over it and was told of the newer one meanwhile", async () => {
    const folder = temporaryFolder()
    const http = await serveHere(folder, { ...variables, QUITTANCE_ROLE: "http" })
    const client = fiatClient(http.url, credentialsIn(folder))
    const answers: Array<(status: number) => void> = []
    const receiver = await EventReceiver.open((arrival) =>
      typeOf(arrival) === "invoice.created" ? { holds: (answer) => answers.push(answer) } : 204
    )
    const webhook = await listenAt(client, receiver.url, events)
    const { id } = await client.post("/api/v1/invoices", order)
    await client.post(`/sandbox/v1/invoices/${id}/pay`)

    const worker = await serveHere(folder, { ...variables, QUITTANCE_ROLE: "worker" })
    await receiver.until(({ eventCount }) => eventCount === 2)
    const book = new InvoiceBook()
    const handle = async ({ body, headers }: EventArrival): Promise<void> =>
      book.handle(await verifyWebhook(body, headers, webhook.secret))
    for (const type of ["invoice.paid", "invoice.created"])
      for (const arrival of arrivalsOf(receiver, type)) await handle(arrival)
    answers[0]?.(204)
    assert.deepStrictEqual([...book.statuses], [[id, "paid"]])
    assert.deepStrictEqual(book.dropped, ["invoice.created"])

    await untilNothingWaits(client, webhook)
    proveDelivered(await logOf(client, webhook), receiver)
    assert.strictEqual(receiver.arrivalCount, 2, "each came once")
    await Promise.all([worker.stop(), http.stop()])
  })

  it("when its first attempt failed and the newer one arrived before the second", async () => {
    const folder = temporaryFolder()
    const server = await serveHere(folder, variables)
    const client = fiatClient(server.url, credentialsIn(folder))
    const receiver = await EventReceiver.open((arrival, nth) =>
      typeOf(arrival) === "invoice.created" && nth === 1 ? 500 : 204
    )
    const webhook = await listenAt(client, receiver.url, events)
    const { id } = await client.post("/api/v1/invoices", order)
    await receiver.until(({ arrivalCount }) => arrivalCount === 1)
    await client.post(`/sandbox/v1/invoices/${id}/pay`)
    await receiver.until(({ eventCount }) => eventCount === 2)
    await advanceClock(server.url, credentialsIn(folder), 6)
    await receiver.until(({ arrivalCount }) => arrivalCount === 3)

    const [failed, retried] = arrivalsOf(receiver, "invoice.created")
    const [paid] = arrivalsOf(receiver, "invoice.paid")
    assert(failed !== undefined && retried !== undefined && paid !== undefined)
    assert.strictEqual(retried.body, failed.body)
    const book = new InvoiceBook()
    // The first attempt was not handled: it was answered 500.
    for (const { body, headers } of [paid, retried])
      book.handle(await verifyWebhook(body, headers, webhook.secret))
    assert.deepStrictEqual([...book.statuses], [[id, "paid"]])
    assert.deepStrictEqual(book.dropped, ["invoice.created"])

    await untilNothingWaits(client, webhook)
    const log = await logOf(client, webhook)
    proveDelivered(log, receiver)
    assert.deepStrictEqual(
      log.map(({ attempt, event }) => `${event} ${attempt}`),
      ["invoice.paid 1", "invoice.created 2"]
    )
    await server.stop()
  })
})
