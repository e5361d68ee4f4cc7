import { assert, describe } from "@effect/vitest"
import { Batches, Sandbox, SandboxClock } from "@quittance/core"
import { bankPaymentJobs, graceMillis, type InvoiceOrder, millisPerDay } from "@quittance/core/adapter"
import { Clock, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { testOn } from "../testOn.ts"
import { type Deployment, deployed, Seen } from "./Deployment.ts"
import {
  booksAreRight,
  cancelFiat,
  chooseBank,
  drain,
  fiatMoney,
  issueFiat,
  paymentTags,
  readFiat,
  shop,
  workFor
} from "./fiatInvoices.ts"

/** The sandbox on the test's own clock. */
const sandbox = Sandbox.layer.pipe(
  Layer.provide(
    Layer.succeed(SandboxClock, {
      advance: (millis) => Effect.andThen(TestClock.adjust(millis), Clock.currentTimeMillis)
    })
  )
)
const sandboxed = <A, E>(test: Effect.Effect<A, E, Deployment | Sandbox>) =>
  deployed()(Effect.provide(test, sandbox))

const pay = ({ id, partnerId }: InvoiceOrder, input: unknown = {}) =>
  Effect.flatMap(Sandbox, (outside) => outside.pay(partnerId, id, input))

const issued = Effect.flatMap(shop(), (partnerId) => issueFiat(partnerId))

const payer = Effect.fnUntraced(function* (order: InvoiceOrder) {
  const invoice = yield* readFiat(order)
  return invoice._tag === "paid" ? invoice.receipt.payerBank : invoice._tag
})

const test = testOn(sandboxed)

describe("the simulated bank takes the money of an invoice", () => {
  test("for which no bank was chosen", function* () {
    const order = yield* issued
    assert.strictEqual((yield* pay(order))._tag, "paid")
    assert.strictEqual(yield* payer(order), "Sandbox Bank")
    assert.deepStrictEqual(yield* paymentTags(order), ["settled"])
    assert.deepStrictEqual(yield* fiatMoney(order.partnerId), { available: 10_000n, unresolved: 0n })
  })

  for (const [when, drained] of [
    ["before the rail was asked", 0],
    ["after the rail was asked", 1]
  ] as const) {
    test(`by the payment that is open, in the bank that was chosen, ${when}`, function* () {
      const order = yield* issued
      yield* chooseBank(order, "steppe")
      if (drained > 0) yield* drain
      assert.strictEqual((yield* pay(order))._tag, "paid")
      yield* workFor(bankPaymentJobs.follow, millisPerDay)
      assert.deepStrictEqual(yield* paymentTags(order), ["settled"])
      assert.strictEqual(yield* payer(order), "Steppe Bank")
      assert.deepStrictEqual(yield* fiatMoney(order.partnerId), { available: 10_000n, unresolved: 0n })
      assert.deepStrictEqual((yield* Seen).errors, [])
      yield* booksAreRight
    })
  }

  test("again with each call, unless the operation was told before", function* () {
    const order = yield* issued
    for (let time = 0; time < 3; time++) yield* pay(order, { operationId: "one", bank: "My Bank" })
    assert.strictEqual(yield* payer(order), "My Bank")
    assert.deepStrictEqual(yield* paymentTags(order), ["settled"])
    yield* pay(order)
    yield* pay(order, { operationId: "two" })
    assert.deepStrictEqual(yield* paymentTags(order), ["settled", "unresolved", "unresolved"])
    assert.deepStrictEqual(yield* fiatMoney(order.partnerId), { available: 10_000n, unresolved: 20_000n })
    yield* booksAreRight
  })

  test("once for one operation: of another invoice it is refused, another partner's are apart", function* () {
    const order = yield* issued
    yield* pay(order, { operationId: "one" })
    const failure = yield* Effect.flip(pay(yield* issueFiat(order.partnerId), { operationId: "one" }))
    assert.deepInclude(failure, { _tag: "BankOperationUsed", operationId: "one" })
    const theirs = yield* issueFiat(yield* shop("another shop"))
    assert.strictEqual((yield* pay(theirs, { operationId: "one" }))._tag, "paid")
  })

  test("whatever its status: cancelled it stays, expired it is late, too late it is expired", function* () {
    const cancelled = yield* issued
    yield* cancelFiat(cancelled)
    assert.strictEqual((yield* pay(cancelled))._tag, "cancelled")
    const late = yield* issued
    const tooLate = yield* issued
    yield* TestClock.setTime(late.expiresAt + graceMillis)
    const invoice = yield* pay(late)
    assert(invoice._tag === "paid")
    assert.isTrue(invoice.late)
    yield* TestClock.adjust(1)
    assert.strictEqual((yield* pay(tooLate))._tag, "expired")
    assert.deepStrictEqual(yield* fiatMoney(late.partnerId), { available: 10_000n, unresolved: 20_000n })
  })

  test("of one's own invoices only, with fields that are right", function* () {
    const order = yield* issued
    const stranger = yield* shop("another shop")
    assert.strictEqual((yield* Effect.flip(pay({ ...order, partnerId: stranger })))._tag, "NotFound")
    for (const input of [
      { bank: "" },
      { bank: " " },
      { bank: 1 },
      { bank: "b".repeat(101) },
      { operationId: "" },
      { operationId: "ключ" },
      "text"
    ])
      assert.strictEqual((yield* Effect.flip(pay(order, input)))._tag, "InvalidInput", JSON.stringify(input))
    assert.strictEqual((yield* readFiat(order))._tag, "pending")
  })
})

describe("the sandbox's mailbox", () => {
  test("shows a partner its own e-mails, the oldest first", function* () {
    const batches = yield* Batches
    const outside = yield* Sandbox
    const send = (partnerId: string, to: string) =>
      batches.import(partnerId, {
        file: new TextEncoder().encode(`amount,currency,email\n10,USD,${to}`),
        sendEmails: "send",
        defaultCurrency: Option.none(),
        defaultRedirectUrl: Option.none(),
        defaultCancelUrl: Option.none()
      })
    const partnerId = yield* shop()
    const stranger = yield* shop("another shop")
    for (const [sender, to] of [
      [partnerId, "first@shop.example"],
      [stranger, "other@shop.example"],
      [partnerId, "second@shop.example"]
    ] as const) {
      yield* send(sender, to)
      yield* drain
      yield* TestClock.adjust("1 second")
    }
    const own = yield* outside.mail(partnerId)
    assert.deepStrictEqual(
      own.map(({ to }) => to),
      ["first@shop.example", "second@shop.example"]
    )
    const [first] = own
    assert.match(first?.subject ?? "", /10.*USD/)
    assert.lengthOf(yield* outside.mail(stranger), 1)
  })
})
