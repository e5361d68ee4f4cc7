import { assert, describe } from "@effect/vitest"
import { Balances, Deposits, type ShownTransfer } from "@quittance/core"
import {
  AuditReader,
  DepositAddresses,
  LedgerReader,
  SandboxChain,
  TransitReader,
  type TransitWallet
} from "@quittance/core/adapter"
import { Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess, balanceOfPartner, Seen, start, test, testIn, usdt } from "./Deployment.ts"
import { booksAreRight, racingStore, shop } from "./fiatInvoices.ts"
import { issue, send } from "./invoices.ts"
import { depositsOf, depositTags, openWallet, refreshWallet } from "./wallets.ts"

const opened = Effect.flatMap(shop(), (partnerId) => openWallet(partnerId))

/** Deposits, wallet, ledger and audit say the same: this is on the wallet, and this the partner has. */
const holds = Effect.fnUntraced(function* (wallet: TransitWallet, units: number, availableUnits = units) {
  const minor = BigInt(Math.round(units * 1_000_000))
  assert.strictEqual(yield* refreshWallet(wallet), minor)
  const reader = yield* TransitReader
  const found = yield* Effect.flatMap(reader.wallet(wallet.partnerId, wallet.id), Effect.fromOption)
  assert.strictEqual(found.balanceMinor, minor)
  const credited = (yield* depositsOf(wallet)).filter(({ _tag }) => _tag === "credited")
  assert.strictEqual(
    credited.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    minor
  )
  const ledger = yield* LedgerReader
  const { available } = yield* ledger.balances(wallet.partnerId, "USDT")
  assert.strictEqual(available, BigInt(Math.round(availableUnits * 1_000_000)))
  yield* booksAreRight
})

const entryKinds = ({ partnerId }: TransitWallet) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { entries } = yield* (yield* AuditReader).snapshot
      const all = yield* Stream.runCollect(entries)
      return all.filter((entry) => entry.partnerId === partnerId).map(({ kind }) => kind)
    })
  )

const drop = (txHash: string) => Effect.flatMap(SandboxChain, (chain) => chain.drop(txHash))
const blocks = (count: number) => Effect.flatMap(SandboxChain, (chain) => chain.addBlocks("tron", count))

/** A network that shows what a test wants it to show, in that order. */
const shown = new Map<string, ReadonlyArray<ShownTransfer>>()
const showing = Layer.effect(
  DepositAddresses,
  Effect.map(DepositAddresses, (inner) =>
    DepositAddresses.of({
      ...inner,
      transfers: (network, address) =>
        Effect.suspend(() => {
          const transfers = shown.get(address)
          return transfers === undefined ? inner.transfers(network, address) : Effect.succeed(transfers)
        })
    })
  )
).pipe(Layer.provide(SandboxChain.layer))

const transfer = (txHash: string, units: number, fields: Partial<ShownTransfer> = {}): ShownTransfer => ({
  txHash,
  logIndex: 0,
  amountMinor: BigInt(Math.round(units * 1_000_000)),
  confirmations: 20,
  seenAt: start,
  dropped: false,
  ...fields
})

const show = ({ address }: TransitWallet, ...transfers: ReadonlyArray<ShownTransfer>) =>
  Effect.sync(() => void shown.set(address, transfers))

