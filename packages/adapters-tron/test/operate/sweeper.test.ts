import { assert, describe, it } from "@effect/vitest"
import { ChainOperators } from "@quittance/adapters-evm"
import { saltsOf } from "@quittance/adapters-evm/parts"
import { Errors, issue, runningOn, work } from "@quittance/adapters-evm/testing"
import { ChainJournal, ChainWallets, coin, coinMinorOf, LedgerReader } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { hexOfAddress } from "../../src/address.ts"
import type { TronNetwork } from "../../src/TronNetwork.ts"
import * as TronNetworks from "../../src/TronNetworks.ts"
import { payer, payerKey, startTron } from "../networks/ownTron.ts"

const usdt = 1_000_000n
const trx = 1_000_000n
const terms = { minimumMinor: 50n * usdt, maxFeeSun: 30n * trx }
const wallet = hexOfAddress(payer)

type Tron = Awaited<ReturnType<typeof startTron>>

/** Blocks of half a minute, in which each process does what is due. */
const live = Effect.fnUntraced(function* ({ chain }: Tron, times: number) {
  for (let time = 0; time < times; time++) {
    chain.produceMany(10)
    yield* TestClock.adjust("30 seconds")
    yield* work
  }
})

/** It is looked for what to sweep, and what was queued becomes final. */
const sweep = (tron: Tron) =>
  Effect.andThen(Effect.andThen(TestClock.adjust("10 minutes"), work), live(tron, 3))

/** Invoices that were paid, so much each. */
const paid = Effect.fnUntraced(function* (tron: Tron, amounts: ReadonlyArray<bigint>) {
  const addresses: Array<string> = []
  for (const amount of amounts) {
    const { address } = yield* issue(tron.network, 1)
    addresses.push(address)
    tron.deposit(address, amount * usdt)
  }
  yield* live(tron, 1)
  return addresses
})

const sweeps = Effect.gen(function* () {
  const all = yield* (yield* ChainWallets).transactionsAfter("tron", -1)
  return all.filter(({ order }) => order.purpose === "sweep")
})

const outcomes = Effect.map(sweeps, (all) => all.map(({ _tag }) => _tag))

const sweeping = (
  what: string,
  given: Partial<TronNetwork>,
  body: (tron: Tron) => Parameters<typeof runningOn<void, unknown>>[1]
) =>
  it.effect(what, () =>
    Effect.gen(function* () {
      const tron = yield* Effect.promise(() => startTron())
      const network: TronNetwork = { ...tron.network, sweep: terms, ...given }
      const factory = tron.deployFactory()
      const { confirmations, name } = network
      const begin = Effect.gen(function* () {
        yield* (yield* ChainOperators).importWallet(name, payerKey)
        yield* (yield* ChainJournal).recordFactory(name, factory)
      })
      yield* runningOn(
        { name, confirmations, networks: TronNetworks.layer({ networks: [network] }), begin },
        TestClock.setTime(tron.chain.head.timestamp).pipe(Effect.andThen(work), Effect.andThen(body(tron)))
      )
    })
  )

describe("the sweeper on TRON", () => {
  sweeping("empties addresses with enough once, and their cost is in the book of the network", {}, (tron) =>
    Effect.gen(function* () {
      const before = tron.chain.state.accounts.get(wallet)?.balance ?? 0n
      yield* paid(tron, [60n, 49n, 50n])
      yield* sweep(tron)
      yield* sweep(tron)
      assert.strictEqual(tron.balanceOf(tron.network.treasury), 110n * usdt)
      assert.deepStrictEqual(yield* outcomes, ["completed"])
      const burned = before - (tron.chain.state.accounts.get(wallet)?.balance ?? 0n)
      assert.isTrue(burned > 0n)
      const costMinor = coinMinorOf(burned * 10n ** 12n)
      const { gas, onChain } = yield* (yield* LedgerReader).balances("tron", coin)
      assert.deepStrictEqual([gas, onChain], [-costMinor, costMinor])
      assert.deepStrictEqual(yield* Errors, [])
    })
  )

  sweeping("waits while an address costs more than it may", {}, (tron) =>
    Effect.gen(function* () {
      yield* paid(tron, [60n])
      tron.chain.setParameters({ energyPrice: 420n })
      yield* sweep(tron)
      assert.lengthOf(yield* sweeps, 0)
      tron.chain.setParameters({ energyPrice: 100n })
      yield* sweep(tron)
      assert.strictEqual(tron.balanceOf(tron.network.treasury), 60n * usdt)
    })
  )

  sweeping("burns nothing where energy is staked, and waits for it", { energy: "staked" }, (tron) =>
    Effect.gen(function* () {
      tron.chain.setAccount(wallet, { netLimit: 1_000_000n })
      yield* paid(tron, [60n])
      yield* sweep(tron)
      assert.lengthOf(yield* sweeps, 0)
      assert.include((yield* Errors).join(" "), "has too little energy for a sweep")
      tron.chain.setAccount(wallet, { energyLimit: 1_000_000n })
      const before = tron.chain.state.accounts.get(wallet)?.balance
      yield* sweep(tron)
      assert.strictEqual(tron.balanceOf(tron.network.treasury), 60n * usdt)
      assert.strictEqual(tron.chain.state.accounts.get(wallet)?.balance, before)
    })
  )

  sweeping("leaves half of the wallet's TRX to payouts", {}, (tron) =>
    Effect.gen(function* () {
      yield* paid(tron, [60n])
      // A sweep with a quarter more is about 49 TRX.
      tron.chain.setAccount(wallet, { balance: 80n * trx })
      yield* sweep(tron)
      assert.lengthOf(yield* sweeps, 0)
      assert.include((yield* Errors).join(" "), "has too little TRX for a sweep; deposits are not moved")
      tron.chain.setAccount(wallet, { balance: 120n * trx })
      yield* sweep(tron)
      assert.deepStrictEqual(yield* outcomes, ["completed"])
    })
  )

  sweeping("tries an address once that the token blocks, and goes on with the rest", {}, (tron) =>
    Effect.gen(function* () {
      const [blocked = ""] = yield* paid(tron, [60n, 70n])
      tron.chain.setBlocked(hexOfAddress(blocked), true)
      for (let time = 0; time < 3; time++) yield* sweep(tron)
      assert.deepStrictEqual(yield* outcomes, ["completed"])
      assert.strictEqual(tron.balanceOf(tron.network.treasury), 70n * usdt)
      assert.strictEqual(tron.balanceOf(blocked), 60n * usdt)
    })
  )

  sweeping("empties many addresses in groups of 20", {}, (tron) =>
    Effect.gen(function* () {
      yield* paid(
        tron,
        Array.from({ length: 23 }, () => 50n)
      )
      yield* sweep(tron)
      yield* sweep(tron)
      assert.strictEqual(tron.balanceOf(tron.network.treasury), 23n * 50n * usdt)
      const salts = (yield* sweeps).map(({ order }) => saltsOf(order.data))
      assert.deepStrictEqual(
        salts.map((each) => each.length),
        [20, 3]
      )
      assert.strictEqual(new Set(salts.flat()).size, 23)
    })
  )
})
