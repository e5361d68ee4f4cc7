import { assert } from "@effect/vitest"
import { PayoutProcessor, type TransferRequest } from "@quittance/core"
import { Effect, type Layer } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"

/** The laws of `PayoutProcessor`: one reference, at most one transfer, and a lookup that sees it. */

/** What the checks need to know of the processing side. Every request has a reference that was never used. */
export interface PayoutProcessorHarness<R> {
  /** A request that is carried out, at once or later. */
  readonly payable: Effect.Effect<TransferRequest, unknown, R>
  /** A request that is refused for good. */
  readonly refusable: Effect.Effect<TransferRequest, unknown, R>
  /** A request that is carried out although the answer to its submission is lost. */
  readonly unanswered: Effect.Effect<TransferRequest, unknown, R>
  /** How many transfers were made under a reference, as the receiving side counts them. */
  readonly transferCount: (reference: string) => Effect.Effect<number, unknown, R>
}

export const payoutProcessorChecks = <R>(harness: PayoutProcessorHarness<R>) => {
  const { payable, refusable, transferCount, unanswered } = harness

  const atMostOneTransfer = Effect.fnUntraced(function* (reference: string) {
    const count = yield* transferCount(reference)
    assert.isAtMost(count, 1, "one reference, one transfer")
    return count
  })

  const neverSent = Effect.fnUntraced(function* (reference: string) {
    const processor = yield* PayoutProcessor
    const { _tag } = yield* processor.lookup(reference)
    assert.include(["NotFound", "Rejected"], _tag)
    assert.strictEqual(yield* transferCount(reference), 0)
  })

  const isKnown = Effect.fnUntraced(function* (reference: string) {
    const processor = yield* PayoutProcessor
    const found = yield* processor.lookup(reference)
    assert.include(["Completed", "Accepted"], found._tag)
    return found
  })

  return {
    "what was never submitted is not found": Effect.gen(function* () {
      const { reference } = yield* payable
      const processor = yield* PayoutProcessor
      assert.strictEqual((yield* processor.lookup(reference))._tag, "NotFound")
      assert.strictEqual(yield* transferCount(reference), 0)
    }),

    "what was submitted is found, and stays found": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      assert.include(["Completed", "Accepted"], (yield* processor.submit(request))._tag)
      for (let lookup = 0; lookup < 3; lookup++) yield* isKnown(request.reference)
      yield* atMostOneTransfer(request.reference)
    }),

    "what is completed was transferred once, under one processing id": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      yield* processor.submit(request)
      const found = yield* isKnown(request.reference)
      if (found._tag !== "Completed") return
      assert.isNotEmpty(found.processingId)
      assert.strictEqual(yield* transferCount(request.reference), 1)
      assert.deepStrictEqual(yield* processor.lookup(request.reference), found)
    }),

    "a repeated submission sends nothing more": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      yield* processor.submit(request)
      for (let repeat = 0; repeat < 5; repeat++) {
        const { _tag } = yield* processor.submit(request)
        assert.include(["Duplicate", "Completed", "Accepted"], _tag)
      }
      yield* isKnown(request.reference)
      yield* atMostOneTransfer(request.reference)
    }),

    "a reference that comes again for another payout sends nothing more": Effect.gen(function* () {
      const [request, another] = [yield* payable, yield* payable]
      const processor = yield* PayoutProcessor
      yield* processor.submit(request)
      const again = { ...request, payoutId: another.payoutId }
      assert.include(["Duplicate", "Completed", "Accepted"], (yield* processor.submit(again))._tag)
      yield* isKnown(request.reference)
      yield* atMostOneTransfer(request.reference)
      assert.strictEqual(yield* transferCount(another.reference), 0)
    }),

    "every transfer that was made is listed once, with its reference, and none that was not": Effect.gen(
      function* () {
        const processor = yield* PayoutProcessor
        const requests = [yield* payable, yield* payable, yield* payable]
        const [refused, never] = [yield* refusable, yield* payable]
        for (const request of [...requests, refused]) yield* Effect.exit(processor.submit(request))
        for (const { reference } of requests) yield* isKnown(reference)
        const listed = yield* processor.transfersSince(0)
        for (const { address, amountMinor, network, reference } of requests) {
          const same = listed.filter((each) => each.reference === reference)
          assert.deepStrictEqual(
            same.map((each) => [each.network, each.address, each.amountMinor]),
            [[network, address, amountMinor]]
          )
        }
        for (const { reference } of [refused, never])
          assert.isFalse(listed.some((each) => each.reference === reference))
        const last = Math.max(...listed.map(({ at }) => at))
        assert.isTrue((yield* processor.transfersSince(last)).every(({ at }) => at >= last))
        assert.deepStrictEqual(yield* processor.transfersSince(last + 1), [])
      }
    ),

    "concurrent submissions send once": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      const submissions = Array.from({ length: 10 }, () => Effect.exit(processor.submit(request)))
      yield* Effect.all(submissions, { concurrency: "unbounded" })
      yield* isKnown(request.reference)
      yield* atMostOneTransfer(request.reference)
    }),

    "payouts with the same content are apart": Effect.gen(function* () {
      const [one, two] = [yield* payable, yield* payable]
      const processor = yield* PayoutProcessor
      yield* processor.submit(one)
      yield* processor.submit({ ...one, reference: two.reference })
      for (const { reference } of [one, two]) {
        yield* isKnown(reference)
        yield* atMostOneTransfer(reference)
      }
    }),

    "what was refused is never sent, also when it is submitted again": Effect.gen(function* () {
      const request = yield* refusable
      const processor = yield* PayoutProcessor
      assert.strictEqual((yield* processor.submit(request))._tag, "Rejected")
      yield* neverSent(request.reference)
      assert.include(["Rejected", "Duplicate"], (yield* processor.submit(request))._tag)
      yield* neverSent(request.reference)
    }),

    "a submission whose answer was lost is found, and is not repeated by submitting again": Effect.gen(
      function* () {
        const request = yield* unanswered
        const processor = yield* PayoutProcessor
        const failure = yield* Effect.flip(processor.submit(request))
        assert.strictEqual(failure._tag, "PayoutProcessorUnavailable")
        yield* isKnown(request.reference)
        yield* Effect.exit(processor.submit(request))
        yield* isKnown(request.reference)
        yield* atMostOneTransfer(request.reference)
      }
    ),

    "what was abandoned before it was submitted is never sent": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      for (let repeat = 0; repeat < 2; repeat++) {
        assert.strictEqual((yield* processor.abandon(request.reference))._tag, "Abandoned")
      }
      yield* Effect.exit(processor.submit(request))
      yield* neverSent(request.reference)
      assert.strictEqual((yield* processor.abandon(request.reference))._tag, "Abandoned")
    }),

    "it is too late to abandon what was completed": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      yield* processor.submit(request)
      const found = yield* isKnown(request.reference)
      if (found._tag !== "Completed") return
      assert.strictEqual((yield* processor.abandon(request.reference))._tag, "TooLate")
      assert.strictEqual(yield* transferCount(request.reference), 1)
    }),

    "of an abandonment and submissions that race, the answer tells which won": Effect.gen(function* () {
      const processor = yield* PayoutProcessor
      for (let round = 0; round < 10; round++) {
        const request = yield* payable
        const { reference } = request
        const submit = Effect.asVoid(Effect.exit(processor.submit(request)))
        const [, abandoned] = yield* Effect.all([submit, processor.abandon(reference), submit], {
          concurrency: "unbounded"
        })
        yield* submit
        if (abandoned._tag === "Abandoned") yield* neverSent(reference)
        else yield* isKnown(reference)
        yield* atMostOneTransfer(reference)
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
