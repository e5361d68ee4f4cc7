import { assert } from "@effect/vitest"
import type { BankPaymentRequest } from "@quittance/core"
import { BankRail } from "@quittance/core/adapter"
import { Effect, type Layer } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"

/**
 * The laws of banks that collect by transfer. The rail says what the customer transfers, has no effect, and knows
 * nothing of the money.
 */

/** What the checks need of the rail. Every request has a payment id that was never used. */
export interface TransferRailHarness<R> {
  /** A request with a reference, at a bank that collects by transfer. */
  readonly payable: Effect.Effect<BankPaymentRequest & { readonly reference: string }, unknown, R>
}

/** What any field for the purpose of a transfer takes. */
const noteLengthMax = 160
/** What a QR code of the version and level that banks read holds. */
const qrBytesMax = 640

export const transferRailChecks = <R>({ payable }: TransferRailHarness<R>) => {
  const instructionsFor = Effect.fnUntraced(function* (request: BankPaymentRequest) {
    const rail = yield* BankRail
    const answer = yield* rail.start(request)
    assert(answer._tag === "Awaiting", `a transfer is awaited, and the answer was ${answer._tag}`)
    assert(answer.instructions !== undefined, "the customer is told what to transfer")
    return answer.instructions
  })

  return {
    "the bank is offered, and collects by transfer": Effect.gen(function* () {
      const { bank, currency } = yield* payable
      const rail = yield* BankRail
      const offered = (yield* rail.banks(currency)).find(({ id }) => id === bank)
      assert.strictEqual(offered?.collects, "transfer")
    }),

    "the customer is told this amount, in this currency, with this reference": Effect.gen(function* () {
      const request = yield* payable
      const { amountMinor, currency, reference } = yield* instructionsFor(request)
      assert.deepStrictEqual(
        [amountMinor, currency, reference],
        [request.amountMinor, request.currency, request.reference]
      )
    }),

    "the note begins with the reference, whatever the invoice is for": Effect.gen(function* () {
      for (const description of ["", "Tea | 2 kg", "RF0400000000000", "\u202e\ntwo lines", "x".repeat(500)]) {
        const request = { ...(yield* payable), description }
        const { note, qrPayload = "" } = yield* instructionsFor(request)
        assert.isTrue(note.startsWith(request.reference), note)
        assert.isAtMost([...note].length, noteLengthMax)
        assert.match(note, /^[^\p{C}]+$/u, "one line")
        assert.isAtMost(new TextEncoder().encode(qrPayload).length, qrBytesMax)
        if (qrPayload !== "") assert.include(qrPayload, request.reference)
      }
    }),

    "a start is answered alike however often it is asked, also at once": Effect.gen(function* () {
      const request = yield* payable
      const first = yield* instructionsFor(request)
      const repeats = Array.from({ length: 10 }, () => instructionsFor(request))
      for (const answer of yield* Effect.all(repeats, { concurrency: "unbounded" }))
        assert.deepStrictEqual(answer, first)
    }),

    "the rail knows nothing of what was started, and confirms nothing": Effect.gen(function* () {
      const request = yield* payable
      const rail = yield* BankRail
      assert.strictEqual((yield* rail.lookup(request.paymentId))._tag, "NotFound")
      yield* instructionsFor(request)
      assert.strictEqual((yield* rail.lookup(request.paymentId))._tag, "NotFound")
    }),

    "an invoice without a reference is declined: nobody could tell whose money it is": Effect.gen(
      function* () {
        const { reference: _, ...unnamed } = yield* payable
        const rail = yield* BankRail
        assert.strictEqual((yield* rail.start(unnamed))._tag, "Declined")
      }
    )
  } satisfies Checks<BankRail | R>
}

/** Proves a `BankRail` against the laws of banks that collect by transfer. */
export const transferRailSuite = <R>(
  name: string,
  layer: Layer.Layer<BankRail | R, unknown>,
  harness: TransferRailHarness<R>
): void => suiteOf<BankRail | R>("transfers", transferRailChecks(harness))(name, layer)
