import { assert, describe, it } from "@effect/vitest"
import { emptyMemoryState } from "@quittance/core/adapter"
import { atEveryKillPoint, untilKilled } from "@quittance/testing"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { FakeChain, transferLog } from "./FakeChain.ts"
import { FakeNode } from "./FakeNode.ts"
import {
  at,
  deployed,
  depositOf,
  giveOut,
  journalled,
  killableServicesOver,
  servicesOver,
  startWatching
} from "./watching.ts"

const pay = (name: string, index = 0) => ({ name, logs: [transferLog(depositOf(index), 10n)] })

const numbers = Effect.map(journalled, (all) =>
  all.filter(({ isDropped }) => !isDropped).map(({ blockNumber }) => blockNumber)
)

/** A chain of 10 000 blocks with payments in some of them, of which a node shows the first block only. */
const longChain = (paid: ReadonlyArray<number>): FakeNode => {
  const chain = new FakeChain()
  for (let number = 1; number <= 10_000; number++)
    chain.mine(paid.includes(number) ? [pay(`t${number}`)] : [])
  const node = new FakeNode(chain)
  node.lag = 10_000
  return node
}

describe("catching up", () => {
  const paid = [1, 2, 499, 501, 2_000, 9_934, 9_935, 9_937, 9_999, 10_000]

  it.effect("takes a few questions, fewer blocks each where the node refuses", () =>
    deployed(
      Effect.gen(function* () {
        const node = longChain(paid)
        yield* at(node.chain.blocks[0] ?? node.chain.head)
        yield* giveOut(0, 2_500)
        const { look } = yield* startWatching([node])
        yield* look
        node.asked.length = 0
        node.lag = 0
        yield* look
        assert.deepStrictEqual(yield* numbers, paid)
        // Three filters for each window, and both questions for each of the last 64 blocks.
        assert.isBelow(node.asked.length, 280)
      })
    )
  )

  it.effect("reads on in smaller windows when ranges or answers are too large, and without filters too", () =>
    deployed(
      Effect.gen(function* () {
        const node = longChain(paid)
        yield* at(node.chain.blocks[0] ?? node.chain.head)
        yield* giveOut(0, 20_001)
        const { look } = yield* startWatching([node])
        yield* look
        Object.assign(node, { lag: 0, rangeMax: 300, logsMax: 1 })
        yield* look
        assert.deepStrictEqual(yield* numbers, paid)
      })
    )
  )

  it.effect("goes on after a kill at any write", () =>
    Effect.gen(function* () {
      const node = longChain(paid)
      const first = node.chain.blocks[0] ?? node.chain.head
      yield* at(first)
      const points = yield* atEveryKillPoint(
        Effect.gen(function* () {
          node.lag = 10_000
          const state = emptyMemoryState()
          const next = servicesOver(state)
          yield* Effect.provide(
            Effect.andThen(
              giveOut(0, 1),
              Effect.flatMap(startWatching([node]), ({ look }) => look)
            ),
            next
          )
          node.lag = 0
          yield* untilKilled(
            Effect.provide(
              Effect.flatMap(startWatching([node]), ({ look }) => look),
              killableServicesOver(state)
            )
          )
          // The lease of the dead process ends.
          yield* TestClock.adjust(31_000)
          yield* Effect.provide(
            Effect.gen(function* () {
              const { height, look } = yield* startWatching([node])
              yield* look
              assert.deepStrictEqual(yield* numbers, paid)
              assert.deepStrictEqual(yield* height, Option.some(10_000))
            }),
            next
          )
        })
      )
      assert.isAbove(points, 2 * paid.length)
    })
  )
})

describe("a transfer that a process recorded before it was killed", () => {
  for (const later of [2, 200])
    it.effect(`is dropped by the next one if its block is gone, ${later} blocks later`, () =>
      Effect.gen(function* () {
        const points = yield* atEveryKillPoint(
          Effect.gen(function* () {
            const chain = new FakeChain()
            const node = new FakeNode(chain)
            yield* TestClock.adjust(31_000)
            const state = emptyMemoryState()
            const next = servicesOver(state)
            yield* Effect.provide(
              Effect.andThen(
                giveOut(0, 1),
                Effect.flatMap(startWatching([node]), ({ look }) => look)
              ),
              next
            )
            chain.mine()
            chain.mine([pay("gone")])
            yield* untilKilled(
              Effect.provide(
                Effect.flatMap(startWatching([node]), ({ look }) => look),
                killableServicesOver(state)
              )
            )
            chain.fork(1)
            chain.mineMany(later)
            yield* TestClock.adjust(31_000)
            yield* Effect.provide(
              Effect.gen(function* () {
                const { look } = yield* startWatching([node])
                const named = yield* look
                assert.deepStrictEqual(yield* numbers, [])
                const seen = (yield* journalled).length > 0
                assert.strictEqual(named.has(depositOf(0)), seen)
              }),
              next
            )
          })
        )
        assert.isAbove(points, 3)
      })
    )
})
