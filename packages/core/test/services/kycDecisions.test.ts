import { assert, describe, it } from "@effect/vitest"
import { PreCheck, Sandbox, StoreUnavailable } from "@quittance/core"
import {
  awaitsPerson,
  isEnded,
  isInCheck,
  KycChecker,
  type KycOrder,
  type KycVerdict,
  kycJobs,
  millisPerHour,
  millisPerMinute,
  SandboxKyc,
  Store
} from "@quittance/core/adapter"
import { Effect, Layer, Option, Random } from "effect"
import { TestClock } from "effect/testing"
import { testOn } from "../testOn.ts"
import type { Deployment, DeploymentOptions } from "./Deployment.ts"
import { drain, racingStore, shop, storeOf, workFor } from "./fiatInvoices.ts"
import type { KycOutside } from "./KycOutside.ts"
import {
  checkNumbered,
  jobDueAt,
  kycDeployed,
  openKyc,
  passed,
  pictureOf,
  recordedKyc,
  redactKyc,
  refusedFinally,
  refusedWith,
  sandboxLayer,
  showAll,
  showAtOnce,
  showStep,
  tagOf
} from "./kyc.ts"
import { callsTo } from "./Receivers.ts"
import { listen } from "./webhooks.ts"

/** A sandbox: the simulated checker, behind the pre-check. */
const sandboxed =
  (options: DeploymentOptions = {}) =>
  <A, E>(test: Effect.Effect<A, E, Deployment | KycOutside | Sandbox>) =>
    kycDeployed(options, (providers) =>
      PreCheck.layer.pipe(Layer.provideMerge(SandboxKyc.layer), Layer.provideMerge(providers))
    )(Effect.provide(test, sandboxLayer))

type Outcome = "completed" | "failed" | "retry"
const outcomes: ReadonlyArray<Outcome> = ["completed", "failed", "retry"]

const decide = ({ id, partnerId }: KycOrder, outcome: string, reasons?: ReadonlyArray<string>) =>
  Effect.flatMap(Sandbox, (sandbox) =>
    sandbox.decide(partnerId, id, { outcome, ...(reasons === undefined ? {} : { reasons }) })
  )

const opened = Effect.flatMap(shop(), (partnerId) => openKyc(partnerId))

/** What leads a session that is not at its end into a state. */
const ways: ReadonlyArray<
  readonly [tag: string, comeTo: (order: KycOrder) => Effect.Effect<unknown, unknown, Deployment | Sandbox>]
> = [
  ["pending", () => Effect.void],
  ["collecting", (order) => showStep(order, "document")],
  ["collecting", (order) => decide(order, "retry")],
  ["submitted", showAll],
  ["checking", (order) => Effect.andThen(showAll(order), drain)]
]

const endOf: { readonly [O in Outcome]: string } = {
  completed: "completed",
  failed: "failed",
  retry: "collecting"
}

const test = testOn(sandboxed())
const testRacing = testOn(sandboxed({ store: racingStore }))

