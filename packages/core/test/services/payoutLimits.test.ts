import { assert, describe, it } from "@effect/vitest"
import {
  AesGcmVault,
  Balances,
  CryptoInvoices,
  defaultSettings,
  Ids,
  MemoryStore,
  Partners,
  Payouts,
  Quittance,
  Settings
} from "@quittance/core"
import { AuditReader, cryptoInvoice, payout, totalMinor } from "@quittance/core/adapter"
import { Effect, Exit, Layer, Stream } from "effect"
import { balanceOfPartner, deployed, fundedPartner, masterKey, payoutOf, test, usdt } from "./Deployment.ts"

describe("the balance bounds payouts", () => {
  test("payouts at once never take more than there is, whatever their amounts", function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    const exits = yield* Effect.all(
      Array.from({ length: 40 }, (_, index) =>
        Effect.exit(payouts.create(partnerId, `key ${index}`, payoutOf(1 + (index % 7) * 5)))
      ),
      { concurrency: "unbounded" }
    )
    const debits = exits.filter(Exit.isSuccess).map(({ value }) => totalMinor(value.value))
    const sum = debits.reduce((one, other) => one + other, 0n)
    assert.isAbove(debits.length, 0)
    assert.isBelow(debits.length, 40)
    const { availableMinor, pendingMinor } = yield* balanceOfPartner(partnerId)
    assert.strictEqual(pendingMinor, sum)
    assert.strictEqual(availableMinor, 100n * usdt - sum)
    assert.isTrue(availableMinor >= 0n)
  })

  test("the whole balance can be paid out, and not one minor unit more", function* () {
    const partnerId = yield* fundedPartner(12)
    const payouts = yield* Payouts
    const tooMuch = yield* Effect.flip(payouts.create(partnerId, "a", payoutOf(10.000001)))
    assert.strictEqual(tooMuch._tag, "InsufficientFunds")
    yield* payouts.create(partnerId, "b", payoutOf(10))
    assert.strictEqual((yield* balanceOfPartner(partnerId)).availableMinor, 0n)
  })

  test("the amount bounds of the network hold, at both ends", function* () {
    const partnerId = yield* fundedPartner(200_000)
    const payouts = yield* Payouts
    const tagOf = (amount: number) =>
      Effect.match(payouts.create(partnerId, `key ${amount}`, payoutOf(amount)), {
        onFailure: ({ _tag }) => _tag,
        onSuccess: () => "created"
      })
    assert.strictEqual(yield* tagOf(1), "created")
    assert.strictEqual(yield* tagOf(0.999999), "AmountOutOfRange")
    assert.strictEqual(yield* tagOf(50_000), "created")
    assert.strictEqual(yield* tagOf(50_000.000001), "AmountOutOfRange")
    assert.strictEqual(yield* tagOf(0), "AmountOutOfRange")
    assert.strictEqual(yield* tagOf(-1), "AmountOutOfRange")
    assert.strictEqual(yield* tagOf(1e21), "AmountOutOfRange")
    assert.strictEqual(yield* tagOf(1.0000001), "InvalidInput")
    assert.strictEqual(yield* tagOf(Number.NaN), "InvalidInput")
  })
})

describe("without its provider a live deployment", () => {
  const live = Quittance.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(MemoryStore.layer, Ids.layer, AesGcmVault.layer(masterKey)))
  )

  it.effect("refuses payouts and invoices with ProviderMissing and writes nothing", () =>
    Effect.gen(function* () {
      const partners = yield* Partners
      const { id } = yield* partners.ensure("shop")
      yield* Effect.flatMap(Balances, (balances) => balances.adjust(id, { amount: 100 }))
      const payouts = yield* Payouts
      const invoices = yield* CryptoInvoices
      const refusedPayout = yield* Effect.flip(payouts.create(id, "k", payoutOf(10)))
      const request = { amount: 10, network: "tron", externalId: "order" }
      const invoice = yield* Effect.flip(invoices.create(id, request))
      assert.deepStrictEqual([refusedPayout._tag, invoice._tag], ["ProviderMissing", "ProviderMissing"])
      const snapshot = yield* Effect.flatMap(AuditReader, (reader) => reader.snapshot)
      assert.strictEqual(yield* Stream.runCount(snapshot.states(payout)), 0)
      assert.strictEqual(yield* Stream.runCount(snapshot.states(cryptoInvoice)), 0)
      assert.strictEqual(yield* Stream.runCount(snapshot.entries), 1)
    }).pipe(Effect.provide(live), Effect.provideService(Settings, { ...defaultSettings, mode: "live" }))
  )

  it.effect("is not started with onUnknown: fail", () =>
    Effect.gen(function* () {
      const payout = { ...defaultSettings.payout, onUnknown: "fail" } as const
      const start = (mode: "live" | "sandbox") =>
        Effect.exit(Effect.void.pipe(deployed({ settings: { mode, payout } })))
      assert.isTrue(Exit.hasDies(yield* start("live")))
      assert.isTrue(Exit.isSuccess(yield* start("sandbox")))
    })
  )
})
