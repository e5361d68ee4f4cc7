import { assert, describe } from "@effect/vitest"
import {
  BlobMissing,
  type KycCheckerUnavailable,
  type KycCheckStatus,
  type KycOrder,
  kycJobs,
  kycStatus,
  millisPerDay,
  millisPerHour,
  millisPerMinute,
  millisPerSecond
} from "@quittance/core/adapter"
import { Effect, Fiber, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Seen, start } from "./Deployment.ts"
import { drain, shop, workFor } from "./fiatInvoices.ts"
import { cleanJpegOf, KycOutside, unavailable } from "./KycOutside.ts"
import {
  asked,
  checkIdNow,
  checkNumbered,
  checksBegun,
  jobDueAt,
  openKyc,
  passed,
  pictureOf,
  readKyc,
  recordedKyc,
  redactKyc,
  refusedFinally,
  refusedWith,
  showAll,
  shownKyc,
  showStep,
  tagOf,
  test,
  testIn,
  verdictIs
} from "./kyc.ts"
import { live } from "./webhooks.ts"

const shown = Effect.flatMap(shop(), (partnerId) => shownKyc(partnerId))
const check = (millis: number) => workFor(kycJobs.check, millis)
/** The state's name, and why the check's answer is missing, if it is. */
const standing = (order: KycOrder) =>
  Effect.map(recordedKyc(order), ({ _tag, lost }) => [_tag, ...Option.toArray(lost)])

const isOver = Effect.map(jobDueAt(kycJobs.check), (due) => assert.deepStrictEqual(due, Option.none()))

describe("a check is followed", () => {
  test("from the last document to the verdict", function* () {
    const order = yield* shown
    assert.deepStrictEqual(yield* asked, [], "nobody asks the checker before the commit")
    yield* drain
    assert.strictEqual(yield* tagOf(order), "checking")
    yield* verdictIs(order, passed)
    yield* check(millisPerMinute)
    const session = yield* recordedKyc(order)
    assert.strictEqual(session._tag, "completed")
    assert.deepInclude(session, { attempts: 0, reasons: [], check: 1, decidedBy: Option.none() })
    assert.deepStrictEqual(yield* asked, ["open", "lookup"])
    assert.deepStrictEqual(yield* checksBegun, [checkNumbered(order)])
    yield* isOver
    assert.deepStrictEqual((yield* Seen).errors, [])
  })

  test("to a verdict that the checker has at once, without asking twice", function* () {
    const order = yield* openKyc(yield* shop())
    yield* verdictIs(order, refusedFinally)
    yield* showAll(order)
    yield* drain
    const session = yield* recordedKyc(order)
    assert.strictEqual(session._tag, "failed")
    assert.deepInclude(session, { attempts: 1, reasons: ["suspected_fraud"] })
    assert.deepStrictEqual(yield* asked, ["open"])
  })

  test("less and less often, at most every 16.5 minutes, for as long as the checker is at it", function* () {
    const order = yield* shown
    yield* check(2 * millisPerDay)
    assert.strictEqual(yield* tagOf(order), "checking")
    const { calls } = yield* KycOutside
    assert.isAbove(calls.length, 150)
    calls.slice(1).forEach(({ at, name }, index) => {
      const gap = at - (calls[index]?.at ?? 0)
      assert.strictEqual(name, "lookup")
      const delay = Math.min(Math.max((at - gap - start) / 4, 5_000), 15 * millisPerMinute)
      assert.isAtLeast(gap, 0.9 * delay - 1)
      assert.isAtMost(gap, 1.1 * delay + 1)
    })
    assert.deepStrictEqual((yield* Seen).errors, [], "a checker that says that it is at it is not silent")
  })

  test("with everything that was shown, which the checker reads for itself", function* () {
    const order = yield* openKyc(yield* shop(), { level: "advanced", metadata: { customer: "Jane" } })
    for (const step of ["document", "selfie", "proof_of_address"] as const)
      yield* showStep(order, step, pictureOf(step))
    yield* drain
    const { documents } = yield* recordedKyc(order)
    const { opened } = yield* KycOutside
    const [request] = opened
    assert(request !== undefined)
    const { documents: given, ...rest } = request
    const { id: sessionId, partnerId, person } = order
    const checkId = yield* checkIdNow(order)
    assert.deepStrictEqual(rest, { checkId, sessionId, partnerId, level: "advanced", person })
    assert.deepStrictEqual(
      given.map(({ content: _, ...document }) => document),
      documents.map(({ pages: _, ...document }) => ({ ...document, page: 1 }))
    )
    for (const { content, step } of given)
      assert.deepStrictEqual(yield* Stream.mkUint8Array(content), cleanJpegOf(pictureOf(step)))
    yield* redactKyc(order)
    for (const { content, id } of given)
      assert.deepStrictEqual(yield* Effect.flip(Stream.mkUint8Array(content)), new BlobMissing({ id }))
  })
})

