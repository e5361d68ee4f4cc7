import { assert, describe } from "@effect/vitest"
import { Payouts, Worker } from "@quittance/core"
import { AuditReader, payoutStatus } from "@quittance/core/adapter"
import { Clock, Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { balanceOfPartner, fundedPartner, payoutOf, Seen, test, usdt } from "./Deployment.ts"

const drain = Effect.flatMap(Worker, (worker) => worker.drain)

/** A payout of 10 USDT with this note, dispatched once. */
const dispatched = Effect.fnUntraced(function* (note: string, funds = 100) {
  const partnerId = yield* fundedPartner(funds)
  const payouts = yield* Payouts
  const { value } = yield* payouts.create(partnerId, "k", payoutOf(10, note))
  yield* drain
  return value
})

const confirm = Effect.fnUntraced(function* ({
  id,
  partnerId
}: {
  readonly id: string
  readonly partnerId: string
}) {
  const payouts = yield* Payouts
  const at = yield* Clock.currentTimeMillis
  return yield* payouts.apply(partnerId, id, { _tag: "Confirm", processingId: Option.some("p"), at })
})

const entriesOf = (subjectId: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { entries } = yield* (yield* AuditReader).snapshot
      const all = yield* Stream.runCollect(entries)
      return all.filter((entry) => entry.subjectId === subjectId).map(({ kind }) => kind)
    })
  )

describe("a confirmation after the debit was returned", () => {
  test("writes the total off through adjustments, says so in error, and changes no status", function* () {
    const order = yield* dispatched("sandbox:reject")
    yield* TestClock.adjust("1 hour")
    const payout = yield* confirm(order)
    assert.strictEqual(`${payoutStatus(payout)}/${payout._tag}`, "FAILED/rejected")
    assert.match(
      Option.getOrElse(payout.error, () => ""),
      /after the debit was returned/
    )
    const balance = yield* balanceOfPartner(order.partnerId)
    assert.strictEqual(balance.adjustmentsMinor, 100n * usdt - 12n * usdt)
    assert.strictEqual(balance.availableMinor, 88n * usdt)
    assert.strictEqual(balance.paidOutMinor, 0n)
    assert.deepStrictEqual(yield* entriesOf(order.id), [
      "payout.reserved",
      "payout.returned",
      "payout.settledLate"
    ])
    const { errors } = yield* Seen
    assert.lengthOf(errors, 1)
  })

  test("a second one adds nothing, nor do 25 at once", function* () {
    const order = yield* dispatched("sandbox:reject")
    yield* Effect.all(
      Array.from({ length: 25 }, () => confirm(order)),
      { concurrency: "unbounded" }
    )
    yield* confirm(order)
    assert.strictEqual((yield* balanceOfPartner(order.partnerId)).availableMinor, 88n * usdt)
    assert.lengthOf(yield* entriesOf(order.id), 3)
    assert.lengthOf((yield* Seen).errors, 1)
  })

  test("may take the balance below zero, and then nothing can be paid out", function* () {
    const order = yield* dispatched("sandbox:reject", 12)
    const payouts = yield* Payouts
    yield* payouts.create(order.partnerId, "the returned money", payoutOf(10))
    yield* confirm(order)
    assert.strictEqual((yield* balanceOfPartner(order.partnerId)).availableMinor, -12n * usdt)
    const refusal = yield* Effect.flip(payouts.create(order.partnerId, "more", payoutOf(1)))
    assert.strictEqual(refusal._tag, "InsufficientFunds")
  })
})

describe("an operator's decision", () => {
  test("completes a payout of unknown outcome", function* () {
    const order = yield* dispatched("sandbox:no-answer")
    const payouts = yield* Payouts
    const payout = yield* payouts.resolve(order.id, "completed", "seen on chain")
    assert.strictEqual(payoutStatus(payout), "COMPLETED")
    assert.strictEqual((yield* balanceOfPartner(order.partnerId)).paidOutMinor, 12n * usdt)
  })

  test("fails it with its reason and the debit returned, and no work remains", function* () {
    const order = yield* dispatched("sandbox:no-answer")
    const payouts = yield* Payouts
    const payout = yield* payouts.resolve(order.id, "failed", "never sent")
    assert.strictEqual(payoutStatus(payout), "FAILED")
    assert.deepStrictEqual(payout.error, Option.some("never sent"))
    assert.strictEqual((yield* balanceOfPartner(order.partnerId)).availableMinor, 100n * usdt)
    yield* TestClock.adjust("1 day")
    const { calls } = yield* Seen
    const before = calls.length
    yield* drain
    yield* TestClock.adjust("1 day")
    assert.strictEqual(yield* drain, 0)
    assert.strictEqual(calls.length, before, "nobody is called about a final payout")
  })

  test("on a reserved payout keeps it from ever being sent", function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    const { value } = yield* payouts.create(partnerId, "k", payoutOf(10))
    yield* payouts.resolve(value.id, "failed", "not this one")
    yield* drain
    assert.lengthOf((yield* Seen).calls, 0)
  })

  test("repeated adds nothing; turned around it is refused, or settles late", function* () {
    const order = yield* dispatched("")
    const payouts = yield* Payouts
    yield* payouts.resolve(order.id, "completed", "again")
    assert.strictEqual((yield* Effect.flip(payouts.resolve(order.id, "failed", "no")))._tag, "InvalidState")
    const { value } = yield* payouts.create(order.partnerId, "refused", payoutOf(10, "sandbox:reject"))
    yield* drain
    yield* payouts.resolve(value.id, "failed", "again")
    yield* payouts.resolve(value.id, "completed", "it left after all")
    assert.strictEqual((yield* balanceOfPartner(order.partnerId)).availableMinor, 76n * usdt)
  })

  test("about an unknown payout is NotFound", function* () {
    const payouts = yield* Payouts
    const failure = yield* Effect.flip(payouts.resolve("01900000-0000-7000-8000-000000000000", "failed", ""))
    assert.strictEqual(failure._tag, "NotFound")
  })
})
