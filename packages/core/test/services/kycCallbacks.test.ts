import { assert, describe } from "@effect/vitest"
import { KycChecks } from "@quittance/core"
import {
  checkIdOf,
  type KycOrder,
  type KycVerdict,
  kycJobs,
  millisPerHour,
  millisPerMinute,
  millisPerSecond
} from "@quittance/core/adapter"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { drain, racingStore, shop, workFor } from "./fiatInvoices.ts"
import { KycOutside, unavailable } from "./KycOutside.ts"
import {
  asked,
  checkIdNow,
  checksBegun,
  jobDueAt,
  openKyc,
  passed,
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
import { callsTo } from "./Receivers.ts"
import { listen } from "./webhooks.ts"

const shown = Effect.flatMap(shop(), (partnerId) => shownKyc(partnerId))

const confirm = (order: KycOrder, verdict: KycVerdict, check = 1) =>
  Effect.gen(function* () {
    const checks = yield* KycChecks
    return yield* checks.confirm(yield* checkIdNow(order, check), verdict)
  })
const refresh = (order: KycOrder, check = 1) =>
  Effect.gen(function* () {
    const checks = yield* KycChecks
    return yield* checks.refresh(yield* checkIdNow(order, check))
  })

/** The session stays as it was through this. */
const changesNothing = Effect.fnUntraced(function* <A, E, R>(order: KycOrder, act: Effect.Effect<A, E, R>) {
  const before = yield* recordedKyc(order)
  const answer = yield* act
  assert.deepStrictEqual(yield* recordedKyc(order), before)
  return answer
})

describe("the word of a checker that the host has proven", () => {
  test("ends the check, and nobody asks again", function* () {
    const order = yield* shown
    yield* drain
    assert.strictEqual((yield* confirm(order, passed))._tag, "completed")
    yield* workFor(kycJobs.check, millisPerHour)
    assert.deepStrictEqual(yield* asked, ["open"])
    assert.isTrue((yield* jobDueAt(kycJobs.check))._tag === "None")
  })

  test("is taken also before the follower asked, or knows what became of its question", function* () {
    const partnerId = yield* shop()
    const early = yield* shownKyc(partnerId)
    assert.strictEqual((yield* confirm(early, passed))._tag, "completed")
    yield* drain
    assert.deepStrictEqual(yield* asked, [])
    const { script } = yield* KycOutside
    script.open = (honest) => (request) => Effect.andThen(honest(request), unavailable)
    const late = yield* shownKyc(partnerId)
    yield* drain
    assert.strictEqual(yield* tagOf(late), "unknown")
    assert.strictEqual((yield* confirm(late, refusedFinally))._tag, "failed")
  })

  test("told again, or contradicted, changes nothing: the first stands", function* () {
    const order = yield* shown
    yield* drain
    yield* confirm(order, refusedWith("document_expired"))
    for (const verdict of [refusedWith("document_expired"), passed, refusedFinally]) {
      const { _tag, attempts } = yield* changesNothing(order, confirm(order, verdict))
      assert.deepStrictEqual([_tag, attempts], ["collecting", 1])
    }
    yield* showStep(order, "document")
    yield* changesNothing(order, confirm(order, passed, 1))
    yield* drain
    yield* changesNothing(order, confirm(order, passed, 1))
    assert.strictEqual((yield* confirm(order, passed, 2))._tag, "completed")
    for (const check of [1, 2, 3])
      for (const verdict of [passed, refusedFinally])
        yield* changesNothing(order, confirm(order, verdict, check))
  })

  test("on a check that was not asked for, or that there is not, is refused", function* () {
    const order = yield* openKyc(yield* shop())
    assert.strictEqual((yield* Effect.flip(confirm(order, passed)))._tag, "InvalidState")
    yield* showStep(order, "document")
    assert.strictEqual((yield* Effect.flip(confirm(order, passed)))._tag, "InvalidState")
    yield* showStep(order, "selfie")
    assert.strictEqual((yield* Effect.flip(confirm(order, passed, 2)))._tag, "InvalidState")
    assert.strictEqual(yield* tagOf(order), "submitted")
    const checks = yield* KycChecks
    for (const checkId of ["", order.id, `${order.id}-0`, `${order.id}-x`, `${order.id}-1-1`, "inv_1-1"])
      assert.strictEqual((yield* Effect.flip(checks.confirm(checkId, passed)))._tag, "NotFound", checkId)
    const unknown = checkIdOf(`kyc_${"0".repeat(32)}`, 1, [])
    assert.strictEqual((yield* Effect.flip(checks.confirm(unknown, passed)))._tag, "NotFound")
  })

  test("that comes after a redaction changes nothing", function* () {
    const order = yield* shown
    yield* drain
    yield* redactKyc(order)
    for (const verdict of [passed, refusedFinally, refusedWith("document_expired")])
      assert.strictEqual((yield* changesNothing(order, confirm(order, verdict)))._tag, "expired")
    yield* verdictIs(order, passed)
    yield* workFor(kycJobs.check, millisPerHour)
    assert.strictEqual(yield* tagOf(order), "expired")
    assert.deepStrictEqual(yield* asked, ["open"], "nobody asks about what is redacted")
  })
})

describe("a callback whose word was not proven", () => {
  test("has the checker asked, and believes nothing else", function* () {
    const order = yield* shown
    assert.strictEqual((yield* refresh(order))._tag, "submitted", "the follower has not asked yet")
    assert.deepStrictEqual(yield* asked, [])
    yield* drain
    assert.strictEqual((yield* changesNothing(order, refresh(order)))._tag, "checking")
    yield* verdictIs(order, passed)
    assert.strictEqual((yield* refresh(order))._tag, "completed")
    assert.strictEqual((yield* refresh(order))._tag, "completed")
    assert.deepStrictEqual(yield* asked, ["open", "lookup", "lookup"])
  })

  test("is told when the checker cannot be asked, and nothing changes", function* () {
    const order = yield* shown
    yield* drain
    const { script } = yield* KycOutside
    script.lookup = () => () => unavailable
    const error = yield* changesNothing(order, Effect.flip(refresh(order)))
    assert.strictEqual(error._tag, "KycCheckerUnavailable")
    script.lookup = () => () => Effect.never
    const hung = yield* Effect.forkChild(Effect.flip(refresh(order)))
    yield* TestClock.adjust(15 * millisPerSecond)
    assert.strictEqual((yield* Fiber.join(hung))._tag, "KycCheckerUnavailable")
  })

  test("takes no answer for another check, and asks about no check but the running one", function* () {
    const order = yield* shown
    yield* drain
    const { script } = yield* KycOutside
    script.lookup = () => (checkId) =>
      Effect.succeed({ _tag: "Decided", checkId: `${checkId}0`, verdict: passed })
    yield* changesNothing(order, refresh(order))
    script.lookup = (honest) => honest
    yield* verdictIs(order, refusedWith("document_expired"))
    yield* refresh(order)
    yield* showStep(order, "document")
    yield* drain
    const before = (yield* asked).length
    yield* changesNothing(order, refresh(order, 1))
    yield* changesNothing(order, refresh(order, 3))
    assert.strictEqual((yield* asked).length, before)
  })
})

describe("callbacks that race the follower and each other", () => {
  testIn({ store: racingStore })("end the session once, told once, with nothing left to do", function* () {
    const partnerId = yield* shop()
    const { url } = yield* listen(partnerId, "shop", { events: ["kyc.completed", "kyc.failed"] })
    for (let round = 0; round < 6; round++) {
      const order = yield* shownKyc(partnerId)
      yield* drain
      yield* verdictIs(order, round % 3 === 0 ? passed : refusedFinally)
      yield* TestClock.adjust(millisPerMinute)
      const calls = [
        Effect.asVoid(drain),
        ...Array.from({ length: 3 }, () => Effect.asVoid(refresh(order))),
        Effect.asVoid(confirm(order, round % 3 === 0 ? passed : refusedFinally))
      ]
      yield* Effect.all(round % 2 === 0 ? calls : calls.toReversed(), { concurrency: "unbounded" })
      const session = yield* recordedKyc(order)
      assert.strictEqual(session._tag, round % 3 === 0 ? "completed" : "failed")
      assert.strictEqual(session.attempts, round % 3 === 0 ? 0 : 1)
      yield* drain
      assert.lengthOf(yield* callsTo(url), round + 1)
    }
    assert.strictEqual((yield* jobDueAt(kycJobs.check))._tag, "None")
    const begun = yield* checksBegun
    assert.strictEqual(new Set(begun).size, begun.length)
  })
})
