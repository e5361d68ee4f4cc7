import { assert, describe } from "@effect/vitest"
import { Balances, CryptoInvoices, Deposits, defaultNetworks } from "@quittance/core"
import {
  type CryptoInvoiceOrder,
  cryptoInvoice as cryptoInvoices,
  cryptoInvoiceView,
  restScale,
  SandboxChain,
  StateReader
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { fundedPartner, test, testIn } from "./Deployment.ts"
import { booksAreRight, drain } from "./fiatInvoices.ts"
import { issue, refresh, send } from "./invoices.ts"
import { callsTo, eventOf } from "./Receivers.ts"
import { listenToAccount } from "./webhooks.ts"

/** Money that comes to a crypto invoice, whatever its status: it is credited, shown and told. */

const publicUrl = "http://127.0.0.1:3000"

/** An invoice of 10 USDT, what its partner was told since it was asked for the last time, and what it sees. */
const issued = Effect.gen(function* () {
  const partnerId = yield* fundedPartner(0)
  const { url } = yield* listenToAccount(partnerId, "account")
  const order = yield* issue(partnerId, 10)
  let heard = 0
  let newest = 0
  const news = Effect.gen(function* () {
    yield* drain
    const events = (yield* callsTo(url)).slice(heard).map(eventOf)
    heard += events.length
    for (const { type, version } of events) {
      assert.isAbove(version, newest, `${type} has a version of its own`)
      newest = version
    }
    return events.map(({ data, type }) => [
      type.replace("crypto.invoice.", ""),
      data.object.status,
      data.object.exception,
      data.object.creditedAmount,
      data.transfer?.status,
      data.transfer?.amount
    ])
  })
  return { order, news }
})

const view = Effect.fnUntraced(function* ({ id, partnerId }: CryptoInvoiceOrder) {
  const invoices = yield* CryptoInvoices
  const invoice = yield* invoices.get(partnerId, id)
  return cryptoInvoiceView(invoice, publicUrl, yield* invoices.transfersOf(invoice))
})

const cancel = ({ id, partnerId }: CryptoInvoiceOrder) =>
  Effect.flatMap(CryptoInvoices, (invoices) => invoices.cancel(partnerId, id))

describe("the partner is told of money", () => {
  test("on a cancelled invoice", function* () {
    const { news, order } = yield* issued
    yield* cancel(order)
    yield* send(order, 10)
    yield* refresh(order)
    assert.deepStrictEqual(yield* news, [
      ["cancelled", "cancelled", "none", 0, undefined, undefined],
      ["credited", "cancelled", "late", 9.9, "credited", 10]
    ])
  })

  test("that comes in parts after the expiry and stays too little", function* () {
    const { news, order } = yield* issued
    yield* TestClock.setTime(order.expiresAt)
    yield* drain
    for (const amount of [3, 4]) {
      yield* send(order, amount)
      yield* refresh(order)
    }
    assert.deepStrictEqual(yield* news, [
      ["expired", "expired", "none", 0, undefined, undefined],
      ["credited", "expired", "late", 2.97, "credited", 3],
      ["credited", "expired", "late", 6.93, "credited", 4]
    ])
  })

  test("that comes to an underpaid invoice, which is still short", function* () {
    const { news, order } = yield* issued
    yield* send(order, 4, { txHash: "one", confirmations: 1 })
    yield* refresh(order)
    yield* TestClock.setTime(order.expiresAt)
    yield* drain
    yield* send(order, 3)
    yield* refresh(order)
    yield* send(order, 4, { txHash: "one", confirmations: 20 })
    yield* refresh(order)
    assert.deepStrictEqual(yield* news, [
      ["confirming", "confirming", "none", 0, "seen", 4],
      ["underpaid", "underpaid", "underpaid", 0, null, undefined].map((each) => each ?? undefined),
      ["credited", "underpaid", "underpaid", 2.97, "credited", 3],
      ["credited", "underpaid", "underpaid", 6.93, "credited", 4]
    ])
  })

  test("that is credited after the watch period, when the addresses are read again", function* () {
    const { news, order } = yield* issued
    yield* TestClock.setTime(order.watchUntil + 1)
    yield* drain
    yield* send(order, 10)
    const deposits = yield* Deposits
    yield* deposits.rescan(order.network)
    assert.deepStrictEqual(yield* news, [
      ["expired", "expired", "none", 0, undefined, undefined],
      ["credited", "expired", "late", 9.9, "credited", 10]
    ])
    yield* booksAreRight
  })

  test("that was credited and is taken back, and that pays it again", function* () {
    const { news, order } = yield* issued
    const chain = yield* SandboxChain
    yield* send(order, 10, { txHash: "one" })
    yield* refresh(order)
    yield* chain.drop("one")
    yield* refresh(order)
    yield* send(order, 10, { txHash: "two" })
    yield* refresh(order)
    assert.deepStrictEqual(yield* news, [
      ["paid", "paid", "none", 9.9, "credited", 10],
      ["reversed", "paid", "reorganised", 0, "reversed", 10],
      ["credited", "paid", "reorganised", 9.9, "credited", 10]
    ])
    yield* booksAreRight
  })

  test("that was seen and is gone", function* () {
    const { news, order } = yield* issued
    const chain = yield* SandboxChain
    yield* send(order, 10, { txHash: "one", confirmations: 1 })
    yield* refresh(order)
    yield* chain.drop("one")
    yield* refresh(order)
    assert.deepStrictEqual(yield* news, [
      ["confirming", "confirming", "none", 0, "seen", 10],
      ["reorganised", "pending", "reorganised", 0, "dropped", 10]
    ])
  })

  test("that is too much: paid first, then overpaid, each in a version of its own", function* () {
    const { news, order } = yield* issued
    yield* send(order, 11)
    yield* refresh(order)
    yield* send(order, 1)
    yield* refresh(order)
    assert.deepStrictEqual(yield* news, [
      ["paid", "paid", "overpaid", 10.89, "credited", 11],
      ["overpaid", "paid", "overpaid", 10.89, "credited", 11],
      ["overpaid", "paid", "overpaid", 11.88, "credited", 1]
    ])
  })

  test("that an operator adds or takes", function* () {
    const partnerId = yield* fundedPartner(0)
    const { url } = yield* listenToAccount(partnerId, "account")
    const balances = yield* Balances
    yield* balances.adjust(partnerId, { amount: 5, reason: "gift" })
    yield* balances.adjust(partnerId, { amount: "-2.5" })
    yield* drain
    const events = (yield* callsTo(url)).map(eventOf)
    const same = { currency: "USDT", status: "applied" }
    const adjustments = [
      { amount: 5, reason: "gift", ...same },
      { amount: -2.5, reason: "", ...same }
    ]
    for (const [index, { data, type, version }] of events.entries()) {
      const { id, ...shown } = data.object
      assert.match(id, /^adj_[0-9a-f]{32}$/)
      assert.deepStrictEqual<unknown>([type, version, shown], ["balance.adjusted", 1, adjustments[index]])
    }
    assert.lengthOf(events, 2)
  })
})

describe("the transfers of an invoice", () => {
  test("are shown with what became of them, the oldest first", function* () {
    const { order } = yield* issued
    const chain = yield* SandboxChain
    const first = (yield* view(order)).createdAt
    for (const [index, txHash] of ["one", "two", "three"].entries()) {
      yield* TestClock.setTime(order.createdAt + 1_000 * (index + 1))
      yield* send(order, index + 1, { txHash, confirmations: txHash === "three" ? 3 : 20 })
      yield* refresh(order)
    }
    yield* chain.drop("two")
    yield* refresh(order)
    yield* chain.drop("three")
    yield* refresh(order)
    yield* TestClock.setTime(order.createdAt + 4_000)
    yield* send(order, 1, { txHash: "four", confirmations: 5 })
    yield* refresh(order)
    const at = (seconds: number) => new Date(Date.parse(first) + 1_000 * seconds).toISOString()
    const { chargedFee, creditedAmount, feeAmount, netAmount, transfers, transfersOmitted } =
      yield* view(order)
    const shown = { position: 0, requiredConfirmations: 20 }
    assert.deepStrictEqual(transfers, [
      {
        ...shown,
        txHash: "one",
        amount: 1,
        status: "credited",
        confirmations: 20,
        seenAt: at(1),
        creditedAt: at(1)
      },
      {
        ...shown,
        txHash: "two",
        amount: 2,
        status: "reversed",
        confirmations: 0,
        seenAt: at(2),
        creditedAt: at(2)
      },
      {
        ...shown,
        txHash: "three",
        amount: 3,
        status: "dropped",
        confirmations: 0,
        seenAt: at(3),
        creditedAt: null
      },
      {
        ...shown,
        txHash: "four",
        amount: 1,
        status: "seen",
        confirmations: 5,
        seenAt: at(4),
        creditedAt: null
      }
    ])
    assert.deepStrictEqual(
      { chargedFee, creditedAmount, feeAmount, netAmount, transfersOmitted },
      { chargedFee: 0.01, creditedAmount: 0.99, feeAmount: 0.1, netAmount: 9.9, transfersOmitted: 0 }
    )
  })

  test("are a hundred at most, the newest, however many there are", function* () {
    const { order } = yield* issued
    for (let index = 0; index < 103; index++) {
      yield* TestClock.setTime(order.createdAt + index)
      yield* send(order, 0.001, { txHash: `tx ${index}`, confirmations: index % 2 === 0 ? 20 : 1 })
    }
    yield* refresh(order)
    const { transfers, transfersOmitted } = yield* view(order)
    assert.deepStrictEqual(
      transfers?.map(({ txHash }) => txHash),
      Array.from({ length: 100 }, (_, index) => `tx ${index + 3}`)
    )
    assert.strictEqual(transfersOmitted, 3)
    const inLists = cryptoInvoiceView(yield* refresh(order), publicUrl)
    assert.deepStrictEqual([inLists.transfers, inLists.transfersOmitted], [null, 103])
  })

  test("of an invoice from before they were counted are counted where they are shown", function* () {
    const { order } = yield* issued
    for (let index = 0; index < 102; index++) yield* send(order, 0.001, { txHash: `tx ${index}` })
    yield* refresh(order)
    const states = yield* StateReader
    const invoices = yield* CryptoInvoices
    const { state } = Option.getOrThrow(yield* states.get(cryptoInvoices, order.partnerId, order.id))
    const old = { ...state, tally: { ...state.tally, creditedCount: Option.none() } }
    assert.strictEqual((yield* invoices.transfersOf(old)).omittedCount, 2)
  })
})

/** What a payment of 100 in these parts, of a token with 18 decimals, comes to. */
const paidIn = Effect.fnUntraced(function* (parts: ReadonlyArray<bigint>) {
  const order = yield* issue(yield* fundedPartner(0), 100)
  const chain = yield* SandboxChain
  const { address, network } = order
  for (const [index, value] of parts.entries())
    yield* chain.deposit({
      ...{ network, address, txHash: `${order.id} ${index}`, logIndex: 0, confirmations: 20 },
      ...{ amountMinor: value / 10n ** 12n, rest: (value % 10n ** 12n) * (restScale / 10n ** 12n) }
    })
  yield* refresh(order)
  const { chargedFee, creditedAmount, exception, paidAmount, status } = yield* view(order)
  yield* booksAreRight
  return [status, exception, paidAmount, creditedAmount, chargedFee]
})

describe("parts of a token with more decimals", () => {
  test("are summed before they are rounded down", function* () {
    const whole = yield* paidIn([100n * 10n ** 18n])
    assert.deepStrictEqual(whole, ["paid", "none", 100, 99, 1])
    const third = 33_333_333_333_300_000_000n
    assert.deepStrictEqual(yield* paidIn([third, third, 100n * 10n ** 18n - 2n * third]), whole)
    assert.deepStrictEqual(yield* paidIn([100n * 10n ** 18n - 1n, 1n]), whole)
    assert.deepStrictEqual(
      yield* paidIn(
        Array.from({ length: 7 }, (_, index) => (index === 0 ? 100n * 10n ** 18n - 6n * 7n : 7n))
      ),
      whole
    )
    assert.deepStrictEqual(yield* paidIn([100n * 10n ** 18n - 1n]), [
      "confirming",
      "none",
      99.999999,
      98.999999,
      1
    ])
  })
})

describe("a tolerance", () => {
  const tolerant = (tolerance: { readonly basisPoints?: number; readonly fixedMinor?: bigint }) => ({
    networks: defaultNetworks.map((network) => ({
      ...network,
      tolerance: { ...network.tolerance, ...tolerance }
    }))
  })

  testIn({ settings: tolerant({ basisPoints: 100 }) })(
    "of one percent pays an invoice with 99",
    function* () {
      const order = yield* issue(yield* fundedPartner(0), 100)
      yield* send(order, 98.999999)
      assert.strictEqual((yield* refresh(order))._tag, "confirming")
      yield* send(order, 0.000001)
      yield* refresh(order)
      const { chargedFee, creditedAmount, exception, paidAmount, status } = yield* view(order)
      assert.deepStrictEqual(
        [status, exception, paidAmount, creditedAmount, chargedFee],
        ["paid", "none", 99, 98.01, 0.99]
      )
      yield* send(order, 1)
      assert.strictEqual((yield* view(order)).exception, "none", "overpaid counts from the expected amount")
      yield* booksAreRight
    }
  )

  testIn({ settings: tolerant({ basisPoints: 1, fixedMinor: 2_000_000n }) })(
    "is the larger of the two",
    function* () {
      const order = yield* issue(yield* fundedPartner(0), 100)
      yield* send(order, 98)
      assert.strictEqual((yield* refresh(order))._tag, "paid")
    }
  )
})
