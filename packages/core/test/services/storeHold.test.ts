import { assert, describe } from "@effect/vitest"
import { CryptoInvoices, Holds, Payouts, TransitWallets, Worker } from "@quittance/core"
import {
  isClear,
  PayoutProcessor,
  PayoutProcessorUnavailable,
  payoutStatus,
  SandboxProcessor,
  StoreHold
} from "@quittance/core/adapter"
import { Context, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  anotherProcess,
  balanceOfPartner,
  fundedPartner,
  payoutOf,
  Seen,
  start,
  test,
  testIn
} from "./Deployment.ts"
import { booksAreRight } from "./fiatInvoices.ts"

const hold = Effect.flatMap(StoreHold, (port) => port.place({ reason: "it was restored", since: start }))
const release = Effect.flatMap(StoreHold, (port) => port.release)
const drain = Effect.flatMap(Worker, (worker) => worker.drain)
const invoiceInput = { amount: 10, network: "tron", externalId: "invoice-1" }

const statusOf = (partnerId: string, id: string) =>
  Effect.map(
    Effect.flatMap(Payouts, (payouts) => payouts.get(partnerId, id)),
    (payout) => `${payoutStatus(payout)}/${payout._tag}/${payout.attempts}`
  )

describe("a store on hold", () => {
  test("makes no payout, writes nothing of it, and makes it after the release", function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    yield* hold
    const refused = yield* Effect.flip(payouts.create(partnerId, "k", payoutOf(10)))
    assert.deepInclude(refused, { _tag: "StoreOnHold", reason: "it was restored" })
    assert.strictEqual((yield* balanceOfPartner(partnerId)).pendingMinor, 0n)
    yield* release
    assert.isFalse((yield* payouts.create(partnerId, "k", payoutOf(10))).replayed)
    yield* booksAreRight
  })

  test("answers a repeat of what it knows", function* () {
    const partnerId = yield* fundedPartner(100)
    const [payouts, invoices] = [yield* Payouts, yield* CryptoInvoices]
    const payout = yield* payouts.create(partnerId, "k", payoutOf(10))
    const invoice = yield* invoices.create(partnerId, invoiceInput)
    yield* hold
    const [payoutAgain, invoiceAgain] = [
      yield* payouts.create(partnerId, "k", payoutOf(10)),
      yield* invoices.create(partnerId, invoiceInput)
    ]
    assert.deepStrictEqual([payoutAgain.replayed, invoiceAgain.replayed], [true, true])
    assert.strictEqual(payoutAgain.value.id, payout.value.id)
    assert.strictEqual(invoiceAgain.value.order.address, invoice.value.order.address)
    const conflict = yield* Effect.flip(payouts.create(partnerId, "k", payoutOf(11)))
    assert.strictEqual(conflict._tag, "IdempotencyConflict")
  })

  test("gives out no deposit address", function* () {
    const partnerId = yield* fundedPartner(0)
    const [invoices, wallets] = [yield* CryptoInvoices, yield* TransitWallets]
    const wallet = wallets.create(partnerId, { label: "till", network: "tron" })
    yield* hold
    assert.strictEqual((yield* Effect.flip(invoices.create(partnerId, invoiceInput)))._tag, "StoreOnHold")
    assert.strictEqual((yield* Effect.flip(wallet))._tag, "StoreOnHold")
    yield* release
    yield* invoices.create(partnerId, invoiceInput)
    yield* wallet
  })

  test("sends and asks nothing, and counts no attempt", function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    const { value: slow } = yield* payouts.create(partnerId, "slow", payoutOf(10, "sandbox:slow"))
    yield* drain
    const { value: fresh } = yield* payouts.create(partnerId, "fresh", payoutOf(10))
    yield* hold
    const { calls } = yield* Seen
    const before = calls.length
    yield* TestClock.adjust("2 days")
    assert.strictEqual(yield* drain, 0)
    assert.lengthOf(calls, before)
    assert.strictEqual(yield* statusOf(partnerId, fresh.id), "PENDING/reserved/0")
    assert.strictEqual(yield* statusOf(partnerId, slow.id), "PENDING/submitted/1")
    yield* release
    yield* drain
    assert.strictEqual(yield* statusOf(partnerId, fresh.id), "COMPLETED/confirmed/1")
    assert.strictEqual(yield* statusOf(partnerId, slow.id), "COMPLETED/confirmed/2")
    yield* booksAreRight
  })

  test("goes on within a second when another process releases it, and does not turn in circles until then", function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    const { value } = yield* payouts.create(partnerId, "k", payoutOf(10))
    yield* hold
    yield* Effect.forkScoped(Effect.flatMap(Worker, (worker) => worker.run))
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(yield* statusOf(partnerId, value.id), "PENDING/reserved/0")
    // A clock move of a sandbox does not wait for work that rests.
    yield* Effect.flatMap(Worker, (worker) => worker.awaitStarted)
    const other = yield* anotherProcess()
    yield* Context.get(other, Holds).release
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* statusOf(partnerId, value.id), "COMPLETED/confirmed/1")
  })

  /** The hold falls while the answer to a lookup is on its way. */
  const heldMeanwhile = Layer.effect(
    PayoutProcessor,
    Effect.gen(function* () {
      const inner = yield* PayoutProcessor
      return PayoutProcessor.of({
        ...inner,
        submit: () => Effect.succeed({ _tag: "Duplicate" as const }),
        lookup: () => Effect.as(fall.current, { _tag: "NotFound" as const })
      })
    })
  ).pipe(Layer.provide(SandboxProcessor.layer))
  const fall: { current: Effect.Effect<unknown> } = { current: Effect.void }

  testIn({ processor: heldMeanwhile })(
    "sends nothing for a job that was taken up before it fell",
    function* () {
      const partnerId = yield* fundedPartner(100)
      const payouts = yield* Payouts
      const { value } = yield* payouts.create(partnerId, "k", payoutOf(10))
      const port = yield* StoreHold
      fall.current = Effect.ignore(port.place({ reason: "r", since: start }))
      yield* drain
      const { calls } = yield* Seen
      assert.deepStrictEqual(
        calls.map(({ name }) => name),
        ["submit", "lookup"]
      )
      assert.strictEqual(yield* statusOf(partnerId, value.id), "PENDING/unknown/2")
      yield* release
      fall.current = Effect.void
      yield* drain
      assert.isAbove(calls.length, 2, "the job is due again")
    }
  )
})

