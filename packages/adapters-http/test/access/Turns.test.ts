import { assert, describe, it } from "@effect/vitest"
import { WallClock } from "@quittance/core/adapter"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeTurns, type Turns } from "../../src/access/Turns.ts"

/** Asks for something that takes so long, and notes when it began and ended. */
const asking = (turns: Turns, said: Array<string>) => (partner: string, name: string, millis: number) =>
  Effect.forkChild(
    Effect.result(
      turns(
        partner,
        Effect.gen(function* () {
          said.push(name)
          yield* Effect.sleep(millis)
          said.push(`/${name}`)
        })
      )
    ),
    { startImmediately: true }
  )

describe("turns", () => {
  it.effect("are taken one at a time, the partners one after the other, whoever asked for more", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const ask = asking(yield* makeTurns({ restRatio: 0, waitingMax: 10 }), said)
      for (const name of ["a1", "a2", "a3"]) yield* ask("a", name, 10)
      yield* ask("b", "b1", 10)
      yield* ask("c", "c1", 10)
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(
        said.filter((each) => !each.startsWith("/")),
        ["a1", "b1", "c1", "a2", "a3"]
      )
      said.forEach((each, index) => {
        if (index % 2 === 1) assert.strictEqual(each, `/${said[index - 1]}`)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("leave a partner no more than a fifth of the process, and the others at once theirs", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const ask = asking(yield* makeTurns({ restRatio: 4, waitingMax: 10 }), said)
      yield* ask("a", "a1", 10)
      yield* ask("a", "a2", 10)
      yield* TestClock.adjust(10)
      yield* TestClock.adjust(39)
      assert.deepStrictEqual(said, ["a1", "/a1"])
      yield* ask("b", "b1", 0)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(said, ["a1", "/a1", "b1", "/b1"])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(said.slice(4), ["a2"])
    }).pipe(Effect.scoped)
  )

  it.effect("are passed on after a pause whose timer fires early", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const turns = yield* makeTurns({ restRatio: 4, waitingMax: 10 })
      const ask = asking(turns, said)
      yield* ask("a", "a1", 10)
      yield* ask("a", "a2", 0)
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(said, ["a1", "/a1", "a2", "/a2"])
    }).pipe(
      Effect.scoped,
      Effect.provideService(WallClock, {
        now: Clock.currentTimeMillis,
        sleep: (millis) => Effect.sleep(Math.max(1, millis - 3))
      })
    )
  )

  it.effect("are refused when too many of a partner wait, and pass on from who gave up or failed", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const turns = yield* makeTurns({ restRatio: 0, waitingMax: 2 })
      const ask = asking(turns, said)
      const first = yield* ask("a", "a1", 10)
      yield* ask("a", "a2", 10)
      const third = yield* ask("a", "a3", 10)
      const refused = yield* Effect.flip(turns("a", Effect.die("it is nobody's turn")))
      assert.deepInclude(refused, { code: "rate_limited", headers: { "Retry-After": "1" } })
      const other = yield* Effect.forkChild(Effect.result(turns("b", Effect.fail("broken"))), {
        startImmediately: true
      })
      yield* TestClock.adjust(0)
      yield* Fiber.interrupt(third)
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust(20)
      assert.strictEqual((yield* Fiber.join(other))._tag, "Failure")
      assert.deepStrictEqual(said, ["a1", "a2", "/a2"])
    }).pipe(Effect.scoped)
  )
})
