import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeRoom, type Room, type RoomLimits } from "../../src/room/Room.ts"
import type { Holders } from "../../src/room/Visit.ts"

const limits: RoomLimits = {
  placesMax: 4,
  shares: { address: 2, link: 2 },
  graceMillis: 1_000,
  keptMillis: 5_000,
  waitingMax: 3,
  waitMillisMax: 10_000,
  retryAfterSeconds: 5,
  what: "files are being received"
}

/** Somebody who stays until told to go; what comes is given to it, at once or while it stays. */
const visit = Effect.fnUntraced(function* (room: Room, holders: Holders, bytesPerLook = 0) {
  const ending = yield* Deferred.make<string, string>()
  const seen = { began: false, complete: () => {} }
  const fiber = yield* Effect.forkChild(
    Effect.result(
      room.visit(holders, (own) => {
        seen.began = true
        own.bytes = bytesPerLook
        seen.complete = () => {
          own.isComplete = true
        }
        return Deferred.await(ending)
      })
    ),
    { startImmediately: true }
  )
  return {
    fiber,
    began: Effect.as(Effect.yieldNow, seen).pipe(Effect.map(({ began }) => began)),
    complete: () => seen.complete(),
    leave: Effect.andThen(Deferred.succeed(ending, "done"), Fiber.join(fiber)),
    break: Effect.andThen(Deferred.fail(ending, "broken"), Fiber.join(fiber)),
    ended: Fiber.join(fiber)
  }
})

let links = 0
const from = (address: string, link = `link ${links++}`): Holders => ({ address, link })
const fullLine = ["a", "a", "b", "b"].map((address) => from(address))

describe("a room", () => {
  it.effect(
    "has so many places, and so many for each holder; a free one goes to who holds least, then waits longest",
    () =>
      Effect.gen(function* () {
        const room = yield* makeRoom(limits)
        const inside = yield* Effect.forEach([from("a"), from("a"), from("b"), from("c")], (each) =>
          visit(room, each)
        )
        const third = yield* visit(room, from("a"))
        const second = yield* visit(room, from("b"))
        const first = yield* visit(room, from("d"))
        const began = () => Effect.all([third.began, second.began, first.began])
        assert.deepStrictEqual(yield* began(), [false, false, false])
        yield* inside[3]?.leave ?? Effect.void
        assert.deepStrictEqual(yield* began(), [false, false, true], "d has none")
        yield* inside[0]?.break ?? Effect.void
        assert.deepStrictEqual(yield* began(), [true, false, true], "of a and b, with one each, a came first")
        yield* first.leave
        assert.deepStrictEqual(yield* began(), [true, true, true])
      })
  )

  it.effect("gives a place back however its visit ended, also when nobody waits for the answer", () =>
    Effect.gen(function* () {
      const room = yield* makeRoom(limits)
      const inside = yield* visit(room, from("a"))
      yield* visit(room, from("a"))
      const waiting = yield* visit(room, from("a"))
      const last = yield* visit(room, from("a"))
      yield* Fiber.interrupt(waiting.fiber)
      yield* Fiber.interrupt(inside.fiber)
      assert.deepStrictEqual([yield* waiting.began, yield* last.began], [false, true])
      yield* last.leave
      for (let again = 0; again < 10; again++) yield* room.visit(from("a"), () => Effect.void)
    })
  )

  it.effect("refuses who waited too long, says when to try again, and begins nothing of it", () =>
    Effect.gen(function* () {
      const room = yield* makeRoom({ ...limits, shares: { address: 1 } })
      yield* visit(room, from("a"))
      const waiting = yield* visit(room, from("a"))
      yield* TestClock.adjust(limits.waitMillisMax)
      const ended = yield* waiting.ended
      assert.deepInclude(ended._tag === "Failure" && ended.failure, {
        code: "service_unavailable",
        headers: { "Retry-After": "5" }
      })
      assert.isFalse(yield* waiting.began)
    })
  )
})

it.effect(
  "a link that has its share is refused at once: it is one person, who would wait for nobody else",
  () =>
    Effect.gen(function* () {
      const room = yield* makeRoom(limits)
      yield* visit(room, from("a", "one"))
      yield* visit(room, from("b", "one"))
      const third = yield* visit(room, from("c", "one"))
      assert.strictEqual((yield* third.ended)._tag, "Failure")
    })
)

