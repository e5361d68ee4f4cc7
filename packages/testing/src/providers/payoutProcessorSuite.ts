import { assert } from "@effect/vitest"
import type { AbandonAnswer, TransferRequest } from "@quittance/core"
import { PayoutProcessor } from "@quittance/core/adapter"
import { Effect, type Layer } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"

/**
 * The laws of `PayoutProcessor`. A reference has at most one transfer, which is the one that was asked for, and a
 * lookup sees it.
 */

/** A transfer as it arrived, whatever the processing side says. Addresses are spelled as in requests. */
export interface ArrivedTransfer
  extends Pick<TransferRequest, "reference" | "network" | "address" | "amountMinor"> {
  /** The name of the transfer where it arrived, such as the hash of its transaction. No two transfers share one. */
  readonly hash: string
}

/** What the checks need of the processing side. Every request has a reference that was never used. */
export interface PayoutProcessorHarness<R> {
  /** A request that is carried out, at once or later. */
  readonly payable: Effect.Effect<TransferRequest, unknown, R>
  /** A request that is refused for good, at once or later. */
  readonly refusable: Effect.Effect<TransferRequest, unknown, R>
  /** A request that is carried out although the answer to its submission is lost. */
  readonly unanswered: Effect.Effect<TransferRequest, unknown, R>
  /**
   * Lets the processing side do one part of its work, so that a transfer is found halfway. Does nothing if its work has
   * no parts.
   */
  readonly proceed: Effect.Effect<void, unknown, R>
  /**
   * Lets the processing side finish what it has accepted: time passes, blocks are made. Does nothing if it finishes by
   * itself.
   */
  readonly settle: Effect.Effect<void, unknown, R>
  /**
   * Every transfer that was made, including those that nobody asked for, under whatever reference, or none. The
   * receivers say so, not the adapter under test.
   */
  readonly transfers: Effect.Effect<ReadonlyArray<ArrivedTransfer>, unknown, R>
}

/**
 * How many lookups an accepted payout may take until its outcome is known, once the processing side had time for it.
 */
const lookupsMax = 10

/** How far a transfer may be when it is abandoned. */
const partsMax = 8