describe("the simulated checker's decision", () => {
  for (const [index, [tag, comeTo]] of ways.entries()) {
    for (const outcome of outcomes) {
      test(`${outcome} on a session that is ${tag}${index === 2 ? " again" : ""}`, function* () {
        const order = yield* opened
        yield* comeTo(order)
        const before = yield* recordedKyc(order)
        assert.strictEqual(before._tag, tag)
        const session = yield* decide(order, outcome)
        assert.strictEqual(session._tag, endOf[outcome])
        assert.deepStrictEqual(yield* recordedKyc(order), session)
        assert.strictEqual(session.attempts, before.attempts + (outcome === "completed" ? 0 : 1))
        assert.deepStrictEqual(session.reasons, [])
        assert.deepStrictEqual(session.decidedBy, Option.none())
        // No worker finds anything else to say.
        yield* workFor(kycJobs.check, millisPerHour)
        assert.deepStrictEqual(yield* recordedKyc(order), session)
        assert.deepStrictEqual(yield* jobDueAt(kycJobs.check), Option.none())
      })
    }
  }

  for (const [name, end] of [
    ["completed", (order: KycOrder) => decide(order, "completed")],
    ["failed", (order: KycOrder) => decide(order, "failed")],
    ["expired", (order: KycOrder) => Effect.andThen(TestClock.setTime(order.expiresAt), drain)],
    ["expired by now", (order: KycOrder) => TestClock.setTime(order.expiresAt)],
    ["redacted", redactKyc]
  ] as const) {
    test(`is refused on a session that is ${name}`, function* () {
      const order = yield* opened
      yield* showStep(order, "document")
      yield* end(order)
      const before = yield* recordedKyc(order)
      for (const outcome of outcomes)
        assert.strictEqual((yield* Effect.flip(decide(order, outcome)))._tag, "InvalidState")
      assert.deepStrictEqual(yield* recordedKyc(order), before)
    })
  }

  test("may have any reasons in a sandbox, up to ten of a hundred characters", function* () {
    const order = yield* opened
    const reasons = ["Your hat is in the way!", "document_expired"]
    assert.deepStrictEqual((yield* decide(order, "retry", reasons)).reasons, reasons)
    assert.deepStrictEqual((yield* decide(order, "completed", reasons)).reasons, [])
    const other = yield* openKyc(order.partnerId)
    for (const wrong of [Array.from({ length: 11 }, () => "x"), ["x".repeat(101)]])
      assert.strictEqual((yield* Effect.flip(decide(other, "failed", wrong)))._tag, "InvalidInput")
    assert.strictEqual((yield* Effect.flip(decide(other, "passed")))._tag, "InvalidInput")
    assert.strictEqual(yield* tagOf(other), "pending")
  })

  test("is on the partner's own sessions only", function* () {
    const order = yield* opened
    const stranger = { ...order, partnerId: yield* shop("another shop") }
    assert.strictEqual((yield* Effect.flip(decide(stranger, "completed")))._tag, "NotFound")
    assert.strictEqual(yield* tagOf(order), "pending")
  })

  test("to try again fails the session the third time", function* () {
    const order = yield* opened
    for (const attempt of [1, 2, 3]) {
      const session = yield* decide(order, "retry", ["selfie_unclear"])
      assert.strictEqual(session._tag, attempt < 3 ? "collecting" : "failed")
      assert.strictEqual(session.attempts, attempt)
    }
  })

  test("to try again asks the person for what it names, and the next check is undecided", function* () {
    const order = yield* opened
    yield* showAll(order)
    const { documents } = yield* decide(order, "retry", ["selfie_unclear"])
    assert.deepStrictEqual(
      documents.map(({ step }) => step),
      ["document"]
    )
    yield* showStep(order, "selfie")
    yield* workFor(kycJobs.check, millisPerMinute)
    assert.strictEqual(yield* tagOf(order), "checking")
    assert.strictEqual((yield* decide(order, "completed"))._tag, "completed")
  })
})

/** A store whose commits take their time, each as long as chance will have it. */
const erraticStore = storeOf(Store, (inner) => ({
  commit: (whole) =>
    Effect.flatMap(Random.nextIntBetween(0, 6), (turns) =>
      Effect.andThen(Effect.repeat(Effect.yieldNow, { times: turns }), inner.commit(whole))
    )
}))

