import { assert, describe, it } from "@effect/vitest"
import type { ChainBlock } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TooMuch } from "../../src/rpc/RpcFailure.ts"
import { makeBlockReader } from "../../src/watch/BlockReader.ts"
import { recordTransfers } from "../../src/watch/recordTransfers.ts"
import { secondScan } from "../../src/watch/secondScan.ts"
import type { Watch } from "../../src/watch/Watch.ts"
import { payerAddress, transferLog } from "./FakeChain.ts"
import { failing, ScriptedNode, scriptedWatch } from "./scriptedWatch.ts"
import { deployed, depositOf } from "./watching.ts"

const head = 100
const branchOf = (node: ScriptedNode, from = 1, to = head): ReadonlyArray<ChainBlock> =>
  Array.from({ length: to - from + 1 }, (_, index) => node.blockAt(from + index))

const ranges = ({ asked }: ScriptedNode) => asked.filter((each) => /^\d/.test(each))

/** The ranges that are asked for from a block on, and how far they agree. */
const scanned = Effect.fnUntraced(function* (
  node: ScriptedNode,
  from: number,
  other?: ScriptedNode,
  given?: Parameters<typeof scriptedWatch>[2]
) {
  const { watch } = yield* scriptedWatch(node, other, given)
  const { dispute, to } = yield* secondScan(watch, from, branchOf(node))
  return [...ranges(other ?? node), to, ...(dispute === undefined ? [] : [dispute])]
})

const tooMuch = new TooMuch({ host: "", reason: "too many blocks" })

/** Each within a store of its own. */
const each = <A, E>(
  cases: ReadonlyArray<readonly [Effect.Effect<A, E, Effect.Services<ReturnType<typeof scanned>>>, A]>
) =>
  Effect.gen(function* () {
    for (const [answer, expected] of cases) assert.deepStrictEqual(yield* deployed(answer), expected)
  })

describe("blocks are read a second time", () => {
  it.effect("at the same node twenty blocks below the newest, from eight to thirty-two at once", () =>
    each([
      [scanned(new ScriptedNode(), 73), ["73-80", 80]],
      [scanned(new ScriptedNode(), 74), [73]],
      [scanned(new ScriptedNode(), 1), ["1-32", "33-64", "65-80", 80]],
      [scanned(new ScriptedNode(), 10), ["10-41", "42-73", 73]]
    ])
  )

  it.effect("at another node one by one, before a credit is due", () =>
    each([
      [scanned(new ScriptedNode(), 98, new ScriptedNode()), ["98-98", 98]],
      [scanned(new ScriptedNode(), 99, new ScriptedNode()), [98]],
      [scanned(new ScriptedNode(), 40, new ScriptedNode()), ["40-71", "72-98", 98]],
      [scanned(new ScriptedNode(), 98, new ScriptedNode(), { confirmations: 1 }), ["98-100", 100]]
    ])
  )

  it.effect("by half of the blocks where those are too many, and not at all where one is", () => {
    const most = (blocks: number) =>
      Object.assign(new ScriptedNode(), {
        refuses: (from: number, to: number) => (to - from >= blocks ? tooMuch : undefined)
      })
    return each([
      [scanned(most(8), 66), ["66-80", "66-73", 73]],
      [scanned(most(4), 73), ["73-80", "73-76", 76]],
      [scanned(most(0), 66), ["66-80", "66-73", "66-69", "66-67", "66-66", 65]]
    ])
  })

  it.effect("one by one where the node limits requests, and later where that does not help", () => {
    const limiting = (blocks: number) =>
      Object.assign(new ScriptedNode(), {
        refuses: (from: number, to: number) => (to - from >= blocks ? failing("limited") : undefined)
      })
    return each([
      [scanned(limiting(1), 72), ["72-80", "72-72", "73-73", 73]],
      [scanned(limiting(0), 72), ["72-80", "72-72", 71]]
    ])
  })

  it.effect("later where the node is away, or the time is over", () => {
    const away = Object.assign(new ScriptedNode(), {
      refuses: (from: number) => (from > 32 ? failing("unreachable") : undefined)
    })
    const slow = () => Object.assign(new ScriptedNode(), { millis: 1_000 })
    return each([
      [scanned(away, 1), ["1-32", "33-64", 32]],
      [scanned(new ScriptedNode(), 1, undefined, { millis: 0 }), [0]],
      // The blocks of a range are read too, and take as long.
      [scanned(slow(), 1, undefined, { millis: 40_000 }), ["1-32", "33-64", 64]],
      [scanned(slow(), 1, undefined, { millis: 33_000 }), ["1-32", 32]]
    ])
  })
})

