import { assert, describe } from "@effect/vitest"
import type { RecordedTransaction } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { planSweeps, type SweepQuestion } from "../../src/operate/planSweeps.ts"
import { saltsOf, sweepCall } from "../../src/sweepCall.ts"
import { fakeToken } from "../watch/FakeChain.ts"
import { addressOf, contracts, type FakeMoves, moving, name, outside, saltOf, treasury } from "./FakeMoves.ts"

const [one, two, three] = [addressOf(1), addressOf(2), addressOf(3)]

const planned = (fake: FakeMoves, question: Partial<SweepQuestion> = {}) =>
  planSweeps(fake.network, contracts, { above: 0, minimum: 1n, others: [], ...question })

/** A deposit to an address of this store. */
const paid = (fake: FakeMoves, block: number, address: string, value: bigint): void => {
  fake.own(address)
  fake.deposit(block, address, value)
}

/** Which addresses each transaction empties. */
const emptied = ({ orders }: Effect.Success<ReturnType<typeof planned>>) =>
  orders.map(({ data }) => saltsOf(data).map(contracts.addressOf))

const sweepOf = (address: string, outcome: object) =>
  ({ order: { data: sweepCall(fakeToken, [saltOf(address)]) }, ...outcome }) as unknown as RecordedTransaction

describe("a plan of sweeps", () => {
  moving("has the addresses with money in groups, and comes back to the first of them", (fake) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(77)
      fake.readTo(95)
      paid(fake, 4, one, 5n)
      paid(fake, 5, two, 5n)
      paid(fake, 6, three, 5n)
      paid(fake, 7, one, 5n)
      const plan = yield* planned(fake)
      assert.deepStrictEqual(emptied(plan), [[one, two], [three]])
      const { addressCount, isAll, lookedBlock, orders, sweptBlock } = plan
      assert.deepStrictEqual(
        { addressCount, isAll, lookedBlock, sweptBlock },
        { addressCount: 3, isAll: true, lookedBlock: 90, sweptBlock: 3 }
      )
      const [{ data, id, ...order } = { data: "", id: "" }, second] = orders
      assert.match(id, /^sweep-/)
      assert.notStrictEqual(id, second?.id)
      assert.strictEqual(data, sweepCall(fakeToken, [saltOf(one), saltOf(two)]))
      assert.deepStrictEqual(order as object, {
        ...{ partnerId: name, purpose: "sweep", payoutId: "", payoutPartnerId: "", recipient: "" },
        ...{ amountMinor: 0n, contract: contracts.factory, createdAt: 77, sendBefore: Option.none() }
      })
    })
  )

  moving("goes up to what is final and was read, whichever is less", (fake) =>
    Effect.gen(function* () {
      for (const [block, address] of [
        [80, one],
        [81, two],
        [91, three]
      ] as const)
        paid(fake, block, address, 5n)
      const nothing = yield* planned(fake)
      assert.deepInclude(nothing, { addressCount: 0, lookedBlock: 0, sweptBlock: 0, isAll: true })
      fake.readTo(80)
      assert.deepStrictEqual(emptied(yield* planned(fake)), [[one]])
      assert.strictEqual((yield* planned(fake)).lookedBlock, 80)
      fake.readTo(100)
      assert.deepStrictEqual(emptied(yield* planned(fake)), [[one, two]])
      assert.deepStrictEqual(emptied(yield* planned(fake, { above: 80 })), [[two]])
      const above = yield* planned(fake, { above: 95 })
      assert.deepStrictEqual([above.lookedBlock, above.sweptBlock], [95, 95])
    })
  )

  moving("moves what is final, from the least amount on, and leaves what somebody emptied", (fake) =>
    Effect.gen(function* () {
      fake.readTo(100)
      paid(fake, 5, one, 5n)
      paid(fake, 5, two, 4n)
      paid(fake, 6, three, 5n)
      // More is there, but not final.
      fake.move(91, outside, two, 9n)
      fake.move(92, three, treasury, 5n)
      const plan = yield* planned(fake, { minimum: 5n })
      assert.deepStrictEqual(emptied(plan), [[one]])
      assert.strictEqual(plan.sweptBlock, 4)
      assert.deepStrictEqual(emptied(yield* planned(fake, { minimum: 4n })), [[one, two]])
    })
  )

  moving("has only addresses that this treasury empties", (fake) =>
    Effect.gen(function* () {
      fake.readTo(100)
      fake.own(one, saltOf(one), "TransitWallet")
      fake.deposit(5, one, 5n)
      // Of another provider, of another treasury, and of nobody any more.
      fake.own(two, "")
      fake.deposit(5, two, 5n)
      fake.own(three, saltOf(one))
      fake.deposit(5, three, 5n)
      fake.deposit(5, outside, 5n)
      fake.own(addressOf(4))
      fake.state.aggregates.CryptoInvoice.delete(`owner of ${addressOf(4)}`)
      fake.deposit(5, addressOf(4), 5n)
      const zero = addressOf(0)
      fake.own(zero, "")
      fake.deposit(5, zero, 5n)
      assert.deepStrictEqual(emptied(yield* planned(fake)), [[one]])
    })
  )

  moving("forgets what was dropped, and is done when nothing is left", (fake) =>
    Effect.gen(function* () {
      fake.readTo(100)
      paid(fake, 5, one, 5n)
      fake.own(two)
      fake.move(5, outside, two, 5n)
      fake.record(5, two, 5n, { isDropped: true })
      fake.move(6, one, treasury, 5n)
      const { addressCount, isAll, lookedBlock, orders, sweptBlock } = yield* planned(fake)
      assert.deepStrictEqual(
        { addressCount, isAll, lookedBlock, orders, sweptBlock },
        { addressCount: 0, isAll: true, lookedBlock: 90, orders: [], sweptBlock: 90 }
      )
    })
  )

  moving("leaves to another sweep what arrived before it, and all while it has no block", (fake) =>
    Effect.gen(function* () {
      fake.readTo(100)
      paid(fake, 5, one, 5n)
      paid(fake, 5, two, 5n)
      const others = (outcome: object) => [sweepOf(one, outcome)]
      const open = yield* planned(fake, { others: others({}) })
      assert.deepStrictEqual(emptied(open), [[two]])
      assert.deepStrictEqual(emptied(yield* planned(fake, { others: others({ blockNumber: 6 }) })), [[two]])
      // In the same block it may have come after it.
      for (const blockNumber of [5, 4])
        assert.deepStrictEqual(emptied(yield* planned(fake, { others: others({ blockNumber }) })), [
          [one, two]
        ])
    })
  )

  moving("looks at a thousand addresses at most, and at the last of their blocks as a whole", (fake) =>
    Effect.gen(function* () {
      fake.readTo(100)
      // 999 in the first blocks, 3 in the next, and one after them.
      for (let number = 1; number <= 1_003; number++)
        fake.record(number < 1_000 ? 10 : number < 1_003 ? 20 : 30, addressOf(number), 5n)
      const last = addressOf(1_002)
      fake.own(last)
      fake.move(20, outside, last, 5n)
      const first = yield* planned(fake)
      assert.deepStrictEqual(emptied(first), [[last]])
      assert.deepStrictEqual([first.lookedBlock, first.sweptBlock, first.isAll], [20, 19, false])
      const next = yield* planned(fake, { above: 20 })
      assert.deepStrictEqual([next.lookedBlock, next.sweptBlock, next.isAll], [90, 90, true])
      // One more in the first block: the next block does not begin.
      fake.record(10, addressOf(2_000), 5n)
      assert.strictEqual((yield* planned(fake)).lookedBlock, 10)
    })
  )
})
