import { assert, describe, it } from "@effect/vitest"
import { defaultSettings } from "@quittance/core"
import { type EventArrival, EventReceiver, type Meeting } from "./EventReceiver.ts"
import { fiatClient } from "./fiatFetch.ts"
import { KilledServer } from "./KilledServer.ts"
import {
  csvOf,
  externalIdsOf,
  listenAt,
  logOf,
  proveDelivered,
  provenArrivals,
  untilNothingWaits
} from "./listeningPartner.ts"
import { lockStore } from "./lockStore.ts"
import { provenLedger } from "./provenPayouts.ts"
import { credentialsIn, QuittanceServer, quittance, temporaryFolder } from "./QuittanceProcess.ts"
import { advanceClock } from "./signedFetch.ts"

const variables = { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1", QUITTANCE_RATE_LIMITS: "off" }

describe("kill -9", () => {
  const otherPartners = ["north", "south", "east", "west"]
  const filesPerPartner = 2
  const rowsPerFile = 400
  const eventsPerPartner = filesPerPartner * rowsPerFile
  /** After so many arrivals, at whichever receivers; the third one while the last receivers wait for the last files. */
  const killsAfter = [400, 1_800, 3_400]

  /**
   * The first arrival of every event fails here: most are answered 500, every tenth meets a connection that breaks off.
   */
  const failingFirst = ({ body }: EventArrival, nth: number): Meeting => {
    if (nth > 1) return 204
    return /"externalId":"[^"]*0"/.test(body) ? "breaks" : 500
  }

  /** Uploads a file that is uploaded again when the server is killed meanwhile, and lands once. */
  const uploadedOnce = async (server: KilledServer, secret: string, csv: string): Promise<void> => {
    const form = new FormData()
    form.set("file", new Blob([csv]), "invoices.csv")
    while (true) {
      const { url } = await server.running
      const { kills } = server
      const asked = { method: "POST", headers: { "x-api-key": secret }, body: form }
      const status = await fetch(`${url}/api/v1/batch/invoices`, asked).then(
        async (response) => [response.status, await response.json()],
        () => undefined
      )
      if (status === undefined) {
        assert.isAbove(server.kills, kills, "only a kill keeps an upload from its answer")
        continue
      }
      // 422: no row is new, because the file had landed before the kill.
      assert.include([201, 422], status[0], JSON.stringify(status[1]))
      return
    }
  }

  it("three times in 4 000 events, a fifth of the receivers failing: each arrives, none is lost", {
    timeout: 120_000
  }, async () => {
    const folder = temporaryFolder()
    const server = await KilledServer.start(folder, variables)
    const waitingKills = [...killsAfter]
    let arrived = 0
    const counted = (meet: (arrival: EventArrival, nth: number) => Meeting) =>
      EventReceiver.open((arrival, nth) => {
        arrived += 1
        if (arrived === waitingKills[0]) {
          waitingKills.shift()
          server.kill()
        }
        return meet(arrival, nth)
      })

    const { url: firstUrl } = await server.running
    const credentials = credentialsIn(folder)
    const madeKeys = otherPartners.map(async (partner) => {
      const { stdout } = await quittance(["keys", "create", "--partner", partner, "--json"], folder)
      return { partner, secret: String(JSON.parse(stdout).secret) }
    })
    const partners = [{ partner: "sandbox", secret: credentials.secret }, ...(await Promise.all(madeKeys))]
    const heard = await Promise.all(
      partners.map(async ({ partner, secret }) => {
        const fails = partner === "north"
        const receiver = await counted(fails ? failingFirst : () => 204)
        const webhook = await listenAt(fiatClient(firstUrl, { secret }), receiver.url)
        return { partner, secret, fails, receiver, webhook }
      })
    )

    const filesOf = (partner: string) =>
      Array.from({ length: filesPerPartner }, (_, file) => externalIdsOf(`${partner}-${file}`, rowsPerFile))
    for (const { partner, secret } of heard)
      for (const externalIds of filesOf(partner)) await uploadedOnce(server, secret, csvOf(externalIds))
    await Promise.all(
      heard.map(({ receiver }) => receiver.until(({ eventCount }) => eventCount === eventsPerPartner))
    )
    assert.isEmpty(waitingKills)

    const running = await server.running
    // The second attempts are due by then.
    await advanceClock(running.url, credentials, 6)
    for (const { fails, partner, receiver, secret, webhook } of heard) {
      const client = fiatClient(running.url, { secret })
      if (fails)
        await receiver.until(({ arrivals }) => [...arrivals.values()].every((each) => each.length > 1))
      await untilNothingWaits(client, webhook)
      const events = await provenArrivals(receiver, webhook)
      assert.sameMembers([...events.values()], filesOf(partner).flat())
      proveDelivered(await logOf(client, webhook), receiver)
      const arrivalsMax = killsAfter.length + (fails ? 2 : 1)
      for (const each of receiver.arrivals.values()) assert.isAtMost(each.length, arrivalsMax)
    }
    assert.strictEqual(await running.stop(), 0)
    await provenLedger(folder)
  })

  it("after the receiver's 200 was read, before it was recorded: it arrives again, and the log is true", async () => {
    const folder = temporaryFolder()
    const server = await QuittanceServer.start(folder, variables)
    const client = fiatClient(server.url, credentialsIn(folder))
    const { attemptConcurrency } = defaultSettings.webhook
    const answers: Array<(status: number) => void> = []
    const receiver = await EventReceiver.open((_, nth) =>
      nth === 1 ? { holds: (answer) => answers.push(answer) } : 204
    )
    const webhook = await listenAt(client, receiver.url)
    // One more than are attempted at once.
    const externalIds = externalIdsOf("full", attemptConcurrency + 1)
    await client.upload(csvOf(externalIds))
    await receiver.until(({ arrivalCount }) => arrivalCount === attemptConcurrency)

    const unlock = lockStore(folder)
    answers[0]?.(200)
    // The one that had no place has the place of the one that was answered.
    await receiver.until(({ arrivalCount }) => arrivalCount === attemptConcurrency + 1)
    assert.isNull(await server.stop("SIGKILL"))
    unlock()

    const next = await QuittanceServer.start(folder, variables)
    await receiver.until(({ arrivalCount }) => arrivalCount === 2 * externalIds.length)
    const nextClient = fiatClient(next.url, credentialsIn(folder))
    await untilNothingWaits(nextClient, webhook)
    assert.sameMembers([...(await provenArrivals(receiver, webhook)).values()], [...externalIds])
    for (const each of receiver.arrivals.values()) assert.lengthOf(each, 2)
    const log = await logOf(nextClient, webhook)
    proveDelivered(log, receiver)
    // Of the first attempts nothing is known.
    for (const { attempt } of log) assert.strictEqual(attempt, 1)
    assert.strictEqual(await next.stop(), 0)
    await provenLedger(folder)
  })

  it("while one receiver holds its answer repeats that call, and none whose outcome was recorded", async () => {
    const folder = temporaryFolder()
    const server = await QuittanceServer.start(folder, variables)
    const client = fiatClient(server.url, credentialsIn(folder))
    const holding = await EventReceiver.open((_, nth) => (nth === 1 ? { holds: () => undefined } : 204))
    const prompt = await EventReceiver.open()
    const held = await listenAt(client, holding.url)
    const recorded = await listenAt(client, prompt.url)
    await client.upload(csvOf(["once"]))
    await Promise.all([holding, prompt].map((each) => each.until(({ arrivalCount }) => arrivalCount === 1)))
    await untilNothingWaits(client, recorded)
    assert.isNull(await server.stop("SIGKILL"))

    const next = await QuittanceServer.start(folder, variables)
    const nextClient = fiatClient(next.url, credentialsIn(folder))
    await holding.until(({ arrivalCount }) => arrivalCount === 2)
    await untilNothingWaits(nextClient, held)
    for (const [receiver, webhook] of [
      [holding, held],
      [prompt, recorded]
    ] as const) {
      assert.deepStrictEqual([...(await provenArrivals(receiver, webhook)).values()], ["once"])
      proveDelivered(await logOf(nextClient, webhook), receiver)
    }
    assert.strictEqual(await next.stop(), 0)
    assert.strictEqual(prompt.arrivalCount, 1)
  })
})
