import { assert, describe } from "@effect/vitest"
import { defaultSettings, Payouts } from "@quittance/core"
import {
  type Instant,
  millisPerDay,
  millisPerHour,
  millisPerMinute,
  millisPerSecond,
  PayoutProcessor,
  PayoutProcessorUnavailable,
  payoutJobs,
  payoutStatus
} from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { balanceOfPartner, fundedPartner, payoutOf, Seen, start, testIn, usdt } from "./Deployment.ts"
import { workFor } from "./fiatInvoices.ts"

/** The waits of the schedule: before each attempt, from the one before. */
const waits = [
  0,
  15 * millisPerSecond,
  millisPerMinute,
  5 * millisPerMinute,
  15 * millisPerMinute,
  millisPerHour,
  3 * millisPerHour,
  6 * millisPerHour,
  12 * millisPerHour
]

const unavailable = Effect.fail(new PayoutProcessorUnavailable({ reason: "no answer" }))

const silent: PayoutProcessor["Service"] = PayoutProcessor.of({
  submit: () => unavailable,
  transfersSince: () => unavailable,
  lookup: () => unavailable,
  abandon: () => unavailable
})
const answering = (part: Partial<PayoutProcessor["Service"]>) =>
  Layer.succeed(PayoutProcessor, { ...silent, ...part })

/** Answers nothing until it is back, and had made the transfer all along. */
const isBack = { now: false }
const lateRiser = answering({
  lookup: (reference) =>
    Effect.suspend(() =>
      isBack.now ? Effect.succeed({ _tag: "Completed", processingId: reference } as const) : unavailable
    )
})

/** A payout that was just created. */
const created = Effect.gen(function* () {
  const partnerId = yield* fundedPartner(100)
  const payouts = yield* Payouts
  const { value } = yield* payouts.create(partnerId, "k", payoutOf(10))
  return value
})

const work = (millis: number) => workFor(payoutJobs.dispatch, millis)

const stateOf = ({ id, partnerId }: { readonly id: string; readonly partnerId: string }) =>
  Effect.flatMap(Payouts, (payouts) =>
    Effect.map(payouts.get(partnerId, id), (payout) => `${payoutStatus(payout)}/${payout._tag}`)
  )

const assertWithin = (instant: Instant, wait: number): void => {
  assert.isAtLeast(instant, Math.floor(wait * 0.8))
  assert.isAtMost(instant, Math.ceil(wait * 1.2))
}

