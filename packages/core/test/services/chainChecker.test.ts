import { assert, describe } from "@effect/vitest"
import { Worker } from "@quittance/core"
import {
  type ChainComparison,
  ChainJournal,
  ChainNetworks,
  ChainUnavailable,
  ChainUpkeeps,
  type ComparedPoint,
  SandboxProcessor
} from "@quittance/core/adapter"
import { Deferred, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { Seen, start, testIn } from "./Deployment.ts"

const name = "ethereum"
const point: ComparedPoint = {
  comparedBlock: 12,
  comparedAt: start,
  comparedCostMinor: 3n,
  holdings: Option.none(),
  sweptBefore: Option.none()
}

/** What comparisons answer, in their order, and from where they began. */
const answers: Array<Effect.Effect<ChainComparison, ChainUnavailable>> = []
const begun: Array<number> = []

const agreed = Effect.succeed({ differenceCount: 0, differences: [] })
const differing = Effect.succeed({ differenceCount: 7, differences: ["this", "that"] })
const away = Effect.fail(new ChainUnavailable({ reason: "no node" }))

/** A network on which only comparisons are made. The point is passed on before they answer. */
const chains = Layer.succeed(ChainNetworks, {
  networks: [name],
  forbidden: () => [],
  health: () => Effect.die("nobody asks"),
  status: () => Effect.die("nobody asks"),
  decimals: () => 6,
  addressOf: () => Effect.fail(new ChainUnavailable({ reason: "no node in this test" })),
  isComplete: () => Effect.void,
  height: () => Effect.succeed(Option.none()),
  read: () => Effect.succeed({ touched: [], againMillis: 86_400_000 }),
  send: () => Effect.succeed({ changed: [], againMillis: 86_400_000 }),
  sweep: () => Effect.succeed({ againMillis: 86_400_000 }),
  compare: (_, since, onAgreed) =>
    Effect.suspend(() => {
      begun.push(since.comparedBlock)
      const answer = answers.shift() ?? agreed
      return answer === differing || answer === away
        ? answer
        : Effect.andThen(Effect.orDie(onAgreed(point)), answer)
    })
})

const test = testIn({ processor: Layer.merge(SandboxProcessor.layer, chains) })

const day = Effect.gen(function* () {
  yield* TestClock.adjust("1 day")
  return yield* (yield* Worker).drain
})

const begin = Effect.gen(function* () {
  begun.length = 0
  yield* (yield* ChainJournal).begin(name)
})

describe("the daily comparison of a network", () => {
  test("goes on where the one before found nothing, and alerts of differences every day", function* () {
    const upkeeps = yield* ChainUpkeeps
    const { errors } = yield* Seen
    answers.push(differing, differing, agreed, agreed)
    yield* begin
    for (let round = 1; round <= 4; round++) yield* day
    assert.deepStrictEqual(begun, [0, 0, 0, 12])
    assert.deepInclude(yield* upkeeps.of(name), point)
    const alert = "ethereum, its journal and the books differ (7): this; that"
    assert.deepStrictEqual(errors, [alert, alert])
  })

  test("is made soon when the network did not answer", function* () {
    answers.push(away, agreed)
    yield* begin
    yield* day
    yield* TestClock.adjust("10 minutes")
    yield* (yield* Worker).drain
    assert.lengthOf(begun, 2)
  })

  test("alerts every day when the network was not compared for two", function* () {
    const { errors } = yield* Seen
    yield* begin
    for (let hour = 0; hour < 80; hour++) {
      answers.push(...Array.from({ length: 10 }, () => away))
      yield* TestClock.adjust("1 hour")
      yield* (yield* Worker).drain
    }
    answers.length = 0
    assert.deepStrictEqual(errors, [
      "ethereum was not compared with its journal and the books for 2 days: no node",
      "ethereum was not compared with its journal and the books for 3 days: no node"
    ])
    yield* day
    assert.lengthOf(errors, 2)
  })

  test("does not hold up the end of the process, and goes on in the next one", function* () {
    const upkeeps = yield* ChainUpkeeps
    const worker = yield* Worker
    const isComparing = yield* Deferred.make<void>()
    answers.push(Effect.andThen(Deferred.succeed(isComparing, undefined), Effect.never))
    yield* begin
    const working = yield* Effect.forkChild(worker.drain)
    yield* Deferred.await(isComparing)
    const ending = yield* Effect.forkChild(worker.finish)
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(ending)
    yield* Fiber.interrupt(working)
    assert.strictEqual((yield* upkeeps.of(name)).comparedBlock, 12)
  })
})