describe("a full room", () => {
  it.effect("has the slowest of those who hold more give way, after a second, to who holds less", () =>
    Effect.gen(function* () {
      const room = yield* makeRoom(limits)
      const paces = [40_000, 10_000, 30_000, 20_000]
      const inside = yield* Effect.forEach(fullLine, (each, index) => visit(room, each, paces[index]))
      const newcomer = yield* visit(room, from("c"))
      yield* TestClock.adjust(999)
      assert.isFalse(yield* newcomer.began, "everybody has a second")
      yield* TestClock.adjust(1)
      assert.isTrue(yield* newcomer.began)
      const refused = yield* inside[1]?.ended ?? Effect.die("no such visit")
      assert.match(String(refused._tag === "Failure" && refused.failure), /the slowest/)
      const second = yield* visit(room, from("d"))
      assert.isTrue(yield* second.began, "b has two, so one of them gives way")
      const third = yield* visit(room, from("e"))
      assert.isFalse(yield* third.began, "everybody has one now")
      yield* TestClock.adjust(limits.keptMillis)
      assert.isTrue(yield* third.began, "and has had it long enough")
    })
  )

  it.effect("keeps what has come whole, and whoever holds no more than who comes", () =>
    Effect.gen(function* () {
      const room = yield* makeRoom(limits)
      const inside = yield* Effect.forEach(fullLine, (each) => visit(room, each))
      for (const { complete } of inside.slice(0, 2)) complete()
      yield* TestClock.adjust(2_000)
      const more = yield* visit(room, from("a"))
      assert.isFalse(yield* more.began, "a has its share")
      const newcomer = yield* visit(room, from("c"))
      assert.isTrue(yield* newcomer.began)
      assert.match(String((yield* inside[2]?.ended ?? Effect.die("no such visit"))._tag), /Failure/)
      yield* TestClock.adjust(limits.waitMillisMax)
      assert.deepStrictEqual(
        [yield* more.ended].map(({ _tag }) => _tag),
        ["Failure"]
      )
      assert.deepStrictEqual((yield* inside[0]?.leave ?? Effect.die("no such visit"))._tag, "Success")
    })
  )

  it.effect(
    "tells links apart where they share an address, and gives nobody a place for a link of the same",
    () =>
      Effect.gen(function* () {
        const room = yield* makeRoom({ ...limits, shares: { link: 4 } })
        for (let tab = 0; tab < 4; tab++) yield* visit(room, from("office", "one"))
        yield* TestClock.adjust(1_000)
        assert.isTrue(yield* (yield* visit(room, from("office", "two"))).began)
        const same = yield* visit(room, from("office", "one"))
        yield* TestClock.adjust(limits.keptMillis)
        assert.isFalse(yield* same.began)
      })
  )

  it.effect("keeps a line that one holder cannot fill either", () =>
    Effect.gen(function* () {
      const room = yield* makeRoom({ ...limits, graceMillis: 60_000, keptMillis: 60_000 })
      yield* Effect.forEach(fullLine, (each) => visit(room, each))
      const line = yield* Effect.forEach(["x", "x", "x"], (address) => visit(room, from(address)))
      const one = yield* visit(room, from("y"))
      const last = yield* line[2]?.ended ?? Effect.die("no such visit")
      assert.strictEqual(last._tag, "Failure", "the last of who fills the line leaves it")
      const another = yield* visit(room, from("z"))
      assert.strictEqual((yield* line[1]?.ended ?? Effect.die("no such visit"))._tag, "Failure")
      const third = yield* visit(room, from("w"))
      assert.strictEqual((yield* third.ended)._tag, "Failure", "everybody has one by now")
      assert.isFalse(yield* another.began)
      assert.isFalse(yield* one.began)
    })
  )

  it.effect("says before it begins whether there would be a place", () =>
    Effect.gen(function* () {
      const room = yield* makeRoom(limits)
      assert.isTrue(yield* Effect.isSuccess(room.ask(from("a"))))
      yield* Effect.forEach(fullLine, (each) => visit(room, each))
      assert.isFalse(yield* Effect.isSuccess(room.ask(from("c"))))
      yield* TestClock.adjust(1_000)
      assert.isTrue(yield* Effect.isSuccess(room.ask(from("c"))))
      assert.isFalse(yield* Effect.isSuccess(room.ask(from("a"))))
    })
  )

  it.effect("counts the networks of one site together: whoever has 65 536 of them shuts nobody out", () =>
    Effect.gen(function* () {
      const room = yield* makeRoom(limits)
      const ofSite = (address: string): Holders => ({ ...from(address), site: "2001:db8:1::/48" })
      const networks = ["a", "b", "c", "d", "e", "f", "g"]
      const held = yield* Effect.forEach(networks, (each) => visit(room, ofSite(each)))
      yield* TestClock.adjust(limits.graceMillis - 1)
      const newcomer = yield* visit(room, from("z"))
      assert.isFalse(yield* newcomer.began)
      const last = yield* held.at(-1)?.ended ?? Effect.die("nobody")
      assert.deepInclude(last, { _tag: "Failure" }, "it has a place in the line, which was full")
      yield* TestClock.adjust(250)
      assert.isTrue(yield* newcomer.began, "and is let in long before five seconds")
      yield* newcomer.leave
    })
  )

  it.effect("lets nobody wait for others of the same site while another client holds more", () =>
    Effect.gen(function* () {
      const room = yield* makeRoom(limits)
      const ofCarrier = (address: string): Holders => ({ ...from(address), site: "2001:db8:2::/48" })
      yield* Effect.forEach([from("a"), from("a"), ofCarrier("b"), ofCarrier("c")], (each) =>
        visit(room, each)
      )
      const newcomer = yield* visit(room, ofCarrier("d"))
      yield* TestClock.adjust(limits.graceMillis + 250)
      assert.isTrue(yield* newcomer.began)
    })
  )
})