describe("the schedule of a payout without answers", () => {
  testIn({ processor: answering({}) })(
    "nine attempts at 0, 15 s, 1 m, 5 m, 15 m, 1 h, 3 h, 6 h, 12 h, ±20 %",
    function* () {
      yield* created
      yield* work(30 * millisPerHour)
      const { calls } = yield* Seen
      const attempts = calls.filter(({ name }) => name !== "abandon")
      assert.deepStrictEqual(
        attempts.slice(0, 9).map(({ name }) => name),
        ["submit", ...Array.from({ length: 8 }, () => "lookup")]
      )
      const gaps = attempts.slice(0, 9).map(({ at }, index) => at - (attempts[index - 1]?.at ?? start))
      gaps.forEach((gap, index) => {
        assertWithin(gap, waits[index] ?? Number.NaN)
      })
      const isExact = gaps.slice(1).some((gap, index) => gap === waits[index + 1])
      assert.isFalse(isExact, "every wait is spread")
    }
  )

  testIn({ processor: answering({}) })(
    "spent and nothing proven: it stays pending, is looked up hourly and alerts each time",
    function* () {
      const order = yield* created
      yield* work(30 * millisPerHour)
      const { calls, errors } = yield* Seen
      const spentAt = calls.filter(({ name }) => name !== "abandon")[8]?.at ?? 0
      yield* work(2 * millisPerDay)
      assert.strictEqual(yield* stateOf(order), "PENDING/unknown")
      assert.strictEqual((yield* balanceOfPartner(order.partnerId)).pendingMinor, 12n * usdt)
      const later = calls.filter(({ at, name }) => name === "lookup" && at > spentAt)
      assert.isAbove(later.length, 30)
      later.forEach(({ at }, index) => {
        assertWithin(at - (later[index - 1]?.at ?? spentAt), millisPerHour)
      })
      const alerts = errors.filter((text) => text.includes("has no known outcome after"))
      assert.strictEqual(alerts.length, later.length + 1)
      assert.strictEqual(calls.filter(({ name }) => name === "submit").length, 1)
    }
  )

  testIn({ processor: answering({}) })("alerts at the third lost answer, a minute in, once", function* () {
    const order = yield* created
    const { errors } = yield* Seen
    yield* work(15 * millisPerSecond * 1.2)
    assert.deepStrictEqual(errors, [], "two answers were lost")
    yield* work(millisPerMinute * 1.2)
    const alert = `payout ${order.id} has no known outcome: 3 answers were lost, the last because: no answer`
    assert.deepStrictEqual(errors, [alert])
    yield* work(6 * millisPerHour)
    assert.deepStrictEqual(errors, [alert])
  })

  testIn({ processor: answering({ lookup: () => Effect.succeed({ _tag: "NotFound" }) }) })(
    "alerts at the third lost answer too where each was looked up and sent again",
    function* () {
      const order = yield* created
      const { calls, errors } = yield* Seen
      yield* work(8 * millisPerMinute)
      assert.strictEqual(calls.filter(({ name }) => name === "submit").length, 3)
      assert.deepStrictEqual(errors, [
        `payout ${order.id} has no known outcome: 3 answers were lost, the last because: no answer`
      ])
    }
  )

  testIn({
    processor: answering({
      submit: () => Effect.succeed({ _tag: "Accepted", processingId: "p" }),
      lookup: () => unavailable
    })
  })("of one that was accepted alerts at the third lost answer", function* () {
    yield* created
    const { errors } = yield* Seen
    yield* work(8 * millisPerMinute)
    assert.lengthOf(errors, 1)
    assert.match(errors[0] ?? "", /has no known outcome: 3 answers were lost/)
  })

  testIn({
    processor: answering({ lookup: () => Effect.succeed({ _tag: "Accepted", processingId: "" }) })
  })("accepted for ever: it stays pending, and alerts at each lookup after the last attempt", function* () {
    const order = yield* created
    yield* work(3 * millisPerDay)
    assert.strictEqual(yield* stateOf(order), "PENDING/submitted")
    const { calls, errors } = yield* Seen
    const alerts = errors.filter((text) => text.includes("was accepted, and has no outcome after"))
    assert.isAbove(alerts.length, 30)
    assert.strictEqual(alerts.length, calls.length - 8, "none before the ninth attempt")
    assert.sameMembers([...new Set(calls.map(({ name }) => name))], ["submit", "lookup"])
  })

  testIn({ processor: lateRiser })(
    "held for days, it completes when the processing side is back",
    function* () {
      const order = yield* created
      yield* work(3 * millisPerDay)
      assert.strictEqual(yield* stateOf(order), "PENDING/unknown")
      isBack.now = true
      yield* work(2 * millisPerHour)
      assert.strictEqual(yield* stateOf(order), "COMPLETED/confirmed")
    }
  )

  testIn({ processor: answering({ lookup: () => Effect.succeed({ _tag: "NotFound" }) }) })(
    "never found: it is submitted again after each lookup, and given up after the last",
    function* () {
      const order = yield* created
      yield* work(2 * millisPerDay)
      assert.strictEqual(yield* stateOf(order), "FAILED/not_confirmed")
      assert.strictEqual((yield* balanceOfPartner(order.partnerId)).availableMinor, 100n * usdt)
      const { calls } = yield* Seen
      const names = calls.map(({ name }) => name)
      // Each submission counts as an attempt like the lookup before it.
      assert.deepStrictEqual(names, [
        "submit",
        ...Array.from({ length: 3 }, () => ["lookup", "submit"]).flat(),
        "lookup",
        "submit",
        "lookup"
      ])
    }
  )

  testIn({ processor: answering({ abandon: () => Effect.succeed({ _tag: "Abandoned" }) }) })(
    "abandoned by the processing side after the last attempt: given up with the debit returned",
    function* () {
      const order = yield* created
      yield* work(2 * millisPerDay)
      assert.strictEqual(yield* stateOf(order), "FAILED/not_confirmed")
      assert.strictEqual((yield* balanceOfPartner(order.partnerId)).availableMinor, 100n * usdt)
      const { calls } = yield* Seen
      assert.strictEqual(calls.at(-1)?.name, "abandon")
      assert.strictEqual(calls.filter(({ name }) => name === "abandon").length, 1, "asked only at the end")
    }
  )

  testIn({ processor: answering({ abandon: () => Effect.succeed({ _tag: "TooLate" }) }) })(
    "too late to abandon: held",
    function* () {
      const order = yield* created
      yield* work(2 * millisPerDay)
      assert.strictEqual(yield* stateOf(order), "PENDING/unknown")
    }
  )

  testIn({
    processor: answering({}),
    settings: { payout: { ...defaultSettings.payout, onUnknown: "fail" } }
  })("onUnknown: fail gives a sandbox payout up unproven", function* () {
    const order = yield* created
    yield* work(2 * millisPerDay)
    assert.strictEqual(yield* stateOf(order), "FAILED/not_confirmed")
    assert.strictEqual((yield* balanceOfPartner(order.partnerId)).availableMinor, 100n * usdt)
  })

  testIn({
    processor: answering({ lookup: () => Effect.succeed({ _tag: "Rejected", reason: "no" }) })
  })("spent before a lookup finds it refused: failed like any refusal", function* () {
    const order = yield* created
    yield* work(millisPerMinute)
    assert.strictEqual(yield* stateOf(order), "FAILED/rejected")
  })
})
