import { assert } from "@effect/vitest"
import {
  isKycReason,
  KycChecker,
  type KycCheckRequest,
  type KycCheckStatus,
  type KycVerdict
} from "@quittance/core/adapter"
import { Effect, type Layer, Stream } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"

/** The laws of `KycChecker`. A check id has at most one check, a lookup sees it, and its verdict never changes. */

/** A check as the checker keeps it, whatever the adapter says: its level, and what it was given to look at. */
export interface KeptCheck extends Pick<KycCheckRequest, "checkId" | "level"> {
  readonly documents: ReadonlyArray<
    Pick<KycCheckRequest["documents"][number], "step" | "type"> & { readonly content: Uint8Array }
  >
}

/** What the checks need of the checker. Every request has a check id that was never used. */
export interface KycCheckerHarness<R> {
  /** A request whose check runs until `decide`. */
  readonly checkable: Effect.Effect<KycCheckRequest, unknown, R>
  /** The same, but the answer to its opening is lost. */
  readonly unanswered: Effect.Effect<KycCheckRequest, unknown, R>
  /** The checker reaches its verdict on an open check. It may choose the reasons of a refusal. */
  readonly decide: (request: KycCheckRequest, verdict: KycVerdict) => Effect.Effect<void, unknown, R>
  /**
   * Every check that was begun, including those that nobody asked for. The checker says so, not the adapter under test.
   */
  readonly checks: Effect.Effect<ReadonlyArray<KeptCheck>, unknown, R>
}

const verdicts: ReadonlyArray<KycVerdict> = [
  { _tag: "Passed" },
  { _tag: "Refused", reasons: ["document_expired", "selfie_mismatch"], course: "retry" },
  { _tag: "Refused", reasons: ["suspected_fraud"], course: "final" }
]

/** What decides how a session continues. */
const courseOf = (verdict: KycVerdict): string =>
  verdict._tag === "Passed" ? "passed" : `refused, ${verdict.course}`

export const kycCheckerChecks = <R>(harness: KycCheckerHarness<R>) => {
  const { checkable, checks, decide, unanswered } = harness

  /** The checker looks at what was shown, in one check of this level, and has begun nothing else since `before`. */
  const isKept = Effect.fnUntraced(function* (request: KycCheckRequest, before?: ReadonlyArray<KeptCheck>) {
    const all = yield* checks
    const shown = yield* Effect.forEach(request.documents, ({ content, step, type }) =>
      Effect.map(Stream.mkUint8Array(content), (bytes) => ({ step, type, content: [...bytes] }))
    )
    const kept = all.filter(({ checkId }) => checkId === request.checkId)
    assert.deepStrictEqual(
      kept.map(({ documents, level }) => ({
        level,
        documents: documents.map(({ content, step, type }) => ({ step, type, content: [...content] }))
      })),
      [{ level: request.level, documents: shown }],
      "one id, one check, of what was shown"
    )
    if (before !== undefined) assert.lengthOf(all, before.length + 1)
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
      assert.isFalse((yield* checks).some((each) => each.checkId === checkId))
    }),

    "what was opened is found, stays found, and is about what was shown": Effect.gen(function* () {
      const before = yield* checks
      const request = yield* opened
      for (let lookup = 0; lookup < 3; lookup++) yield* isRunning(request)
      yield* isKept(request, before)
    }),

    "a repeated opening begins nothing more": Effect.gen(function* () {
      const before = yield* checks
      const request = yield* opened
      const checker = yield* KycChecker
      for (let repeat = 0; repeat < 5; repeat++)
        assert.include(["Duplicate", "Running"], (yield* checker.open(request))._tag)
      yield* isRunning(request)
      yield* isKept(request, before)
    }),

    "concurrent openings begin one check": Effect.gen(function* () {
      const before = yield* checks
      const request = yield* checkable
      const checker = yield* KycChecker
      const openings = Array.from({ length: 10 }, () => Effect.exit(checker.open(request)))
      yield* Effect.all(openings, { concurrency: "unbounded" })
      yield* isRunning(request)
      yield* isKept(request, before)
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
        const decided = yield* verdictOf(request)
        assert.strictEqual(courseOf(decided), courseOf(verdict))
        for (const reason of decided._tag === "Refused" ? decided.reasons : [])
          assert.isTrue(isKycReason(reason), `"${reason}" is no code`)
      }
    }),

    "a verdict never changes, whoever asks, opens again and decides again": Effect.gen(function* () {
      for (const [index, verdict] of verdicts.entries()) {
        const request = yield* opened
        const checker = yield* KycChecker
        yield* decide(request, verdict)
        const decided = yield* verdictOf(request)
        for (let repeat = 0; repeat < 3; repeat++) {
          const answer = yield* checker.open(request)
          assert.include(["Duplicate", "Decided"], answer._tag)
          if (answer._tag === "Decided") assert.deepStrictEqual(answer.verdict, decided)
          yield* Effect.exit(decide(request, verdicts[(index + 1) % verdicts.length] ?? verdict))
          assert.deepStrictEqual(yield* verdictOf(request), decided)
        }
        yield* isKept(request)
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
        yield* isKept(request)
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