describe("a deposit", () => {
  test("counts when it has enough confirmations, in full and without a fee", function* () {
    const wallet = yield* opened
    yield* send(wallet, 10.123456, { confirmations: 1 })
    yield* holds(wallet, 0)
    assert.deepStrictEqual(yield* depositTags(wallet), ["seen"])
    yield* blocks(18)
    yield* holds(wallet, 0)
    yield* blocks(1)
    yield* holds(wallet, 10.123456)
    assert.deepStrictEqual(yield* depositTags(wallet), ["credited"])
    const balance = yield* balanceOfPartner(wallet.partnerId)
    assert.strictEqual(balance.receivedMinor, 10_123_456n)
    assert.deepStrictEqual(yield* entryKinds(wallet), ["transit.credited"])
  })

  test("told of twice counts once", function* () {
    const wallet = yield* opened
    yield* send(wallet, 10, { txHash: "tx" })
    for (let count = 0; count < 3; count++) yield* holds(wallet, 10)
    yield* send(wallet, 10, { txHash: "tx" })
    yield* holds(wallet, 10)
    assert.deepStrictEqual(yield* entryKinds(wallet), ["transit.credited"])
  })

  test("is one of its transaction: others of the same count as well", function* () {
    const wallet = yield* opened
    yield* send(wallet, 10, { txHash: "tx", logIndex: 0 })
    yield* send(wallet, 5, { txHash: "tx", logIndex: 1 })
    const other = yield* openWallet(wallet.partnerId)
    yield* send(other, 1, { txHash: "tx", logIndex: 2 })
    yield* holds(wallet, 15)
    yield* holds(other, 1, 16)
  })

  testIn({ addresses: showing })("counts whatever the order in which the network tells of it", function* () {
    const wallet = yield* opened
    const [one, two, three] = [transfer("one", 1), transfer("two", 2), transfer("three", 3)]
    yield* show(wallet, three, { ...one, confirmations: 2 })
    yield* holds(wallet, 3)
    yield* show(wallet, one, { ...three, confirmations: 3 }, two)
    yield* holds(wallet, 6)
    yield* show(wallet, two, { ...one, confirmations: 0 })
    yield* holds(wallet, 6)
    yield* show(wallet)
    yield* holds(wallet, 6)
  })

  testIn({ addresses: showing })(
    "whose amount changes on its way counts with the amount that is confirmed, and not later ones",
    function* () {
      const wallet = yield* opened
      yield* show(wallet, transfer("tx", 10, { confirmations: 1 }))
      yield* holds(wallet, 0)
      yield* show(wallet, transfer("tx", 7, { confirmations: 2 }))
      yield* holds(wallet, 0)
      assert.deepStrictEqual(
        (yield* depositsOf(wallet)).map(({ amountMinor }) => amountMinor),
        [7n * usdt]
      )
      yield* show(wallet, transfer("tx", 8))
      yield* holds(wallet, 8)
      yield* show(wallet, transfer("tx", 9))
      yield* holds(wallet, 8)
    }
  )

  test("dropped before it was credited never counted", function* () {
    const wallet = yield* opened
    yield* send(wallet, 10, { txHash: "tx", confirmations: 5 })
    yield* holds(wallet, 0)
    yield* drop("tx")
    yield* holds(wallet, 0)
    assert.deepStrictEqual(yield* depositTags(wallet), ["dropped"])
    assert.deepStrictEqual(yield* entryKinds(wallet), [])
    assert.deepStrictEqual((yield* Seen).errors, [])
  })

  testIn({ addresses: showing })("dropped without an amount is dropped all the same", function* () {
    const wallet = yield* opened
    yield* show(wallet, transfer("tx", 10))
    yield* holds(wallet, 10)
    yield* show(wallet, transfer("tx", 0, { dropped: true, confirmations: 0 }))
    yield* holds(wallet, 0)
    assert.deepStrictEqual(yield* depositTags(wallet), ["reversed"])
  })

  test("dropped after it was credited is written off, and alerts, once", function* () {
    const wallet = yield* opened
    yield* send(wallet, 10, { txHash: "tx" })
    yield* send(wallet, 1)
    yield* holds(wallet, 11)
    yield* drop("tx")
    for (let count = 0; count < 3; count++) yield* holds(wallet, 1)
    assert.deepStrictEqual(yield* entryKinds(wallet), [
      "transit.credited",
      "transit.credited",
      "transit.reversed"
    ])
    const { adjustmentsMinor, receivedMinor } = yield* balanceOfPartner(wallet.partnerId)
    assert.deepStrictEqual([receivedMinor, adjustmentsMinor], [11n * usdt, -10n * usdt])
    const { errors } = yield* Seen
    assert.lengthOf(errors, 1)
    assert.match(errors[0] ?? "", /was reorganised away/)
  })

  test("that is gone after its money was spent takes the balance below zero", function* () {
    const wallet = yield* opened
    yield* send(wallet, 10, { txHash: "tx" })
    yield* holds(wallet, 10)
    const balances = yield* Balances
    yield* balances.adjust(wallet.partnerId, { amount: -8 })
    yield* drop("tx")
    yield* holds(wallet, 0, -8)
  })

  test("that comes back counts again, as often as it goes and comes", function* () {
    const wallet = yield* opened
    const back = send(wallet, 10, { txHash: "tx" })
    yield* send(wallet, 10, { txHash: "tx", confirmations: 1 })
    yield* holds(wallet, 0)
    yield* drop("tx")
    yield* holds(wallet, 0)
    yield* back
    yield* holds(wallet, 10)
    yield* drop("tx")
    yield* holds(wallet, 0)
    yield* send(wallet, 10, { txHash: "tx", confirmations: 2 })
    yield* holds(wallet, 0)
    assert.deepStrictEqual(yield* depositTags(wallet), ["seen"])
    yield* back
    yield* holds(wallet, 10)
    assert.deepStrictEqual(yield* entryKinds(wallet), [
      "transit.credited",
      "transit.reversed",
      "transit.credited"
    ])
  })

  test("of the smallest amount counts, and one of nothing is none", function* () {
    const wallet = yield* opened
    yield* send(wallet, 0)
    yield* send(wallet, 0, { confirmations: 1 })
    yield* holds(wallet, 0)
    assert.deepStrictEqual(yield* depositTags(wallet), [])
    yield* send(wallet, 0.000001)
    yield* holds(wallet, 0.000001)
  })

  test("that was dropped when it is first seen is none", function* () {
    const wallet = yield* opened
    yield* send(wallet, 10, { txHash: "tx" })
    yield* drop("tx")
    yield* holds(wallet, 0)
    assert.deepStrictEqual(yield* depositTags(wallet), [])
  })
})

