import { assert, describe, it } from "@effect/vitest"
import {
  breakingReceiver,
  drippingReceiver,
  floodingReceiver,
  hangingReceiver,
  untrustedReceiver
} from "./badReceivers.ts"
import { EventReceiver } from "./EventReceiver.ts"
import { fiatClient } from "./fiatFetch.ts"
import {
  csvOf,
  externalIdsOf,
  type ListeningWebhook,
  listenAt,
  logOf,
  proveDelivered,
  type ShownDelivery,
  untilNothingWaits
} from "./listeningPartner.ts"
import { credentialsIn, QuittanceServer, quittance, temporaryFolder } from "./QuittanceProcess.ts"

const variables = { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1", QUITTANCE_RATE_LIMITS: "off" }

const residentBytes = async (url: string): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\d+)$/m.exec(metrics)?.[1])
}

/** The different things that a log says of its deliveries. */
const different = <A>(
  log: ReadonlyArray<ShownDelivery>,
  what: (delivery: ShownDelivery) => A
): ReadonlyArray<A> => [...new Set(log.map(what))]

describe("receivers that hang, drip, flood, break off and cannot be trusted", () => {
  it("hold up no other, of their own partner or another's, and cost little memory", async () => {
    const folder = temporaryFolder()
    const server = await QuittanceServer.start(folder, variables)
    const client = fiatClient(server.url, credentialsIn(folder))
    const made = await quittance(["keys", "create", "--partner", "other", "--json"], folder)
    const otherClient = fiatClient(server.url, JSON.parse(made.stdout))
    const hanging = await listenAt(client, await hangingReceiver())
    const dripping = await listenAt(client, await drippingReceiver())
    const flooding = await listenAt(client, await floodingReceiver())
    const breaking = await listenAt(client, await breakingReceiver())
    const untrusted = await listenAt(client, await untrustedReceiver())
    const good = await EventReceiver.open()
    const otherGood = await EventReceiver.open()
    const own = await listenAt(client, good.url)
    const others = await listenAt(otherClient, otherGood.url)
    const residentBefore = await residentBytes(server.url)

    const eventCount = 100
    for (const file of ["first", "second"]) {
      const csv = csvOf(externalIdsOf(file, eventCount))
      await Promise.all([client.upload(csv), otherClient.upload(csv)])
    }
    await Promise.all([good, otherGood].map((each) => each.until((one) => one.eventCount === 2 * eventCount)))
    const { pagination } = await client.get("/api/v1/invoices?limit=1")
    assert.deepInclude(pagination, { total: 2 * eventCount })
    for (const webhook of [hanging, dripping]) {
      const log = await logOf(client, webhook)
      assert.deepStrictEqual(
        different(log, ({ attempt }) => attempt),
        [0],
        "their first attempts hang still"
      )
    }
    await untilNothingWaits(client, own)
    proveDelivered(await logOf(client, own), good)
    await untilNothingWaits(otherClient, others)
    proveDelivered(await logOf(otherClient, others), otherGood)

    await untilNothingWaits(client, flooding)
    const flooded = await logOf(client, flooding)
    assert.lengthOf(flooded, 2 * eventCount)
    assert.deepStrictEqual(
      different(flooded, ({ responseBody, status }) => `${status} ${responseBody}`),
      [`delivered ${"x".repeat(2_048)}`]
    )
    const reasonOf = async (webhook: ListeningWebhook): Promise<ReadonlyArray<string | null>> => {
      while (true) {
        const log = await logOf(client, webhook)
        if (log.every(({ attempt }) => attempt > 0)) return different(log, ({ error }) => error)
      }
    }
    assert.deepStrictEqual(await reasonOf(breaking), ["the connection was closed before an answer came"])
    assert.deepStrictEqual(await reasonOf(untrusted), ["the certificate is not signed by a known authority"])
    const grownBytes = (await residentBytes(server.url)) - residentBefore
    assert.isBelow(grownBytes, 256 * 1024 ** 2, "a single answer would be 1024 MiB")
    // Attempts that hang are not waited for to their end.
    assert.strictEqual(await server.stop(), 0)
  })
})
