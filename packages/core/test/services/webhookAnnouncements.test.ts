import { assert, describe } from "@effect/vitest"
import { BankReceipts, Batches, CryptoInvoices, Invoices, Payouts } from "@quittance/core"
import {
  cryptoInvoice as cryptoInvoices,
  cryptoInvoiceView,
  type Instant,
  invoice as invoices,
  invoiceView,
  LedgerReader,
  millisPerDay,
  millisPerHour,
  payout,
  payoutView,
  SandboxChain,
  StateReader,
  TransitReader,
  transitDeposit as transitDeposits,
  type Versioned
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { transitDepositView, transitWalletView } from "../../src/concepts/transit/TransitView.ts"
import { type Deployment, fundedPartner, payoutOf, start, test } from "./Deployment.ts"
import { cancelFiat, drain, issueFiat, receiveFiat, shop } from "./fiatInvoices.ts"
import { issue, refresh, send } from "./invoices.ts"
import { callsTo, eventOf, type ReceivedEvent } from "./Receivers.ts"
import { openWallet, refreshWallet } from "./wallets.ts"
import { listen, listenToAccount } from "./webhooks.ts"

/** What is told of the things that happen: which event, of which version, and the resource as the API shows it. */

/** Everything that was told to a receiver since it was asked for the last time. */
const newsAt = (url: string) => {
  let heard = 0
  return Effect.gen(function* () {
    yield* drain
    const calls = yield* callsTo(url)
    const news = calls.slice(heard).map(eventOf)
    heard = calls.length
    return news
  })
}

type News = Effect.Effect<ReadonlyArray<ReceivedEvent>, unknown, Deployment>

/**
 * The only news are these events, in this order, about the resource as it is shown now and in its version of now;
 * several of one change count it on. Answers what is told besides.
 */
const tells = Effect.fnUntraced(function* <
  S extends object & { readonly versionsAhead?: Option.Option<number> }
>(
  news: News,
  types: ReadonlyArray<string>,
  read: Effect.Effect<Versioned<S>, unknown, Deployment>,
  show: (state: S) => object
) {
  const events = yield* news
  assert.deepStrictEqual(
    events.map(({ type }) => type),
    types
  )
  const { state, version } = yield* read
  const last = version + ("versionsAhead" in state ? Option.getOrElse(state.versionsAhead, () => 0) : 0)
  assert.deepStrictEqual(
    events.map((event) => event.version),
    types.map((_, nth) => last - types.length + 1 + nth)
  )
  for (const { createdAt, data, id, object } of events) {
    assert.match(id, /^evt_[0-9a-f]{32}$/)
    assert.strictEqual(object, "event")
    assert.strictEqual(createdAt, new Date(yield* Clock.currentTimeMillis).toISOString())
    assert.deepStrictEqual<object>(data.object, JSON.parse(JSON.stringify(show(state))))
  }
  return events.map(({ data: { object: _, ...besides } }) => besides)
})

const tellsNothing = (news: News) => Effect.map(news, (events) => assert.deepStrictEqual(events, []))

const publicUrl = "http://127.0.0.1:3000"

const at = (instant: Instant) => TestClock.setTime(instant)

describe("a payout tells", () => {
  const created = Effect.fnUntraced(function* (note: string) {
    const partnerId = yield* fundedPartner(100)
    const { url } = yield* listenToAccount(partnerId, "account")
    const payouts = yield* Payouts
    const { value } = yield* payouts.create(partnerId, "k", payoutOf(10, note))
    const read = Effect.flatMap(StateReader, (states) =>
      Effect.flatMap(states.get(payout, partnerId, value.id), Effect.fromOption)
    )
    const show = (state: Parameters<typeof payoutView>[0]) => payoutView(state, "Tron (TRC-20)")
    return { order: value, news: newsAt(url), read, show }
  })

  test("that it was completed, and nothing before", function* () {
    const { news, read, show } = yield* created("sandbox:slow")
    yield* tellsNothing(news)
    yield* TestClock.adjust("18 seconds")
    yield* tells(news, ["payout.completed"], read, show)
  })

  test("that it failed, and that it was settled after that", function* () {
    const { news, order, read, show } = yield* created("sandbox:reject")
    yield* tells(news, ["payout.failed"], read, show)
    yield* TestClock.adjust("1 hour")
    const payouts = yield* Payouts
    const confirm = {
      _tag: "Confirm" as const,
      processingId: Option.some("p"),
      at: yield* Clock.currentTimeMillis
    }
    yield* payouts.apply(order.partnerId, order.id, confirm)
    yield* tells(news, ["payout.late_settlement"], read, show)
    yield* payouts.apply(order.partnerId, order.id, confirm)
    yield* tellsNothing(news)
  })
})

describe("a crypto invoice tells", () => {
  const issued = Effect.gen(function* () {
    const partnerId = yield* fundedPartner(0)
    const { url } = yield* listenToAccount(partnerId, "account")
    const order = yield* issue(partnerId, 10)
    const read = Effect.flatMap(StateReader, (states) =>
      Effect.flatMap(states.get(cryptoInvoices, partnerId, order.id), Effect.fromOption)
    )
    const show = (state: Parameters<typeof cryptoInvoiceView>[0]) => cryptoInvoiceView(state, publicUrl)
    return { order, news: newsAt(url), read, show }
  })

  test("that money is on its way, and that it is paid", function* () {
    const { news, order, read, show } = yield* issued
    yield* tellsNothing(news)
    yield* send(order, 10, { txHash: "tx", confirmations: 1 })
    yield* refresh(order)
    yield* tells(news, ["crypto.invoice.confirming"], read, show)
    const chain = yield* SandboxChain
    yield* chain.addBlocks("tron", 3)
    yield* refresh(order)
    yield* tellsNothing(news)
    yield* chain.addBlocks("tron", 20)
    yield* refresh(order)
    yield* tells(news, ["crypto.invoice.paid"], read, show)
    yield* refresh(order)
    yield* tellsNothing(news)
  })

  test("once, when it is paid as soon as it is seen", function* () {
    const { news, order, read, show } = yield* issued
    yield* send(order, 10)
    yield* refresh(order)
    yield* tells(news, ["crypto.invoice.paid"], read, show)
  })

  test("of too much money, with the payment and with each credit after it", function* () {
    const { news, order, read, show } = yield* issued
    yield* send(order, 11)
    yield* refresh(order)
    yield* tells(news, ["crypto.invoice.paid", "crypto.invoice.overpaid"], read, show)
    yield* send(order, 1)
    yield* refresh(order)
    yield* tells(news, ["crypto.invoice.overpaid"], read, show)
  })

  test("of two transfers that one look shows in versions that go on, as the row is stored", function* () {
    const { news, order, read } = yield* issued
    yield* send(order, 11)
    yield* send(order, 1)
    yield* refresh(order)
    const { state, version } = yield* read
    assert.deepStrictEqual([version, state.versionsAhead], [3, Option.some(2)])
    assert.deepStrictEqual(
      (yield* news).map((event) => [event.type, event.version]),
      [
        ["crypto.invoice.confirming", 2],
        ["crypto.invoice.credited", 3],
        ["crypto.invoice.paid", 4],
        ["crypto.invoice.overpaid", 5]
      ]
    )
  })

  test("that the expiry found too little, and that late money paid it", function* () {
    const { news, order, read, show } = yield* issued
    yield* send(order, 4)
    yield* refresh(order)
    yield* tells(news, ["crypto.invoice.confirming", "crypto.invoice.credited"], read, show)
    yield* at(order.expiresAt)
    yield* tells(news, ["crypto.invoice.underpaid"], read, show)
    yield* send(order, 6)
    yield* refresh(order)
    yield* tells(news, ["crypto.invoice.paid"], read, show)
  })

  test("that it expired", function* () {
    const { news, order, read, show } = yield* issued
    yield* at(order.expiresAt)
    yield* tells(news, ["crypto.invoice.expired"], read, show)
  })

  test("that it was cancelled", function* () {
    const { news, order, read, show } = yield* issued
    const invoices = yield* CryptoInvoices
    yield* invoices.cancel(order.partnerId, order.id)
    yield* tells(news, ["crypto.invoice.cancelled"], read, show)
  })
})

describe("a fiat invoice tells", () => {
  const read = (order: { readonly partnerId: string; readonly id: string }) =>
    Effect.flatMap(StateReader, (states) =>
      Effect.flatMap(states.get(invoices, order.partnerId, order.id), Effect.fromOption)
    )
  const show = (state: Parameters<typeof invoiceView>[0]) => invoiceView(state, publicUrl)

  const issued = Effect.gen(function* () {
    const partnerId = yield* shop()
    const { url } = yield* listen(partnerId, "shop")
    const order = yield* issueFiat(partnerId, { metadata: { order: 1 } })
    const news = newsAt(url)
    yield* tells(news, ["invoice.created"], read(order), show)
    return { order, news }
  })

  test("that it was created and paid", function* () {
    const { news, order } = yield* issued
    yield* receiveFiat(order, "one")
    yield* tells(news, ["invoice.paid"], read(order), show)
    yield* receiveFiat(order, "one")
    yield* tellsNothing(news)
  })

  test("that its bank took the money back, once", function* () {
    const { news, order } = yield* issued
    const { order: payment, receipt } = yield* Effect.map(receiveFiat(order, "one"), (paid) => {
      assert(paid._tag === "settled")
      return paid
    })
    yield* tells(news, ["invoice.paid"], read(order), show)
    const receipts = yield* BankReceipts
    yield* receipts.recall(order.partnerId, payment.id, "2026-01-20")
    const [announced] = yield* tells(news, ["invoice.payment_reversed"], read(order), show)
    assert.deepStrictEqual(announced, {
      payment: {
        ...{ id: payment.id, amount: 100, currency: "USD" },
        ...{ bankTime: new Date(receipt.bankTime).toISOString(), recalledOn: "2026-01-20" }
      }
    })
    yield* receipts.recall(order.partnerId, payment.id, "2026-01-20")
    yield* tellsNothing(news)
  })

  test("that it was cancelled, and of money that comes then", function* () {
    const { news, order } = yield* issued
    yield* cancelFiat(order)
    yield* tells(news, ["invoice.cancelled"], read(order), show)
    const payment = yield* receiveFiat(order, "one")
    const [announced] = yield* tells(news, ["invoice.payment_unresolved"], read(order), show)
    assert.deepStrictEqual(announced, {
      payment: {
        id: payment.order.id,
        amount: 100,
        currency: "USD",
        fault: "cancelled",
        bankTime: new Date(yield* Clock.currentTimeMillis).toISOString()
      }
    })
    yield* receiveFiat(order, "one")
    yield* tellsNothing(news)
  })

  test("of money that comes when it is paid, that is wrong, and that is too late", function* () {
    const { news, order } = yield* issued
    yield* receiveFiat(order, "wrong", { amountMinor: 9_999n })
    const [wrong] = yield* tells(news, ["invoice.payment_unresolved"], read(order), show)
    assert.deepInclude(wrong?.payment, { amount: 99.99, fault: "wrongAmount" })
    yield* receiveFiat(order, "one")
    yield* tells(news, ["invoice.paid"], read(order), show)
    yield* receiveFiat(order, "two")
    const [second] = yield* tells(news, ["invoice.payment_unresolved"], read(order), show)
    assert.deepInclude(second?.payment, { fault: "alreadyPaid" })

    const late = yield* issueFiat(order.partnerId)
    yield* tells(news, ["invoice.created"], read(late), show)
    yield* at(late.expiresAt)
    yield* tells(news, ["invoice.expired"], read(late), show)
    yield* TestClock.adjust("25 hours")
    yield* receiveFiat(late, "three")
    const [tooLate] = yield* tells(news, ["invoice.payment_unresolved"], read(late), show)
    assert.deepInclude(tooLate?.payment, { fault: "tooLate" })
  })

  test("that it expired, by the sweep, and that late money paid it after all", function* () {
    const { news, order } = yield* issued
    yield* at(order.expiresAt)
    yield* tells(news, ["invoice.expired"], read(order), show)
    yield* TestClock.adjust("1 hour")
    yield* receiveFiat(order, "one")
    yield* tells(news, ["invoice.paid"], read(order), show)
  })

  test("that late money paid it, and no expiry that nobody had recorded", function* () {
    const { news, order } = yield* issued
    yield* at(order.expiresAt + millisPerHour)
    yield* receiveFiat(order, "one")
    yield* tells(news, ["invoice.paid"], read(order), show)
  })

  test("the same of a repeat as of the first creation: nothing more", function* () {
    const partnerId = yield* shop()
    const { url } = yield* listen(partnerId, "shop")
    const invoices = yield* Invoices
    const request = { amount: 10, currency: "USD" }
    yield* invoices.create(partnerId, "the key", request)
    yield* invoices.create(partnerId, "the key", request)
    assert.lengthOf(yield* newsAt(url), 1)
  })

  test("of every row of a file that it was created, and of every one that it expired", function* () {
    const partnerId = yield* shop()
    const { url } = yield* listen(partnerId, "shop")
    const news = newsAt(url)
    const count = 250
    const rows = Array.from({ length: count }, (_, index) => `${index + 1},USD`)
    const batches = yield* Batches
    const { invoices } = yield* batches.import(partnerId, {
      file: new TextEncoder().encode(["amount,currency", ...rows].join("\n")),
      sendEmails: "none",
      defaultCurrency: Option.none(),
      defaultRedirectUrl: Option.none(),
      defaultCancelUrl: Option.none()
    })
    for (const [type, version] of [
      ["invoice.created", 1],
      ["invoice.expired", 2]
    ] as const) {
      const events = yield* news
      assert.deepStrictEqual(
        events.map((event) => `${event.type} ${event.version} ${event.data.object.id}`).toSorted(),
        invoices.map(({ order }) => `${type} ${version} ${order.id}`).toSorted()
      )
      yield* at(start + millisPerDay)
    }
  })
})

describe("a transit wallet tells", () => {
  const opened = Effect.gen(function* () {
    const partnerId = yield* fundedPartner(0)
    const { url } = yield* listenToAccount(partnerId, "account")
    const news = newsAt(url)
    const wallet = yield* openWallet(partnerId)
    const standing = Effect.flatMap(TransitReader, (reader) =>
      Effect.flatMap(reader.wallet(partnerId, wallet.id), Effect.fromOption)
    )
    yield* tells(
      news,
      ["wallet.created"],
      Effect.map(standing, (state) => ({ state, version: 1 })),
      transitWalletView
    )
    const deposit = Effect.flatMap(StateReader, (states) =>
      Effect.flatMap(
        Effect.map(states.indexed(transitDeposits, "by_wallet", { equal: [partnerId, wallet.id] }), (all) =>
          Option.fromUndefinedOr(all.at(-1))
        ),
        Effect.fromOption
      )
    )
    return { wallet, news, deposit }
  })

  test("of a deposit that it was received, and that it is confirmed", function* () {
    const { deposit, news, wallet } = yield* opened
    yield* send(wallet, 10, { confirmations: 1 })
    yield* refreshWallet(wallet)
    yield* tells(news, ["payment.received"], deposit, transitDepositView)
    const chain = yield* SandboxChain
    yield* chain.addBlocks("tron", 3)
    yield* refreshWallet(wallet)
    yield* tellsNothing(news)
    yield* chain.addBlocks("tron", 20)
    yield* refreshWallet(wallet)
    yield* tells(news, ["payment.success"], deposit, transitDepositView)
    assert.strictEqual((yield* deposit).version, 3)
    const ledger = yield* LedgerReader
    assert.strictEqual((yield* ledger.balances(wallet.partnerId, "USDT")).available, 10_000_000n)
  })

  test("only the success of one that is final when it is seen", function* () {
    const { deposit, news, wallet } = yield* opened
    yield* send(wallet, 10)
    yield* refreshWallet(wallet)
    yield* tells(news, ["payment.success"], deposit, transitDepositView)
  })

  test("that one failed, before it was credited or after, and that it is back", function* () {
    const { deposit, news, wallet } = yield* opened
    const chain = yield* SandboxChain
    yield* send(wallet, 10, { txHash: "tx", confirmations: 1 })
    yield* refreshWallet(wallet)
    yield* tells(news, ["payment.received"], deposit, transitDepositView)
    yield* chain.drop("tx")
    yield* refreshWallet(wallet)
    yield* tells(news, ["payment.failed"], deposit, transitDepositView)
    yield* send(wallet, 10, { txHash: "tx" })
    yield* refreshWallet(wallet)
    yield* tells(news, ["payment.success"], deposit, transitDepositView)
    yield* chain.drop("tx")
    yield* refreshWallet(wallet)
    yield* tells(news, ["payment.failed"], deposit, transitDepositView)
  })
})

describe("the versions of one resource", () => {
  test("grow from event to event, so that a receiver can drop what is older", function* () {
    const partnerId = yield* fundedPartner(0)
    const { url } = yield* listenToAccount(partnerId, "account")
    const order = yield* issue(partnerId, 10)
    yield* send(order, 4)
    yield* refresh(order)
    yield* at(order.expiresAt)
    yield* drain
    yield* send(order, 8)
    yield* refresh(order)
    yield* drain
    const events = (yield* callsTo(url)).map(eventOf)
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      [
        "crypto.invoice.confirming",
        "crypto.invoice.credited",
        "crypto.invoice.underpaid",
        "crypto.invoice.paid",
        "crypto.invoice.overpaid"
      ]
    )
    let newest = 0
    for (const { type, version } of events) {
      assert.isAbove(version, newest, type)
      newest = version
    }
  })
})
