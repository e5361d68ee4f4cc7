import { assert, describe } from "@effect/vitest"
import { StateReader } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { word } from "../../src/hex.ts"
import { compareDeposits, type DepositQuestion } from "../../src/operate/compareDeposits.ts"
import type { DepositContracts } from "../../src/operate/planSweeps.ts"
import { sweepCall } from "../../src/sweepCall.ts"
import { addressTopic, transferTopic } from "../../src/tokenCalls.ts"
import { fakeToken, hashOfText } from "../watch/FakeChain.ts"
import {
  addressOf,
  contracts,
  type FakeMoves,
  moving,
  outside,
  saltOf,
  treasury,
  wallet
} from "./FakeMoves.ts"

const [one, two, three] = [addressOf(1), addressOf(2), addressOf(3)]
const usdt = 1_000_000n

const compared = (
  fake: FakeMoves,
  { on = contracts, ...question }: Partial<DepositQuestion> & { readonly on?: DepositContracts | "none" } = {}
) =>
  compareDeposits(fake.network, on === "none" ? undefined : on, {
    ...{ above: 0, upTo: 90, addressesMax: 1_000, ...question }
  })

const lacks = (address: string, amount: string) =>
  `deposit address ${address} on ethereum has ${amount} USDT less than its transfers explain`

const agrees = { differences: [], checkedCount: 1, leftOutCount: 0, movingCount: 0 }

describe("what a deposit address has", () => {
  moving("agrees with all its transfers, and what is above them is no difference", (fake) =>
    Effect.gen(function* () {
      fake.deposit(5, one, 3n)
      fake.deposit(9, one, 4n)
      assert.deepStrictEqual(yield* compared(fake), agrees)
      assert.deepStrictEqual([fake.asked, fake.ranges, fake.heads], [[[one]], [], 1])
      fake.move(10, outside, one, 1n)
      assert.deepStrictEqual(yield* compared(fake), agrees)
    })
  )

  moving("is missed to the last unit when it was destroyed", (fake) =>
    Effect.gen(function* () {
      fake.deposit(5, one, 3n * usdt)
      fake.deposit(9, one, 4n * usdt)
      fake.deposit(9, two, 4n * usdt)
      fake.destroyed.set(one, 1n)
      const { differences } = yield* compared(fake)
      assert.deepStrictEqual(differences, [lacks(one, "0.000001")])
      assert.deepStrictEqual((yield* compared(fake, { on: "none" })).differences, differences)
      // Twice more, because a node that is behind may have answered.
      assert.deepStrictEqual(fake.asked.slice(0, 3), [[one, two], [one], [one]])
    })
  )

  moving("is not expected where the journal dropped it, waits for nodes, or is above the blocks", (fake) =>
    Effect.gen(function* () {
      fake.deposit(9, one, 4n)
      fake.record(9, one, 5n, { isDropped: true })
      fake.record(9, one, 6n, { waitsSince: Option.some(1) })
      fake.record(91, one, 7n)
      fake.record(9, one, 8n, { partnerId: "polygon" })
      assert.deepStrictEqual(yield* compared(fake), agrees)
    })
  )

  moving("is expected of the blocks above one, up to another, with both ends", (fake) =>
    Effect.gen(function* () {
      for (const [block, address] of [
        [20, one],
        [21, two],
        [90, three]
      ] as const)
        fake.record(block, address, 4n)
      const { checkedCount, differences } = yield* compared(fake, { above: 20 })
      assert.strictEqual(checkedCount, 2)
      assert.deepStrictEqual(differences, [lacks(two, "0.000004"), lacks(three, "0.000004")])
    })
  )

  moving("is asked about where most came in, as far as there may be questions", (fake) =>
    Effect.gen(function* () {
      fake.deposit(5, one, 3n)
      fake.deposit(5, two, 9n)
      fake.deposit(6, three, 2n)
      fake.deposit(7, three, 5n)
      const { checkedCount, differences, leftOutCount } = yield* compared(fake, { addressesMax: 2 })
      assert.deepStrictEqual([checkedCount, leftOutCount, differences], [2, 1, []])
      assert.deepStrictEqual(fake.asked, [[two, three]])
    })
  )
})

