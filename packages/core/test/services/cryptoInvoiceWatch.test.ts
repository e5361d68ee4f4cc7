import { assert, describe } from "@effect/vitest"
import { CryptoInvoices, Deposits, defaultSettings, Worker } from "@quittance/core"
import {
  cryptoInvoice as cryptoInvoices,
  DepositAddresses,
  DepositAddressesUnavailable,
  millisPerDay,
  millisPerHour,
  millisPerMinute,
  SandboxChain,
  StateReader
} from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess, balanceOfPartner, fundedPartner, Seen, test, testIn } from "./Deployment.ts"
import { issue, send } from "./invoices.ts"

const watchPeriod = millisPerHour + 7 * millisPerDay

/** Networks that cannot be reached while `outage` says so. */
const outage = { isOn: false }
const addresses = Layer.effect(
  DepositAddresses,
  Effect.map(DepositAddresses, (inner) =>
    DepositAddresses.of({
      derive: inner.derive,
      transfers: (network, address) =>
        Effect.suspend(() =>
          outage.isOn
            ? Effect.fail(new DepositAddressesUnavailable({ reason: "the network cannot be reached" }))
            : inner.transfers(network, address)
        )
    })
  )
).pipe(Layer.provide(SandboxChain.layer))

const drain = Effect.flatMap(Worker, (worker) => worker.drain)

describe("an invoice is watched from issue to the end of its watch period", () => {
  test("money that came while the process was down is in time", function* () {
    const partnerId = yield* fundedPartner(0)
    const order = yield* issue(partnerId, 10)
    yield* TestClock.adjust(10 * millisPerMinute)
    yield* send(order, 10)
    yield* TestClock.adjust(3 * millisPerDay)
    yield* drain
    const invoices = yield* CryptoInvoices
    const invoice = yield* invoices.get(partnerId, order.id)
    assert.strictEqual(invoice._tag, "paid")
    assert.strictEqual((yield* balanceOfPartner(partnerId)).receivedMinor, 9_900_000n)
  })

  testIn({ addresses })(
    "an unreachable network does not delay the expiry, and money of before is in time afterwards",
    function* () {
      const partnerId = yield* fundedPartner(0)
      const order = yield* issue(partnerId, 10)
      yield* send(order, 10)
      outage.isOn = true
      yield* TestClock.adjust(2 * millisPerHour)
      yield* drain
      const invoices = yield* CryptoInvoices
      assert.strictEqual((yield* invoices.get(partnerId, order.id))._tag, "expired")
      outage.isOn = false
      yield* TestClock.adjust(millisPerHour)
      yield* drain
      assert.strictEqual((yield* invoices.get(partnerId, order.id))._tag, "paid")
    }
  )

  test("a network that is no longer offered does not delay the expiry either", function* () {
    const partnerId = yield* fundedPartner(0)
    const order = yield* issue(partnerId, 10)
    const networks = defaultSettings.networks.filter(({ name }) => name !== "tron")
    const other = yield* anotherProcess({ settings: { networks } })
    yield* TestClock.adjust(2 * millisPerHour)
    yield* Effect.provideContext(drain, other)
    const states = yield* StateReader
    const { state } = yield* Effect.flatMap(
      states.get(cryptoInvoices, partnerId, order.id),
      Effect.fromOption
    )
    assert.strictEqual(state._tag, "expired")
    assert.deepStrictEqual((yield* Seen).errors, [])
  })

  testIn({ addresses })("the watch does not end on a network that could not be read", function* () {
    const partnerId = yield* fundedPartner(0)
    const order = yield* issue(partnerId, 10)
    yield* send(order, 10)
    outage.isOn = true
    yield* TestClock.adjust(watchPeriod + millisPerDay)
    yield* drain
    outage.isOn = false
    yield* TestClock.adjust(millisPerHour)
    yield* drain
    assert.strictEqual((yield* balanceOfPartner(partnerId)).receivedMinor, 9_900_000n)
  })

  test("money that came later is credited by a rescan, and changes no status", function* () {
    const partnerId = yield* fundedPartner(0)
    const order = yield* issue(partnerId, 10)
    yield* TestClock.adjust(watchPeriod + millisPerMinute)
    assert.isAbove(yield* drain, 0)
    yield* send(order, 10)
    yield* TestClock.adjust(30 * millisPerDay)
    assert.strictEqual(yield* drain, 0, "nobody watches any more")
    const deposits = yield* Deposits
    assert.strictEqual(yield* deposits.rescan("tron"), 1)
    assert.strictEqual(yield* deposits.rescan("tron"), 1)
    const invoices = yield* CryptoInvoices
    assert.strictEqual((yield* invoices.get(partnerId, order.id))._tag, "expired")
    assert.strictEqual((yield* balanceOfPartner(partnerId)).receivedMinor, 9_900_000n)
  })

  test("a transfer under way is watched beyond the period until it is final", function* () {
    const partnerId = yield* fundedPartner(0)
    const order = yield* issue(partnerId, 10)
    yield* TestClock.adjust(watchPeriod - millisPerMinute)
    yield* send(order, 10, { confirmations: 1 })
    yield* TestClock.adjust(millisPerHour)
    yield* drain
    const chain = yield* SandboxChain
    yield* chain.addBlocks("tron", 19)
    yield* TestClock.adjust(millisPerMinute)
    yield* drain
    const invoices = yield* CryptoInvoices
    assert.strictEqual((yield* invoices.get(partnerId, order.id))._tag, "paid")
    yield* TestClock.adjust(millisPerHour)
    yield* drain
    yield* TestClock.adjust(millisPerDay)
    assert.strictEqual(yield* drain, 0)
  })
})
