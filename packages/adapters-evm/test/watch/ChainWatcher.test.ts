import { assert, describe, it } from "@effect/vitest"
import { ChainJournal, otherExecution } from "@quittance/core/adapter"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { FakeChain, payerAddress, transferLog } from "./FakeChain.ts"
import { FakeNode } from "./FakeNode.ts"
import { at, deployed, depositOf, giveOut, journalled, network, startWatching } from "./watching.ts"

const own = depositOf(0)
const pay = (name: string, value = 10n, to = own) => ({ name, logs: [transferLog(to, value)] })

/** A network with one deposit address, read up to its first block. */
const begun = Effect.fnUntraced(function* (nodeCount = 1, options: Parameters<typeof startWatching>[1] = {}) {
  const chain = new FakeChain()
  const nodes = Array.from({ length: nodeCount }, () => new FakeNode(chain))
  yield* at(chain.head)
  yield* giveOut(0, 1)
  const watching = yield* startWatching(nodes, options)
  yield* watching.look
  const [node = new FakeNode(chain), other = node] = nodes
  return { chain, node, other, ...watching }
})

const inJournal = Effect.map(journalled, (all) =>
  all.map(({ amountMinor, blockNumber, isDropped, position }) =>
    [blockNumber, position, amountMinor, ...(isDropped ? ["dropped"] : [])].join(" ")
  )
)

describe("a watcher", () => {
  it.effect("begins at the head, or where the store began if that is earlier", () =>
    deployed(
      Effect.gen(function* () {
        const chain = new FakeChain()
        chain.mine([pay("before")])
        chain.mineMany(3)
        yield* at(chain.head)
        yield* giveOut(0, 1)
        const node = new FakeNode(chain)
        node.isDown = true
        const { height, look } = yield* startWatching([node])
        yield* look
        assert.isTrue(Option.isNone(yield* height))
        chain.mine([pay("while the node was down")])
        chain.mineMany(40)
        yield* at(chain.head)
        node.isDown = false
        yield* look
        assert.deepStrictEqual(yield* inJournal, ["5 0 10"])
      })
    )
  )

  it.effect(
    "records each transfer to an own address once, at its place among the token's of its transaction",
    () =>
      deployed(
        Effect.gen(function* () {
          const { chain, look } = yield* begun()
          const logs = [transferLog(payerAddress, 1n), transferLog(own, 2n), transferLog(own, 3n)]
          chain.mine([pay("other token", 5n, payerAddress), { name: "three", logs }, pay("one")])
          const touched = yield* look
          assert.deepStrictEqual([...touched], [own])
          assert.deepStrictEqual((yield* inJournal).toSorted(), ["1 0 10", "1 1 2", "1 2 3"])
          yield* look
          assert.lengthOf(yield* journalled, 3)
        })
      )
  )

  it.effect("names an address until its transfer has reached the depth", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, look } = yield* begun(1, { confirmations: 4 })
        chain.mine([pay("one")])
        const named: Array<number> = []
        for (let block = 0; block < 8; block++) {
          named.push((yield* look).size)
          chain.mine()
        }
        assert.deepStrictEqual(named, [1, 1, 1, 1, 1, 0, 0, 0])
      })
    )
  )

  it.effect("looks into the receipts when a node has no logs of a block whose filter has the token", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, look, node } = yield* begun()
        node.leavesOut = (_, way) => way === "hash"
        chain.mine([pay("one")])
        yield* look
        assert.deepStrictEqual(yield* inJournal, ["1 0 10"])
      })
    )
  )

  it.effect("waits when the receipts are not complete either", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, height, look, node } = yield* begun()
        node.leavesOut = () => true
        chain.mine([pay("one")])
        yield* look
        assert.deepStrictEqual([yield* inJournal, yield* height], [[], Option.some(0)])
        node.leavesOut = () => false
        yield* look
        assert.deepStrictEqual(yield* inJournal, ["1 0 10"])
      })
    )
  )

  it.effect("finds by its second scan what a node left out, and corrects the positions", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, look, node } = yield* begun()
        const logs = [transferLog(own, 2n), transferLog(own, 3n)]
        chain.mine([{ name: "two", logs }, pay("other", 1n, payerAddress)])
        node.leavesOut = (log, way) => way === "hash" && log.logIndex === "0x0"
        yield* look
        assert.deepStrictEqual(yield* inJournal, ["1 0 3"])
        node.leavesOut = () => false
        chain.mineMany(30)
        yield* look
        // What was taken for the first transfer is dropped; the true one cannot have its id.
        assert.deepStrictEqual(yield* inJournal, ["1 0 3 dropped", "1 1 3", `1 ${otherExecution} 2`])
      })
    )
  )

  it.effect("is not moved by a node that lags, and waits for what a node doubles or keeps to itself", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, height, look, node } = yield* begun()
        chain.mineMany(5)
        yield* look
        node.lag = 3
        chain.mine([pay("one")])
        yield* look
        assert.deepStrictEqual(yield* height, Option.some(5))
        node.lag = 0
        node.isDoubled = true
        yield* look
        assert.deepStrictEqual([yield* inJournal, yield* height], [[], Option.some(5)])
        node.isDoubled = false
        node.isHanging = true
        const looking = yield* Effect.forkChild(look)
        yield* TestClock.adjust(1_000)
        yield* Fiber.join(looking)
        assert.deepStrictEqual(yield* height, Option.some(5))
        node.isHanging = false
        yield* look
        assert.deepStrictEqual(yield* inJournal, ["6 0 10"])
      })
    )
  )

  it.effect("takes another node when one is down, if one is enough", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, look, node } = yield* begun(2, { agreeing: 1 })
        node.isDown = true
        chain.mine([pay("one")])
        chain.mineMany(3)
        yield* look
        assert.deepStrictEqual(yield* inJournal, ["1 0 10"])
      })
    )
  )
})

