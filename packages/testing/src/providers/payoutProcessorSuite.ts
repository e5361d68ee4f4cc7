import { assert } from "@effect/vitest"
import { type PayoutId, PayoutProcessor, type TransferRequest } from "@quittance/core"
import { Effect, type Layer } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"

/** The laws of `PayoutProcessor`: one payout id, at most one transfer, and a lookup that sees it. */

/** What the checks need to know of the processing side. Every request is for a payout id that was never used. */
export interface PayoutProcessorHarness<R> {
  /** A request that is carried out, at once or later. */
  readonly payable: Effect.Effect<TransferRequest, unknown, R>
  /** A request that is refused for good. */
  readonly refusable: Effect.Effect<TransferRequest, unknown, R>
  /** A request that is carried out although the answer to its submission is lost. */
  readonly unanswered: Effect.Effect<TransferRequest, unknown, R>
  /** How many transfers were made for a payout, as the receiving side counts them. */
  readonly transferCount: (payoutId: PayoutId) => Effect.Effect<number, unknown, R>
}

export const payoutProcessorChecks = <R>(harness: PayoutProcessorHarness<R>) => {
  const { payable, refusable, transferCount, unanswered } = harness

  const atMostOneTransfer = Effect.fnUntraced(function* (payoutId: PayoutId) {
    const count = yield* transferCount(payoutId)
    assert.isAtMost(count, 1, "one payout, one transfer")
    return count
  })

  const neverSent = Effect.fnUntraced(function* (payoutId: PayoutId) {
    const processor = yield* PayoutProcessor
    const { _tag } = yield* processor.lookup(payoutId)
    assert.include(["NotFound", "Rejected"], _tag)
    assert.strictEqual(yield* transferCount(payoutId), 0)
  })

  const isKnown = Effect.fnUntraced(function* (payoutId: PayoutId) {
    const processor = yield* PayoutProcessor
    const found = yield* processor.lookup(payoutId)
    assert.include(["Completed", "Accepted"], found._tag)
    return found
  })

  return {
    "what was never submitted is not found": Effect.gen(function* () {
      const { payoutId } = yield* payable
      const processor = yield* PayoutProcessor
      assert.strictEqual((yield* processor.lookup(payoutId))._tag, "NotFound")
      assert.strictEqual(yield* transferCount(payoutId), 0)
    }),

    "what was submitted is found, and stays found": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      assert.include(["Completed", "Accepted"], (yield* processor.submit(request))._tag)
      for (let lookup = 0; lookup < 3; lookup++) yield* isKnown(request.payoutId)
      yield* atMostOneTransfer(request.payoutId)
    }),

    "what is completed was transferred once, under one processing id": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      yield* processor.submit(request)
      const found = yield* isKnown(request.payoutId)
      if (found._tag !== "Completed") return
      assert.isNotEmpty(found.processingId)
      assert.strictEqual(yield* transferCount(request.payoutId), 1)
      assert.deepStrictEqual(yield* processor.lookup(request.payoutId), found)
    }),

    "a repeated submission sends nothing more": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      yield* processor.submit(request)
      for (let repeat = 0; repeat < 5; repeat++) {
        const { _tag } = yield* processor.submit(request)
        assert.include(["Duplicate", "Completed", "Accepted"], _tag)
      }
      yield* isKnown(request.payoutId)
      yield* atMostOneTransfer(request.payoutId)
    }),

    "concurrent submissions send once": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      const submissions = Array.from({ length: 10 }, () => Effect.exit(processor.submit(request)))
      yield* Effect.all(submissions, { concurrency: "unbounded" })
      yield* isKnown(request.payoutId)
      yield* atMostOneTransfer(request.payoutId)
    }),

    "payouts with the same content are apart": Effect.gen(function* () {
      const [one, two] = [yield* payable, yield* payable]
      const processor = yield* PayoutProcessor
      yield* processor.submit(one)
      yield* processor.submit({ ...one, payoutId: two.payoutId })
      for (const { payoutId } of [one, two]) {
        yield* isKnown(payoutId)
        yield* atMostOneTransfer(payoutId)
      }
    }),

    "what was refused is never sent, also when it is submitted again": Effect.gen(function* () {
      const request = yield* refusable
      const processor = yield* PayoutProcessor
      assert.strictEqual((yield* processor.submit(request))._tag, "Rejected")
      yield* neverSent(request.payoutId)
      assert.include(["Rejected", "Duplicate"], (yield* processor.submit(request))._tag)
      yield* neverSent(request.payoutId)
    }),

    "a submission whose answer was lost is found, and is not repeated by submitting again": Effect.gen(
      function* () {
        const request = yield* unanswered
        const processor = yield* PayoutProcessor
        const failure = yield* Effect.flip(processor.submit(request))
        assert.strictEqual(failure._tag, "PayoutProcessorUnavailable")
        yield* isKnown(request.payoutId)
        yield* Effect.exit(processor.submit(request))
        yield* isKnown(request.payoutId)
        yield* atMostOneTransfer(request.payoutId)
      }
    ),

    "what was abandoned before it was submitted is never sent": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      for (let repeat = 0; repeat < 2; repeat++) {
        assert.strictEqual((yield* processor.abandon(request.payoutId))._tag, "Abandoned")
      }
      yield* Effect.exit(processor.submit(request))
      yield* neverSent(request.payoutId)
      assert.strictEqual((yield* processor.abandon(request.payoutId))._tag, "Abandoned")
    }),

    "it is too late to abandon what was completed": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      yield* processor.submit(request)
      const found = yield* isKnown(request.payoutId)
      if (found._tag !== "Completed") return
      assert.strictEqual((yield* processor.abandon(request.payoutId))._tag, "TooLate")
      assert.strictEqual(yield* transferCount(request.payoutId), 1)
    }),

    "of an abandonment and submissions that race, the answer tells which won": Effect.gen(function* () {
      const processor = yield* PayoutProcessor
      for (let round = 0; round < 10; round++) {
        const request = yield* payable
        const { payoutId } = request
        const submit = Effect.asVoid(Effect.exit(processor.submit(request)))
        const [, abandoned] = yield* Effect.all([submit, processor.abandon(payoutId), submit], {
          concurrency: "unbounded"
        })
        yield* submit
        if (abandoned._tag === "Abandoned") yield* neverSent(payoutId)
        else yield* isKnown(payoutId)
        yield* atMostOneTransfer(payoutId)
      }
    })
  } satisfies Checks<PayoutProcessor | R>
}

/** Proves a `PayoutProcessor` against the laws of its port. */
export const payoutProcessorSuite = <R>(
  name: string,
  layer: Layer.Layer<PayoutProcessor | R, unknown>,
  harness: PayoutProcessorHarness<R>
): void => suiteOf<PayoutProcessor | R>("payout processor", payoutProcessorChecks(harness))(name, layer)
