import { assert, describe } from "@effect/vitest"
import { Payouts, Worker } from "@quittance/core"
import {
  ChainWallets,
  PayoutProcessor,
  PayoutProcessorUnavailable,
  payoutStatus,
  SandboxProcessor,
  SandboxStore
} from "@quittance/core/adapter"
import { Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { balanceOfPartner, fundedPartner, payoutOf, Seen, test, testIn, usdt } from "./Deployment.ts"

const drain = Effect.flatMap(Worker, (worker) => worker.drain)

/** A payout of 10 USDT with this note, dispatched once. */
const dispatched = Effect.fnUntraced(function* (note?: string) {
  const partnerId = yield* fundedPartner(100)
  const payouts = yield* Payouts
  const { value } = yield* payouts.create(partnerId, "k", payoutOf(10, note))
  yield* drain
  return value
})

const stateOf = Effect.fnUntraced(function* ({
  id,
  partnerId
}: {
  readonly id: string
  readonly partnerId: string
}) {
  const payout = yield* Effect.flatMap(Payouts, (payouts) => payouts.get(partnerId, id))
  const { availableMinor, pendingMinor } = yield* balanceOfPartner(partnerId)
  return {
    state: `${payoutStatus(payout)}/${payout._tag}`,
    attempts: payout.attempts,
    availableMinor,
    pendingMinor
  }
})

const executionOf = (reference: string) =>
  Effect.flatMap(SandboxStore, (store) =>
    Effect.map(
      SandboxProcessor.findExecution(store, reference),
      Option.map(({ status }) => status)
    )
  )

const callNames = Effect.map(Seen, ({ calls }) => calls.map(({ name }) => name))

/** The simulated processing side with some of its calls replaced. */
const replacing = (
  change: (inner: PayoutProcessor["Service"]) => Partial<PayoutProcessor["Service"]>
): Layer.Layer<PayoutProcessor, never, SandboxStore> =>
  Layer.effect(
    PayoutProcessor,
    Effect.map(PayoutProcessor, (inner) => PayoutProcessor.of({ ...inner, ...change(inner) }))
  ).pipe(Layer.provide(SandboxProcessor.layer))

const submittedTwice = replacing(({ submit }) => ({
  submit: (request) => Effect.andThen(submit(request), submit(request))
}))
const hanging = replacing(() => ({ submit: () => Effect.never }))
const accepted = () => Effect.succeed({ _tag: "Accepted", processingId: "p" } as const)
const forgetful = replacing(() => ({ submit: accepted }))
const deaf = replacing(() => ({
  submit: accepted,
  lookup: () => Effect.fail(new PayoutProcessorUnavailable({ reason: "deaf" }))
}))

describe("a payout that waits for a wallet of this deployment", () => {
  test("is never signed once an operator has decided", function* () {
    const payouts = yield* Payouts
    const wallets = yield* ChainWallets
    const partnerId = yield* fundedPartner(100)
    for (const decided of ["completed", "failed"] as const) {
      const { value } = yield* payouts.create(partnerId, decided, payoutOf(10))
      const { address, amountMinor, createdAt, id, network, reference } = value
      yield* wallets.queue({
        ...{
          id: reference,
          partnerId: network,
          purpose: "payout",
          payoutId: id,
          payoutPartnerId: partnerId,
          sendBefore: Option.none(),
          recipient: address
        },
        ...{ amountMinor, contract: "", data: "", createdAt }
      })
      yield* payouts.resolve(id, decided, "it was paid by hand")
      assert.deepStrictEqual(yield* wallets.queued(network, 5), [])
      const transaction = Option.getOrThrow(yield* wallets.transaction(network, reference))
      assert.strictEqual(transaction._tag, "abandoned")
    }
  })
})

describe("the outcome of a payout", () => {
  test("completes at once", function* () {
    const order = yield* dispatched()
    assert.deepStrictEqual(yield* stateOf(order), {
      state: "COMPLETED/confirmed",
      attempts: 1,
      availableMinor: 88n * usdt,
      pendingMinor: 0n
    })
    assert.deepStrictEqual(yield* callNames, ["submit"])
  })

  test("sandbox:reject fails and gives the whole debit back, fee included", function* () {
    const order = yield* dispatched("sandbox:reject")
    assert.deepStrictEqual(yield* stateOf(order), {
      state: "FAILED/rejected",
      attempts: 1,
      availableMinor: 100n * usdt,
      pendingMinor: 0n
    })
  })

  test("sandbox:slow is submitted, and completes by a later lookup", function* () {
    const order = yield* dispatched("sandbox:slow")
    assert.strictEqual((yield* stateOf(order)).state, "PENDING/submitted")
    yield* TestClock.adjust("18 seconds")
    yield* drain
    assert.strictEqual((yield* stateOf(order)).state, "COMPLETED/confirmed")
    assert.deepStrictEqual(yield* callNames, ["submit", "lookup"])
  })

  test("sandbox:no-answer-then-complete loses the first answer and makes one transfer", function* () {
    const order = yield* dispatched("sandbox:no-answer-then-complete")
    assert.strictEqual((yield* stateOf(order)).state, "PENDING/unknown")
    assert.deepStrictEqual(yield* executionOf(order.reference), Option.some("executed"))
    yield* TestClock.adjust("18 seconds")
    yield* drain
    assert.strictEqual((yield* stateOf(order)).state, "COMPLETED/confirmed")
    assert.deepStrictEqual(yield* callNames, ["submit", "lookup"], "never submitted again")
  })

  test("sandbox:no-answer stays pending with its debit held", function* () {
    const order = yield* dispatched("sandbox:no-answer")
    assert.deepStrictEqual(yield* stateOf(order), {
      state: "PENDING/unknown",
      attempts: 1,
      availableMinor: 88n * usdt,
      pendingMinor: 12n * usdt
    })
  })

  testIn({ processor: submittedTwice })(
    "a duplicate is no refusal: it is looked up, and completes",
    function* () {
      const order = yield* dispatched()
      assert.strictEqual((yield* stateOf(order)).state, "COMPLETED/confirmed")
      assert.deepStrictEqual(yield* callNames, ["submit", "lookup"])
    }
  )

  testIn({ processor: hanging })(
    "a processing side that does not answer in time is unknown, not refused",
    function* () {
      const partnerId = yield* fundedPartner(100)
      const payouts = yield* Payouts
      const { value } = yield* payouts.create(partnerId, "k", payoutOf(10))
      const working = yield* Effect.forkChild(drain)
      yield* TestClock.adjust("14999 millis")
      assert.strictEqual((yield* stateOf(value)).state, "PENDING/submitting")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* stateOf(value)).state, "PENDING/unknown")
      yield* Fiber.await(working)
    }
  )

  testIn({ processor: forgetful })(
    "accepted, then not found, is believed only when it is said twice",
    function* () {
      const order = yield* dispatched()
      assert.strictEqual((yield* stateOf(order)).state, "PENDING/submitted")
      yield* TestClock.adjust("18 seconds")
      yield* drain
      assert.strictEqual((yield* stateOf(order)).state, "PENDING/unknown")
      assert.deepStrictEqual(yield* callNames, ["submit", "lookup"])
      yield* TestClock.adjust("72 seconds")
      yield* drain
      assert.deepStrictEqual(yield* callNames, ["submit", "lookup", "lookup", "submit"])
    }
  )

  testIn({ processor: deaf })("an unanswered lookup leaves a submitted payout submitted", function* () {
    const order = yield* dispatched()
    yield* TestClock.adjust("18 seconds")
    yield* drain
    assert.strictEqual((yield* stateOf(order)).state, "PENDING/submitted")
  })
})
