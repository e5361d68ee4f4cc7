import { assert, describe, it } from "@effect/vitest"
import type { StoreUnavailable } from "@quittance/core"
import { Deferred, Effect, Fiber } from "effect"
import { DoubtfulSessions } from "../../src/connect/DoubtfulSessions.ts"

const backend = (pid: number) => ({ pid, startedAt: "1" })

/** Sessions that end when the test lets them, and what the server was asked. */
const newSessions = Effect.gen(function* () {
  const asked: Array<ReadonlyArray<number>> = []
  const answer = yield* Deferred.make<boolean, StoreUnavailable>()
  const sessions = new DoubtfulSessions((backends) => {
    asked.push(backends.map(({ pid }) => pid))
    return Deferred.await(answer)
  })
  return { asked, answer, sessions }
})

const waitFor = ({ settled }: DoubtfulSessions) => Effect.forkChild(settled, { startImmediately: true })

describe("sessions that were lost at COMMIT", () => {
  it.effect("are ended together, and once for all who wait", () =>
    Effect.gen(function* () {
      const { answer, asked, sessions } = yield* newSessions
      for (const pid of [1, 2, 3]) sessions.remember(backend(pid))
      const waiting = yield* Effect.all(Array.from({ length: 300 }, () => waitFor(sessions)))
      assert.deepStrictEqual(asked, [[1, 2, 3]])
      yield* Deferred.succeed(answer, true)
      yield* Fiber.joinAll(waiting)
      yield* sessions.settled
      assert.lengthOf(asked, 1)
    })
  )

  it.effect("are ended again for who waits for one that was lost since", () =>
    Effect.gen(function* () {
      const { answer, asked, sessions } = yield* newSessions
      sessions.remember(backend(1))
      const first = yield* waitFor(sessions)
      sessions.remember(backend(2))
      const second = yield* waitFor(sessions)
      assert.deepStrictEqual(asked, [[1], [1, 2]])
      yield* Deferred.succeed(answer, true)
      yield* Fiber.joinAll([first, second])
    })
  )

  it.effect("stay in mind until they are gone", () =>
    Effect.gen(function* () {
      let areGone = false
      const sessions = new DoubtfulSessions(() => Effect.succeed(areGone))
      sessions.remember(backend(1))
      const failure = yield* Effect.flip(sessions.settled)
      assert.deepInclude(failure, {
        outcome: "notWritten",
        reason: "the server still works on an earlier write"
      })
      areGone = true
      yield* sessions.settled
    })
  )
})