describe("what left a deposit address", () => {
  moving("is not asked of the store while nothing is missing", (fake) =>
    Effect.gen(function* () {
      fake.deposit(5, one, 7n)
      const states = yield* StateReader
      const indexed: typeof states.indexed = (concept, index, range) =>
        index === "sweeps" ? Effect.die("it reads sweeps") : states.indexed(concept, index, range)
      const report = yield* Effect.provideService(compared(fake), StateReader, { ...states, indexed })
      assert.deepStrictEqual(report, agrees)
    })
  )

  moving("with an address that nobody asked about is explained by the receipt too", (fake) =>
    Effect.gen(function* () {
      fake.deposit(5, one, 8n)
      fake.deposit(5, two, 7n)
      fake.swept(6, [two, one], 7n, "sweep")
      assert.deepStrictEqual(yield* compared(fake, { addressesMax: 1 }), { ...agrees, leftOutCount: 1 })
      assert.deepStrictEqual(fake.ranges, [])
    })
  )

  moving("by a sweep of this store is explained by its receipt alone", (fake) =>
    Effect.gen(function* () {
      fake.deposit(5, one, 7n)
      fake.deposit(6, two, 7n)
      fake.swept(6, [one, two], 7n, "sweep")
      const report = yield* compared(fake)
      assert.deepStrictEqual(report, { ...agrees, checkedCount: 2 })
      assert.deepStrictEqual([fake.ranges, fake.asked.length], [[], 1])
    })
  )

  moving("by a sweep in the block of the deposit is explained by its receipt", (fake) =>
    Effect.gen(function* () {
      fake.deposit(5, one, 7n)
      fake.swept(5, [one], 7n, "sweep")
      assert.deepStrictEqual(yield* compared(fake), agrees)
      assert.deepStrictEqual(fake.ranges, [])
    })
  )

  moving("before the first deposit, or by a sweep without an outcome, is looked for on the network", (fake) =>
    Effect.gen(function* () {
      fake.deposit(5, one, 7n)
      fake.move(6, one, treasury, 7n, "open")
      const data = sweepCall(fakeToken, [saltOf(one)])
      fake.transaction(
        { purpose: "sweep", data },
        { _tag: "failed", hash: hashOfText("open"), blockNumber: 6 }
      )
      fake.transaction({ purpose: "sweep", data }, { hash: hashOfText("open"), blockNumber: 4 })
      assert.deepStrictEqual(yield* compared(fake), agrees)
      assert.deepStrictEqual(fake.ranges, [[5, 100]])
    })
  )

  moving("by a sweep of other addresses is not asked about", (fake) =>
    Effect.gen(function* () {
      const hashes: Array<string> = []
      fake.deposit(5, one, 8n)
      fake.destroyed.set(one, 7n)
      fake.deposit(5, two, 7n)
      fake.swept(6, [two], 7n, "other")
      const network = fake.network
      const executionOf: typeof network.executionOf = (hash) => {
        hashes.push(hash)
        return network.executionOf(hash)
      }
      const question = { above: 0, upTo: 90, addressesMax: 1 }
      const { differences } = yield* compareDeposits({ ...network, executionOf }, contracts, question)
      assert.deepStrictEqual([differences, hashes], [[lacks(one, "0.000007")], []])
    })
  )

  moving("by anybody is explained by the transfers from it", (fake) =>
    Effect.gen(function* () {
      fake.deposit(5, one, 7n)
      fake.deposit(8, one, 5n)
      fake.move(5, one, outside, 3n)
      fake.move(100, one, outside, 2n)
      // Another token, and another event of the token.
      const [log] = fake.logs
      if (log === undefined) return assert.fail("there is one")
      fake.destroyed.set(one, 1n)
      const from = addressTopic(one)
      const topics = [transferTopic, from, addressTopic(outside)] as const
      const more = { ...log, topics, data: `0x${word(1n)}` as const }
      fake.otherLogs.push({ ...more, address: "0x01" }, { ...more, data: "0x" })
      assert.deepStrictEqual((yield* compared(fake)).differences, [lacks(one, "0.000001")])
      assert.deepStrictEqual(fake.ranges, [
        [5, 100],
        [5, 100]
      ])
    })
  )

  moving("while it was asked is no difference", (fake) =>
    Effect.gen(function* () {
      fake.deposit(5, one, 7n)
      fake.destroyed.set(one, 7n)
      // A node that is behind; at the second question it has the block.
      fake.afterBalances = () => fake.destroyed.delete(one)
      assert.deepStrictEqual(yield* compared(fake), agrees)
      fake.destroyed.set(one, 7n)
      fake.afterBalances = (times) => times === 4 && fake.destroyed.delete(one)
      assert.deepStrictEqual(yield* compared(fake), agrees)
      fake.destroyed.set(one, 7n)
      fake.afterBalances = (times) => times === 8 && fake.destroyed.delete(one)
      assert.deepStrictEqual((yield* compared(fake)).differences, [lacks(one, "0.000007")])
    })
  )

  moving("says more than two things of a receipt: only what the token moved from it counts", (fake) =>
    Effect.gen(function* () {
      fake.deposit(5, one, 7n)
      fake.swept(6, [one], 5n, "sweep")
      const { network } = fake
      const [log] = Option.getOrThrow(fake.execution(hashOfText("sweep"))).logs
      if (log === undefined) return assert.fail("there is one")
      const execution = (logs: ReadonlyArray<typeof log>) => ({
        ...network,
        executionOf: () =>
          Effect.succeed(
            Option.map(fake.execution(hashOfText("sweep")), (found) => ({ ...found, logs: [log, ...logs] }))
          )
      })
      const question = { above: 0, upTo: 90, addressesMax: 1 }
      const read = (logs: ReadonlyArray<typeof log>) => {
        fake.destroyed.set(one, 2n)
        return compareDeposits(execution(logs), contracts, question)
      }
      for (const wrong of [
        { ...log, address: "0x01" as const },
        { ...log, topics: [hashOfText("Approval"), ...log.topics.slice(1)] as const },
        { ...log, topics: [transferTopic] as const },
        { ...log, data: "0x05" as const }
      ])
        assert.deepStrictEqual((yield* read([wrong])).differences, [lacks(one, "0.000002")])
      const two = { ...log, data: `0x${word(2n)}` as const }
      assert.deepStrictEqual(yield* read([two]), agrees)
    })
  )
})

