import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeSignatureRoom, type SignatureRoom } from "../../src/signature/SignatureRoom.ts"

const limits = { placesMax: 2, placesOfAddressMax: 1, waitingMax: 2, waitMillisMax: 1000 }

/** An upload of an address that stays until it is told to go, and tells that it began. */
const visit = Effect.fnUntraced(function* (room: SignatureRoom, address: string) {
  const ending = yield* Deferred.make<string, string>()
  const seen = { began: false }
  const upload = Effect.andThen(
    Effect.sync(() => {
      seen.began = true
    }),
    Deferred.await(ending)
  )
  const fiber = yield* Effect.forkChild(room(address, upload), { startImmediately: true })
  return {
    fiber,
    began: Effect.as(Effect.yieldNow, seen).pipe(Effect.map(({ began }) => began)),
    leave: Effect.andThen(Deferred.succeed(ending, "judged"), Effect.exit(Fiber.join(fiber))),
    break: Effect.andThen(Deferred.fail(ending, "broken"), Effect.exit(Fiber.join(fiber)))
  }
})

describe("the room for images", () => {
  it.effect("holds so many at once, and so many of one address; a place is given to who waits longest", () =>
    Effect.gen(function* () {
      const room = yield* makeSignatureRoom(limits)
      const first = yield* visit(room, "a")
      const second = yield* visit(room, "a")
      const third = yield* visit(room, "b")
      const fourth = yield* visit(room, "c")
      const began = () => Effect.all([first.began, second.began, third.began, fourth.began])
      assert.deepStrictEqual(yield* began(), [true, false, true, false])
      yield* third.leave
      assert.deepStrictEqual(yield* began(), [true, false, true, true], "c, because a has its one place")
      yield* first.break
      assert.deepStrictEqual(yield* began(), [true, true, true, true])
      yield* second.leave
      yield* fourth.leave
    })
  )

  it.effect("gives a place back however its upload ended, also when nobody waits for the answer", () =>
    Effect.gen(function* () {
      const room = yield* makeSignatureRoom(limits)
      const inside = yield* visit(room, "a")
      const waiting = yield* visit(room, "a")
      const last = yield* visit(room, "a")
      yield* Fiber.interrupt(waiting.fiber)
      yield* Fiber.interrupt(inside.fiber)
      assert.deepStrictEqual([yield* waiting.began, yield* last.began], [false, true])
      yield* last.leave
      for (let again = 0; again < 5; again++) yield* room("a", Effect.void)
    })
  )

  it.effect("refuses who waited too long, and who finds the line full, and begins nothing of it", () =>
    Effect.gen(function* () {
      const room = yield* makeSignatureRoom(limits)
      const inside = yield* visit(room, "a")
      const waiting = [yield* visit(room, "a"), yield* visit(room, "a")]
      const refused = yield* Effect.flip(room("a", Effect.die("there is no room for it")))
      assert.deepInclude(refused, { code: "service_unavailable", headers: { "Retry-After": "5" } })
      assert.strictEqual(yield* room("b", Effect.succeed("free")), "free")

      yield* TestClock.adjust(limits.waitMillisMax)
      for (const { began, fiber } of waiting) {
        assert.deepInclude(yield* Effect.flip(Fiber.join(fiber)), { code: "service_unavailable" })
        assert.isFalse(yield* began)
      }
      yield* inside.leave
      assert.strictEqual(yield* room("a", Effect.succeed("free")), "free")
    })
  )
})