describe("the survey of a store on hold", () => {
  test("is clear where both sides say the same", function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    yield* payouts.create(partnerId, "k", payoutOf(10))
    yield* drain
    yield* hold
    const survey = yield* Effect.flatMap(Holds, (holds) => holds.survey())
    assert.isTrue(isClear(survey))
    assert.deepStrictEqual(survey.listed, { _tag: "Count", count: 1 })
    assert.strictEqual(Option.getOrThrow(survey.hold).reason, "it was restored")
  })

  test("lists what the store does not know and what it tells otherwise", function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    const outside = yield* PayoutProcessor
    const { value } = yield* payouts.create(partnerId, "k", payoutOf(10))
    const { value: refused } = yield* payouts.create(partnerId, "refused", payoutOf(10))
    const request = { ...value, note: "" } as const
    yield* outside.submit({ ...request, payoutId: value.id, amountMinor: 11_000_000n })
    yield* outside.submit({ ...request, payoutId: refused.id, reference: refused.reference })
    yield* outside.submit({ ...request, payoutId: "lost", reference: "lost" })
    yield* payouts.resolve(refused.id, "failed", "told so on the telephone")
    const { different, unknown } = yield* Effect.flatMap(Holds, (holds) => holds.survey())
    assert.deepStrictEqual(
      unknown.map(({ payoutId, reference }) => [payoutId, reference]),
      [["lost", "lost"]]
    )
    const found = (id: string) => different.find(({ payout }) => payout.order.id === id)?.differences
    assert.lengthOf(different, 2)
    assert.deepStrictEqual([found(value.id), found(refused.id)], [["amount"], ["status"]])
  })

  test("lists what goes on after the release, as it may have been given up since", function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    const { value: slow } = yield* payouts.create(partnerId, "slow", payoutOf(10, "sandbox:slow"))
    yield* drain
    const { value } = yield* payouts.create(partnerId, "k", payoutOf(10))
    yield* hold
    const holds = yield* Holds
    const waitingIds = Effect.map(holds.survey(), ({ waiting }) => waiting.map(({ order }) => order.id))
    assert.notInclude(yield* waitingIds, slow.id, "the processing side has told of it")
    assert.deepStrictEqual(yield* waitingIds, [value.id])
    yield* payouts.resolve(value.id, "failed", "given up since")
    assert.isEmpty(yield* waitingIds)
  })

  test("looks back a day before the last change of a payout, or as far as it is told", function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    const outside = yield* PayoutProcessor
    const { value } = yield* payouts.create(partnerId, "k", payoutOf(10))
    yield* outside.submit({ ...value, note: "", payoutId: "old", reference: "old" })
    yield* TestClock.adjust("25 hours")
    yield* drain
    const holds = yield* Holds
    assert.isEmpty((yield* holds.survey()).unknown)
    assert.lengthOf((yield* holds.survey(start)).unknown, 1)
    assert.isEmpty((yield* holds.survey(start + 1)).unknown)
  })

  test("looks back from before the hold, whatever an operator resolved on hold", function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    const outside = yield* PayoutProcessor
    const { value } = yield* payouts.create(partnerId, "k", payoutOf(10))
    yield* TestClock.adjust("1 minute")
    yield* outside.submit({ ...value, note: "", payoutId: "lost", reference: "lost" })
    yield* TestClock.adjust("3 days")
    yield* hold
    yield* TestClock.adjust("1 minute")
    yield* payouts.resolve(value.id, "failed", "told so on the telephone")
    assert.lengthOf((yield* Effect.flatMap(Holds, (holds) => holds.survey())).unknown, 1)
  })

  const unlisted = Layer.effect(
    PayoutProcessor,
    Effect.map(PayoutProcessor, (inner) => ({
      ...inner,
      transfersSince: () => new PayoutProcessorUnavailable({ reason: "there is no list" })
    }))
  ).pipe(Layer.provide(SandboxProcessor.layer))

  testIn({ processor: unlisted })("is not clear where the processing side cannot list", function* () {
    const survey = yield* Effect.flatMap(Holds, (holds) => holds.survey())
    assert.isFalse(isClear(survey))
    assert.deepStrictEqual(survey.listed, { _tag: "Unlisted", reason: "there is no list" })
  })
})