describe("an address that a transaction without a block changes", () => {
  const open = (fake: FakeMoves): void =>
    fake.transaction(
      { purpose: "sweep", data: sweepCall(fakeToken, [saltOf(one)]), recipient: wallet },
      { _tag: "sent", forms: [{ hash: hashOfText("open") } as never] }
    )

  moving("is left for the next time where nodes show what waits, and only there", (fake) =>
    Effect.gen(function* () {
      fake.deposit(5, one, 7n)
      fake.deposit(5, two, 7n)
      fake.destroyed.set(one, 7n).set(two, 7n)
      open(fake)
      const differences = [lacks(one, "0.000007"), lacks(two, "0.000007")]
      const both = { ...agrees, checkedCount: 2 }
      assert.deepStrictEqual(yield* compared(fake), { ...both, differences })
      fake.showsWaiting = true
      assert.deepStrictEqual(yield* compared(fake), {
        ...both,
        ...{ movingCount: 1, differences: [lacks(two, "0.000007")] }
      })
      // In a block it is no more in between.
      fake.move(100, outside, outside, 1n, "open")
      assert.deepStrictEqual(yield* compared(fake), { ...both, differences })
    })
  )

  moving("is left too when the transaction was signed while it was asked", (fake) =>
    Effect.gen(function* () {
      fake.showsWaiting = true
      fake.deposit(5, one, 7n)
      fake.destroyed.set(one, 7n)
      fake.afterBalances = (times) => {
        if (times === 2) open(fake)
      }
      assert.deepStrictEqual(yield* compared(fake), { ...agrees, movingCount: 1 })
    })
  )
})

describe("many addresses", () => {
  moving("are asked about a thousand at a time", (fake) =>
    Effect.gen(function* () {
      for (let number = 1; number <= 1_001; number++) fake.record(number === 1 ? 7 : 8, addressOf(number), 1n)
      const { checkedCount, differences } = yield* compared(fake, { addressesMax: 2_000 })
      assert.deepStrictEqual([checkedCount, differences.length], [1_001, 1_001])
      assert.deepStrictEqual(
        fake.asked.map(({ length }) => length),
        [1_000, 1, 1_000, 1, 1_000, 1]
      )
      assert.deepStrictEqual(
        fake.ranges.map(([from]) => from),
        [7, 8, 7, 8]
      )
    })
  )
})
