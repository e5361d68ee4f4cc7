import { assert, describe, it } from "@effect/vitest"
import { emptyMemoryState, type Store } from "@quittance/core/adapter"
import { Effect, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { Says } from "../rpc/fakeNodes.ts"
import { FakeChain, transferLog } from "./FakeChain.ts"
import { FakeNode } from "./FakeNode.ts"
import { at, depositOf, giveOut, network, servicesOver, startWatching } from "./watching.ts"

const own = depositOf(0)
const pay = (name: string, value = 10n) => ({ name, logs: [transferLog(own, value)] })

/** A network that is watched over these nodes, with what is logged. */
const watched = <A, E>(
  nodeCount: number,
  test: (
    setting: Effect.Success<ReturnType<typeof startWatching>> & {
      readonly chain: FakeChain
      readonly node: FakeNode
      readonly other: FakeNode
      readonly logged: Array<string>
      readonly again: typeof startWatching
      readonly nodes: ReadonlyArray<FakeNode>
    }
  ) => Effect.Effect<A, E, Store | Effect.Services<ReturnType<typeof startWatching>>>
) => {
  const logged: Array<string> = []
  const logger = Logger.make<unknown, void>(({ message }) => {
    logged.push(String([message].flat()[0]))
  })
  return Effect.gen(function* () {
    const chain = new FakeChain()
    const nodes = Array.from({ length: nodeCount }, () => new FakeNode(chain))
    const [node = new FakeNode(chain), other = node] = nodes
    yield* at(chain.head)
    yield* giveOut(0, 1)
    const watching = yield* startWatching(nodes)
    yield* watching.look
    return yield* test({ ...watching, chain, node, other, logged, nodes, again: startWatching })
  }).pipe(
    Effect.provide(servicesOver(emptyMemoryState())),
    Effect.provideService(Logger.CurrentLoggers, new Set([logger]))
  )
}

describe("the state of a watched network", () => {
  it.effect("has when it was looked at and answered, the newest block, and the last that was read", () =>
    watched(1, ({ chain, look, lookOnce, node, state }) =>
      Effect.gen(function* () {
        const start = chain.head.timestamp
        chain.mine()
        yield* TestClock.adjust(12_000)
        yield* look
        const { number, timestamp } = chain.head
        const read = yield* state
        assert.deepStrictEqual(
          [read.lookedAt, read.answeredAt, read.height, read.readTime, read.failure],
          [
            Option.some(start + 12_000),
            Option.some(start + 12_000),
            Option.some(number),
            Option.some(timestamp),
            Option.none()
          ]
        )
        assert.deepStrictEqual(
          Option.map(read.head, (head) => [head.number, head.timestamp]),
          Option.some([number, timestamp])
        )
        node.isDown = true
        yield* TestClock.adjust(5_000)
        yield* lookOnce
        const away = yield* state
        assert.deepStrictEqual(
          [away.lookedAt, away.answeredAt],
          [Option.some(start + 17_000), Option.some(start + 12_000)]
        )
        assert.isTrue(Option.isSome(away.failure))
        node.isDown = false
        yield* lookOnce
        assert.deepStrictEqual((yield* state).failure, Option.none())
      })
    )
  )

  it.effect("has the time of the last block of a window", () =>
    watched(1, ({ chain, lookOnce, state }) =>
      Effect.gen(function* () {
        chain.mineMany(200)
        yield* TestClock.adjust(200 * 12_000)
        yield* lookOnce
        const read = yield* state
        assert.deepStrictEqual(
          [read.height, read.readTime],
          [Option.some(136), Option.some(chain.blocks[136]?.timestamp)]
        )
      })
    )
  )
})

describe("a network that is not answered for", () => {
  it.effect("is logged once, until it is answered for again, and asked again after five seconds", () =>
    watched(1, ({ logged, lookOnce, node }) =>
      Effect.gen(function* () {
        const loggedCount = () => logged.filter((line) => line.includes("could not be read")).length
        node.isDown = true
        assert.strictEqual((yield* lookOnce).againMillis, 5_000)
        yield* lookOnce
        assert.strictEqual(loggedCount(), 1)
        node.isDown = false
        yield* lookOnce
        node.isDown = true
        yield* lookOnce
        assert.strictEqual(loggedCount(), 2)
      })
    )
  )

  it.effect("because a block is unknown is asked again at the usual pace", () =>
    watched(1, ({ chain, lookOnce, node, state }) =>
      Effect.gen(function* () {
        chain.mine([pay("one")])
        node.leavesOut = () => true
        assert.strictEqual((yield* lookOnce).againMillis, 1_000)
        assert.match(
          Option.getOrElse((yield* state).failure, () => ""),
          /^block .* is unknown$/
        )
      })
    )
  )
})

describe("nodes with different newest blocks", () => {
  it.effect("are told of after a minute, once, and looked at every half a minute then", () =>
    watched(2, ({ chain, logged, lookOnce, other, state }) =>
      Effect.gen(function* () {
        const loggedCount = () => logged.filter((line) => line.includes("nodes have different blocks")).length
        const differ = () => {
          other.shows = (block) => ({ ...block, hash: `0x${"11".repeat(32)}` })
        }
        chain.mine()
        differ()
        assert.strictEqual((yield* lookOnce).againMillis, 1_000)
        yield* TestClock.adjust(59_999)
        assert.strictEqual((yield* lookOnce).againMillis, 1_000)
        assert.strictEqual(loggedCount(), 0)
        yield* TestClock.adjust(1)
        assert.strictEqual((yield* lookOnce).againMillis, 30_000)
        yield* lookOnce
        assert.deepStrictEqual(
          logged.filter((line) => line.includes("different")),
          ["ethereum: nodes have different blocks 1; nothing is credited"]
        )
        // The minute begins anew once they agree.
        other.shows = (block) => block
        yield* lookOnce
        assert.deepStrictEqual((yield* state).trouble, Option.none())
        chain.mine()
        differ()
        yield* TestClock.adjust(60_000)
        assert.strictEqual((yield* lookOnce).againMillis, 1_000)
      })
    )
  )
})

describe("reading in windows", () => {
  it.effect("asks for half as much the next time where a node limits requests", () =>
    watched(1, ({ chain, lookOnce, node }) =>
      Effect.gen(function* () {
        chain.mineMany(1_064)
        Object.assign(node, { rangeMax: 250, refusesRange: () => new Says(-32005, "too many requests") })
        assert.strictEqual((yield* lookOnce).againMillis, 5_000)
        assert.strictEqual((yield* lookOnce).againMillis, 0)
      })
    )
  )

  it.effect("asks for as much the next time where a node refuses for another reason", () =>
    watched(1, ({ chain, lookOnce, node }) =>
      Effect.gen(function* () {
        chain.mineMany(1_064)
        Object.assign(node, { rangeMax: 0, refusesRange: () => new Response("", { status: 401 }) })
        assert.strictEqual((yield* lookOnce).againMillis, 5_000)
        Object.assign(node, { rangeMax: 500 })
        node.asked.length = 0
        assert.strictEqual((yield* lookOnce).againMillis, 0)
        assert.lengthOf(
          node.asked.filter((method) => method === "eth_getLogs"),
          2
        )
      })
    )
  )

  it.effect("goes on after a restart on a node that allows fewer blocks than the last windows had", () =>
    watched(1, ({ again, chain, lookOnce, node, nodes }) =>
      Effect.gen(function* () {
        chain.mineMany(564)
        yield* lookOnce
        chain.mineMany(500)
        Object.assign(node, { rangeMax: 100 })
        const next = yield* again(nodes)
        for (let looks = 0; looks < 20 && (yield* next.lookOnce).againMillis === 0; looks++)
          yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* next.height, Option.some(chain.head.number))
      })
    )
  )

  it.effect("finds who was given an address between two stretches", () =>
    watched(1, ({ chain, journal, look }) =>
      Effect.gen(function* () {
        chain.mineMany(200)
        yield* look
        yield* giveOut(1, 2)
        chain.mine([{ name: "new", logs: [transferLog(depositOf(1), 5n)] }])
        chain.mineMany(200)
        yield* look
        assert.lengthOf(yield* journal.transfersAbove(network, 0), 1)
      })
    )
  )
})

