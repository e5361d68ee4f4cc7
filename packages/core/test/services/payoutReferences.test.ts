import { assert, describe, it } from "@effect/vitest"
import { Payouts, type TransferRequest, type TransferStatus, Worker } from "@quittance/core"
import { PayoutProcessor, payoutStatus, referenceOf } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { balanceOfPartner, deployed, fundedPartner, payoutOf, test, usdt } from "./Deployment.ts"
import { booksAreRight } from "./fiatInvoices.ts"

/** A processing side outside of every store, which says of a reference what it said before. */
class Outside {
  readonly transfers: Array<TransferRequest> = []
  readonly #known = new Map<string, TransferStatus>()

  /** `repeats`: what it answers to a submission that it knows. */
  layer(repeats: "duplicate" | "status", first: TransferStatus["_tag"] = "Completed") {
    const statusOf = (reference: string): TransferStatus =>
      first === "Rejected"
        ? { _tag: "Rejected", reason: "no such account" }
        : { _tag: first, processingId: `outside-${reference}` }
    return Layer.succeed(PayoutProcessor, {
      submit: (request) =>
        Effect.sync(() => {
          const known = this.#known.get(request.reference)
          if (known !== undefined) return repeats === "duplicate" ? { _tag: "Duplicate" as const } : known
          const status = statusOf(request.reference)
          this.#known.set(request.reference, status)
          if (status._tag !== "Rejected") this.transfers.push(request)
          return status
        }),
      lookup: (reference) => Effect.sync(() => this.#known.get(reference) ?? { _tag: "NotFound" as const }),
      abandon: (reference) =>
        Effect.sync(() => {
          if (this.#known.has(reference)) return { _tag: "TooLate" as const }
          this.#known.set(reference, { _tag: "Rejected", reason: "abandoned" })
          return { _tag: "Abandoned" as const }
        }),
      transfersSince: () => Effect.succeed([])
    })
  }

  abandon(reference: string): void {
    this.#known.set(reference, { _tag: "Rejected", reason: "abandoned" })
  }
}

/** What a client asks of a store that knows nothing of it yet, and how that ends there. */
const asked = Effect.fnUntraced(function* (life: "first" | "second") {
  // Another life makes other ids: nothing but what was asked for is the same.
  if (life === "second") yield* fundedPartner(100, "somebody else")
  const partnerId = yield* fundedPartner(100)
  const payouts = yield* Payouts
  const { value } = yield* payouts.create(partnerId, "order-1", payoutOf(10))
  yield* Effect.flatMap(Worker, (worker) => worker.drain)
  const payout = yield* payouts.get(partnerId, value.id)
  yield* booksAreRight
  const { availableMinor } = yield* balanceOfPartner(partnerId)
  return { order: value, status: payoutStatus(payout), payout, availableMinor }
})

/** The same request on two stores, of which the second never heard of the first: a restore that lost everything. */
const onTwoStores = Effect.fnUntraced(function* (layer: Layer.Layer<PayoutProcessor>) {
  const inLife = deployed({ processor: layer })
  const first = yield* inLife(asked("first"))
  const second = yield* inLife(asked("second"))
  return [first, second] as const
})

describe("a payout that is asked for again on a store that lost it", () => {
  for (const repeats of ["duplicate", "status"] as const) {
    it.effect(
      `is completed by the transfer that was made, where the processing side answers ${repeats}`,
      () =>
        Effect.gen(function* () {
          const outside = new Outside()
          const [first, second] = yield* onTwoStores(outside.layer(repeats))
          assert.notStrictEqual(second.order.partnerId, first.order.partnerId)
          assert.notStrictEqual(second.order.id, first.order.id)
          assert.strictEqual(second.order.reference, first.order.reference)
          assert.deepStrictEqual([first.status, second.status], ["COMPLETED", "COMPLETED"])
          assert.deepStrictEqual(second.payout.processingId, first.payout.processingId)
          assert.lengthOf(outside.transfers, 1)
          assert.strictEqual(second.availableMinor, 88n * usdt)
        })
    )

    it.effect(`fails as it did, where the processing side refused it and answers ${repeats}`, () =>
      Effect.gen(function* () {
        const outside = new Outside()
        const [first, second] = yield* onTwoStores(outside.layer(repeats, "Rejected"))
        assert.deepStrictEqual([first.status, second.status], ["FAILED", "FAILED"])
        assert.strictEqual(second.availableMinor, 100n * usdt)
        assert.isEmpty(outside.transfers)
      })
    )

    it.effect(`is accepted under its first transfer, where the processing side answers ${repeats}`, () =>
      Effect.gen(function* () {
        const outside = new Outside()
        const [, second] = yield* onTwoStores(outside.layer(repeats, "Accepted"))
        assert.strictEqual(second.payout._tag, "submitted")
        assert.lengthOf(outside.transfers, 1)
      })
    )

    it.effect(
      `is never sent when it was given up for good, where the processing side answers ${repeats}`,
      () =>
        Effect.gen(function* () {
          const outside = new Outside()
          const before = yield* deployed({ processor: outside.layer(repeats) })(
            Effect.gen(function* () {
              const payouts = yield* Payouts
              const { value } = yield* payouts.create(yield* fundedPartner(100), "order-1", payoutOf(10))
              return value
            })
          )
          outside.abandon(before.reference)
          const again = yield* deployed({ processor: outside.layer(repeats) })(asked("second"))
          assert.strictEqual(again.status, "FAILED")
          assert.isEmpty(outside.transfers)
        })
    )
  }
})

describe("the reference of a payout", () => {
  test("follows from partner, key and fields, and from nothing else", function* () {
    const payouts = yield* Payouts
    const [shop, other] = [yield* fundedPartner(100, "shop"), yield* fundedPartner(100, "other")]
    const references = new Set<string>()
    for (const [partnerId, key, request] of [
      [shop, "k", payoutOf(10)],
      [other, "k", payoutOf(10)],
      [shop, "k2", payoutOf(10)],
      [other, "k2", payoutOf(11)],
      [shop, "k3", payoutOf(10, "note")]
    ] as const) {
      const { value } = yield* payouts.create(partnerId, key, request)
      assert.match(value.reference, /^[0-9a-f]{32}$/)
      references.add(value.reference)
      assert.strictEqual((yield* payouts.get(partnerId, value.id)).order.reference, value.reference)
      assert.strictEqual((yield* payouts.create(partnerId, key, request)).value.reference, value.reference)
    }
    assert.strictEqual(references.size, 5)
  })

  it("is no other's, however the facts are cut", () => {
    assert.notStrictEqual(referenceOf("payout", "a", "bc"), referenceOf("payout", "ab", "c"))
    assert.notStrictEqual(referenceOf("payout", 'a","b'), referenceOf("payout", "a", "b"))
    assert.notStrictEqual(referenceOf("payout", "a"), referenceOf("invoice", "a"))
    // Processing sides hold what they were told: this may never change.
    assert.strictEqual(
      referenceOf("payout", "shop", "order-1", "f".repeat(64)),
      "16bb267fce407547c015337001c8590a"
    )
  })
})
