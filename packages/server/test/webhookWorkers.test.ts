import { assert, describe, it } from "@effect/vitest"
import { leaseMillis, millisPerSecond } from "@quittance/core/adapter"
import { EventReceiver } from "./EventReceiver.ts"
import { fiatClient } from "./fiatFetch.ts"
import {
  csvOf,
  externalIdsOf,
  listenAt,
  logOf,
  proveDelivered,
  provenArrivals,
  untilNothingWaits,
  untilWaiting
} from "./listeningPartner.ts"
import { lockStore } from "./lockStore.ts"
import { credentialsIn, QuittanceServer, temporaryFolder } from "./QuittanceProcess.ts"
import { advanceClock } from "./signedFetch.ts"

const variables = { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1", QUITTANCE_RATE_LIMITS: "off" }

const startRole = (folder: string, role: "http" | "worker") =>
  QuittanceServer.start(folder, { ...variables, QUITTANCE_ROLE: role })

describe("two workers on one store", () => {
  it("deliver each event once", async () => {
    const folder = temporaryFolder()
    const http = await startRole(folder, "http")
    const workers = await Promise.all([startRole(folder, "worker"), startRole(folder, "worker")])
    const client = fiatClient(http.url, credentialsIn(folder))
    const receivers = await Promise.all(Array.from({ length: 4 }, () => EventReceiver.open()))
    const heard = await Promise.all(
      receivers.map(async (receiver) => ({ receiver, webhook: await listenAt(client, receiver.url) }))
    )
    const files = ["a", "b", "c", "d"].map((file) => externalIdsOf(file, 100))
    const externalIds = files.flat()
    for (const file of files) await client.upload(csvOf(file))
    for (const { receiver, webhook } of heard) {
      await receiver.until(({ eventCount }) => eventCount === externalIds.length)
      await untilNothingWaits(client, webhook)
      const arrived = await provenArrivals(receiver, webhook)
      assert.sameMembers([...arrived.values()], externalIds)
      proveDelivered(await logOf(client, webhook), receiver)
    }
    assert.deepStrictEqual(await Promise.all([...workers, http].map((each) => each.stop())), [0, 0, 0])
    for (const { arrivalCount } of receivers) assert.strictEqual(arrivalCount, externalIds.length)
  })

  /** A worker that waits for a receiver, and a second one that started later. */
  const withOneUnderWay = async () => {
    const folder = temporaryFolder()
    const http = await startRole(folder, "http")
    const first = await startRole(folder, "worker")
    const client = fiatClient(http.url, credentialsIn(folder))
    const answers: Array<(status: number) => void> = []
    const holding = await EventReceiver.open((_, nth) =>
      nth === 1 && answers.length === 0 ? { holds: (answer) => answers.push(answer) } : 204
    )
    const prompt = await EventReceiver.open()
    const held = await listenAt(client, holding.url)
    const free = await listenAt(client, prompt.url)
    await client.upload(csvOf(["1"]))
    await Promise.all([holding, prompt].map((each) => each.until(({ arrivalCount }) => arrivalCount === 1)))

    const second = await startRole(folder, "worker")
    await client.upload(csvOf(["2"]))
    await prompt.until(({ arrivalCount }) => arrivalCount === 2)
    await untilNothingWaits(client, free)
    // Whoever has the lease tells of what happens meanwhile, and repeats nothing that is under way.
    await holding.until(({ arrivalCount }) => arrivalCount === 2)
    await untilWaiting(client, held, 1)
    assert.strictEqual(holding.eventCount, 2)
    const endLeases = () => advanceClock(http.url, credentialsIn(folder), leaseMillis / millisPerSecond + 1)
    const answer = (status: number) => answers[0]?.(status)
    return { folder, http, first, second, client, holding, held, endLeases, answer }
  }

  it("keep apart, and when one is killed the other has its work once the lease is over", async () => {
    const { client, endLeases, first, held, holding, http, second } = await withOneUnderWay()
    assert.isNull(await first.stop("SIGKILL"))
    await endLeases()
    await holding.until(({ arrivalCount }) => arrivalCount === 3)
    await untilNothingWaits(client, held)
    assert.sameMembers([...(await provenArrivals(holding, held)).values()], ["1", "2"])
    proveDelivered(await logOf(client, held), holding)
    assert.deepStrictEqual(await Promise.all([second, http].map((each) => each.stop())), [0, 0])
    assert.strictEqual(holding.arrivalCount, 3, "the one that was under way came twice")
  })

  it("keep apart when one slept through its lease: what it learns later changes nothing", async () => {
    const { answer, client, endLeases, first, folder, held, holding, http, second } = await withOneUnderWay()
    // It must not fall asleep in the middle of a write, which would keep all others from writing.
    const unlock = lockStore(folder)
    first.signal("SIGSTOP")
    assert.strictEqual((await fetch(`${http.url}/healthz`)).status, 200)
    unlock()
    await endLeases()
    await holding.until(({ arrivalCount }) => arrivalCount === 3)
    await untilNothingWaits(client, held)
    answer(500)
    first.signal("SIGCONT")
    assert.strictEqual(await first.stop(), 0)
    proveDelivered(await logOf(client, held), holding)
    assert.deepStrictEqual(await Promise.all([second, http].map((each) => each.stop())), [0, 0])
    assert.strictEqual(holding.arrivalCount, 3)
  })
})
