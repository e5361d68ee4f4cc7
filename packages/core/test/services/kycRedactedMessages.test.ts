import { assert, describe } from "@effect/vitest"
import { millisPerHour } from "@quittance/core/adapter"
import { TestClock } from "effect/testing"
import { Memory } from "./Deployment.ts"
import { drain, shop } from "./fiatInvoices.ts"
import { openKyc, passed, redactKyc, test, testIn } from "./kyc.ts"
import { decided, heldBy, marker, personal } from "./kycPersonal.ts"
import { answer, callsTo, eventOf, fails, ok } from "./Receivers.ts"
import { listen, live, logOf, urlOf, working } from "./webhooks.ts"

describe("what was told of a redacted session", () => {
  const events = ["kyc.completed", "kyc.failed"]

  test("is erased with its deliveries, and nothing that was told of others at the same instant", function* () {
    const memory = yield* Memory
    const partnerId = yield* shop()
    const { id } = yield* listen(partnerId, "shop", { events })
    const orders = [yield* openKyc(partnerId, personal), yield* openKyc(partnerId, personal)]
    yield* TestClock.setTime(orders[0]?.expiresAt ?? 0)
    yield* drain
    assert.lengthOf(yield* logOf(partnerId, id), 2)
    const [one, other] = orders
    assert(one !== undefined && other !== undefined)
    yield* redactKyc(one)
    yield* drain
    assert.lengthOf(yield* logOf(partnerId, id), 1)
    const left = [...memory.webhookMessages.values()].map((message) => message.body)
    assert.lengthOf(left, 1)
    assert.include(left[0], other.id)
  })

  test("is erased where its own URL was told", function* () {
    const memory = yield* Memory
    const order = yield* openKyc(yield* shop(), { ...personal, webhookUrl: urlOf("own") })
    yield* decided(passed)(order)
    assert.lengthOf(yield* callsTo(urlOf("own")), 1)
    assert.strictEqual(memory.webhookMessages.size, 1)
    yield* redactKyc(order)
    yield* drain
    assert.strictEqual(memory.webhookMessages.size, 0)
    assert.strictEqual(memory.aggregates.WebhookDelivery.size, 0)
  })

  testIn({ settings: live })(
    "is delivered first where it is still on its way, and erased within an hour after that",
    function* () {
      const memory = yield* Memory
      const partnerId = yield* shop()
      const { url } = yield* listen(partnerId, "shop", { events })
      yield* answer(url, fails)
      const order = yield* openKyc(partnerId, personal)
      yield* decided(passed)(order)
      yield* redactKyc(order)
      yield* working
      yield* TestClock.adjust(6 * millisPerHour)
      assert.isAbove((yield* callsTo(url)).length, 3)
      assert.strictEqual(memory.webhookMessages.size, 1, "a receiver still waits for it")
      yield* answer(url, ok)
      yield* TestClock.adjust(12 * millisPerHour)
      const [first, ...others] = yield* callsTo(url)
      const last = others.at(-1)
      assert(first !== undefined && last !== undefined)
      assert.deepStrictEqual(eventOf(last), eventOf(first))
      assert.strictEqual(memory.webhookMessages.size, 0)
      assert.notInclude(heldBy(memory), marker)
    }
  )

  test("is that it expired, without anything personal, where the redaction ended it", function* () {
    const partnerId = yield* shop()
    const { url } = yield* listen(partnerId, "shop", { events })
    const order = yield* openKyc(partnerId, personal)
    yield* redactKyc(order)
    yield* drain
    const [call, ...others] = yield* callsTo(url)
    assert(call !== undefined && others.length === 0)
    const { data, type } = eventOf(call)
    assert.strictEqual(type, "kyc.failed")
    assert.deepInclude(data.object, { status: "expired", reason: "expired", redirectUrl: null })
    assert.notInclude(call.body, marker)
  })
})
