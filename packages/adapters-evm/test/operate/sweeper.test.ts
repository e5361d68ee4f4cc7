import { assert, describe, it } from "@effect/vitest"
import {
  ChainJournal,
  ChainNetworks,
  ChainUpkeeps,
  ChainWallets,
  chainJobs,
  coin,
  LedgerReader,
  StoreHold,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { ChainOperators } from "../../src/ChainOperators.ts"
import type { EvmNetwork } from "../../src/EvmNetwork.ts"
import type { Hex } from "../../src/hex.ts"
import { saltsOf } from "../../src/sweepCall.ts"
import type { Deployed } from "../anvil/TestChain.ts"
import { BlockingToken } from "../contracts/BlockingToken.ts"
import { deployFactory, startNetwork } from "../networks/ownNetwork.ts"
import { anotherProcess, Errors, issue, live, pay, running, setClock, startsAnew, work } from "./Running.ts"

const { chain, network: given, token: deployed } = await startNetwork(BlockingToken, 6)
await deployFactory(chain, given)
const token = deployed as Deployed<typeof BlockingToken.abi>

const usdt = 1_000_000n
const gwei = 10n ** 9n
const network: EvmNetwork = { ...given, sweep: { minimumMinor: 50n * usdt, maxFeeWei: 20n * gwei } }
const { name } = network
const finality = 2
/** How the token refuses what an address sends. */
const reverts = 1

startsAnew(chain)

const inTreasury = Effect.promise(() => chain.balanceOf(token, network.treasury as Hex))

/** All that was queued as a sweep. */
const sweeps = Effect.gen(function* () {
  const wallets = yield* ChainWallets
  const all = yield* wallets.transactionsAfter(name, -1)
  return all.filter(({ order }) => order.purpose === "sweep")
})

const outcomes = Effect.map(sweeps, (all) => all.map(({ _tag }) => _tag))

const sweeping = (
  what: string,
  body: Parameters<typeof running<void, unknown>>[1],
  on: EvmNetwork = network
) => it.effect(what, () => running(on, Effect.andThen(setClock(chain), Effect.andThen(work, body))))

/** Invoices that were paid, so much each, in a block that is final and was read. */
const paid = Effect.fnUntraced(function* (amounts: ReadonlyArray<bigint>) {
  const addresses: Array<string> = []
  for (const amount of amounts) {
    const { address } = yield* issue(network, 1)
    addresses.push(address)
    yield* pay(chain, token, [address], amount * usdt)
  }
  yield* live(chain, network.confirmations)
  return addresses
})

/** The network makes a block in which a unit of gas costs this. */
const mineAt = (baseFeeWei: bigint) =>
  Effect.andThen(
    Effect.promise(() =>
      chain.anvil.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${baseFeeWei.toString(16)}`])
    ),
    live(chain, 1)
  )

/** It is looked for what to sweep. */
const look = Effect.andThen(TestClock.adjust("10 minutes"), work)

/** It is looked, and what was queued becomes final. */
const sweep = Effect.andThen(look, live(chain, 1 + finality))

/** No address is in two sweeps. */
const assertOnce = Effect.gen(function* () {
  const salts = (yield* sweeps).flatMap(({ order }) => saltsOf(order.data))
  assert.strictEqual(new Set(salts).size, salts.length)
})

describe("the sweeper", () => {
  sweeping(
    "empties addresses with enough, when that is final and once, and its costs are in the ledger",
    Effect.gen(function* () {
      const [, little = ""] = yield* paid([60n, 49n, 50n])
      // No block takes it at first.
      yield* look
      yield* sweep
      assert.strictEqual(yield* inTreasury, 110n * usdt)
      yield* sweep
      assert.deepStrictEqual(yield* outcomes, ["completed"])
      yield* pay(chain, token, [little], 1n * usdt)
      yield* live(chain, network.confirmations)
      yield* sweep
      assert.strictEqual(yield* inTreasury, 160n * usdt)
      const made = yield* sweeps
      assert.lengthOf(made, 2)
      yield* assertOnce
      const costs = made.map((each) => (each._tag === "completed" ? BigInt(each.costWei) : 0n))
      const costMinor = costs.reduce((sum, wei) => sum + (wei + gwei - 1n) / gwei, 0n)
      assert.isTrue(costs.every((wei) => wei > 0n))
      const { gas, onChain } = yield* (yield* LedgerReader).balances(name, coin)
      assert.deepStrictEqual([gas, onChain], [-costMinor, costMinor])
      // What is done is not looked at again.
      yield* look
      const { sweptBlock } = yield* (yield* ChainUpkeeps).of(name)
      assert.strictEqual(sweptBlock, (yield* Effect.promise(() => chain.head())) - finality)
    })
  )

  sweeping(
    "empties an address again that got more after its sweep",
    Effect.gen(function* () {
      const [address] = yield* paid([60n])
      // With gas that is enough whether the sweep comes before it in the block or not.
      const payMore = Effect.promise(() => chain.mint(token, address as Hex, 70n * usdt))
      for (let time = 1; time <= 3; time++) {
        yield* look
        // One is in the block of the sweep, one in the next.
        yield* payMore
        yield* live(chain, 1)
        yield* payMore
        yield* live(chain, network.confirmations)
      }
      yield* sweep
      assert.strictEqual(yield* inTreasury, 480n * usdt)
      yield* look
      assert.lengthOf(yield* sweeps, 4)
      assert.deepStrictEqual(yield* Errors, [])
    })
  )

  sweeping(
    "leaves what is not final where it is",
    Effect.gen(function* () {
      const { address } = yield* issue(network, 1)
      yield* pay(chain, token, [address], 60n * usdt)
      yield* live(chain, finality)
      yield* look
      assert.lengthOf(yield* sweeps, 0)
      yield* live(chain, 1)
      yield* look
      assert.lengthOf(yield* sweeps, 1)
    })
  )

  sweeping(
    "waits while the network takes too much",
    Effect.gen(function* () {
      yield* paid([60n])
      yield* mineAt(30n * gwei)
      yield* look
      assert.lengthOf(yield* sweeps, 0)
      yield* mineAt(1n * gwei)
      yield* sweep
      assert.strictEqual(yield* inTreasury, 60n * usdt)
    })
  )

  sweeping(
    "does nothing while the network is paused or the store is on hold",
    Effect.gen(function* () {
      const journal = yield* ChainJournal
      const hold = yield* StoreHold
      const operators = yield* ChainOperators
      yield* paid([60n])
      yield* journal.pause(name, true)
      yield* look
      assert.include((yield* Effect.flip(operators.sweep(name))).reason, "ethereum is paused")
      yield* hold.place({ reason: "the store was restored", since: 0 })
      yield* journal.pause(name, false)
      yield* look
      assert.include((yield* Effect.flip(operators.sweep(name))).reason, "the store was restored")
      assert.lengthOf(yield* sweeps, 0)
      yield* hold.release
      yield* sweep
      assert.strictEqual(yield* inTreasury, 60n * usdt)
    })
  )

  sweeping(
    "goes on in another process, wherever it was killed",
    Effect.gen(function* () {
      yield* paid([60n, 70n])
      const chains = yield* ChainNetworks
      const queue = yield* WorkQueue
      yield* TestClock.adjust("10 minutes")
      const now = yield* Clock.currentTimeMillis
      const lease = { owner: "killed", now, leaseUntil: now + 1, limit: 1 }
      const [job] = yield* queue.claim({ kind: chainJobs.sweep, ...lease })
      if (job === undefined) return assert.fail("it is due")
      yield* chains.sweep(name, job)
      assert.deepStrictEqual(yield* outcomes, ["queued"])
      yield* TestClock.adjust("1 second")
      // The job of the killed process is due again, and so is what it queued.
      yield* anotherProcess(network, work)
      assert.deepStrictEqual(yield* outcomes, ["sent"])
      yield* anotherProcess(network, live(chain, 1 + finality))
      assert.deepStrictEqual(yield* outcomes, ["completed"])
      assert.strictEqual(yield* inTreasury, 130n * usdt)
      yield* paid([80n])
      // Who lost the turn queues nothing.
      assert.strictEqual((yield* Effect.flip(chains.sweep(name, job)))._tag, "LeaseLost")
      yield* sweep
      yield* assertOnce
      assert.strictEqual(yield* inTreasury, 210n * usdt)
    })
  )

  sweeping(
    "tries an address once that the token refuses, and one again whose sweep came to nothing",
    Effect.gen(function* () {
      const wallets = yield* ChainWallets
      const [refused] = yield* paid([60n, 70n])
      yield* Effect.promise(() => chain.write(token, "refuse", [refused as Hex, reverts]))
      yield* live(chain, 1)
      for (let time = 0; time < 3; time++) yield* sweep
      assert.deepStrictEqual(yield* outcomes, ["completed"])
      assert.strictEqual(yield* inTreasury, 70n * usdt)
      yield* paid([80n])
      yield* look
      const given = (yield* sweeps).at(-1)
      if (given === undefined) return assert.fail("it was queued")
      yield* wallets.abandon(given.order)
      yield* work
      yield* live(chain, 1 + finality)
      yield* sweep
      assert.deepStrictEqual((yield* outcomes).slice(1), ["cancelled", "completed"])
      assert.strictEqual(yield* inTreasury, 150n * usdt)
    })
  )

  sweeping(
    "and an operator choose no address twice, at the same time or after one another",
    Effect.gen(function* () {
      const operators = yield* ChainOperators
      yield* paid([60n, 20n])
      yield* Effect.promise(() => chain.anvil.rpc("evm_setAutomine", [true]))
      yield* TestClock.adjust("10 minutes")
      // The operator waits for blocks.
      const passing = Effect.andThen(
        TestClock.adjust("100 millis"),
        Effect.promise(() => chain.head())
      )
      const both = Effect.all([operators.sweep(name), work], { concurrency: "unbounded" })
      const [report] = yield* Effect.raceFirst(both, Effect.forever(passing))
      yield* Effect.promise(() => chain.anvil.rpc("evm_setAutomine", [false]))
      assert.strictEqual(report.skipped, 0)
      yield* live(chain, 1 + finality)
      yield* assertOnce
      assert.strictEqual(yield* inTreasury, 80n * usdt)
      assert.deepInclude(yield* operators.sweep(name), { addresses: 0, skipped: 0, txHashes: [] })
      assert.deepStrictEqual(yield* Errors, [])
    })
  )

  sweeping(
    "that is switched off leaves all to operators",
    Effect.gen(function* () {
      yield* paid([60n])
      yield* look
      assert.lengthOf(yield* sweeps, 0)
    }),
    { ...network, sweep: undefined }
  )

  sweeping(
    "leaves half of the wallet's coins to payouts",
    Effect.gen(function* () {
      const [wallet] = yield* (yield* ChainWallets).wallets(name)
      const coins = `0x${(10n ** 15n).toString(16)}`
      yield* Effect.promise(() => chain.anvil.rpc("anvil_setBalance", [wallet?.address, coins]))
      yield* paid([60n])
      yield* mineAt(5n * gwei)
      yield* look
      assert.lengthOf(yield* sweeps, 0)
      assert.include((yield* Errors).join(" "), "too little of the network's coin to pay for a sweep")
    })
  )
})