describe("many who tell of deposits at once", () => {
  const shared = { store: racingStore }
  testIn(shared)("credit each once, in one process and in two", function* () {
    const wallet = yield* opened
    for (const [txHash, units] of [
      ["one", 1],
      ["two", 2],
      ["three", 3]
    ] as const)
      yield* send(wallet, units, { txHash, confirmations: txHash === "three" ? 1 : 20 })
    const other = yield* anotherProcess(shared)
    const telling = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? refreshWallet(wallet) : Effect.provideContext(refreshWallet(wallet), other)
    )
    yield* Effect.all(telling, { concurrency: "unbounded" })
    yield* holds(wallet, 3)
    yield* blocks(20)
    yield* Effect.all(telling, { concurrency: "unbounded" })
    yield* holds(wallet, 6)
    yield* drop("two")
    yield* Effect.all(telling, { concurrency: "unbounded" })
    yield* holds(wallet, 4)
    assert.lengthOf((yield* Seen).errors, 1, "alerted once")
  })
})

describe("many transfers that arrive at once, each with somebody who tells of it", () => {
  testIn({ store: racingStore })("are all recorded, and nobody is refused", function* () {
    const wallet = yield* opened
    const arriving = Array.from({ length: 20 }, (_, index) =>
      Effect.andThen(send(wallet, 1, { txHash: `tx${index}` }), refreshWallet(wallet))
    )
    yield* Effect.all(arriving, { concurrency: "unbounded" })
    yield* holds(wallet, 20)
  })
})

describe("a rescan", () => {
  test("reads every address of a network, of invoices and of wallets, and no other network's", function* () {
    const partnerId = yield* shop()
    const wallets = yield* Effect.forEach(Array.from({ length: 105 }), () => openWallet(partnerId))
    const elsewhere = yield* openWallet(partnerId, "ethereum")
    for (const wallet of wallets) yield* send(wallet, 1)
    yield* send(elsewhere, 1)
    const order = yield* issue(partnerId, 10)
    yield* send(order, 10)
    const deposits = yield* Deposits
    assert.strictEqual(yield* deposits.rescan("tron"), 106)
    assert.strictEqual((yield* balanceOfPartner(partnerId)).receivedMinor, 114_900_000n)
    assert.strictEqual(yield* deposits.rescan("tron"), 106)
    assert.strictEqual((yield* balanceOfPartner(partnerId)).receivedMinor, 114_900_000n)
    assert.strictEqual(yield* deposits.rescan("ethereum"), 1)
    yield* holds(elsewhere, 1, 115.9)
  })
})

describe("the hint of somebody who watches the network", () => {
  test("is taken for wallets at any time", function* () {
    const wallet = yield* opened
    yield* TestClock.adjust("400 days")
    yield* send(wallet, 10)
    const deposits = yield* Deposits
    yield* deposits.notice("tron", wallet.address)
    assert.deepStrictEqual(yield* depositTags(wallet), ["credited"])
    assert.strictEqual((yield* Effect.flip(deposits.notice("tron", "nowhere")))._tag, "NotFound")
    yield* holds(wallet, 10)
  })
})
