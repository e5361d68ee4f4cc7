import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { TransactionInfo, TronBlock } from "../../src/node/TronApi.ts"
import { fullNodeToken } from "../../src/watch/fullNodeToken.ts"
import type { Hex } from "../node/bytes.ts"
import { token } from "../node/TronChain.ts"
import { recipientOf } from "../send/Paying.ts"
import { blockOf, formOf, infoOf, movedLog, toldNode } from "../send/toldNodes.ts"

const foreign: Hex = `0x${"ab".repeat(20)}`
const own = (value: bigint, to = recipientOf(1)) => movedLog(to, value)
const outcome = (number: number, logs: TransactionInfo["logs"]) => infoOf(formOf(number), 1, number, { logs })

/** A block with two transactions, of which some logs are of the token. */
const infosOf = (number: number) =>
  number % 2 === 0
    ? []
    : [
        outcome(number, [{ ...own(1n), address: foreign }, own(2n)]),
        outcome(number + 1_000, [
          own(3n, recipientOf(2)),
          { ...own(4n), topics: [`0x${"00".repeat(32)}`] },
          own(5n)
        ])
      ]

const reading = (block: (number: number) => TronBlock | undefined = blockOf) => {
  const node = toldNode("one", { solid: 1_000, headAt: 5, block, infosOf })
  return { node, read: fullNodeToken(node, token) }
}

const placesOf = (
  logs: ReadonlyArray<{
    readonly blockNumber: number
    readonly logIndex: number
    readonly transactionIndex: number
    readonly data: Hex
  }>
) =>
  logs.map(({ blockNumber, data, logIndex, transactionIndex }) => [
    blockNumber,
    transactionIndex,
    logIndex,
    Number(BigInt(data))
  ])

describe("what a full node says of the token", () => {
  it.effect("is each of its transfers in a block, with its place among all logs", () =>
    Effect.gen(function* () {
      const { read } = reading()
      const block = yield* read.block(701)
      assert.deepInclude(block, { number: 701, hash: blockOf(701).id, parentHash: blockOf(701).parentId })
      const logs = yield* read.logsOf(block)
      assert.deepStrictEqual(placesOf(logs), [
        [701, 0, 1, 2],
        [701, 1, 2, 3],
        [701, 1, 4, 5]
      ])
      assert.deepStrictEqual(
        logs.map(({ blockHash, transactionHash }) => [blockHash, transactionHash]),
        [formOf(701), formOf(1_701), formOf(1_701)].map(({ hash }) => [blockOf(701).id, `0x${hash}`])
      )
    })
  )

  it.effect("is nothing of a block that the node has not in its chain any more", () =>
    Effect.gen(function* () {
      const { read } = reading((number) => blockOf(number, "ef"))
      const asked = { ...(yield* reading().read.block(701)) }
      assert.strictEqual((yield* Effect.flip(read.logsOf(asked)))._tag, "BlockUnknown")
      const none = reading(() => undefined)
      assert.strictEqual((yield* Effect.flip(none.read.block(701)))._tag, "BlockUnknown")
    })
  )

  it.effect("is that of every block of a range, to some recipients or to all", () =>
    Effect.gen(function* () {
      const { node, read } = reading()
      const all = yield* read.logsOfRange(700, 703, undefined)
      assert.strictEqual(all.last.number, 703)
      assert.deepStrictEqual(
        placesOf(all.logs).map(([block, , , value]) => [block, value]),
        [701, 703].flatMap((block) => [2, 3, 5].map((value) => [block, value]))
      )
      assert.lengthOf(
        node.asked.filter((each) => each.startsWith("infosOfBlock")),
        4
      )
      const some = yield* read.logsOfRange(701, 701, [
        recipientOf(2).toUpperCase().replace("0X", "0x") as Hex
      ])
      assert.deepStrictEqual(placesOf(some.logs), [[701, 1, 2, 3]])
      assert.deepStrictEqual((yield* read.logsOfRange(701, 701, [])).logs, [])
      const empty = yield* read.logsOfRange(704, 703, undefined)
      assert.deepStrictEqual([empty.logs, empty.last.number], [[], 703])
    })
  )
})
