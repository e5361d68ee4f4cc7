import { assert } from "@effect/vitest"
import {
  isKycReason,
  KycChecker,
  type KycCheckRequest,
  type KycCheckStatus,
  type KycVerdict
} from "@quittance/core"
import { Effect, type Layer } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"

/** The laws of `KycChecker`: one check id, at most one check, a lookup that sees it, and a verdict that stands. */

/** What the checks need to know of the checker. Every request is for a check id that was never used. */
export interface KycCheckerHarness<R> {
  /** A request whose check runs until `decide`. */
  readonly checkable: Effect.Effect<KycCheckRequest, unknown, R>
  /** The same, but that the answer to its opening is lost. */
  readonly unanswered: Effect.Effect<KycCheckRequest, unknown, R>
  /** The checker comes to its verdict on a check that was opened; of a refusal it may choose the reasons. */
  readonly decide: (request: KycCheckRequest, verdict: KycVerdict) => Effect.Effect<void, unknown, R>
  /** How many checks there are under an id, as the checker counts them. */
  readonly checkCount: (checkId: string) => Effect.Effect<number, unknown, R>
}

const verdicts: ReadonlyArray<KycVerdict> = [
  { _tag: "Passed" },
  { _tag: "Refused", reasons: ["document_expired", "selfie_mismatch"], course: "retry" },
  { _tag: "Refused", reasons: ["suspected_fraud"], course: "final" }
]

/** What a session goes on by. */
const courseOf = (verdict: KycVerdict): string =>
  verdict._tag === "Passed" ? "passed" : `refused, ${verdict.course}`

export const kycCheckerChecks = <R>(harness: KycCheckerHarness<R>) => {
  const { checkable, checkCount, decide, unanswered } = harness

  const atMostOne = Effect.fnUntraced(function* (checkId: string) {
    assert.isAtMost(yield* checkCount(checkId), 1, "one id, one check")
  })

  const statusOf = Effect.fnUntraced(function* ({ checkId }: KycCheckRequest) {
    const checker = yield* KycChecker
    const found = yield* checker.lookup(checkId)
    if (found._tag === "NotFound") return assert.fail(`${checkId} is not found, and it was opened`)
    assert.strictEqual(found.checkId, checkId, "an answer names its check")
    return found satisfies KycCheckStatus
  })

  const isRunning = Effect.fnUntraced(function* (request: KycCheckRequest) {
    assert.strictEqual((yield* statusOf(request))._tag, "Running")
  })

  const verdictOf = Effect.fnUntraced(function* (request: KycCheckRequest) {
    const found = yield* statusOf(request)
    return found._tag === "Decided" ? found.verdict : assert.fail(`${found.checkId} runs, and it was decided`)
  })

  const opened = Effect.gen(function* () {
    const request = yield* checkable
    const checker = yield* KycChecker
    assert.deepStrictEqual(yield* checker.open(request), { _tag: "Running", checkId: request.checkId })
    return request
  })

  return {
    "what was never opened is not found": Effect.gen(function* () {
      const { checkId } = yield* checkable
      const checker = yield* KycChecker
      assert.strictEqual((yield* checker.lookup(checkId))._tag, "NotFound")
      assert.strictEqual(yield* checkCount(checkId), 0)
    }),

    "what was opened is found, and stays found": Effect.gen(function* () {
      const request = yield* opened
      for (let lookup = 0; lookup < 3; lookup++) yield* isRunning(request)
      assert.strictEqual(yield* checkCount(request.checkId), 1)
    }),

    "a repeated opening begins nothing more": Effect.gen(function* () {
      const request = yield* opened
      const checker = yield* KycChecker
      for (let repeat = 0; repeat < 5; repeat++)
        assert.include(["Duplicate", "Running"], (yield* checker.open(request))._tag)
      yield* isRunning(request)
      yield* atMostOne(request.checkId)
    }),

    "concurrent openings begin one check": Effect.gen(function* () {
      const request = yield* checkable
      const checker = yield* KycChecker
      const openings = Array.from({ length: 10 }, () => Effect.exit(checker.open(request)))
      yield* Effect.all(openings, { concurrency: "unbounded" })
      yield* isRunning(request)
      yield* atMostOne(request.checkId)
    }),

    "checks of one session are apart, also with the same documents": Effect.gen(function* () {
      const one = yield* opened
      const checker = yield* KycChecker
      const next = { ...one, checkId: (yield* checkable).checkId }
      yield* checker.open(next)
      yield* decide(one, { _tag: "Passed" })
      assert.strictEqual(courseOf(yield* verdictOf(one)), "passed")
      yield* isRunning(next)
    }),

    "a verdict is told as it was come to, with codes for reasons": Effect.gen(function* () {
      for (const verdict of verdicts) {
        const request = yield* opened
        yield* decide(request, verdict)
        const told = yield* verdictOf(request)
        assert.strictEqual(courseOf(told), courseOf(verdict))
        for (const reason of told._tag === "Refused" ? told.reasons : [])
          assert.isTrue(isKycReason(reason), `"${reason}" is no code`)
      }
    }),

    "a verdict never changes, whoever asks, opens again and decides again": Effect.gen(function* () {
      for (const [index, verdict] of verdicts.entries()) {
        const request = yield* opened
        const checker = yield* KycChecker
        yield* decide(request, verdict)
        const told = yield* verdictOf(request)
        for (let repeat = 0; repeat < 3; repeat++) {
          const answer = yield* checker.open(request)
          assert.include(["Duplicate", "Decided"], answer._tag)
          if (answer._tag === "Decided") assert.deepStrictEqual(answer.verdict, told)
          yield* Effect.exit(decide(request, verdicts[(index + 1) % verdicts.length] ?? verdict))
          assert.deepStrictEqual(yield* verdictOf(request), told)
        }
        yield* atMostOne(request.checkId)
      }
    }),

    "an opening whose answer was lost is found, is not repeated by opening again, and can be decided":
      Effect.gen(function* () {
        const request = yield* unanswered
        const checker = yield* KycChecker
        const failure = yield* Effect.flip(checker.open(request))
        assert.strictEqual(failure._tag, "KycCheckerUnavailable")
        yield* isRunning(request)
        yield* Effect.exit(checker.open(request))
        yield* isRunning(request)
        yield* atMostOne(request.checkId)
        yield* decide(request, { _tag: "Passed" })
        assert.strictEqual(courseOf(yield* verdictOf(request)), "passed")
      })
  } satisfies Checks<KycChecker | R>
}

/** Proves a `KycChecker` against the laws of its port. */
export const kycCheckerSuite = <R>(
  name: string,
  layer: Layer.Layer<KycChecker | R, unknown>,
  harness: KycCheckerHarness<R>
): void => suiteOf<KycChecker | R>("KYC checker", kycCheckerChecks(harness))(name, layer)
