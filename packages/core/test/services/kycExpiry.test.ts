import { assert, describe } from "@effect/vitest"
import { KycChecks, Worker } from "@quittance/core"
import {
  type KycOrder,
  type KycVerdict,
  kycJobs,
  kycStatus,
  millisPerDay,
  millisPerHour,
  Store
} from "@quittance/core/adapter"
import { Context, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess, type Deployment } from "./Deployment.ts"
import { drain, shop, storeOf, workFor } from "./fiatInvoices.ts"
import { KycOutside } from "./KycOutside.ts"
import {
  checkIdNow,
  openKyc,
  passed,
  readKyc,
  recordedKyc,
  redactKyc,
  refusedFinally,
  refusedWith,
  shownKyc,
  showStep,
  tagOf,
  test,
  testIn,
  verdictIs
} from "./kyc.ts"
import { callsTo, eventOf } from "./Receivers.ts"
import { listen } from "./webhooks.ts"

/** A partner whose receiver hears how sessions end. */
const listening = Effect.gen(function* () {
  const partnerId = yield* shop()
  const { url } = yield* listen(partnerId, "shop", { events: ["kyc.completed", "kyc.failed"] })
  return { partnerId, url }
})

/** What was told so far: the event, and why where it failed. */
const announcedAt = (url: string) =>
  Effect.gen(function* () {
    yield* drain
    const events = (yield* callsTo(url)).map(eventOf)
    return events.map(({ data, type }) => [type, data.object.reason].filter((each) => each !== undefined))
  })

const statusOf = (order: KycOrder) => Effect.map(readKyc(order), kycStatus)

/** What a session waits for when its time is up. */
const waiting: {
  readonly [name: string]: (order: KycOrder) => Effect.Effect<void, unknown, Deployment | KycOutside>
} = {
  "its first document": () => Effect.void,
  "its second document": (order) => Effect.asVoid(showStep(order, "document")),
  "a step that was refused": Effect.fnUntraced(function* (order) {
    yield* verdictIs(order, refusedWith("selfie_mismatch"))
    yield* showStep(order, "document")
    yield* showStep(order, "selfie")
    yield* drain
  })
}

describe("a session that waits when its time is up for", () => {
  for (const [name, comeTo] of Object.entries(waiting)) {
    test(`${name} is expired from that instant on, and told so once`, function* () {
      const { partnerId, url } = yield* listening
      const order = yield* openKyc(partnerId)
      yield* comeTo(order)
      const before = yield* recordedKyc(order)
      yield* TestClock.setTime(order.expiresAt - 1)
      yield* drain
      assert.strictEqual(yield* statusOf(order), kycStatus(before))
      yield* TestClock.adjust(1)
      const shown = yield* readKyc(order)
      assert.deepInclude(
        { ...shown },
        { _tag: "expired", endedAt: order.expiresAt, attempts: before.attempts }
      )
      assert.deepStrictEqual(yield* recordedKyc(order), before, "nobody recorded it yet")
      assert.deepStrictEqual(yield* announcedAt(url), [["kyc.failed", "expired"]])
      assert.strictEqual(yield* tagOf(order), "expired")
      assert.deepStrictEqual(yield* readKyc(order), yield* recordedKyc(order))
      yield* workFor(kycJobs.expire, 3 * millisPerDay)
      assert.lengthOf(yield* callsTo(url), 1)
    })
  }

  test("days before anybody records it is told once, by the first process that works again", function* () {
    const { partnerId, url } = yield* listening
    const order = yield* openKyc(partnerId)
    yield* TestClock.adjust(5 * millisPerDay)
    assert.strictEqual(yield* statusOf(order), "expired")
    yield* Effect.all([drain, drain, drain], { concurrency: "unbounded" })
    assert.deepStrictEqual(yield* announcedAt(url), [["kyc.failed", "expired"]])
  })
})

