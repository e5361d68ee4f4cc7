import { Deferred, Effect, Exit, Fiber, Result } from "effect"
import { describe, expect, it } from "vitest"
import { makeUploadRoom } from "../../src/hosted/UploadRoom.ts"

const run = Effect.runPromise

/** Whether an upload of this session finds room now. */
const isFree = async (room: ReturnType<typeof makeUploadRoom>, id: string): Promise<boolean> =>
  Result.isSuccess(await run(Effect.result(room(id, Effect.void))))

describe("the room for uploads", () => {
  it("takes eight at once, two of a session, and each place is free again however its upload ended", async () => {
    const room = makeUploadRoom()
    const hold = Effect.runFork
    const endings = await run(Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], () => Deferred.make<string, string>()))
    const sessions = ["a", "a", "b", "b", "c", "d", "e", "f"]
    const fibers = endings.map((ending, index) => hold(room(sessions[index] ?? "", Deferred.await(ending))))
    expect(await isFree(room, "g")).toBe(false)

    await run(Fiber.interrupt(fibers[7] as Fiber.Fiber<unknown, unknown>))
    expect(await isFree(room, "g")).toBe(true)
    expect(await isFree(room, "a")).toBe(false)

    await run(Deferred.fail(endings[0] as Deferred.Deferred<string, string>, "broken"))
    expect(Exit.isFailure(await run(Fiber.await(fibers[0] as Fiber.Fiber<unknown, unknown>)))).toBe(true)
    expect(await isFree(room, "a")).toBe(true)

    for (const ending of endings.slice(1, 7)) await run(Deferred.succeed(ending, "taken"))
    await run(Fiber.awaitAll(fibers))
    for (let again = 0; again < 9; again++) expect(await isFree(room, "a")).toBe(true)
  })

  it("says when to try again, and begins nothing of what finds no room", async () => {
    const room = makeUploadRoom()
    Effect.runFork(room("a", Effect.never))
    Effect.runFork(room("a", Effect.never))
    let began = 0
    const third = Effect.sync(() => {
      began += 1
    })
    const refused = await run(Effect.flip(room("a", third)))
    expect(refused).toMatchObject({ code: "service_unavailable", headers: { "Retry-After": "10" } })
    expect(began).toBe(0)
  })
})
