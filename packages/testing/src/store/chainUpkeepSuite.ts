import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  acknowledgedIn,
  ChainJournal,
  type ChainTransactionOrder,
  ChainUpkeeps,
  chainJobs,
  chainTransaction,
  chainTransfer,
  indexedPages,
  StateReader,
  statesOf
} from "@quittance/core/adapter"
import { Deferred, Effect, Option, Stream } from "effect"
import type { Checks } from "../Suite.ts"
import { checked, formOf, found, giveOut, leased, newNetwork, orderOf, walletWith } from "./ChainSamples.ts"
import { start } from "./StoreSamples.ts"

/** The sweeps and comparisons of networks, and how their history is read, over any store. */

const sweepOf = (network: string, id: string, createdAt = start): ChainTransactionOrder => ({
  ...orderOf(network, id, createdAt),
  ...{
    purpose: "sweep",
    payoutId: "",
    payoutPartnerId: "",
    recipient: "",
    amountMinor: 0n,
    contract: "0xfactory",
    data: "0xdata"
  }
})

export const chainUpkeepChecks = {
  "sweeps are queued all together, and known until they have an outcome": checked(
    Effect.gen(function* () {
      const { job, network, wallets } = yield* walletWith([])
      const upkeeps = yield* ChainUpkeeps
      const orders = ["b", "a"].map((id) => sweepOf(network, id))
      const sweepJob = yield* leased(network, chainJobs.sweep)
      yield* upkeeps.queueSweeps(
        network,
        (known) => {
          assert.deepStrictEqual(known, { sweptBlock: 0, open: [], last: [] })
          return Effect.succeed({ orders, sweptBlock: 7 })
        },
        sweepJob
      )
      const waiting = yield* wallets.queued(network, 5)
      assert.sameDeepMembers(
        waiting.map(({ order }) => order),
        orders
      )
      const first = { orders: [sweepOf(network, "c", start + 1)], sweptBlock: 9 }
      const planned = yield* upkeeps.queueSweeps(network, (known) => {
        assert.strictEqual(known.sweptBlock, 7)
        assert.sameDeepMembers([...known.open], [...waiting])
        assert.sameDeepMembers([...known.last], [...waiting])
        return Effect.succeed(first)
      })
      assert.deepStrictEqual(planned, first)
      const [sent] = yield* wallets.assign(network, "0xwallet", 3, job, (_, queued) =>
        Effect.succeed({
          spent: [],
          taken: queued.flatMap((order) => (order.createdAt > start ? [{ order, form: formOf("0xc") }] : []))
        })
      )
      if (sent === undefined) return assert.fail("it was taken")
      const outcome = { _tag: "completed", hash: "0xc", blockNumber: 1, costWei: 1n, reason: "" } as const
      const settled = yield* wallets.apply(sent, { _tag: "Settle", outcome, at: start }, job)
      yield* upkeeps.queueSweeps(network, (known) => {
        assert.deepStrictEqual(known.last, [settled])
        assert.sameDeepMembers([...known.open], [...waiting])
        return Effect.succeed({ orders: [], sweptBlock: 9 })
      })
    })
  ),

  "nobody queues sweeps without the lease": checked(
    Effect.gen(function* () {
      const { network, wallets } = yield* walletWith([])
      const upkeeps = yield* ChainUpkeeps
      const job = yield* leased(network, chainJobs.sweep)
      const plan = () => Effect.succeed({ orders: [sweepOf(network, "a")], sweptBlock: 7 })
      const lost = yield* Effect.flip(upkeeps.queueSweeps(network, plan, { ...job, fence: job.fence - 1 }))
      assert.strictEqual(lost._tag, "LeaseLost")
      assert.deepStrictEqual(yield* wallets.queued(network, 5), [])
      assert.strictEqual((yield* upkeeps.of(network)).sweptBlock, 0)
    })
  ),

  "who plans sweeps while others are queued plans again, with them": checked(
    Effect.gen(function* () {
      const { network, wallets } = yield* walletWith([])
      const upkeeps = yield* ChainUpkeeps
      const [isPlanning, isQueued] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const slow = upkeeps.queueSweeps(network, ({ open }) =>
        Effect.gen(function* () {
          yield* Deferred.succeed(isPlanning, undefined)
          yield* Deferred.await(isQueued)
          return { orders: open.length === 0 ? [sweepOf(network, "twice")] : [], sweptBlock: 5 }
        })
      )
      const quick = Effect.gen(function* () {
        yield* Deferred.await(isPlanning)
        yield* upkeeps.queueSweeps(network, () =>
          Effect.succeed({ orders: [sweepOf(network, "once")], sweptBlock: 3 })
        )
        yield* Deferred.succeed(isQueued, undefined)
      })
      yield* Effect.all([slow, quick], { concurrency: "unbounded" })
      assert.deepStrictEqual(
        (yield* wallets.queued(network, 5)).map(({ order }) => order.id),
        [`${network}/once`]
      )
      assert.strictEqual((yield* upkeeps.of(network)).sweptBlock, 5)
    })
  ),

  "a comparison is remembered beside the sweeps, under its lease only": checked(
    Effect.gen(function* () {
      const journal = yield* ChainJournal
      const upkeeps = yield* ChainUpkeeps
      const network = yield* newNetwork
      yield* journal.begin(network)
      const job = yield* leased(network, chainJobs.check)
      const holdings = Option.some([{ address: "0xwallet", value: 2n ** 200n, blockNumber: 12 }])
      const point = {
        comparedBlock: 12,
        comparedAt: start,
        comparedCostMinor: 2n ** 62n,
        sweptBefore: Option.some(2),
        holdings
      }
      const stale = { ...job, fence: job.fence - 1 }
      const lost = yield* Effect.flip(upkeeps.recordComparison(network, point, stale))
      assert.strictEqual(lost._tag, "LeaseLost")
      yield* upkeeps.queueSweeps(network, () => Effect.succeed({ orders: [], sweptBlock: 3 }))
      yield* upkeeps.recordComparison(network, point, job)
      assert.deepInclude(yield* upkeeps.of(network), { ...point, sweptBlock: 3 })
    })
  ),

  "a difference is acknowledged once, with the first reason, and beside everything else": checked(
    Effect.gen(function* () {
      const upkeeps = yield* ChainUpkeeps
      const network = yield* newNetwork
      yield* upkeeps.queueSweeps(network, () => Effect.succeed({ orders: [], sweptBlock: 3 }))
      const first = { subject: "0x1", differences: ["a", "a", "b"], reason: "known", by: "ann" }
      const two = yield* upkeeps.acknowledge(network, first)
      assert.deepStrictEqual(
        two.map(({ by, difference, reason, subject }) => [subject, difference, reason, by]),
        [
          ["0x1", "a", "known", "ann"],
          ["0x1", "b", "known", "ann"]
        ]
      )
      const three = yield* upkeeps.acknowledge(network, {
        ...{ subject: "0x2", differences: ["b", "c"], reason: "other", by: "bob" }
      })
      assert.deepStrictEqual(
        three.map(({ difference, reason }) => [difference, reason]),
        [
          ["a", "known"],
          ["b", "known"],
          ["c", "other"]
        ]
      )
      const kept = yield* upkeeps.of(network)
      assert.deepStrictEqual(acknowledgedIn(kept), three)
      assert.strictEqual(kept.sweptBlock, 3)
    })
  ),

  "settled transactions are found by time and by hash, and no open ones": checked(
    Effect.gen(function* () {
      const { assign, job, network, wallets } = yield* walletWith(["a", "b", "c"])
      const states = yield* StateReader
      const sent = yield* assign(3)
      for (const [index, each] of sent.slice(0, 2).entries()) {
        const outcome = {
          _tag: "completed",
          hash: `0x${index}`,
          blockNumber: 1,
          costWei: 0n,
          reason: ""
        } as const
        yield* wallets.apply(each, { _tag: "Settle", outcome, at: start + index }, job)
      }
      const idsIn = (index: "settled" | "by_hash", equal: ReadonlyArray<string>, above?: number) =>
        Effect.map(
          states.indexed(chainTransaction, index, { equal, ...(above !== undefined && { above }) }),
          (all) => statesOf(all).map(({ order }) => order.payoutId)
        )
      assert.deepStrictEqual(yield* idsIn("settled", [network]), ["payout a", "payout b"])
      assert.deepStrictEqual(yield* idsIn("settled", [network], start), ["payout b"])
      assert.deepStrictEqual(yield* idsIn("by_hash", [network, "0x1"]), ["payout b"])
      assert.deepStrictEqual(yield* idsIn("by_hash", [network, "0x2"]), [])
    })
  ),

  "a long stretch of an index is read page by page, each state once": checked(
    Effect.gen(function* () {
      const journal = yield* ChainJournal
      const states = yield* StateReader
      const network = yield* newNetwork
      yield* journal.begin(network)
      const job = yield* leased(network, chainJobs.read)
      const { address } = yield* giveOut(network)
      // One block holds more than a page, and ends in the middle of another.
      const blocks = Array.from({ length: 1_250 }, (_, index) =>
        index < 20 ? index : index < 1_120 ? 20 : index
      )
      yield* Effect.forEach(
        blocks,
        (blockNumber, index) =>
          journal.see(network, found(address, { blockNumber, txHash: `0x${index}` }), job),
        { concurrency: "unbounded", discard: true }
      )
      const read = yield* Stream.runCollect(
        indexedPages(
          states,
          chainTransfer,
          "by_block",
          { equal: [network], above: 2, below: 1_240 },
          ({ blockNumber }) => blockNumber
        )
      )
      assert.deepStrictEqual(
        read.map(({ blockNumber }) => blockNumber),
        blocks.filter((block) => block > 2 && block < 1_240)
      )
      assert.strictEqual(new Set(read.map(({ txHash }) => txHash)).size, read.length)
    })
  )
} satisfies Checks<StorePorts | Ids>
