import { assert, describe } from "@effect/vitest"
import { BankCallbacks, BankPayments } from "@quittance/core"
import {
  type BankAccount,
  BankRail,
  BankRailUnavailable,
  bankPaymentJobs,
  bankPaymentView,
  graceMillis,
  type InvoiceOrder,
  leaseMillis,
  millisPerDay,
  millisPerMinute,
  millisPerSecond,
  SandboxBank,
  StoreHold,
  settlesUntil,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { sandboxBanks } from "../../src/reference/sandbox/SandboxBank.ts"
import { type Deployment, Seen, start, test, testIn } from "./Deployment.ts"
import {
  booksAreRight,
  cancelFiat,
  chooseBank,
  drain,
  fiatMoney,
  issueFiat,
  paymentsOf,
  paymentTags,
  racingStore,
  readFiat,
  receiptOf,
  settleAtBank,
  shop,
  workFor
} from "./fiatInvoices.ts"

const unavailable = Effect.fail(new BankRailUnavailable({ reason: "no answer" }))
const awaiting = Effect.succeed({ _tag: "Awaiting", link: Option.none<string>() } as const)
const notFound = Effect.succeed({ _tag: "NotFound" } as const)

/** A rail that answers so, and nothing to what is left out. */
const answering = (part: Partial<BankRail["Service"]>) =>
  Layer.succeed(BankRail, {
    banks: () => Effect.succeed(sandboxBanks),
    start: () => unavailable,
    lookup: () => unavailable,
    ...part
  })

const issued = Effect.flatMap(shop(), (partnerId) => issueFiat(partnerId))

/** The one payment of an invoice. */
const paymentOf = ({ id, partnerId }: InvoiceOrder) =>
  Effect.map(paymentsOf(partnerId, id), ([payment]) => {
    assert(payment !== undefined)
    return payment
  })

/** What the rail was asked so far. */
const asked = Effect.map(Seen, ({ railCalls }) => railCalls.map(({ name }) => name))

const follow = (millis: number): Effect.Effect<void, unknown, Deployment> =>
  workFor(bankPaymentJobs.follow, millis)

describe("a bank payment is followed", () => {
  test("from the choice of a bank to the paid invoice", function* () {
    const order = yield* issued
    const { id } = yield* chooseBank(order)
    assert.deepStrictEqual(yield* asked, [], "nobody asks the rail before the commit")
    assert.deepStrictEqual(yield* paymentTags(order), ["requested"])
    yield* drain
    const payment = yield* paymentOf(order)
    assert.strictEqual(payment._tag, "awaiting")
    assert.isTrue(Option.exists(payment.link, (link) => link.includes(`/${id}/`)))
    yield* settleAtBank(order, id)
    yield* follow(millisPerMinute)
    const invoice = yield* readFiat(order)
    assert(invoice._tag === "paid")
    assert.deepStrictEqual(invoice.receipt, {
      ...receiptOf(order, `operation of ${id}`, start, { payerBank: "Sandbox Bank" }),
      entryId: Option.none()
    })
    assert.isFalse(invoice.late)
    assert.deepStrictEqual(yield* asked, ["start", "lookup"])
    assert.deepStrictEqual(yield* fiatMoney(order.partnerId), { available: 10_000n, unresolved: 0n })
    yield* booksAreRight
  })

  test("by a lookup and no second start when the answer to the start is lost", function* () {
    const order = yield* issued
    yield* chooseBank(order, "no-answer")
    yield* drain
    assert.deepStrictEqual(yield* paymentTags(order), ["unknown"])
    yield* follow(30 * millisPerSecond)
    assert.deepStrictEqual(yield* paymentTags(order), ["awaiting"])
    assert.strictEqual((yield* asked).filter((name) => name === "start").length, 1)
  })

  testIn({ rail: answering({}) })("by lookups alone, for as long as nobody answers", function* () {
    const order = yield* issued
    yield* chooseBank(order)
    yield* follow(3 * millisPerDay)
    const [first, ...rest] = yield* asked
    assert.strictEqual(first, "start")
    assert.isAbove(rest.length, 100)
    assert.isTrue(rest.every((name) => name === "lookup"))
    assert.deepStrictEqual(yield* paymentTags(order), ["unknown"])
  })

  test("to a decline, where the rail declines; the customer can choose again", function* () {
    const order = yield* issued
    yield* chooseBank(order, "declining")
    yield* drain
    const payment = yield* paymentOf(order)
    assert.strictEqual(payment._tag, "declined")
    assert.deepStrictEqual(payment.error, Option.some("the sandbox bank declined"))
    yield* chooseBank(order, "declining")
    yield* chooseBank(order, "sandbox")
    yield* drain
    assert.deepStrictEqual(yield* paymentTags(order), ["declined", "declined", "awaiting"])
    yield* follow(millisPerMinute)
    assert.strictEqual((yield* readFiat(order))._tag, "pending")
  })

  testIn({
    rail: answering({ start: () => Effect.succeed({ _tag: "Duplicate" }), lookup: () => awaiting })
  })("by a lookup when the rail calls its start a duplicate: that is no refusal", function* () {
    const order = yield* issued
    yield* chooseBank(order)
    yield* drain
    assert.deepStrictEqual(yield* paymentTags(order), ["unknown"])
    yield* follow(10 * millisPerSecond)
    assert.deepStrictEqual(yield* paymentTags(order), ["awaiting"])
    assert.deepStrictEqual((yield* asked).slice(0, 2), ["start", "lookup"])
  })

  testIn({ rail: answering({ lookup: () => notFound }) })(
    "to a second start only after a lookup that says not found",
    function* () {
      const order = yield* issued
      yield* chooseBank(order)
      yield* follow(millisPerMinute)
      const calls = yield* asked
      assert.isAbove(calls.length, 4)
      calls.forEach((name, index) => {
        assert.strictEqual(name, index % 2 === 0 ? "start" : "lookup")
      })
      const payment = yield* paymentOf(order)
      assert.strictEqual(payment.attempts, calls.filter((name) => name === "start").length)
    }
  )

  testIn({ rail: answering({ start: () => awaiting, lookup: () => notFound }) })(
    "to a decline when the rail forgets a payment that it had",
    function* () {
      const order = yield* issued
      yield* chooseBank(order)
      yield* follow(millisPerMinute)
      assert.deepStrictEqual(yield* paymentTags(order), ["declined"])
      assert.deepStrictEqual(yield* asked, ["start", "lookup"])
    }
  )

  testIn({
    rail: Layer.effect(
      BankRail,
      Effect.sync(() => {
        let asked = 0
        return BankRail.of({
          banks: () =>
            Effect.suspend(() => {
              asked += 1
              return asked > 1 ? Effect.never : Effect.succeed(sandboxBanks)
            }),
          start: () => Effect.never,
          lookup: () => Effect.never
        })
      })
    )
  })("with a limit on each call: a rail that hangs has not answered after 15 seconds", function* () {
    const order = yield* issued
    yield* chooseBank(order)
    const working = yield* Effect.forkChild(drain)
    yield* TestClock.adjust(15 * millisPerSecond - 1)
    assert.deepStrictEqual(yield* paymentTags(order), ["starting"])
    yield* TestClock.adjust(1)
    yield* Fiber.join(working)
    const payment = yield* paymentOf(order)
    assert.strictEqual(payment._tag, "unknown")
    assert.deepStrictEqual(payment.error, Option.some("no answer within 15000 ms"))
    const hung = yield* Effect.forkChild(Effect.flip(chooseBank(order, "steppe")))
    yield* TestClock.adjust(15 * millisPerSecond)
    assert.strictEqual((yield* Fiber.join(hung))._tag, "BankRailUnavailable")
  })

  test("by a lookup when the process that asked the rail is gone", function* () {
    const order = yield* issued
    const { id, partnerId } = yield* chooseBank(order)
    const queue = yield* WorkQueue
    const payments = yield* BankPayments
    const at = yield* Clock.currentTimeMillis
    const claim = { owner: "somebody", now: at, leaseUntil: at + leaseMillis, limit: 1 }
    const [job] = yield* queue.claim({ kind: bankPaymentJobs.follow, ...claim })
    assert(job !== undefined)
    yield* payments.applyTo(yield* payments.read(partnerId, id), { _tag: "Start", at }, { _tag: "Held", job })
    assert.strictEqual(yield* drain, 0, "the lease holds")
    yield* TestClock.adjust(leaseMillis)
    yield* drain
    assert.deepStrictEqual(yield* asked, ["lookup", "start"], "the rail knew nothing of it")
    assert.deepStrictEqual(yield* paymentTags(order), ["awaiting"])
  })

  test("not at all when the invoice is cancelled before the rail was asked", function* () {
    const order = yield* issued
    yield* chooseBank(order)
    yield* cancelFiat(order)
    yield* drain
    assert.deepStrictEqual(yield* paymentTags(order), ["lapsed"])
    assert.deepStrictEqual(yield* asked, [])
  })
})

describe("the rail is asked how a payment stands", () => {
  test("less and less often, at most every 16.5 minutes, until the grace period is over", function* () {
    const order = yield* issued
    yield* chooseBank(order)
    yield* follow(4 * millisPerDay)
    assert.deepStrictEqual(yield* paymentTags(order), ["lapsed"])
    const { railCalls } = yield* Seen
    const graceEnd = order.expiresAt + graceMillis
    const last = railCalls.at(-1)?.at ?? 0
    assert.isAbove(last, graceEnd, "asked once more when no bank may take money any more")
    assert.isAtMost(last, graceEnd + 17 * millisPerMinute)
    railCalls.slice(1).forEach(({ at }, index) => {
      const gap = at - (railCalls[index]?.at ?? 0)
      assert.isAtLeast(gap, 4_500)
      assert.isAtMost(gap, 16.5 * millisPerMinute)
    })
    assert.strictEqual(yield* drain, 0)
  })

  for (const [when, after, tag] of [
    ["the last instant of grace is found and pays, late", 0, "settled"],
    ["1 ms after the grace period is found and stays unresolved", 1, "unresolved"]
  ] as const) {
    test(`money that the bank took at ${when}`, function* () {
      const order = yield* issued
      const { id } = yield* chooseBank(order)
      yield* follow(millisPerDay + graceMillis)
      assert.deepStrictEqual(yield* paymentTags(order), ["awaiting"])
      yield* settleAtBank(order, id, { bankTime: order.expiresAt + graceMillis + after })
      yield* follow(millisPerDay)
      assert.deepStrictEqual(yield* paymentTags(order), [tag])
      const invoice = yield* readFiat(order)
      assert.strictEqual(invoice._tag, tag === "settled" ? "paid" : "expired")
      if (invoice._tag === "paid") assert.isTrue(invoice.late)
      const { available, unresolved } = yield* fiatMoney(order.partnerId)
      assert.deepStrictEqual([available, unresolved], tag === "settled" ? [10_000n, 0n] : [0n, 10_000n])
      assert.lengthOf((yield* Seen).errors, tag === "settled" ? 0 : 1)
      yield* booksAreRight
    })
  }
})

describe("an answer that was old when it came", () => {
  /** The simulated rail, whose answers to lookups take ten seconds on their way back. */
  const slow = Layer.effect(
    BankRail,
    Effect.map(BankRail, (inner) =>
      BankRail.of({
        ...inner,
        lookup: (id) => Effect.tap(inner.lookup(id), () => Effect.sleep(10 * millisPerSecond))
      })
    )
  ).pipe(Layer.provide(SandboxBank.layer))

  testIn({ rail: slow })("does not end the following: what the bank took meanwhile is found", function* () {
    const order = yield* issued
    const { id } = yield* chooseBank(order)
    yield* drain
    const graceEnd = order.expiresAt + graceMillis
    yield* TestClock.setTime(graceEnd - 5 * millisPerSecond)
    const working = yield* Effect.forkChild(drain)
    yield* TestClock.setTime(graceEnd)
    yield* settleAtBank(order, id)
    yield* TestClock.setTime(graceEnd + 5 * millisPerSecond)
    yield* Fiber.join(working)
    assert.deepStrictEqual(yield* paymentTags(order), ["awaiting"])
    yield* TestClock.adjust(20 * millisPerMinute)
    const again = yield* Effect.forkChild(drain)
    yield* TestClock.adjust(10 * millisPerSecond)
    yield* Fiber.join(again)
    assert.deepStrictEqual(yield* paymentTags(order), ["settled"])
    assert.strictEqual((yield* readFiat(order))._tag, "paid")
  })
})

describe("a callback of the rail", () => {
  const refresh = (id: string) => Effect.flatMap(BankCallbacks, (callbacks) => callbacks.refresh(id))

  test("asks the rail and believes nothing else", function* () {
    const order = yield* issued
    const { id } = yield* chooseBank(order)
    assert.strictEqual((yield* refresh(id))._tag, "requested", "the follower has not asked yet")
    assert.deepStrictEqual(yield* asked, [])
    yield* drain
    assert.strictEqual((yield* refresh(id))._tag, "awaiting")
    yield* settleAtBank(order, id)
    assert.strictEqual((yield* refresh(id))._tag, "settled")
    assert.strictEqual((yield* refresh(id))._tag, "settled", "a late duplicate changes nothing")
    yield* follow(millisPerMinute)
    assert.deepStrictEqual(yield* fiatMoney(order.partnerId), { available: 10_000n, unresolved: 0n })
    assert.strictEqual((yield* Effect.flip(refresh("pmt_0")))._tag, "NotFound")
    yield* booksAreRight
  })

  testIn({ store: racingStore })(
    "races the follower and itself: the money is taken once and nothing is left to do",
    function* () {
      for (let round = 0; round < 10; round++) {
        const order = yield* issued
        const { id } = yield* chooseBank(order)
        yield* drain
        yield* settleAtBank(order, id)
        yield* TestClock.adjust(millisPerMinute)
        const calls = [Effect.asVoid(drain), ...Array.from({ length: 5 }, () => Effect.asVoid(refresh(id)))]
        const acts = round % 2 === 0 ? calls : calls.toReversed()
        yield* Effect.all(acts, { concurrency: "unbounded" })
        assert.strictEqual((yield* readFiat(order))._tag, "paid")
        assert.deepStrictEqual(yield* paymentTags(order), ["settled"])
        yield* TestClock.adjust(millisPerDay)
        yield* drain
        const { available, unresolved } = yield* fiatMoney(order.partnerId)
        assert.deepStrictEqual([available, unresolved], [BigInt(round + 1) * 10_000n, 0n])
      }
      const queue = yield* WorkQueue
      assert.isFalse((yield* queue.nextDue).has(bankPaymentJobs.follow))
      assert.deepStrictEqual((yield* Seen).errors, [])
      yield* booksAreRight
    }
  )

  test("for a payment that lapsed meanwhile records the money all the same", function* () {
    const order = yield* issued
    const { id } = yield* chooseBank(order)
    yield* follow(4 * millisPerDay)
    assert.deepStrictEqual(yield* paymentTags(order), ["lapsed"])
    assert.strictEqual((yield* refresh(id))._tag, "lapsed")
    yield* settleAtBank(order, id, { bankTime: order.expiresAt - 1 })
    assert.strictEqual((yield* refresh(id))._tag, "settled")
    const invoice = yield* readFiat(order)
    assert(invoice._tag === "paid")
    assert.isFalse(invoice.late, "the bank took it in time")
  })
})

describe("a bank payment by transfer", () => {
  const account: BankAccount = {
    ...{ name: "main", currency: "EUR", account: "DE89370400440532013000" },
    ...{ timeZone: "Europe/Berlin", settlementDays: 5 }
  }
  const transfers = { settings: { banks: [account] } }
  const inEuros = Effect.flatMap(shop(), (partnerId) => issueFiat(partnerId, { currency: "EUR" }))

  testIn(transfers)(
    "shows what to transfer, and the rail is not polled until its time is over",
    function* () {
      const order = yield* inEuros
      yield* chooseBank(order, "transfer")
      yield* drain
      const payment = yield* paymentOf(order)
      assert.strictEqual(payment._tag, "awaiting")
      const { instructions, link } = bankPaymentView(payment)
      const reference = Option.getOrThrow(order.creditorReference)
      assert.deepStrictEqual([instructions?.amount, instructions?.reference, link], [100, reference, null])
      // A transfer is under way for days, so 24 hours after the expiry it still waits.
      const over = settlesUntil(account, order.expiresAt)
      assert.isAbove(over, order.expiresAt + graceMillis)
      yield* follow(over - start)
      assert.deepStrictEqual(yield* paymentTags(order), ["awaiting"])
      yield* follow(millisPerSecond)
      assert.deepStrictEqual(yield* paymentTags(order), ["lapsed"])
      assert.deepStrictEqual(yield* asked, ["start"])
      assert.deepStrictEqual((yield* paymentOf(order)).instructions, payment.instructions)
      yield* booksAreRight
    }
  )

  testIn(transfers)("is started again where the process died before the rail answered", function* () {
    const order = yield* inEuros
    const { id, partnerId } = yield* chooseBank(order, "transfer")
    const payments = yield* BankPayments
    const requested = yield* payments.read(partnerId, id)
    yield* payments.applyTo(requested, { _tag: "Start", at: start })
    yield* drain
    assert.deepStrictEqual(yield* asked, ["lookup", "start"])
    assert.isTrue(Option.isSome((yield* paymentOf(order)).instructions))
  })

  testIn(transfers)("is not offered for an invoice without a reference", function* () {
    const partnerId = yield* shop()
    const hold = yield* StoreHold
    yield* hold.place({ reason: "it was restored", since: start })
    const order = yield* issueFiat(partnerId, { currency: "EUR" })
    const payments = yield* BankPayments
    assert.deepStrictEqual(yield* payments.banksFor(order), sandboxBanks)
    assert.lengthOf(yield* payments.banks("EUR"), sandboxBanks.length + 1)
    const refused = yield* Effect.flip(chooseBank(order, "transfer"))
    assert.strictEqual(refused._tag, "InvalidInput")
  })
})
