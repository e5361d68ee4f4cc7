import { assert, describe } from "@effect/vitest"
import { Deposits, Sandbox, SandboxClock } from "@quittance/core"
import { type CryptoInvoiceOrder, millisPerDay, millisPerHour } from "@quittance/core/adapter"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { testOn } from "../testOn.ts"
import { balanceOfPartner, type Deployment, deployed, fundedPartner, tronAddress } from "./Deployment.ts"
import { issue } from "./invoices.ts"

const watchPeriod = millisPerHour + 7 * millisPerDay

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

const deposit = ({ address, partnerId }: CryptoInvoiceOrder, amount: number, fields: object = {}) =>
  Effect.flatMap(Sandbox, (sandbox) => sandbox.deposit(partnerId, { address, amount, ...fields }))

const drop = (partnerId: string, txHash: string) =>
  Effect.flatMap(Sandbox, (sandbox) => sandbox.drop(partnerId, { txHash }))

const received = (partnerId: string) =>
  Effect.map(balanceOfPartner(partnerId), ({ receivedMinor }) => receivedMinor)

const issued = (name = "shop") => Effect.flatMap(fundedPartner(0, name), (partnerId) => issue(partnerId, 10))

const test = testOn(sandboxed)

describe("a sandbox deposit under a transaction hash and log index that are used", () => {
  test("is refused when address, amount or partner differ, and credits nothing", function* () {
    const order = yield* issued()
    const sibling = yield* issue(order.partnerId, 10)
    const foreign = yield* issued("other shop")
    yield* deposit(order, 10, { txHash: "tx" })
    for (const [to, amount] of [
      [sibling, 10],
      [foreign, 10],
      [foreign, 20],
      [order, 20]
    ] as const) {
      const failure = yield* Effect.flip(deposit(to, amount, { txHash: "tx" }))
      assert.strictEqual(failure._tag, "ClaimTaken")
      assert.notInclude(JSON.stringify(failure), order.address)
    }
    const deposits = yield* Deposits
    yield* deposits.rescan("tron")
    assert.strictEqual(yield* received(order.partnerId), 9_900_000n)
    assert.strictEqual(yield* received(foreign.partnerId), 0n)
  })

  test("is fine and credited once when it is the same transfer", function* () {
    const order = yield* issued()
    for (let time = 0; time < 3; time++) {
      const shown = yield* deposit(order, 10, { txHash: "tx", logIndex: 1 })
      assert.deepStrictEqual(shown, { txHash: "tx", logIndex: 1 })
    }
    assert.strictEqual(yield* received(order.partnerId), 9_900_000n)
  })

  test("is another transfer when the log index is another", function* () {
    const order = yield* issued()
    const foreign = yield* issued("other shop")
    yield* deposit(order, 10, { txHash: "tx", logIndex: 0 })
    yield* deposit(foreign, 10, { txHash: "tx", logIndex: 1 })
    assert.strictEqual(yield* received(order.partnerId), 9_900_000n)
    assert.strictEqual(yield* received(foreign.partnerId), 9_900_000n)
  })
})

describe("dropping a sandbox transaction", () => {
  test("answers of another partner's exactly what it answers of an unknown one, and drops nothing", function* () {
    const order = yield* issued()
    const other = yield* fundedPartner(0, "other shop")
    const unknown = yield* Effect.flip(drop(other, "tx"))
    yield* deposit(order, 10, { txHash: "tx" })
    const foreign = yield* Effect.flip(drop(other, "tx"))
    assert.deepStrictEqual(foreign, unknown)
    assert.strictEqual(foreign.message, "there is no transaction tx")
    assert.strictEqual((yield* balanceOfPartner(order.partnerId)).availableMinor, 9_900_000n)
  })

  test("that pays several partners takes back only what it paid to one's own addresses", function* () {
    const order = yield* issued()
    const foreign = yield* issued("other shop")
    yield* deposit(order, 10, { txHash: "tx", logIndex: 1 })
    yield* deposit(foreign, 10, { txHash: "tx", logIndex: 0 })
    yield* drop(order.partnerId, "tx")
    const deposits = yield* Deposits
    yield* deposits.rescan("tron")
    assert.strictEqual((yield* balanceOfPartner(order.partnerId)).availableMinor, 0n)
    assert.strictEqual((yield* balanceOfPartner(foreign.partnerId)).availableMinor, 9_900_000n)
  })
})

describe("the watch period of a sandbox deposit", () => {
  test("within it the deposit is credited at once, also at its last instant", function* () {
    const order = yield* issued()
    yield* TestClock.adjust(watchPeriod)
    yield* deposit(order, 10)
    assert.strictEqual(yield* received(order.partnerId), 9_900_000n)
  })

  test("after it only a rescan credits: neither the deposit nor new blocks do", function* () {
    const order = yield* issued()
    yield* TestClock.adjust(watchPeriod + 1)
    yield* deposit(order, 10)
    const { addBlocks } = yield* Sandbox
    yield* addBlocks({ network: "tron", count: 100 })
    assert.strictEqual(yield* received(order.partnerId), 0n)
    const deposits = yield* Deposits
    yield* deposits.rescan("tron")
    assert.strictEqual(yield* received(order.partnerId), 9_900_000n)
  })
})

describe("an unknown network", () => {
  test("is UnsupportedNetwork in deposits and in blocks", function* () {
    const partnerId = yield* fundedPartner(0)
    const sandbox = yield* Sandbox
    const failures = [
      yield* Effect.flip(sandbox.deposit(partnerId, { address: tronAddress, amount: 1, network: "mars" })),
      yield* Effect.flip(sandbox.addBlocks({ network: "mars", count: 1 }))
    ]
    for (const failure of failures)
      assert.deepInclude(failure, { _tag: "UnsupportedNetwork", network: "mars" })
  })
})
