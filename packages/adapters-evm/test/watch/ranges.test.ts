import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { Hex } from "../../src/hex.ts"
import type { Log } from "../../src/rpc/ChainData.ts"
import type { LogFilter } from "../../src/rpc/LogFilter.ts"
import type { Questions } from "../../src/rpc/Rpc.ts"
import { addressTopic, transferTopic } from "../../src/tokenCalls.ts"
import { scanDelay, settledDepth } from "../../src/watch/secondScan.ts"
import { tokenNode } from "../../src/watch/TokenNode.ts"
import { fakeToken, hashOfText, transferLog } from "./FakeChain.ts"
import { depositOf } from "./watching.ts"

const blockAt = (number: number) => ({
  ...{ number, hash: hashOfText(`${number}`), parentHash: hashOfText("parent"), timestamp: 0 },
  logsBloom: `0x${"0".repeat(512)}` as const
})

/** A node that notes how many recipients each question names, and shows a transfer to the first of them. */
const noting = () => {
  const asked: Array<number | undefined> = []
  const questions = {
    head: () => Effect.succeed(blockAt(9)),
    block: (number: number) => Effect.succeed(Option.some(blockAt(number))),
    logsOfRange: (_from: number, to: number, { topics }: LogFilter) =>
      Effect.sync(() => {
        const recipients = topics[2] as ReadonlyArray<Hex> | undefined
        asked.push(recipients?.length)
        assert.strictEqual(topics[0], transferTopic)
        const log = { ...transferLog("0x1", 1n), topics: [transferTopic, transferTopic, recipients?.[0]] }
        return { logs: [log as unknown as Log], last: blockAt(to) }
      })
  } as unknown as Questions
  return { asked, node: tokenNode(questions, fakeToken) }
}

describe("the transfers of a range to many addresses", () => {
  it.effect("are asked for in filters of a thousand, and all are told", () =>
    Effect.gen(function* () {
      const addresses = Array.from({ length: 2_001 }, (_, index) => depositOf(index) as Hex)
      for (const [count, sizes] of [
        [1, [1]],
        [1_000, [1_000]],
        [1_001, [1_000, 1]],
        [2_000, [1_000, 1_000]],
        [2_001, [1_000, 1_000, 1]]
      ] as const) {
        const { asked, node } = noting()
        const { last, logs } = yield* node.logsOfRange(1, 9, addresses.slice(0, count))
        assert.deepStrictEqual([asked, last.number], [[...sizes], 9])
        assert.deepStrictEqual(
          logs.map(({ topics }) => topics[2]),
          sizes.map((_, part) => addressTopic(depositOf(1_000 * part)))
        )
      }
    })
  )

  it.effect("are none without addresses, and those to all without a list", () =>
    Effect.gen(function* () {
      const { asked, node } = noting()
      assert.deepStrictEqual((yield* node.logsOfRange(1, 9, [])).logs, [])
      assert.deepStrictEqual(asked, [])
      assert.lengthOf((yield* node.logsOfRange(1, 9, undefined)).logs, 1)
      assert.deepStrictEqual(asked, [undefined])
    })
  )
})

describe("blocks are read a second time", () => {
  it("before a credit is due at another node, and twenty blocks below the newest at the same", () => {
    assert.deepStrictEqual(
      [1, 3, 21, 22, 90].map((confirmations) => scanDelay(confirmations, true)),
      [0, 2, 20, 20, 20]
    )
    assert.strictEqual(scanDelay(3, false), 20)
  })

  it("and are settled twenty blocks deep, or as deep as a credit", () => {
    assert.deepStrictEqual([1, 20, 21].map(settledDepth), [20, 20, 21])
  })
})