describe("a decision that races", () => {
  for (const outcome of outcomes) {
    testRacing(`the worker stands once: ${outcome}`, function* () {
      const partnerId = yield* shop()
      const { url } = yield* listen(partnerId, "shop", { events: ["kyc.completed", "kyc.failed"] })
      for (let round = 0; round < 6; round++) {
        const order = yield* openKyc(partnerId)
        yield* showAll(order)
        if (round % 3 === 1) yield* drain
        const acts = [Effect.asVoid(decide(order, outcome)), Effect.asVoid(drain)]
        yield* Effect.all(round % 2 === 0 ? acts : acts.toReversed(), { concurrency: "unbounded" })
        const session = yield* recordedKyc(order)
        assert.strictEqual(session._tag, endOf[outcome])
        assert.strictEqual(session.attempts, outcome === "completed" ? 0 : 1)
        yield* workFor(kycJobs.check, millisPerMinute)
        assert.deepStrictEqual(yield* recordedKyc(order), session)
        assert.lengthOf(yield* callsTo(url), outcome === "retry" ? 0 : round + 1)
      }
    })
  }

  for (const outcome of ["completed", "failed"] as const) {
    testRacing(`a pre-check that refuses decides the session all the same: ${outcome}`, function* () {
      const partnerId = yield* shop()
      for (let round = 0; round < 8; round++) {
        const order = yield* openKyc(partnerId)
        const picture = pictureOf(`shown twice ${round}`)
        yield* showAtOnce([order, yield* openKyc(partnerId)], "document", picture)
        yield* showStep(order, "selfie")
        const waits = Array.from({ length: round }, () => Effect.yieldNow)
        const deciding = Effect.andThen(Effect.all(waits, { discard: true }), decide(order, outcome))
        const acts = [Effect.asVoid(deciding), Effect.asVoid(drain)]
        yield* Effect.all(round % 2 === 0 ? acts : acts.toReversed(), { concurrency: "unbounded" })
        assert.strictEqual(yield* tagOf(order), outcome)
      }
    })
  }

  for (const [one, other] of [
    ["retry", "retry"],
    ["retry", "completed"],
    ["completed", "retry"],
    ["completed", "failed"],
    ["completed", "completed"]
  ] as const) {
    testOn(sandboxed({ store: erraticStore }))(
      `another decision leaves no check behind that nobody decides: ${one} and ${other}`,
      function* () {
        const partnerId = yield* shop()
        for (let round = 0; round < 24; round++) {
          const order = yield* openKyc(partnerId)
          if (round % 2 === 0) yield* showAll(order)
          const acts = [decide(order, one), decide(order, other)]
          const results = yield* Effect.forEach(acts, Effect.result, { concurrency: "unbounded" })
          const session = yield* recordedKyc(order)
          assert.isFalse(isInCheck(session), `${session._tag} in round ${round}`)
          for (const result of results) {
            if (result._tag === "Success") assert.isFalse(isInCheck(result.success), `round ${round}`)
            else {
              assert.isTrue(isEnded(session), "refused, and there was nothing to refuse it")
              assert.strictEqual(result.failure._tag, "InvalidState")
            }
          }
          if (awaitsPerson(session)) assert.include([1, 2], session.attempts)
        }
      }
    )
  }
})

it.effect("a decision that could not be recorded is not lost: the worker hears it from the checker", () => {
  const once = { isOver: false }
  const store = storeOf(Store, (inner) => ({
    commit: (whole) => {
      if (once.isOver || !whole.events.some(({ event }) => event._tag === "KycSessionFailed"))
        return inner.commit(whole)
      once.isOver = true
      return Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "the line is cut" }))
    }
  }))
  return Effect.gen(function* () {
    const order = yield* opened
    const error = yield* Effect.flip(decide(order, "failed", ["suspected_fraud"]))
    assert.strictEqual(error._tag, "StoreUnavailable")
    assert.strictEqual(yield* tagOf(order), "submitted")
    yield* workFor(kycJobs.check, millisPerMinute)
    assert.strictEqual(yield* tagOf(order), "failed")
    assert.deepStrictEqual((yield* recordedKyc(order)).reasons, ["suspected_fraud"])
  }).pipe(sandboxed({ store }))
})

describe("what the simulated checker remembers", () => {
  const ask = (name: "open" | "lookup", order: KycOrder, check = 1) =>
    Effect.gen(function* () {
      const checker = yield* KycChecker
      const checkId = checkNumbered(order, check)
      const { id: sessionId, level, partnerId, person } = order
      return name === "lookup"
        ? yield* checker.lookup(checkId)
        : yield* checker.open({ checkId, sessionId, partnerId, level, person, documents: [] })
    })

  test("is its first verdict on a check, also one that it was not asked for yet", function* () {
    const order = yield* opened
    const sandbox = yield* SandboxKyc
    const verdicts: ReadonlyArray<KycVerdict> = [passed, refusedFinally, refusedWith("other")]
    assert.strictEqual((yield* ask("lookup", order))._tag, "NotFound")
    assert.strictEqual((yield* ask("open", order, 2))._tag, "Running")
    assert.strictEqual((yield* ask("lookup", order, 2))._tag, "Running")
    for (const check of [1, 2]) {
      for (const verdict of verdicts) yield* sandbox.decide(checkNumbered(order, check), verdict)
      const decided = { _tag: "Decided", checkId: checkNumbered(order, check), verdict: passed }
      assert.deepStrictEqual<unknown>(yield* ask("open", order, check), decided)
      assert.deepStrictEqual<unknown>(yield* ask("lookup", order, check), decided)
    }
  })
})
