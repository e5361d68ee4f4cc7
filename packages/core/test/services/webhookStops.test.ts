import { assert, describe } from "@effect/vitest"
import { defaultSettings, Worker } from "@quittance/core"
import { millisPerDay, WebhookReader } from "@quittance/core/adapter"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess, start, test, testIn } from "./Deployment.ts"
import { booksAreRight, drain, issueFiat, shop } from "./fiatInvoices.ts"
import { answer, callsTo } from "./Receivers.ts"
import { listen, logOf, standingOf, webhookSettings, working } from "./webhooks.ts"

const created = { events: ["invoice.created"] }
const { attemptConcurrency } = defaultSettings.webhook

describe("a process that stops amid a backlog", () => {
  test("ends the attempts that are under way, begins no more, and gives the rest back at once", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "slow", created)
    yield* answer(url, { status: 200, afterMillis: 1_000 })
    for (let count = 0; count < 3 * attemptConcurrency; count++) yield* issueFiat(partnerId)
    yield* working
    yield* TestClock.adjust("500 millis")
    const worker = yield* Worker
    const stopped = yield* Effect.forkChild(worker.finish)
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(stopped)
    assert.lengthOf(yield* callsTo(url), attemptConcurrency)
    const standing = yield* standingOf(partnerId, id)
    assert.lengthOf(
      standing.filter((each) => each === "delivered 1"),
      attemptConcurrency
    )
    const next = yield* anotherProcess()
    yield* Effect.forkChild(Effect.provideContext(drain, next))
    yield* TestClock.adjust("1 minute")
    assert.lengthOf(yield* callsTo(url), 3 * attemptConcurrency)
    yield* booksAreRight
  })
})

describe("retention that is changed", () => {
  const days = (count: number) => ({ settings: webhookSettings({ retentionMillis: count * millisPerDay }) })

  testIn(days(30))("to longer keeps what was scheduled to go, and comes back for it", function* () {
    const partnerId = yield* shop()
    const { id } = yield* listen(partnerId, "shop", created)
    yield* issueFiat(partnerId)
    yield* drain
    const longer = yield* anotherProcess(days(90))
    const work = Effect.provideContext(drain, longer)
    yield* TestClock.setTime(start + 31 * millisPerDay)
    yield* work
    assert.lengthOf(yield* logOf(partnerId, id), 1)
    yield* TestClock.setTime(start + 91 * millisPerDay)
    yield* work
    assert.lengthOf(yield* logOf(partnerId, id), 0, "although nothing else ever happened")
    const reader = yield* WebhookReader
    assert.deepStrictEqual(yield* reader.nextDueAt(partnerId, id), Option.none())
  })
})
