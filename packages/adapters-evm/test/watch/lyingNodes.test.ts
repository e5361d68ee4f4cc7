import { assert, describe, it } from "@effect/vitest"
import { emptyMemoryState } from "@quittance/core"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { FakeChain, type FakeTransaction, transferLog } from "./FakeChain.ts"
import { FakeNode, type Way } from "./FakeNode.ts"
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
  return { chain, first, second, start }
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