export const payoutProcessorChecks = <R>(harness: PayoutProcessorHarness<R>) => {
  const { payable, proceed, refusable, settle, transfers, unanswered } = harness

  const transfersOf = (reference: string) =>
    Effect.map(transfers, (all) => all.filter((each) => each.reference === reference))

  const neverSent = Effect.fnUntraced(function* ({ network, reference }: TransferRequest) {
    const processor = yield* PayoutProcessor
    yield* settle
    const { _tag } = yield* processor.lookup(reference, network)
    assert.include(["NotFound", "Rejected"], _tag)
    assert.deepStrictEqual(yield* transfersOf(reference), [])
  })

  const isKnown = Effect.fnUntraced(function* ({ network, reference }: TransferRequest) {
    const processor = yield* PayoutProcessor
    const found = yield* processor.lookup(reference, network)
    assert.include(["Completed", "Accepted"], found._tag)
    return found
  })

  /** Its outcome. */
  const outcomeOf = Effect.fnUntraced(function* ({ network, reference }: TransferRequest) {
    const processor = yield* PayoutProcessor
    yield* settle
    let found = yield* processor.lookup(reference, network)
    for (let lookup = 1; found._tag === "Accepted" && lookup < lookupsMax; lookup++)
      found = yield* processor.lookup(reference, network)
    assert.notStrictEqual(found._tag, "Accepted", "what is accepted has an outcome in the end")
    return found
  })

  /** It completes in the end, with one transfer: of this amount, to this address, on this network. */
  const isCarriedOut = Effect.fnUntraced(function* (request: TransferRequest) {
    const { address, amountMinor, network, reference } = request
    const found = yield* outcomeOf(request)
    assert.strictEqual(found._tag, "Completed", "what is accepted is completed in the end")
    const made = yield* transfersOf(reference)
    assert.deepStrictEqual(
      made.map((each) => [each.network, each.address, each.amountMinor]),
      [[network, address, amountMinor]],
      "one reference, one transfer, as it was asked for"
    )
    assert.isNotEmpty(made[0]?.hash)
    return found
  })

  /** The answer to an abandonment holds, whatever else happens. */
  const isAsAnswered = Effect.fnUntraced(function* (request: TransferRequest, { _tag }: AbandonAnswer) {
    switch (_tag) {
      case "Abandoned":
        return yield* neverSent(request)
      case "TooLate":
        return yield* Effect.asVoid(isCarriedOut(request))
      case "Abandoning": {
        const outcome = yield* outcomeOf(request)
        return yield* outcome._tag === "Completed" ? Effect.asVoid(isCarriedOut(request)) : neverSent(request)
      }
    }
  })

  return {
    "what was never submitted is not found": Effect.gen(function* () {
      const { network, reference } = yield* payable
      const processor = yield* PayoutProcessor
      assert.strictEqual((yield* processor.lookup(reference, network))._tag, "NotFound")
      assert.deepStrictEqual(yield* transfersOf(reference), [])
    }),

    "what was submitted is found, stays found, and is carried out as it was asked for": Effect.gen(
      function* () {
        const request = yield* payable
        const processor = yield* PayoutProcessor
        assert.include(["Completed", "Accepted"], (yield* processor.submit(request))._tag)
        for (let lookup = 0; lookup < 3; lookup++) yield* isKnown(request)
        yield* isCarriedOut(request)
      }
    ),

    "what is completed stays so, under one processing id": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      yield* processor.submit(request)
      const found = yield* isCarriedOut(request)
      assert.isTrue(found._tag === "Completed" && found.processingId !== "")
      assert.deepStrictEqual(yield* processor.lookup(request.reference, request.network), found)
    }),

    "what is asked for is sent, each in a transfer of its own, and nothing else": Effect.gen(function* () {
      const processor = yield* PayoutProcessor
      const before = yield* transfers
      const requests = [yield* payable, yield* payable, yield* payable]
      const [refused, abandoned] = [yield* refusable, yield* payable]
      yield* processor.abandon(abandoned.reference, abandoned.network)
      for (const request of [...requests, refused, abandoned]) yield* Effect.exit(processor.submit(request))
      for (const request of requests) yield* isCarriedOut(request)
      const known = new Set(before.map(({ hash }) => hash))
      const made = (yield* transfers).filter(({ hash }) => !known.has(hash))
      assert.deepStrictEqual(
        made.map(({ reference }) => reference).sort(),
        requests.map(({ reference }) => reference).sort()
      )
      assert.strictEqual(new Set(made.map(({ hash }) => hash)).size, made.length)
    }),

    "a repeated submission sends nothing more": Effect.gen(function* () {
      const before = yield* transfers
      const request = yield* payable
      const processor = yield* PayoutProcessor
      yield* processor.submit(request)
      for (let repeat = 0; repeat < 5; repeat++) {
        const { _tag } = yield* processor.submit(request)
        assert.include(["Duplicate", "Completed", "Accepted"], _tag)
      }
      yield* isCarriedOut(request)
      assert.lengthOf(yield* transfers, before.length + 1)
    }),

    "a reference that comes again for another payout sends nothing more": Effect.gen(function* () {
      const [request, another] = [yield* payable, yield* payable]
      const processor = yield* PayoutProcessor
      yield* processor.submit(request)
      const again = { ...request, payoutId: another.payoutId }
      assert.include(["Duplicate", "Completed", "Accepted"], (yield* processor.submit(again))._tag)
      yield* isCarriedOut(request)
      assert.deepStrictEqual(yield* transfersOf(another.reference), [])
    }),

    "every transfer that was made is listed once, with its reference, and none that was not": Effect.gen(
      function* () {
        const processor = yield* PayoutProcessor
        const requests = [yield* payable, yield* payable, yield* payable]
        const [refused, never] = [yield* refusable, yield* payable]
        for (const request of [...requests, refused]) yield* Effect.exit(processor.submit(request))
        for (const request of requests) yield* isCarriedOut(request)
        const listed = yield* processor.transfersSince(0)
        for (const { address, amountMinor, network, payoutId, reference } of requests) {
          const same = listed.filter((each) => each.reference === reference)
          assert.deepStrictEqual(
            same.map((each) => [each.network, each.address, each.amountMinor]),
            [[network, address, amountMinor]]
          )
          assert.include(["", payoutId], same[0]?.payoutId)
        }
        for (const { reference } of [refused, never])
          assert.isFalse(listed.some((each) => each.reference === reference))
        const last = Math.max(...listed.map(({ at }) => at))
        assert.isTrue((yield* processor.transfersSince(last)).every(({ at }) => at >= last))
        assert.deepStrictEqual(yield* processor.transfersSince(last + 1), [])
      }
    ),

    "concurrent submissions send once": Effect.gen(function* () {
      const before = yield* transfers
      const request = yield* payable
      const processor = yield* PayoutProcessor
      const submissions = Array.from({ length: 10 }, () => Effect.exit(processor.submit(request)))
      yield* Effect.all(submissions, { concurrency: "unbounded" })
      yield* isCarriedOut(request)
      assert.lengthOf(yield* transfers, before.length + 1)
    }),

    "payouts with the same content are apart": Effect.gen(function* () {
      const [one, two] = [yield* payable, yield* payable]
      const processor = yield* PayoutProcessor
      yield* processor.submit(one)
      const same = { ...one, reference: two.reference }
      yield* processor.submit(same)
      for (const request of [one, same]) yield* isCarriedOut(request)
    }),

    "what was refused is never sent, also when it is submitted again": Effect.gen(function* () {
      const request = yield* refusable
      const processor = yield* PayoutProcessor
      const { _tag } = yield* processor.submit(request)
      assert.include(["Rejected", "Accepted"], _tag)
      if (_tag === "Accepted") assert.strictEqual((yield* outcomeOf(request))._tag, "Rejected")
      yield* neverSent(request)
      assert.include(["Rejected", "Duplicate"], (yield* processor.submit(request))._tag)
      yield* neverSent(request)
    }),

    "a submission whose answer was lost is found, and is not repeated by submitting again": Effect.gen(
      function* () {
        const request = yield* unanswered
        const processor = yield* PayoutProcessor
        const failure = yield* Effect.flip(processor.submit(request))
        assert.strictEqual(failure._tag, "PayoutProcessorUnavailable")
        yield* isKnown(request)
        yield* Effect.exit(processor.submit(request))
        yield* isCarriedOut(request)
      }
    ),

    "what was abandoned before it was submitted is never sent": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      for (let repeat = 0; repeat < 2; repeat++) {
        assert.strictEqual((yield* processor.abandon(request.reference, request.network))._tag, "Abandoned")
      }
      yield* Effect.exit(processor.submit(request))
      yield* neverSent(request)
      assert.strictEqual((yield* processor.abandon(request.reference, request.network))._tag, "Abandoned")
    }),

    "it is too late to abandon what was completed": Effect.gen(function* () {
      const request = yield* payable
      const processor = yield* PayoutProcessor
      yield* processor.submit(request)
      yield* isCarriedOut(request)
      assert.strictEqual((yield* processor.abandon(request.reference, request.network))._tag, "TooLate")
      yield* isCarriedOut(request)
    }),

    "of an abandonment and submissions that race, the answer tells which won": Effect.gen(function* () {
      const processor = yield* PayoutProcessor
      for (let round = 0; round < 10; round++) {
        const request = yield* payable
        const { network, reference } = request
        const submit = Effect.asVoid(Effect.exit(processor.submit(request)))
        const [, abandoned] = yield* Effect.all([submit, processor.abandon(reference, network), submit], {
          concurrency: "unbounded"
        })
        yield* submit
        yield* isAsAnswered(request, abandoned)
      }
    }),

    "an abandonment in the middle of the work ends in the truth, and every answer on the way is true":
      Effect.gen(function* () {
        const processor = yield* PayoutProcessor
        for (let parts = 0; parts < partsMax; parts++) {
          const request = yield* payable
          const { network, reference } = request
          yield* processor.submit(request)
          for (let part = 0; part < parts; part++) yield* proceed
          const answer = yield* processor.abandon(reference, network)
          if (answer._tag === "Abandoning")
            assert.strictEqual((yield* processor.lookup(reference, network))._tag, "Accepted")
          yield* Effect.exit(processor.submit(request))
          yield* isAsAnswered(request, answer)
          const { _tag } = yield* outcomeOf(request)
          const again = yield* processor.abandon(reference, network)
          assert.strictEqual(again._tag, _tag === "Completed" ? "TooLate" : "Abandoned")
          yield* isAsAnswered(request, again)
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
