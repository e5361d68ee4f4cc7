import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { Hex } from "../../src/hex.ts"
import { TooMuch } from "../../src/rpc/RpcFailure.ts"
import { catchUp } from "../../src/watch/catchUp.ts"
import { recordTransfers } from "../../src/watch/recordTransfers.ts"
import { payerAddress, transferLog } from "./FakeChain.ts"
import { failing, ScriptedNode, scriptedWatch } from "./scriptedWatch.ts"
import { deployed, depositOf } from "./watching.ts"

const target = 1_000
const window = { blocks: 100, answered: 1 }
const own = [depositOf(0) as Hex]

/** Reads a window, and says how far it came. */
const windowOf = Effect.fnUntraced(function* (
  node: ScriptedNode,
  other?: ScriptedNode,
  recipients: ReadonlyArray<Hex> | undefined = own,
  [after, to]: readonly [number, number] = [0, target]
) {
  const watched = yield* scriptedWatch(node, other)
  const read = catchUp(watched.watch, after, to, recipients, window)
  return { ...watched, read }
})

const most = (blocks: number) =>
  Object.assign(new ScriptedNode(), {
    refuses: (from: number, to: number) =>
      to - from >= blocks ? new TooMuch({ host: "", reason: "too many blocks" }) : undefined
  })

describe("a window of blocks", () => {
  it.effect("is read up to its size, and up to the target", () =>
    Effect.gen(function* () {
      for (const [after, to, range] of [
        [0, target, "1-100"],
        [950, target, "951-1000"],
        [40, 41, "41-41"]
      ] as const) {
        const node = new ScriptedNode()
        const last = Number(range.split("-")[1])
        const caught = yield* deployed(
          Effect.flatMap(windowOf(node, undefined, own, [after, to]), ({ read }) => read)
        )
        assert.deepStrictEqual(node.asked, [`${range} to 1`])
        assert.deepInclude(caught.last, {
          ...{ number: last, hash: node.blockAt(last).hash, timestamp: last * 1_000 }
        })
        assert.deepStrictEqual(caught.window, { blocks: 100, answered: 2 })
        assert.isUndefined(caught.dispute)
      }
    })
  )

  it.effect("is halved where a node refuses it, whichever of the two", () =>
    Effect.gen(function* () {
      for (const [node, other] of [
        [most(99), undefined],
        [most(99), new ScriptedNode()],
        [new ScriptedNode(), most(99)]
      ] as const) {
        const caught = yield* deployed(
          Effect.flatMap(windowOf(node, other, own, [7, 107]), ({ read }) => read)
        )
        assert.deepStrictEqual(
          [caught.last, caught.window, caught.dispute],
          [undefined, { blocks: 50, answered: 0 }, undefined]
        )
      }
    })
  )

  it.effect("fails where the first node refuses one block or is away, and needs no second node", () =>
    Effect.gen(function* () {
      const away = () => Object.assign(new ScriptedNode(), { refuses: () => failing("unreachable") })
      for (const [node, range] of [
        [most(0), [0, 1]],
        [away(), [0, target]]
      ] as const)
        yield* Effect.flip(
          deployed(Effect.flatMap(windowOf(node, undefined, own, range), ({ read }) => read))
        )
      for (const [other, range] of [
        [most(0), [0, 1]],
        [away(), [0, target]]
      ] as const) {
        const caught = yield* deployed(
          Effect.flatMap(windowOf(new ScriptedNode(), other, own, range), ({ read }) => read)
        )
        assert.strictEqual(caught.last?.number, Math.min(100, range[1]))
        assert.strictEqual(caught.window.answered, 2)
      }
    })
  )

  it.effect("is in dispute where nodes have different last blocks, and nothing in it counts", () =>
    deployed(
      Effect.gen(function* () {
        const [node, other] = [new ScriptedNode(), Object.assign(new ScriptedNode(), { forkedAt: 60 })]
        node.logs = [node.transfer(30)]
        const { held, read } = yield* windowOf(node, other)
        const { dispute, last } = yield* read
        assert.deepStrictEqual(dispute, { blockNumber: 1, reason: "nodes have different blocks 100" })
        assert.isUndefined(last)
        assert.deepStrictEqual(yield* held, [])
      })
    )
  )
})

