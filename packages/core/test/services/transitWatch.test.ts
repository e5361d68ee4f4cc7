import { assert, describe } from "@effect/vitest"
import { defaultSettings } from "@quittance/core"
import {
  DepositAddresses,
  DepositAddressesUnavailable,
  type Instant,
  millisPerDay,
  millisPerHour,
  millisPerMinute,
  SandboxChain,
  type TransitWallet
} from "@quittance/core/adapter"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess, Seen, start, test, testIn } from "./Deployment.ts"
import { booksAreRight, shop } from "./fiatInvoices.ts"
import { send } from "./invoices.ts"
import { depositTags, openWallet } from "./wallets.ts"
import { working } from "./webhooks.ts"

/** When the network was asked about each address; it cannot be reached while `isOut` says so. */
const asked = new Map<string, Array<Instant>>()
const network = { isOut: false }
const watched = Layer.effect(
  DepositAddresses,
  Effect.map(DepositAddresses, (inner) =>
    DepositAddresses.of({
      ...inner,
      transfers: (name, address) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          asked.set(address, [...(asked.get(address) ?? []), now - start])
          return network.isOut
            ? Effect.fail(new DepositAddressesUnavailable({ reason: "the network cannot be reached" }))
            : inner.transfers(name, address)
        })
    })
  )
).pipe(Layer.provide(SandboxChain.layer))

const asksOf = ({ address }: TransitWallet) => asked.get(address) ?? []

const opened = Effect.flatMap(shop(), (partnerId) => openWallet(partnerId))
const minute = millisPerMinute

describe("a wallet is watched for good", () => {
  testIn({ addresses: watched })(
    "every minute at first, then after a quarter of the time in which nothing came, hourly at last",
    function* () {
      const wallet = yield* opened
      yield* working
      yield* TestClock.adjust("2 days")
      const [beforeGiven, ...asks] = asksOf(wallet)
      assert.strictEqual(beforeGiven, 0, "an address is looked at before it is given out")
      assert.deepStrictEqual(asks.slice(0, 4), [minute, 2 * minute, 3 * minute, 4 * minute])
      asks.slice(1).forEach((at, index) => {
        const before = asks[index] ?? 0
        const expected = Math.min(millisPerHour, Math.max(minute, Math.round(before / 4)))
        assert.strictEqual(at - before, expected)
      })
      assert.strictEqual((asks.at(-1) ?? 0) - (asks.at(-2) ?? 0), millisPerHour)
      yield* TestClock.adjust("20 days")
      assert.isAtLeast(asksOf(wallet).at(-1) ?? 0, 22 * millisPerDay - millisPerHour)
    }
  )

  testIn({ addresses: watched })(
    "every minute while a deposit is on its way, and often again after one came",
    function* () {
      const wallet = yield* opened
      yield* working
      yield* TestClock.adjust("10 days")
      yield* send(wallet, 10, { confirmations: 1 })
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* depositTags(wallet), ["seen"])
      const found = asksOf(wallet).length
      yield* TestClock.adjust("30 minutes")
      assert.lengthOf(asksOf(wallet), found + 30)
      yield* Effect.flatMap(SandboxChain, (chain) => chain.addBlocks("tron", 19))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* depositTags(wallet), ["credited"])
      const credited = asksOf(wallet).length
      yield* TestClock.adjust("1 hour")
      assert.isAbove(asksOf(wallet).length, credited + 1, "more than hourly")
      yield* booksAreRight
    }
  )

  testIn({ addresses: watched })(
    "also while its network cannot be reached: what came meanwhile is found",
    function* () {
      const wallet = yield* opened
      yield* working
      network.isOut = true
      yield* send(wallet, 10)
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* depositTags(wallet), [])
      network.isOut = false
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* depositTags(wallet), ["credited"])
      assert.deepStrictEqual((yield* Seen).errors, [], "nothing for a human to do")
    }
  )

  test("without a fuss when its network is no longer offered, and as before when it is again", function* () {
    const wallet = yield* opened
    const networks = defaultSettings.networks.filter(({ name }) => name !== "tron")
    const other = yield* anotherProcess({ settings: { networks } })
    const halfAnHour = Effect.scoped(
      Effect.andThen(Effect.provideContext(working, other), TestClock.adjust("30 minutes"))
    )
    yield* halfAnHour
    yield* send(wallet, 10)
    yield* halfAnHour
    assert.deepStrictEqual((yield* Seen).errors, [])
    assert.deepStrictEqual(yield* depositTags(wallet), [])
    yield* working
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(yield* depositTags(wallet), ["credited"])
  })
})
