import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { hashOfText } from "./FakeChain.ts"
import { inJournal, silentNodes, waitingFor } from "./toldWaiting.ts"
import { blockNumber, receipt, type Says, toldNode, txHash } from "./toldWatched.ts"
import { depositOf, network } from "./watching.ts"

/** The height at which it is as deep as a credit. */
const deep = blockNumber + 24

describe("a transfer that waits as deep as a credit", () => {
  it.effect("is told of with what nodes show, once for each, and not before it is so deep", () =>
    inJournal(({ alerts }) =>
      Effect.gen(function* () {
        const { look, see } = yield* waitingFor(silentNodes())
        const other = hashOfText("other")
        yield* see()
        yield* see({ txHash: other, blockNumber: blockNumber + 1 })
        assert.isUndefined((yield* look(deep - 1)).dispute)
        assert.deepStrictEqual(alerts, [])
        assert.strictEqual(
          (yield* look(deep)).dispute,
          `a transfer waits because too few nodes show it: transaction ${txHash} in block 100`
        )
        assert.strictEqual(
          (yield* look(deep + 1)).dispute,
          `2 transfers wait because too few nodes show them: transaction ${txHash} in block 100`
        )
        assert.deepStrictEqual(alerts, [
          `ethereum: a transfer of transaction ${txHash} in block 100 waits: no node shows its receipt, and 2 must agree`,
          `ethereum: a transfer of transaction ${other} in block 101 waits: no node shows its receipt, and 2 must agree`
        ])
      })
    )
  )

  for (const [shownBy, why] of [
    [["one"], "only one shows its receipt, and 3 must agree"],
    [["one", "two"], "only one, two show its receipt, and 3 must agree"]
  ] as const)
    it.effect(`is told of with who shows it: ${why}`, () =>
      inJournal(({ alerts }) =>
        Effect.gen(function* () {
          const { look, see } = yield* waitingFor([])
          yield* see({ shownBy, askedFor: 3 })
          yield* look(deep)
          assert.deepStrictEqual(alerts, [
            `ethereum: a transfer of transaction ${txHash} in block 100 waits: ${why}`
          ])
        })
      )
    )
})

describe("a transfer that is refuted", () => {
  const shows: Says = { receipt: receipt() }
  for (const [showing, askedFor, why] of [
    [0, 2, "no node repeats"],
    [1, 2, "only node0 shows"],
    [2, 3, "only node0, node1 show"]
  ] as const)
    it.effect(`is dropped with an alert, and names its address: ${why} it`, () =>
      inJournal(({ alerts }) =>
        Effect.gen(function* () {
          const nodes = Array.from({ length: showing + 3 }, (_, index) =>
            toldNode(`node${index}`, index < showing ? shows : {})
          )
          const { journal, look, see } = yield* waitingFor(nodes)
          yield* see({ askedFor })
          assert.isUndefined((yield* look(deep - 1)).dispute)
          assert.lengthOf(yield* journal.waiting(network), 1)
          yield* TestClock.adjust(1_000)
          assert.deepStrictEqual(yield* look(deep), { resolved: [depositOf(0)], dispute: undefined })
          assert.deepStrictEqual(
            (yield* journal.transfersTo(network, depositOf(0))).map(({ isDropped }) => isDropped),
            [true]
          )
          assert.deepStrictEqual(alerts, [
            `ethereum: transaction ${txHash} of block 100 is dropped: ${why} a transfer of 7 units to ${depositOf(0)}`
          ])
        })
      )
    )
})