describe("a process that begins anew", () => {
  it.effect("names each address with a remembered transfer once, and then only those that are not deep", () =>
    watched(1, ({ again, chain, look, nodes }) =>
      Effect.gen(function* () {
        chain.mine([pay("one")])
        chain.mineMany(60)
        yield* look
        const next = yield* again(nodes)
        assert.deepStrictEqual([...(yield* next.look)], [own])
        assert.deepStrictEqual([...(yield* next.look)], [])
        const named: Array<number> = []
        for (let block = 62; block < 130; block++) {
          chain.mine()
          if ((yield* next.look).size > 0) named.push(chain.head.number)
        }
        assert.deepStrictEqual(named, [125])
      })
    )
  )

  it.effect("reads the last thirty blocks a second time, and none below them", () =>
    watched(1, ({ again, chain, journal, look, node, nodes }) =>
      Effect.gen(function* () {
        const stranger = { name: "stranger", logs: [transferLog(`0x${"77".repeat(20)}`, 1n)] }
        chain.mineMany(29)
        for (const name of ["below", "above"]) chain.mine([{ ...stranger, name: `${name} other` }, pay(name)])
        chain.mineMany(29)
        node.leavesOut = (log) => log.data.endsWith("0a")
        yield* TestClock.adjust("1 minute")
        yield* look
        assert.deepStrictEqual(yield* journal.transfersAbove(network, 0), [])
        node.leavesOut = () => false
        const next = yield* again(nodes)
        chain.mine()
        yield* next.look
        const found = yield* journal.transfersAbove(network, 0)
        assert.deepStrictEqual(
          found.map(({ blockNumber }) => blockNumber),
          [31]
        )
      })
    )
  )
})
