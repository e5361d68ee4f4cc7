import { assert, it } from "@effect/vitest"
import { MemoryStore } from "@quittance/core"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { makePageEvents } from "../../src/hosted/PageEvents.ts"

const limits = {
  placesMax: 2,
  shares: { address: 2 },
  graceMillis: 0,
  keptMillis: 60_000,
  waitingMax: 0,
  waitMillisMax: 0,
  retryAfterSeconds: 60,
  what: "pages are watched"
}

const look = Effect.succeed({ partnerId: "prt", facts: {}, version: 1, course: "open" as const })

it.effect(
  "when all streams are taken, the oldest of who has several ends for a page of somebody who has none",
  () =>
    Effect.gen(function* () {
      const events = yield* makePageEvents(limits)
      const watch = Effect.fnUntraced(function* (address: string, link: string) {
        const { body } = yield* events({ address, link }, look)
        assert.isTrue(Stream.isStream(body))
        const fiber = yield* Effect.forkChild(Stream.runCollect(body as Stream.Stream<string>))
        yield* TestClock.adjust(1)
        return fiber
      })
      const [first, second] = [yield* watch("a", "one"), yield* watch("a", "two")]
      const newcomer = yield* watch("b", "three")
      assert.lengthOf(yield* Fiber.join(first), 1, "it ended")
      const refused = yield* Effect.flip(events({ address: "c", link: "four" }, look))
      assert.deepInclude(refused, { code: "service_unavailable" })
      yield* TestClock.adjust(60_000)
      const last = yield* watch("c", "four")
      assert.isAbove((yield* Fiber.join(second)).length, 1, "everybody has one, and it had its minute")
      yield* Fiber.interruptAll([newcomer, last])
    }).pipe(Effect.provide(MemoryStore.layer))
)
