import { assert, describe } from "@effect/vitest"
import { ChainUpkeeps, type ComparedPoint, nothingCompared } from "@quittance/core/adapter"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { compare } from "../../src/operate/compare.ts"
import { addressOf, contracts, type FakeMoves, moving, name, outside, wallet } from "./FakeMoves.ts"
import { known } from "./Journalled.ts"

const begin = TestClock.setTime(36_000_000)

/** What a comparison answers, what it agreed on, and what it logged. */
const compared = Effect.fnUntraced(function* (fake: FakeMoves, readTo = 90, since = nothingCompared) {
  yield* begin
  fake.readTo(readTo)
  const points: Array<ComparedPoint> = []
  const logged: Array<string> = []
  const note = Logger.make<unknown, void>(({ message }) => {
    logged.push([message].flat().join(" "))
  })
  const answer = yield* compare(fake.network, contracts, since, (point) =>
    Effect.sync(() => void points.push(point))
  ).pipe(Effect.provideService(Logger.CurrentLoggers, new Set([note])))
  return { ...answer, points, logged }
})

describe("the daily comparison", () => {
  moving("records up to where nothing differs, and says what it did not look at", (fake) =>
    Effect.gen(function* () {
      known(fake)
      const first = yield* compared(fake)
      assert.deepStrictEqual([first.differences, first.differenceCount], [[], 0])
      const point = first.points.at(-1)
      assert.strictEqual(point?.comparedBlock, 90)
      assert.match(
        first.logged.join(),
        /^not compared: the balance of wallet .* has not noted it before; the/
      )
      // What was noted is compared.
      const second = yield* compared(fake, 90, point)
      assert.deepStrictEqual([second.differences, second.logged], [[], []])
    })
  )

  moving("says of many differences how many they are and the first five, and records no point", (fake) =>
    Effect.gen(function* () {
      known(fake)
      fake.move(1, outside, wallet, 1_000n)
      const hashes = [5, 6, 7, 8, 9, 10, 11].map((block) => fake.move(block, wallet, outside, 7n))
      const { differenceCount, differences, points } = yield* compared(fake)
      assert.strictEqual(differenceCount, 7)
      assert.deepStrictEqual(
        differences.map((each) => hashes.findIndex((hash) => each.includes(hash))),
        [0, 1, 2, 3, 4]
      )
      assert.deepStrictEqual(points, [])
    })
  )

  moving("leaves out what operators have understood", (fake) =>
    Effect.gen(function* () {
      known(fake)
      fake.move(1, outside, wallet, 1_000n)
      const understood = fake.move(5, wallet, addressOf(50), 7n)
      const before = yield* compared(fake)
      assert.strictEqual(before.differenceCount, 1)
      yield* (yield* ChainUpkeeps).acknowledge(name, {
        ...{ subject: understood, differences: before.differences, reason: "ours", by: "me" }
      })
      const after = yield* compared(fake)
      assert.deepStrictEqual([after.differenceCount, after.differences], [0, []])
      assert.strictEqual(after.points.at(-1)?.comparedBlock, 90)
      const another = fake.move(6, wallet, addressOf(50), 8n)
      const last = yield* compared(fake)
      assert.strictEqual(last.differenceCount, 1)
      assert.include(last.differences[0], another)
    })
  )
})
