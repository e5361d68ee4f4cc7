import { assert, describe, it } from "@effect/vitest"
import { AesGcmVault, Deposits, Ids, MemoryStore, Quittance, TransitWallets } from "@quittance/core"
import { StateReader, transitDeposit as transitDeposits } from "@quittance/core/adapter"
import { Effect, Exit, Layer } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess, type Deployment, masterKey, start, test, testIn } from "./Deployment.ts"
import { booksAreRight, shop, storeThatFills } from "./fiatInvoices.ts"
import { issue, send } from "./invoices.ts"
import { openWallet } from "./wallets.ts"

const create = (partnerId: string, input: unknown) =>
  Effect.flatMap(TransitWallets, (wallets) => wallets.create(partnerId, input))

describe("a transit wallet", () => {
  test("has an address of its own on its network, and nothing on it", function* () {
    const partnerId = yield* shop()
    const { _tag, balanceMinor, wallet } = yield* create(partnerId, {
      label: "till 1",
      network: "ethereum"
    })
    assert.deepStrictEqual([_tag, balanceMinor], ["wallet", 0n])
    const { address, addressSalt, id, ...rest } = wallet
    assert.match(id, /^wal_[0-9a-f]{32}$/)
    assert.match(address, /^0x[0-9a-fA-F]{40}$/)
    assert.match(addressSalt, /^[0-9a-f]{32}$/)
    assert.deepStrictEqual(rest, {
      partnerId,
      label: "till 1",
      network: "ethereum",
      currency: "USDT",
      createdAt: start
    })
    const wallets = yield* TransitWallets
    assert.deepStrictEqual(yield* wallets.get(partnerId, id), { _tag: "wallet", wallet, balanceMinor: 0n })
    yield* booksAreRight
  })

  test("can be made on every network that is offered, and on no other", function* () {
    const partnerId = yield* shop()
    const { networks } = yield* TransitWallets
    assert.deepStrictEqual(
      networks.map(({ name }) => name),
      ["tron", "ethereum", "bsc", "polygon"]
    )
    for (const { name } of networks) yield* openWallet(partnerId, name)
    const failure = yield* Effect.flip(create(partnerId, { label: "x", network: "bitcoin" }))
    assert(failure._tag === "UnsupportedNetwork")
    assert.deepStrictEqual(
      failure.offered,
      networks.map(({ name }) => name)
    )
  })

  for (const [name, input] of [
    ["without a label", { network: "tron" }],
    ["with an empty label", { label: "", network: "tron" }],
    ["with a label of 101 characters", { label: "x".repeat(101), network: "tron" }],
    ["with a label that is no text", { label: 1, network: "tron" }],
    ["without a network", { label: "x" }],
    ["that is no object", "tron"]
  ] as const) {
    test(`${name} is refused, and makes no wallet`, function* () {
      const partnerId = yield* shop()
      assert.strictEqual((yield* Effect.flip(create(partnerId, input)))._tag, "InvalidInput")
      const wallets = yield* TransitWallets
      assert.strictEqual((yield* wallets.list(partnerId, { page: 1, limit: 1 })).total, 0)
    })
  }

  test("may have a label of 1 to 100 characters, and the same as another", function* () {
    const partnerId = yield* shop()
    for (const label of ["x", "x", "ё".repeat(100)])
      assert.strictEqual((yield* create(partnerId, { label, network: "tron" })).wallet.label, label)
  })

  test("of one partner does not exist for another", function* () {
    const [one, other] = [yield* shop("one"), yield* shop("other")]
    const { id } = yield* openWallet(one)
    const wallets = yield* TransitWallets
    assert.strictEqual((yield* Effect.flip(wallets.get(other, id)))._tag, "NotFound")
    const { items, total } = yield* wallets.list(other, { page: 1, limit: 10 })
    assert.deepStrictEqual({ items, total }, { items: [], total: 0 })
    const states = yield* StateReader
    assert.deepStrictEqual(yield* states.indexed(transitDeposits, "by_wallet", { equal: [other, id] }), [])
  })

  test("is listed, newest first, by pages", function* () {
    const partnerId = yield* shop()
    const made: Array<string> = []
    for (let index = 0; index < 25; index++) {
      made.unshift((yield* openWallet(partnerId)).id)
      if (index % 3 === 0) yield* TestClock.adjust(1)
    }
    const wallets = yield* TransitWallets
    const seen: Array<string> = []
    for (const page of [1, 2, 3, 4]) {
      const { items, total } = yield* wallets.list(partnerId, { page, limit: 10 })
      assert.strictEqual(total, 25)
      seen.push(...items.map(({ wallet }) => wallet.id))
    }
    assert.deepStrictEqual(seen, made)
  })

  it.effect("cannot be made without a source of addresses", () =>
    Effect.gen(function* () {
      const partnerId = yield* shop()
      assert.strictEqual((yield* Effect.flip(openWallet(partnerId)))._tag, "ProviderMissing")
    }).pipe(
      Effect.provide(
        Quittance.layer.pipe(
          Layer.provideMerge(Layer.mergeAll(MemoryStore.layer, Ids.layer, AesGcmVault.layer(masterKey)))
        )
      )
    )
  )
})

describe("the address of a wallet", () => {
  const { full, store } = storeThatFills()

  testIn({ store })(
    "is never given out twice: not to invoices, nor after a wallet that could not be written",
    function* () {
      const partnerId = yield* shop()
      const seen = new Set<string>()
      for (let index = 0; index < 40; index++) {
        full.now = index % 4 === 0
        const making: Effect.Effect<{ readonly address: string }, unknown, Deployment> =
          index % 2 === 0 ? openWallet(partnerId) : issue(partnerId, 10)
        const made = yield* Effect.exit(making)
        assert.strictEqual(Exit.isSuccess(made), !full.now)
        if (Exit.isSuccess(made)) seen.add(made.value.address)
      }
      assert.strictEqual(seen.size, 30)
    }
  )

  test("is another for each of 40 wallets that two processes make at once", function* () {
    const partnerId = yield* shop()
    const other = yield* anotherProcess()
    const made = yield* Effect.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0 ? openWallet(partnerId) : Effect.provideContext(openWallet(partnerId), other)
      ),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(new Set(made.map(({ address }) => address)).size, 40)
    yield* booksAreRight
  })

  test("is known on its own network only, and under every spelling of it", function* () {
    const partnerId = yield* shop()
    const wallet = yield* openWallet(partnerId, "ethereum")
    yield* send(wallet, 10)
    const deposits = yield* Deposits
    assert.strictEqual((yield* Effect.flip(deposits.refresh("bsc", wallet.address)))._tag, "NotFound")
    const lower = yield* deposits.refresh("ethereum", wallet.address.toLowerCase())
    assert(lower._tag === "wallet")
    assert.strictEqual(lower.balanceMinor, 10_000_000n)
  })
})