describe("the blocks of a window are read one by one", () => {
  const foreign = (node: ScriptedNode, number: number) =>
    node.transfer(number, `foreign ${number}`, transferLog(payerAddress, 1n))

  it.effect("where one of the two nodes tells of a transfer to us, lowest first, each once", () =>
    deployed(
      Effect.gen(function* () {
        const [node, other] = [new ScriptedNode(), new ScriptedNode()]
        node.logs = [node.transfer(50), node.transfer(30)]
        other.logs = [node.transfer(30), node.transfer(20)]
        const { held, read } = yield* windowOf(node, other)
        yield* read
        assert.deepStrictEqual(node.asked.filter((each) => each.startsWith("block")).slice(0, 3), [
          "block 20",
          "block 30",
          "block 50"
        ])
        assert.deepStrictEqual(yield* held, ["20", "30", "50"])
        // The first is asked again for what only the other has, and for nothing else.
        assert.deepStrictEqual(
          node.asked.filter((each) => /logs|receipts/.test(each)),
          ["logs 20", "logs 20", "receipts 20", "logs 30", "logs 50"]
        )
      })
    )
  )

  it.effect("where it is to one of this store, when all transfers are asked for", () =>
    deployed(
      Effect.gen(function* () {
        const node = new ScriptedNode()
        node.logs = [node.transfer(30), foreign(node, 40)]
        const { held, watch } = yield* scriptedWatch(node)
        yield* catchUp(watch, 0, target, undefined, window)
        assert.deepStrictEqual(node.asked.slice(0, 3), ["1-100", "block 30", "logs 30"])
        assert.notInclude(node.asked, "block 40")
        assert.deepStrictEqual(yield* held, ["30"])
      })
    )
  )

  it.effect("but for one that moves nothing", () =>
    deployed(
      Effect.gen(function* () {
        const node = new ScriptedNode()
        node.logs = [node.transfer(30, "nothing", transferLog(depositOf(0), 0n))]
        const { read } = yield* windowOf(node)
        yield* read
        assert.deepStrictEqual(node.asked, ["1-100 to 1"])
      })
    )
  )

  it.effect("unless the node has another block there: alone it is asked again later", () =>
    Effect.gen(function* () {
      const blockHash = new ScriptedNode().blockAt(31).hash
      const [node, other] = [new ScriptedNode(), new ScriptedNode()]
      const logs = [node.transfer(30, "gone", { blockHash })]
      Object.assign(node, { logs })
      const alone = yield* Effect.flip(deployed(Effect.flatMap(windowOf(node), ({ read }) => read)))
      assert.deepInclude(alone, { _tag: "BlockUnknown", block: blockHash })
      const [first, second] = [new ScriptedNode(), Object.assign(other, { logs })]
      yield* deployed(
        Effect.gen(function* () {
          const { held, read } = yield* windowOf(first, second)
          assert.strictEqual((yield* read).last?.number, 100)
          assert.deepStrictEqual(yield* held, [])
          assert.notInclude(first.asked, "logs 30")
        })
      )
    })
  )
})

describe("what another process recorded in the blocks of a window", () => {
  it.effect("is dropped where the node has another block, and nowhere else", () =>
    deployed(
      Effect.gen(function* () {
        const node = new ScriptedNode()
        node.logs = [10, 60, 100, 101].map((number) => node.transfer(number))
        const { held, watch } = yield* scriptedWatch(node)
        for (const number of [10, 60, 100, 101]) {
          const { own: found } = yield* watch.reader.read(watch, node.blockAt(number))
          yield* recordTransfers(watch, found)
        }
        Object.assign(node, { forkedAt: 60, logs: [] })
        yield* catchUp(watch, 0, target, own, window)
        assert.deepStrictEqual(yield* held, ["10", "60 dropped", "100 dropped", "101"])
        node.asked.length = 0
        yield* catchUp(watch, 0, target, own, window)
        assert.deepStrictEqual(node.asked, ["1-100 to 1", "block 10"])
        assert.isTrue(Option.isSome(yield* watch.journal.ownerOf("ethereum", depositOf(0))))
      })
    )
  )
})
