import { assert, describe, it } from "@effect/vitest"
import { type ChainBlock, rememberedBlocksMax } from "@quittance/core/adapter"
import { Effect } from "effect"
import { follow } from "../../src/watch/follow.ts"
import { ScriptedNode, scriptedWatch } from "./scriptedWatch.ts"
import { deployed } from "./watching.ts"

const last = 100

/** What was read before: the blocks from one to the last, on the branch of the node. */
const beforeOf = (node: ScriptedNode, from: number, firstBlock = 1, to = last) => {
  const blocks: ReadonlyArray<ChainBlock> = Array.from({ length: to - from + 1 }, (_, index) => {
    const { hash, number } = node.blockAt(from + index)
    return { hash, number }
  })
  return { firstBlock, blocks, last: node.blockAt(to) }
}

interface Case {
  /** The newest block. */
  readonly head: number
  /** Where the node forked meanwhile. */
  readonly forkedAt?: number
  readonly from?: number
  readonly firstBlock?: number
  /** How long each block takes. */
  readonly millis?: number
}

/** The block before the new ones, with the first and the last of them. */
const followed = ({ firstBlock, forkedAt = Number.POSITIVE_INFINITY, from = 1, head, millis = 0 }: Case) =>
  deployed(
    Effect.gen(function* () {
      const node = new ScriptedNode()
      const { watch } = yield* scriptedWatch(node)
      const before = beforeOf(node, from, firstBlock)
      Object.assign(node, { forkedAt, millis })
      const answer = yield* follow(watch, before, node.blockAt(head))
      if (answer._tag !== "Read") return answer._tag
      assert.strictEqual(answer.ancestor.hash, node.blockAt(answer.ancestor.number).hash)
      const numbers = answer.blocks.map(({ number }) => number)
      assert.deepStrictEqual(
        numbers,
        numbers.map((_, index) => answer.ancestor.number + 1 + index)
      )
      return [answer.ancestor.number, numbers[0], numbers.at(-1), answer.isChanged]
    })
  )

const all = (cases: ReadonlyArray<readonly [Case, unknown]>) =>
  Effect.gen(function* () {
    for (const [each, expected] of cases)
      assert.deepStrictEqual(yield* followed(each), expected, JSON.stringify(each))
  })

describe("the blocks above the last one", () => {
  it.effect("are read up to the newest, and sixty-four at once", () =>
    all([
      [{ head: 101 }, [100, 101, 101, false]],
      [{ head: 164 }, [100, 101, 164, false]],
      [{ head: 165 }, [100, 101, 164, false]]
    ])
  )

  it.effect("are none where the newest is the same, or a node has not seen as much", () =>
    all([
      [{ head: 100 }, "Same"],
      [{ head: 99 }, "Same"],
      [{ head: 99, from: 100 }, "Same"],
      [{ head: 1, from: 90 }, "Same"]
    ])
  )

  it.effect("are none where a node that lags shows none of those that are remembered", () =>
    deployed(
      Effect.gen(function* () {
        const node = new ScriptedNode()
        const { watch } = yield* scriptedWatch(node)
        // The last of two windows that were read at once.
        const blocks = [1, 501, 1_001].map((number) => node.blockAt(number))
        const before = { firstBlock: 1, blocks, last: node.blockAt(1_001) }
        for (const head of [502, 1_000])
          assert.strictEqual((yield* follow(watch, before, node.blockAt(head)))._tag, "Same")
      })
    )
  )

  it.effect("are looked for with no question for one above the newest", () =>
    Effect.gen(function* () {
      for (const [head, forkedAt] of [
        [100, 101],
        [100, 98],
        [95, 101],
        [95, 90]
      ] as const) {
        const node = new ScriptedNode()
        const { watch } = yield* deployed(scriptedWatch(node))
        const before = beforeOf(node, 1)
        node.forkedAt = forkedAt
        yield* deployed(follow(watch, before, node.blockAt(head)))
        const numbers = node.asked.flatMap((each) => /^block (\d+)$/.exec(each)?.[1] ?? [])
        assert.isTrue(
          numbers.every((number) => Number(number) < head),
          `${head}: ${node.asked}`
        )
      }
    })
  )

  it.effect("cost one question where there is one, and no search", () =>
    deployed(
      Effect.gen(function* () {
        const node = new ScriptedNode()
        const { watch } = yield* scriptedWatch(node)
        yield* follow(watch, beforeOf(node, 1), node.blockAt(101))
        assert.deepStrictEqual(node.asked, ["logs 101"])
      })
    )
  )

  it.effect("are read eight at a time, as far as there is time", () =>
    all([
      [{ head: 164, millis: 500 }, [100, 101, 116, false]],
      [{ head: 164, millis: 1_000 }, [100, 101, 108, false]],
      [{ head: 108, millis: 1_000 }, [100, 101, 108, false]]
    ])
  )

  it.effect("are no step on one that is not theirs", () =>
    deployed(
      Effect.gen(function* () {
        const node = new ScriptedNode()
        const { watch } = yield* scriptedWatch(node)
        const before = beforeOf(node, 90)
        const head = { ...node.blockAt(103), parentHash: node.blockAt(7).hash }
        const failure = yield* Effect.flip(follow(watch, before, head))
        assert.strictEqual(failure._tag, "BlockUnknown")
      })
    )
  )
})