it.effect("a quiet network leaves an entry every 45 seconds, and one with each transfer", () =>
  deployed(
    Effect.gen(function* () {
      const { chain, journal, look } = yield* begun()
      const stored = new Set<number>()
      for (let block = 1; block <= 20; block++) {
        chain.mine(block === 10 ? [pay("one")] : [])
        yield* TestClock.adjust(12_000)
        yield* look
        stored.add(Option.getOrThrow(yield* journal.cursor(network)).blockNumber)
      }
      assert.deepStrictEqual([...stored], [0, 4, 8, 10, 14, 18])
    })
  )
)

describe("a reorganisation", () => {
  for (const depth of [1, 2, 3, 6, 12])
    it.effect(`of ${depth} blocks moves a transfer that comes back, and drops one that does not`, () =>
      deployed(
        Effect.gen(function* () {
          const { chain, height, look } = yield* begun()
          chain.mineMany(20)
          const [back, gone] = [pay("back", 1n), pay("gone", 2n)]
          chain.mine([back, gone])
          chain.mineMany(depth - 1)
          yield* look
          chain.fork(depth)
          chain.mineMany(depth - 1)
          yield* look
          assert.deepStrictEqual((yield* inJournal).toSorted(), ["21 0 1", "21 0 2"])
          chain.mine([back])
          assert.deepStrictEqual([...(yield* look)], [own])
          const last = 20 + depth
          assert.deepStrictEqual((yield* inJournal).toSorted(), ["21 0 2 dropped", `${last} 0 1`].toSorted())
          assert.deepStrictEqual(yield* height, Option.some(last))
        })
      )
    )

  it.effect(
    "after which a transaction pays another partner's address drops the old transfer and records the new one",
    () =>
      deployed(
        Effect.gen(function* () {
          const { chain, look } = yield* begun()
          yield* giveOut(1, 2, "other")
          chain.mine([pay("one")])
          yield* look
          chain.fork(1)
          chain.mine([pay("one", 7n, depositOf(1))])
          assert.deepStrictEqual([...(yield* look)].toSorted(), [own, depositOf(1)].toSorted())
          assert.deepStrictEqual(yield* inJournal, ["1 0 10 dropped", `1 ${otherExecution} 7`])
          chain.fork(1)
          chain.mine([pay("one")])
          yield* look
          assert.deepStrictEqual(yield* inJournal, ["1 0 10", `1 ${otherExecution} 7 dropped`])
        })
      )
  )

  it.effect("that replaces the block after which reading began is followed from the new one", () =>
    deployed(
      Effect.gen(function* () {
        const chain = new FakeChain()
        chain.mineMany(5)
        yield* at(chain.head)
        yield* giveOut(0, 1)
        const { height, look, state } = yield* startWatching([new FakeNode(chain)])
        yield* look
        chain.fork(2)
        chain.mine([pay("below what is read")])
        chain.mine()
        // As high as before.
        yield* look
        chain.mine([pay("one", 20n)])
        chain.mine()
        yield* look
        chain.fork(4)
        chain.mineMany(3)
        chain.mine([pay("two", 30n)])
        yield* look
        assert.deepStrictEqual(yield* inJournal, ["6 0 20 dropped", "7 0 30"])
        assert.deepStrictEqual([yield* height, (yield* state).trouble], [Option.some(7), Option.none()])
      })
    )
  )

  it.effect("deeper than what is remembered is not followed: nothing moves until an operator looks", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, height, look, state } = yield* begun()
        chain.mine([pay("one")])
        for (let i = 0; i < 6; i++) {
          chain.mineMany(50)
          yield* look
        }
        chain.fork(chain.head.number)
        chain.mineMany(400)
        yield* look
        assert.deepStrictEqual([yield* inJournal, yield* height], [["1 0 10"], Option.some(301)])
        assert.match(
          Option.getOrElse((yield* state).trouble, () => ""),
          /deeper than 256 blocks/
        )
      })
    )
  )
})