describe("where the second answer has another block", () => {
  it.effect("nodes are in dispute, and the same node reorganises", () => {
    const forked = () => Object.assign(new ScriptedNode(), { forkedAt: 90 })
    return each([
      [
        scanned(new ScriptedNode(), 95, forked()),
        ["95-98", 94, { blockNumber: 95, reason: "nodes have different blocks 98" }]
      ]
    ])
  })

  it.effect("nobody is in dispute while the first node reorganises", () =>
    Effect.gen(function* () {
      for (const hasOther of [true, false]) {
        const [node, other] = [new ScriptedNode(), new ScriptedNode()]
        const answer = Effect.gen(function* () {
          const { watch } = yield* scriptedWatch(node, hasOther ? other : undefined)
          const branch = branchOf(node)
          node.forkedAt = other.forkedAt = 50
          return yield* secondScan(watch, 60, branch)
        })
        assert.deepStrictEqual(yield* deployed(answer), { to: 59, dispute: undefined, isChanged: false })
      }
    })
  )

  it.effect("the block is asked for where it is not remembered", () =>
    deployed(
      Effect.gen(function* () {
        const node = new ScriptedNode()
        const { watch } = yield* scriptedWatch(node)
        const { to } = yield* secondScan(watch, 73, [node.blockAt(1), node.blockAt(head)])
        assert.strictEqual(to, 80)
        assert.include(node.asked, "block 80")
        assert.deepStrictEqual(yield* secondScan(watch, 1, []), {
          ...{ to: 0, dispute: undefined, isChanged: false }
        })
      })
    )
  )
})

describe("what a second answer changes", () => {
  const second = Effect.fnUntraced(function* (first: ScriptedNode, other: ScriptedNode) {
    const { held, watch } = yield* scriptedWatch(first, other)
    const scan = secondScan(watch, 90, branchOf(first))
    return { held, watch, isChanged: Effect.map(scan, ({ isChanged }) => isChanged) }
  })

  /** Reads the blocks the first time. */
  const read = Effect.fnUntraced(function* (watch: Watch, node: ScriptedNode) {
    for (const block of branchOf(node, 90)) {
      const { own } = yield* watch.reader.read(watch, node.blockAt(block.number))
      yield* recordTransfers(watch, own)
    }
  })

  it.effect("is what the first left out, and what another process did not record", () =>
    deployed(
      Effect.gen(function* () {
        const [node, other] = [new ScriptedNode(), new ScriptedNode()]
        const { held, isChanged, watch } = yield* second(node, other)
        yield* read(watch, node)
        assert.isFalse(yield* isChanged)
        node.logs = other.logs = [node.transfer(91)]
        assert.isTrue(yield* isChanged)
        assert.deepStrictEqual(yield* held, ["91"])
        assert.isFalse(yield* isChanged)
      })
    )
  )

  it.effect("is recorded where no process has read the block, and the next blocks make it no less new", () =>
    deployed(
      Effect.gen(function* () {
        const [node, other] = [new ScriptedNode(), new ScriptedNode()]
        node.logs = other.logs = [node.transfer(91)]
        const { held, isChanged } = yield* second(node, other)
        assert.isTrue(yield* isChanged)
        assert.deepStrictEqual(yield* held, ["91"])
        assert.isFalse(yield* isChanged)
      })
    )
  )

  it.effect("is nothing that another process found in a block that this one has read", () =>
    deployed(
      Effect.gen(function* () {
        const [node, other] = [new ScriptedNode(), new ScriptedNode()]
        const { held, isChanged, watch } = yield* second(node, other)
        yield* read(watch, node)
        const theirs = new ScriptedNode()
        theirs.logs = [node.transfer(91)]
        const another = { ...watch, reader: makeBlockReader(watch.network, watch.journal), node: theirs.node }
        const { own } = yield* another.reader.read(another, node.blockAt(91))
        yield* recordTransfers(another, own)
        assert.isFalse(yield* isChanged)
        assert.deepStrictEqual(yield* held, ["91"])
      })
    )
  )

  it.effect("is in the last block that is asked for too", () =>
    deployed(
      Effect.gen(function* () {
        const [node, other] = [new ScriptedNode(), new ScriptedNode()]
        other.logs = [node.transfer(98), node.transfer(99)]
        const { held, isChanged } = yield* second(node, other)
        assert.isTrue(yield* isChanged)
        assert.deepStrictEqual(yield* held, ["98"])
      })
    )
  )

  it.effect("is no transfer to somebody else, unless it is in a transaction with one to us", () =>
    deployed(
      Effect.gen(function* () {
        const [node, other] = [new ScriptedNode(), new ScriptedNode()]
        const foreign = (number: number) =>
          node.transfer(number, `paid ${number}`, {
            ...transferLog(payerAddress, 1n),
            logIndex: 1
          })
        node.logs = [node.transfer(91)]
        other.logs = [node.transfer(91), foreign(92)]
        const { isChanged, watch } = yield* second(node, other)
        yield* read(watch, node)
        node.asked.length = 0
        assert.isFalse(yield* isChanged)
        assert.notInclude(node.asked, "logs 91")
        assert.notInclude(node.asked, "logs 92")
        other.logs = [node.transfer(91), foreign(91)]
        node.logs = other.logs
        assert.isTrue(yield* isChanged)
        assert.include(node.asked, "logs 91")
        assert.strictEqual(depositOf(0), watch.reader.kept(node.blockAt(91).hash)?.own[0]?.found.address)
      })
    )
  )
})