describe("blocks that replace others", () => {
  it.effect("are followed from the last that is still there, up to sixty-four above the old ones", () =>
    all([
      [{ head: 100, forkedAt: 100 }, [99, 100, 100, true]],
      [{ head: 101, forkedAt: 100 }, [99, 100, 101, true]],
      [{ head: 101, forkedAt: 101 }, [100, 101, 101, false]],
      [{ head: 300, forkedAt: 41 }, [40, 41, 164, true]],
      [{ head: 300, forkedAt: 2 }, [1, 2, 164, true]]
    ])
  )

  it.effect("are waited for until they are as many, and read again where the time was over", () =>
    all([
      [{ head: 99, forkedAt: 95 }, "Same"],
      [{ head: 95, forkedAt: 95 }, "Same"],
      [{ head: 103, forkedAt: 96, millis: 1_000 }, [95, 96, 103, true]],
      [{ head: 104, forkedAt: 96, millis: 1_000 }, "Unfinished"]
    ])
  )

  it.effect("are lost below what is remembered, except where reading began", () =>
    all([
      [{ head: 101, from: 90, forkedAt: 90 }, "Lost"],
      [{ head: 101, from: 90, forkedAt: 91 }, [90, 91, 101, true]],
      [{ head: 101, from: 90, forkedAt: 90, firstBlock: 90 }, [90, 91, 101, true]],
      [{ head: 100, from: 100, forkedAt: 100, firstBlock: 100 }, "Same"],
      [{ head: 101, from: 100, forkedAt: 100, firstBlock: 100 }, [100, 101, 101, false]]
    ])
  )

  for (const [depth, expected] of [
    [rememberedBlocksMax, "Read"],
    [rememberedBlocksMax + 1, "Lost"]
  ] as const)
    it.effect(`are ${expected} where they are ${depth} deep`, () =>
      deployed(
        Effect.gen(function* () {
          const node = new ScriptedNode()
          const { watch } = yield* scriptedWatch(node)
          const to = 1 + depth
          const before = { ...beforeOf(node, 1, 1, to), blocks: [node.blockAt(1), node.blockAt(to)] }
          node.forkedAt = 2
          assert.strictEqual((yield* follow(watch, before, node.blockAt(to + 1)))._tag, expected)
        })
      )
    )
})

describe("of the transfers in new blocks", () => {
  const changed = (watched: Effect.Success<ReturnType<typeof scriptedWatch>>, node: ScriptedNode) =>
    Effect.fnUntraced(function* (to: number, head: number) {
      const before = beforeOf(new ScriptedNode(), 90, 1, to)
      const answer = yield* follow(watched.watch, before, node.blockAt(head))
      return answer._tag === "Read" ? answer.isChanged : answer._tag
    })

  it.effect("those are news that came or went", () =>
    deployed(
      Effect.gen(function* () {
        const node = new ScriptedNode()
        const watched = yield* scriptedWatch(node)
        const isNews = changed(watched, node)
        node.logs = [node.transfer(101)]
        assert.isTrue(yield* isNews(100, 103))
        assert.deepStrictEqual(yield* watched.held, ["101"])
        // Another process has recorded them.
        assert.isFalse(yield* isNews(100, 103))
        assert.isFalse(yield* isNews(102, 103))
        Object.assign(node, { forkedAt: 101, logs: [] })
        assert.isTrue(yield* isNews(100, 103))
        assert.deepStrictEqual(yield* watched.held, ["101 dropped"])
        assert.isFalse(yield* isNews(100, 103))
      })
    )
  )

  it.effect("those stay that are above the new blocks, below them, or in the same block", () =>
    deployed(
      Effect.gen(function* () {
        const node = new ScriptedNode()
        const watched = yield* scriptedWatch(node)
        const isNews = changed(watched, node)
        node.logs = [99, 101, 104, 106].map((number) => node.transfer(number))
        yield* isNews(98, 106)
        Object.assign(node, { forkedAt: 103, logs: node.logs.slice(0, 2) })
        assert.isTrue(yield* isNews(100, 105))
        assert.deepStrictEqual(yield* watched.held, ["99", "101", "104 dropped", "106"])
        assert.isTrue(yield* isNews(100, 106))
        assert.deepStrictEqual(yield* watched.held, ["99", "101", "104 dropped", "106 dropped"])
      })
    )
  )
})