describe("two nodes", () => {
  const [one, two] = ["node0", "node1"]
  const shown = Effect.flatMap(ChainJournal, (journal) =>
    Effect.map(journal.transfersTo(network, own), (all) =>
      all.map(({ amountMinor, shownBy }) => [Number(amountMinor), ...Option.getOrElse(shownBy, () => [])])
    )
  )

  it.effect("that both show the receipt of a transfer let it through at once", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, look } = yield* begun(2)
        chain.mine([pay("one")])
        yield* look
        assert.deepStrictEqual(yield* shown, [[10, one, two]])
      })
    )
  )

  it.effect("of which the second hides a transfer make it wait, and nothing else, until both show it", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, height, look, other, state } = yield* begun(2)
        chain.mineMany(3)
        chain.mine([pay("one")])
        other.leavesOut = (log) => log.data.endsWith("0a")
        yield* look
        chain.mine([pay("two", 20n)])
        chain.mineMany(4)
        yield* look
        assert.deepStrictEqual([yield* inJournal, yield* height], [["4 0 10", "5 0 20"], Option.some(9)])
        assert.deepStrictEqual(yield* shown, [[20, one, two]])
        assert.match(
          Option.getOrElse((yield* state).dispute, () => ""),
          /^a transfer waits because too few nodes show it: transaction 0x[0-9a-f]{64} in block 4$/
        )
        other.leavesOut = () => false
        yield* TestClock.adjust("1 minute")
        yield* look
        assert.deepStrictEqual(yield* shown, [
          [10, one, two],
          [20, one, two]
        ])
        assert.deepStrictEqual((yield* state).dispute, Option.none())
      })
    )
  )

  it.effect("of which the first hides a transfer find it by the second, and it waits for the first", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, height, look, node, state } = yield* begun(2)
        chain.mine([pay("stranger", 1n, payerAddress), pay("one")])
        node.leavesOut = (log) => log.data.endsWith("0a")
        chain.mineMany(5)
        yield* look
        assert.deepStrictEqual([yield* inJournal, yield* height], [["1 0 10"], Option.some(6)])
        assert.deepStrictEqual(yield* shown, [])
        assert.isTrue(Option.isSome((yield* state).dispute))
        node.leavesOut = () => false
        yield* TestClock.adjust("1 minute")
        yield* look
        assert.deepStrictEqual(yield* shown, [[10, two, one]])
      })
    )
  )

  it.effect("count no confirmation of a block that one of them alone has", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, height, look, node, other, state } = yield* begun(2)
        chain.mine([pay("one")])
        node.boasts = 30
        yield* look
        assert.deepStrictEqual(yield* height, Option.some(1))
        node.boasts = 0
        chain.mineMany(4)
        const [otherHash, parentHash] = [chain.blocks[1]?.hash ?? "0x", chain.blocks[0]?.hash ?? "0x"]
        other.shows = (block) => ({ ...block, hash: otherHash, parentHash })
        yield* look
        assert.deepStrictEqual([yield* height, (yield* state).trouble], [Option.some(1), Option.none()])
        yield* TestClock.adjust("61 seconds")
        yield* look
        assert.deepStrictEqual((yield* state).trouble, Option.some("nodes have different blocks 5"))
        other.shows = (block) => block
        yield* look
        assert.deepStrictEqual([yield* height, (yield* state).trouble], [Option.some(5), Option.none()])
      })
    )
  )

  it.effect("wait when one is down, and three do not", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, height, look, node, state } = yield* begun(2)
        node.isDown = true
        chain.mine([pay("one")])
        yield* look
        assert.deepStrictEqual(yield* height, Option.some(0))
        assert.match(
          Option.getOrElse((yield* state).failure, () => ""),
          /node0.*1 of the 2 nodes that must agree answers, and deposits wait/
        )
        const three = yield* startWatching([node, new FakeNode(chain), new FakeNode(chain)])
        yield* three.look
        assert.deepStrictEqual([yield* shown, yield* three.height], [[[10, two, "node2"]], Option.some(1)])
      })
    )
  )

  it.effect("and one that lies about everything do not stop deposits where three are asked", () =>
    deployed(
      Effect.gen(function* () {
        const { chain, look, node, other, height } = yield* begun(3)
        node.shows = (block) => ({ ...block, hash: `0x${"11".repeat(32)}` })
        chain.mine([pay("one")])
        chain.mineMany(3)
        yield* look
        assert.deepStrictEqual([yield* shown, yield* height], [[[10, two, "node2"]], Option.some(4)])
        assert.strictEqual(other.chain.head.number, 4)
      })
    )
  )
})
