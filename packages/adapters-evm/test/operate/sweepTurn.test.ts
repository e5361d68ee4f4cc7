import { assert, describe } from "@effect/vitest"
import {
  ChainJournal,
  ChainUpkeeps,
  ChainWallets,
  chainJobs,
  type LeasedJob,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { LiveNetwork } from "../../src/LiveNetwork.ts"
import { type SweepBudget, sweepTurn } from "../../src/operate/sweepTurn.ts"
import { RpcUnavailable } from "../../src/rpc/RpcFailure.ts"
import { saltsOf, sweepCall } from "../../src/sweepCall.ts"
import { NoToken } from "../../src/tokenCalls.ts"
import { fakeToken } from "../watch/FakeChain.ts"
import { addressOf, contracts, type FakeMoves, moving, name, saltOf } from "./FakeMoves.ts"

const [one, two] = [addressOf(1), addressOf(2)]
const minute = 60_000
const [openAgain, feeAgain, idleAgain] = [minute, 5 * minute, 10 * minute]

type Budget = SweepBudget<RpcUnavailable, never>

const rich: Budget = {
  minimumMinor: 0n,
  isCheap: Effect.succeed(true),
  affordable: (orders) => Effect.succeed(orders)
}

const paid = (fake: FakeMoves, block: number, address: string, value: bigint): void => {
  fake.own(address)
  fake.deposit(block, address, value)
}

/** The network is set up, and read to its end. */
const setUp = Effect.fnUntraced(function* (fake: FakeMoves) {
  fake.readTo(100)
  yield* (yield* ChainJournal).recordFactory(name, contracts.factory)
})

const theJob = Effect.gen(function* () {
  yield* TestClock.adjust("1 day")
  const now = yield* Clock.currentTimeMillis
  const queue = yield* WorkQueue
  const [job] = yield* queue.claim({
    ...{ kind: chainJobs.sweep, owner: "test", now, leaseUntil: now + minute, limit: 1 }
  })
  return job ?? ({ kind: chainJobs.sweep, partnerId: name, subjectId: name } as LeasedJob)
})

const turn = Effect.fnUntraced(function* (
  fake: FakeMoves,
  budget: Partial<Budget> = {},
  network: Partial<LiveNetwork> = {}
) {
  const job = yield* theJob
  const { againMillis } = yield* sweepTurn(
    { ...fake.network, ...network },
    contracts,
    { ...rich, ...budget },
    job
  )
  yield* (yield* WorkQueue).release(job, 0)
  return againMillis
})

/** Which addresses are in sweeps that wait. */
const queued = Effect.gen(function* () {
  const all = yield* (yield* ChainWallets).queued(name, 99)
  return all.flatMap(({ order }) => saltsOf(order.data).map(contracts.addressOf))
})

describe("a turn of the sweeper", () => {
  moving("empties what is worth it, and comes back for the outcome", (fake) =>
    Effect.gen(function* () {
      yield* setUp(fake)
      paid(fake, 4, one, 5_000n)
      paid(fake, 5, two, 4_999n)
      const decimals = { token: { address: fakeToken, decimals: 9 } }
      assert.strictEqual(yield* turn(fake, { minimumMinor: 5n }, decimals), openAgain)
      assert.deepStrictEqual(yield* queued, [one])
      // While one has no outcome, none is added.
      assert.strictEqual(yield* turn(fake), openAgain)
      assert.deepStrictEqual(yield* queued, [one])
    })
  )

  moving("sweeps everything but nothing, if there is no minimum", (fake) =>
    Effect.gen(function* () {
      yield* setUp(fake)
      paid(fake, 4, one, 1n)
      fake.own(two)
      fake.record(5, two, 5n)
      yield* turn(fake)
      assert.deepStrictEqual(yield* queued, [one])
      // Of what is empty it is not asked again whether it is.
      assert.deepStrictEqual(fake.asked.flat().toSorted(), [one, one, two])
    })
  )

  moving("waits without a factory, with another one, and while the network is paused", (fake) =>
    Effect.gen(function* () {
      const journal = yield* ChainJournal
      const asksNothing = { isCheap: Effect.die("nobody asks") }
      paid(fake, 4, one, 5n)
      fake.readTo(100)
      assert.strictEqual(yield* turn(fake, asksNothing), idleAgain)
      yield* journal.begin(name)
      assert.strictEqual(yield* turn(fake, asksNothing), idleAgain)
      yield* journal.recordFactory(name, addressOf(14))
      assert.strictEqual(yield* turn(fake, asksNothing), idleAgain)
      yield* journal.recordFactory(name, contracts.factory)
      yield* journal.pause(name, true)
      assert.strictEqual(yield* turn(fake, asksNothing), idleAgain)
      yield* journal.pause(name, false)
      assert.strictEqual(yield* turn(fake), openAgain)
    })
  )

  moving("waits while fees are high, and longer while no wallet can pay", (fake) =>
    Effect.gen(function* () {
      yield* setUp(fake)
      paid(fake, 4, one, 5n)
      assert.strictEqual(yield* turn(fake, { isCheap: Effect.succeed(false) }), feeAgain)
      assert.strictEqual(yield* turn(fake, { affordable: () => Effect.succeed([]) }), idleAgain)
      assert.deepStrictEqual(yield* queued, [])
      assert.strictEqual((yield* (yield* ChainUpkeeps).of(name)).sweptBlock, 3)
    })
  )

  moving("goes on at once if there is more to look at, and rests when all is done", (fake) =>
    Effect.gen(function* () {
      yield* setUp(fake)
      for (let number = 1; number <= 1_001; number++) fake.record(10, addressOf(number), 5n)
      fake.record(20, addressOf(2_000), 5n)
      assert.strictEqual(yield* turn(fake), 0)
      assert.strictEqual(yield* turn(fake), idleAgain)
      assert.strictEqual((yield* (yield* ChainUpkeeps).of(name)).sweptBlock, 90)
    })
  )

  moving("does not go on at once while there is something that no wallet can pay for", (fake) =>
    Effect.gen(function* () {
      yield* setUp(fake)
      for (let number = 1; number <= 1_000; number++) fake.record(10, addressOf(number), 5n)
      paid(fake, 10, addressOf(1_500), 5n)
      fake.record(20, addressOf(2_000), 5n)
      assert.strictEqual(yield* turn(fake, { affordable: () => Effect.succeed([]) }), idleAgain)
    })
  )

  moving("leaves what a sweep left that was carried out, and tries again after one that was not", (fake) =>
    Effect.gen(function* () {
      yield* setUp(fake)
      paid(fake, 4, one, 5n)
      paid(fake, 4, two, 5n)
      const sweptOnce = (address: string, tag: "completed" | "failed") =>
        fake.transaction(
          { purpose: "sweep", data: sweepCall(fakeToken, [saltOf(address)]) },
          { ...{ hash: "0x1", blockNumber: 50 }, _tag: tag as "completed" }
        )
      sweptOnce(one, "completed")
      sweptOnce(two, "failed")
      yield* turn(fake)
      assert.deepStrictEqual(yield* queued, [two])
    })
  )

  moving("queues nothing once another process has its turn", (fake) =>
    Effect.gen(function* () {
      yield* setUp(fake)
      paid(fake, 4, one, 5n)
      const job = yield* theJob
      yield* theJob
      const lost = yield* Effect.flip(sweepTurn(fake.network, contracts, rich, job))
      assert.strictEqual(lost._tag, "LeaseLost")
      assert.deepStrictEqual(yield* queued, [])
    })
  )

  moving("is repeated in a minute when nodes do not answer, or not as a token", (fake) =>
    Effect.gen(function* () {
      yield* setUp(fake)
      paid(fake, 4, one, 5n)
      const away = new RpcUnavailable({ host: "one", method: "", kind: "timeout", reason: "away" })
      assert.strictEqual(yield* turn(fake, { isCheap: Effect.fail(away) }), minute)
      const { rpc } = fake.network
      const noToken = new NoToken({ reason: "it is no token" })
      const call = () => Effect.fail(noToken as never)
      assert.strictEqual(yield* turn(fake, {}, { rpc: { ...rpc, call, calls: call } as typeof rpc }), minute)
      assert.deepStrictEqual(yield* queued, [])
    })
  )
})
