import { assert, describe, it } from "@effect/vitest"
import { emptyMemoryState } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { FakeChain, type FakeTransaction, transferLog } from "./FakeChain.ts"
import { FakeNode, type Way } from "./FakeNode.ts"
import { asBefore } from "./toldWaiting.ts"
import { at, depositOf, giveOut, network, servicesOver, startWatching } from "./watching.ts"

const own = depositOf(0)
const confirmations = 3
const pay = (name: string, value: bigint, to = own) => ({ name, logs: [transferLog(to, value)] })

/** Two nodes over one store, of which any may lie, and processes that come and go. */
const twoNodes = Effect.fnUntraced(function* () {
  const chain = new FakeChain()
  const [first, second] = [new FakeNode(chain), new FakeNode(chain)] as const
  const services = servicesOver(emptyMemoryState())
  yield* at(chain.head)
  yield* Effect.provide(giveOut(0, 1), services)

  /** A process that reads from these nodes; it looks as often as blocks come. */
  const start = (nodes: ReadonlyArray<FakeNode>) =>
    Effect.provide(
      Effect.gen(function* () {
        const watching = yield* startWatching(nodes, { confirmations })
        yield* watching.look
        return {
          ...watching,
          mineAndLook: Effect.fnUntraced(function* (blocks: number) {
            for (let block = 0; block < blocks; block++) {
              chain.mine()
              yield* TestClock.adjust("12 seconds")
              yield* watching.look
            }
          }),
          /** What is credited: all that is shown, and as deep as a credit needs. */
          credited: Effect.gen(function* () {
            const height = Option.getOrElse(yield* watching.height, () => 0)
            const shown = yield* watching.journal.transfersTo(network, own)
            return shown
              .filter(({ blockNumber, isDropped }) => !isDropped && height - blockNumber + 1 >= confirmations)
              .map(({ amountMinor }) => Number(amountMinor))
          })
        }
      }),
      services
    )
  return { chain, first, second, services, start }
})

/** Adds one transfer to the answers about the logs of its newest block, until it is told to stop. */
const invent = (node: FakeNode, transaction: FakeTransaction, ways: ReadonlyArray<Way>): void => {
  const { hash } = node.chain.head
  node.invents = (block, way) => (block.hash === hash && ways.includes(way) ? [transaction] : [])
}

const beHonest = (node: FakeNode): void => {
  node.invents = () => []
}

const logWays = ["hash", "range"] as const

describe("a transfer that the first of two nodes invents once is not credited", () => {
  const lied = Effect.fnUntraced(function* () {
    const made = yield* twoNodes()
    const { chain, first, second, start } = made
    const process = yield* start([first, second])
    yield* process.mineAndLook(2)
    chain.mine([pay("honest", 7n)])
    invent(first, pay("invented", 49_500_000n), logWays)
    yield* process.look
    beHonest(first)
    yield* process.mineAndLook(5)
    assert.deepStrictEqual(yield* process.credited, [7])
    return { ...made, process }
  })

  it.effect("after a restart with both nodes", () =>
    Effect.gen(function* () {
      const { first, second, start } = yield* lied()
      const next = yield* start([first, second])
      yield* next.mineAndLook(40)
      assert.deepStrictEqual(yield* next.credited, [7])
    })
  )

  it.effect("after a restart without the one that lied", () =>
    Effect.gen(function* () {
      const { second, start } = yield* lied()
      const next = yield* start([second])
      yield* next.mineAndLook(40)
      assert.deepStrictEqual(yield* next.credited, [7])
    })
  )

  it.effect("without a restart, once the head is 64 blocks on", () =>
    Effect.gen(function* () {
      const { chain, process } = yield* lied()
      chain.mineMany(70)
      yield* TestClock.adjust("15 minutes")
      yield* process.mineAndLook(40)
      assert.deepStrictEqual(yield* process.credited, [7])
    })
  )
})

describe("a transfer that too few nodes show", () => {
  const waits = Effect.fnUntraced(function* () {
    const made = yield* twoNodes()
    const { chain, first, second, start } = made
    const process = yield* start([first, second])
    chain.mine([pay("hidden", 9n)])
    second.leavesOut = () => true
    yield* process.mineAndLook(30)
    assert.deepStrictEqual(yield* process.credited, [])
    assert.deepStrictEqual(
      (yield* process.journal.waiting(network)).map(({ value }) => value),
      ["9"]
    )
    return { ...made, process }
  })

  it.effect("is named when an operator accepts it, however old it is", () =>
    Effect.gen(function* () {
      const { process } = yield* waits()
      const [waiting] = yield* process.journal.waiting(network)
      yield* process.journal.accept(network, waiting?.txHash ?? "", "a block explorer has it")
      assert.deepStrictEqual((yield* process.lookOnce).resolved, [own])
      assert.deepStrictEqual(yield* process.credited, [9])
    })
  )

  it.effect("keeps the number that was asked for when the other node is removed", () =>
    Effect.gen(function* () {
      const { chain, first, start } = yield* waits()
      const next = yield* start([first])
      yield* next.mineAndLook(30)
      chain.mine([pay("later", 3n)])
      yield* next.mineAndLook(5)
      assert.deepStrictEqual(yield* next.credited, [3])
      assert.lengthOf(yield* next.journal.waiting(network), 1)
    })
  )
})

describe("a transfer that an earlier version recorded", () => {
  it.effect("and did not credit is asked for: what is true is shown, and what was invented is not", () =>
    Effect.gen(function* () {
      const { chain, first, second, services, start } = yield* twoNodes()
      const process = yield* start([first, second])
      chain.mine([pay("honest", 7n)])
      invent(first, pay("invented", 49_500_000n), logWays)
      yield* process.look
      beHonest(first)
      yield* process.mineAndLook(5)
      yield* Effect.provide(
        Effect.gen(function* () {
          const all = yield* process.journal.transfersAbove(network, 0)
          assert.lengthOf(all, 2)
          for (const each of all) yield* asBefore(each)
        }),
        services
      )
      assert.deepStrictEqual(
        (yield* process.credited).filter((value) => value === 7),
        []
      )
      const next = yield* start([first, second])
      yield* next.mineAndLook(40)
      assert.deepStrictEqual(yield* next.credited, [7])
    })
  )

  it.effect("and is not as deep as a credit is asked for first, however many there are below it", () =>
    Effect.gen(function* () {
      const chain = new FakeChain()
      const nodes = [new FakeNode(chain), new FakeNode(chain)]
      yield* at(chain.head)
      yield* giveOut(0, 1)
      const options = { confirmations: 100 }
      const process = yield* startWatching(nodes, options)
      yield* process.look
      for (let block = 1; block <= 220; block++) {
        chain.mine([pay(`paid-${block}`, 1n)])
        if (block % 20 === 0) yield* process.look
      }
      const all = yield* process.journal.transfersAbove(network, 0)
      assert.lengthOf(all, 220)
      for (const each of all) yield* asBefore(each)
      const next = yield* startWatching(nodes, options)
      chain.mine()
      yield* next.lookOnce
      const found = yield* next.journal.transfersAbove(network, chain.head.number - 95)
      assert.isTrue(found.every(({ askedFor }) => Option.isSome(askedFor)))
    }).pipe(Effect.provide(servicesOver(emptyMemoryState())))
  )
})