describe("a refusal", () => {
  test("asks for the refused step again, under a check of its own, and the third one is final", function* () {
    const order = yield* shown
    for (const number of [1, 2, 3]) {
      yield* verdictIs(order, refusedWith("selfie_mismatch"), number)
      if (number > 1) yield* showStep(order, "selfie")
      yield* drain
      const session = yield* recordedKyc(order)
      assert.strictEqual(session._tag, number < 3 ? "collecting" : "failed")
      assert.deepInclude(session, { attempts: number, reasons: ["selfie_mismatch"] })
      assert.strictEqual(session.documents.length, number < 3 ? 1 : 2)
    }
    assert.deepStrictEqual(
      yield* checksBegun,
      [1, 2, 3].map((number) => checkNumbered(order, number))
    )
  })

  testIn({ settings: live })(
    "says why in codes only, in live mode: what is none could name a person",
    function* () {
      const order = yield* shown
      yield* verdictIs(order, refusedWith("Jane Doe is on a list", "document_expired"))
      yield* drain
      assert.deepStrictEqual((yield* recordedKyc(order)).reasons, ["other", "document_expired"])
    }
  )
})

describe("a checker that", () => {
  test("never answers leaves the session in progress, is looked up only, and raises an alert after an hour", function* () {
    const { script } = yield* KycOutside
    script.open = () => () => unavailable
    script.lookup = () => () => unavailable
    const order = yield* shown
    yield* check(millisPerHour - 1)
    assert.deepStrictEqual((yield* Seen).errors, [], "an hour of silence is nothing")
    yield* check(2 * millisPerDay)
    const [first, ...rest] = yield* asked
    assert.strictEqual(first, "open")
    assert.isAbove(rest.length, 150)
    assert.isTrue(rest.every((name) => name === "lookup"))
    assert.deepStrictEqual(yield* standing(order), ["unknown", "unavailable"])
    const session = yield* readKyc(order)
    assert.strictEqual(session.attempts, 0)
    assert.strictEqual(kycStatus(session), "in_progress")
    const { errors } = yield* Seen
    assert.isAbove(errors.length, 150)
    for (const error of errors)
      assert.match(error, new RegExp(`${checkNumbered(order)}-[0-9a-f]{16} is missing`))
    // The first request never reached it.
    script.open = (honest) => honest
    script.lookup = (honest) => honest
    yield* verdictIs(order, passed)
    yield* check(millisPerHour)
    assert.strictEqual(yield* tagOf(order), "completed")
    assert.deepStrictEqual(yield* checksBegun, [checkNumbered(order)])
  })

  test("hangs has not answered after 15 seconds", function* () {
    const { script } = yield* KycOutside
    script.open = () => () => Effect.never
    const order = yield* shown
    const working = yield* Effect.forkChild(drain)
    yield* TestClock.adjust(15 * millisPerSecond - 1)
    assert.strictEqual(yield* tagOf(order), "opening")
    yield* TestClock.adjust(1)
    yield* Fiber.join(working)
    assert.deepStrictEqual(yield* standing(order), ["unknown", "unavailable"])
  })

  test("takes the check and whose answer is lost has it once", function* () {
    const { script } = yield* KycOutside
    script.open = (honest) => (request) => Effect.andThen(honest(request), unavailable)
    const order = yield* shown
    yield* drain
    assert.strictEqual(yield* tagOf(order), "unknown")
    yield* check(millisPerMinute)
    assert.strictEqual(yield* tagOf(order), "checking")
    assert.deepStrictEqual((yield* recordedKyc(order)).lost, Option.none())
    assert.strictEqual((yield* asked).filter((name) => name === "open").length, 1)
    assert.deepStrictEqual(yield* checksBegun, [checkNumbered(order)])
  })

  test("calls the check a duplicate is looked up: that is no answer", function* () {
    const { script } = yield* KycOutside
    script.open = (honest) => (request) => Effect.as(honest(request), { _tag: "Duplicate" })
    const order = yield* shown
    yield* drain
    assert.deepStrictEqual(yield* standing(order), ["unknown", "duplicate"])
    yield* check(10 * millisPerSecond)
    assert.strictEqual(yield* tagOf(order), "checking")
  })

  test("never got the check is asked again, and only after a lookup that says so", function* () {
    const { script } = yield* KycOutside
    let lost = 3
    script.open = (honest) => (request) => {
      lost -= 1
      return lost < 0 ? honest(request) : unavailable
    }
    const order = yield* shown
    yield* check(millisPerMinute)
    const calls = yield* asked
    assert.deepStrictEqual(calls.slice(0, 7), ["open", "lookup", "open", "lookup", "open", "lookup", "open"])
    assert.isTrue(calls.slice(7).every((name) => name === "lookup"))
    assert.strictEqual(yield* tagOf(order), "checking")
    assert.deepStrictEqual(yield* checksBegun, [checkNumbered(order)])
  })

  test("forgets a check that it had is told so by a second lookup before it is asked again", function* () {
    const { opened } = yield* KycOutside
    const order = yield* shown
    yield* drain
    opened.length = 0
    yield* check(5.5 * millisPerSecond)
    assert.deepStrictEqual(yield* standing(order), ["unknown", "forgotten"])
    yield* check(10 * millisPerSecond)
    assert.deepStrictEqual((yield* asked).slice(0, 4), ["open", "lookup", "lookup", "open"])
    assert.strictEqual(yield* tagOf(order), "checking")
  })

  for (const [whose, other] of [
    ["another session", (_: string) => `kyc_${"0".repeat(32)}-1`],
    ["another check of the session", (checkId: string) => `${checkId}0`]
  ] as const) {
    test(`answers for ${whose} has not answered`, function* () {
      const { script } = yield* KycOutside
      const confused = (checkId: string): Effect.Effect<KycCheckStatus, KycCheckerUnavailable> =>
        Effect.succeed({ _tag: "Decided", checkId: other(checkId), verdict: passed })
      script.open = () => (request) => confused(request.checkId)
      script.lookup = () => confused
      const order = yield* shown
      yield* check(millisPerHour)
      assert.deepStrictEqual(yield* standing(order), ["unknown", "other_check"])
    })
  }

  test("says one thing and then another is believed once", function* () {
    const { script } = yield* KycOutside
    const order = yield* shown
    const says =
      (verdict: typeof passed) =>
      (checkId: string): Effect.Effect<KycCheckStatus> =>
        Effect.succeed({ _tag: "Decided", checkId, verdict })
    script.open = () => (request) => says(refusedWith("document_expired"))(request.checkId)
    script.lookup = () => says(passed)
    yield* check(millisPerHour)
    assert.strictEqual(yield* tagOf(order), "collecting")
    assert.deepStrictEqual(yield* asked, ["open"], "nobody asks again about a check that was answered")
  })
})