describe("a session whose check runs when its time is up ends with the answer:", () => {
  const ends: ReadonlyArray<readonly [string, KycVerdict, string, Array<string>]> = [
    ["passed", passed, "completed", ["kyc.completed"]],
    ["refused for good", refusedFinally, "failed", ["kyc.failed", "refused"]],
    [
      "refused with another try, for which there is no time",
      refusedWith("document_expired"),
      "expired",
      ["kyc.failed", "expired"]
    ]
  ]
  for (const [name, verdict, tag, announced] of ends) {
    test(name, function* () {
      const { partnerId, url } = yield* listening
      const order = yield* shownKyc(partnerId)
      yield* workFor(kycJobs.check, millisPerHour)
      yield* TestClock.setTime(order.expiresAt + millisPerHour)
      assert.deepStrictEqual(yield* announcedAt(url), [])
      assert.strictEqual(yield* statusOf(order), "in_progress")
      assert.deepStrictEqual(yield* announcedAt(url), [])
      yield* verdictIs(order, verdict)
      yield* workFor(kycJobs.check, millisPerHour)
      assert.strictEqual(yield* tagOf(order), tag)
      assert.deepStrictEqual(yield* announcedAt(url), [announced])
      const { attempts, reasons } = yield* recordedKyc(order)
      const refused = verdict._tag === "Refused"
      assert.strictEqual(attempts, refused ? 1 : 0)
      assert.deepStrictEqual(reasons, refused ? verdict.reasons : [])
      yield* workFor(kycJobs.expire, millisPerDay)
      assert.lengthOf(yield* callsTo(url), 1)
    })
  }

  test("also where the check was not even asked for, or its answer was lost", function* () {
    const { partnerId } = yield* listening
    const { script } = yield* KycOutside
    const order = yield* shownKyc(partnerId)
    yield* TestClock.setTime(order.expiresAt)
    assert.strictEqual(yield* statusOf(order), "in_progress")
    script.open = (honest) => (request) => Effect.andThen(honest(request), Effect.never)
    const working = yield* Effect.forkChild(drain)
    yield* TestClock.adjust("15 seconds")
    yield* Fiber.join(working)
    assert.strictEqual(yield* tagOf(order), "unknown")
    yield* verdictIs(order, passed)
    yield* workFor(kycJobs.check, millisPerHour)
    assert.strictEqual(yield* tagOf(order), "completed")
  })
})

describe("at the very instant of the expiry", () => {
  /** A store on which a refusal takes ten milliseconds to land. */
  const slowRefusals = storeOf(Store, (inner) => ({
    commit: (whole) =>
      whole.events.some(({ event }) => event._tag === "KycCheckRefused")
        ? Effect.andThen(Effect.sleep(10), inner.commit(whole))
        : inner.commit(whole)
  }))

  testIn({ store: slowRefusals })(
    "a refusal that was decided before it and lands after it leaves a session that expires",
    function* () {
      const { partnerId, url } = yield* listening
      const order = yield* shownKyc(partnerId)
      yield* drain
      yield* TestClock.setTime(order.expiresAt - 5)
      const checks = yield* KycChecks
      const refusing = yield* Effect.forkChild(
        checks.confirm(yield* checkIdNow(order), refusedWith("document_expired"))
      )
      yield* TestClock.adjust(5)
      yield* drain
      assert.strictEqual(yield* tagOf(order), "checking", "whoever records expiries found it in check")
      yield* TestClock.adjust(5)
      assert.strictEqual((yield* Fiber.join(refusing))._tag, "collecting")
      yield* drain
      assert.strictEqual(yield* tagOf(order), "expired")
      assert.deepStrictEqual(yield* announcedAt(url), [["kyc.failed", "expired"]])
    }
  )

  test("an upload is refused and the session expires once, whichever process is first", function* () {
    const { partnerId, url } = yield* listening
    const order = yield* openKyc(partnerId)
    const { providers } = yield* KycOutside
    const other = Context.get(yield* anotherProcess({ kyc: providers }), Worker)
    yield* TestClock.setTime(order.expiresAt)
    const acts = [drain, other.drain, Effect.exit(showStep(order, "document"))]
    yield* Effect.all(acts, { concurrency: "unbounded" })
    assert.strictEqual(yield* tagOf(order), "expired")
    assert.deepStrictEqual(yield* announcedAt(url), [["kyc.failed", "expired"]])
  })
})

test("a session that was redacted before its time was up is told once, when it was redacted", function* () {
  const { partnerId, url } = yield* listening
  const order = yield* openKyc(partnerId)
  yield* redactKyc(order)
  assert.deepStrictEqual(yield* announcedAt(url), [["kyc.failed", "expired"]])
  yield* workFor(kycJobs.expire, 2 * millisPerDay)
  assert.lengthOf(yield* callsTo(url), 1)
})
