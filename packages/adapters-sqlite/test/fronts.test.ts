import { copyFileSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs"
import { createServer, type Server } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteFront, SqliteWriter } from "@quittance/adapters-sqlite"
import type { StorePorts } from "@quittance/core"
import { type Commit, payout as payouts, StateReader, Store, StoreHealth } from "@quittance/core/adapter"
import { afterwards, temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Fiber, Layer, Option, References } from "effect"
import { vi } from "vitest"
import { funding, partnerId, reserving } from "./payoutSamples.ts"

const placesIn = (folder: string) => ({
  filename: join(folder, "store.db"),
  socket: join(folder, "writer")
})

/** A folder with a store that has some money in it. */
const fundedStore = Effect.gen(function* () {
  const places = placesIn(temporaryFolder())
  yield* Effect.void.pipe(Effect.provide(writer(places)))
  const { filename, socket } = places
  const front = SqliteFront.layer({ filename, mode: "sandbox", writer: socket })
  yield* commit(funding("fund", 1_000_000_000n)).pipe(
    Effect.provide(front.pipe(Layer.provide(writer(places))))
  )
  return places
})

const writer = ({ filename, socket }: ReturnType<typeof placesIn>) =>
  SqliteWriter.layer({ filename, mode: "sandbox", socket, leaveMillisMax: 0 })

const commit = (value: Commit) => Effect.flatMap(Store, (store) => store.commit(value))

const quiet = Layer.succeed(References.MinimumLogLevel, "None")

const isThere = (id: string) =>
  Effect.map(
    Effect.flatMap(StateReader, (states) => states.get(payouts, partnerId, id)),
    Option.isSome
  )

/** A writer that takes a request, and dies before it answers. */
const dyingWriter = (socket: string): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((connection) => {
      connection.once("data", () => {
        server.close()
        connection.destroy()
      })
    })
    server.listen(socket, () => resolve(server))
    afterwards(() => void server.close())
  })

const withFront = <A, E>(
  { filename, socket }: ReturnType<typeof placesIn>,
  use: Effect.Effect<A, E, StorePorts>,
  writerMillisMax?: number
) =>
  Effect.provide(
    use,
    SqliteFront.layer({
      filename,
      mode: "sandbox",
      writer: socket,
      ...(writerMillisMax === undefined ? {} : { writerMillisMax })
    })
  )

describe("a front of a store whose file is gone", () => {
  it.effect("shows nothing and acknowledges nothing any more, and says so in its health", () => {
    const timers = vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    return Effect.gen(function* () {
      const places = yield* fundedStore
      yield* withFront(
        places,
        Effect.gen(function* () {
          yield* commit(reserving("before"))
          assert.isTrue(yield* isThere("before"))
          renameSync(places.filename, `${places.filename}.aside`)
          const refused = yield* Effect.flip(commit(reserving("after")))
          assert.deepInclude(refused, { _tag: "StoreUnavailable", outcome: "notWritten" })
          timers.advanceTimersByTime(1_000)
          assert.deepInclude(yield* Effect.flip(isThere("before")), { _tag: "StoreUnavailable" })
          assert.deepInclude(yield* Effect.flatten(StoreHealth), { _tag: "gone" })
        })
      ).pipe(Effect.provide(writer(places)))
    }).pipe(Effect.provide(quiet), Effect.ensuring(Effect.sync(() => timers.useRealTimers())))
  })
})

describe("a front whose writer dies", () => {
  it.live(
    "does not know what became of a request that was sent; the next writer tells, and takes the next",
    () =>
      Effect.gen(function* () {
        const places = yield* fundedStore
        yield* Effect.promise(() => dyingWriter(places.socket))
        yield* withFront(
          places,
          Effect.gen(function* () {
            const lost = reserving("lost")
            const failure = yield* Effect.flip(commit(lost))
            assert.deepInclude(failure, { _tag: "StoreUnavailable", outcome: "unknown" })
            assert.strictEqual((yield* yield* StoreHealth)._tag, "away")
            const store = yield* Store
            // Both wait for the next writer.
            const [first = assert.fail()] = lost.events
            const asked = yield* Effect.forkChild(store.committed(first), { startImmediately: true })
            const next = yield* Effect.forkChild(commit(reserving("next")), { startImmediately: true })
            yield* Effect.gen(function* () {
              assert.isFalse(yield* Fiber.join(asked))
              yield* Fiber.join(next)
              assert.strictEqual((yield* yield* StoreHealth)._tag, "sound")
              assert.isFalse(yield* isThere("lost"))
              assert.isTrue(yield* isThere("next"))
            }).pipe(Effect.provide(writer(places)))
          })
        )
      })
  )

  it.live("is told that nothing was written if no writer comes in time, and works when one comes later", () =>
    Effect.gen(function* () {
      const places = yield* fundedStore
      yield* withFront(
        places,
        Effect.gen(function* () {
          for (const id of ["waits", "waits no more"]) {
            const failure = yield* Effect.flip(commit(reserving(id)))
            assert.deepInclude(failure, { _tag: "StoreUnavailable", outcome: "notWritten" })
          }
          yield* Effect.gen(function* () {
            const health = yield* StoreHealth
            while ((yield* health)._tag === "away") yield* Effect.yieldNow
            yield* commit(reserving("later"))
          }).pipe(Effect.provide(writer(places)))
          assert.isFalse(yield* isThere("waits"))
          assert.isTrue(yield* isThere("later"))
        }),
        1
      )
    })
  )

  it.live("withdraws what its caller no longer waits for, if it was not sent", () =>
    Effect.gen(function* () {
      const places = yield* fundedStore
      yield* withFront(
        places,
        Effect.gen(function* () {
          const withdrawn = yield* Effect.forkChild(commit(reserving("withdrawn")), {
            startImmediately: true
          })
          yield* Fiber.interrupt(withdrawn)
          yield* commit(reserving("kept")).pipe(Effect.provide(writer(places)))
          assert.isFalse(yield* isThere("withdrawn"))
          assert.isTrue(yield* isThere("kept"))
        })
      )
    })
  )
})

describe("a writer that was killed inside a commit", () => {
  /** What an index of the log looked like, put back: readers then see the log without what was added since. */
  const indexHeaderBytes = 136

  const recovered = (filename: string, folder: string): ReadonlyArray<unknown> => {
    mkdirSync(folder)
    const copy = join(folder, "store.db")
    for (const end of ["", "-wal"]) copyFileSync(`${filename}${end}`, `${copy}${end}`)
    const database = new Database(copy)
    try {
      return database.prepare("SELECT id FROM sandbox_records WHERE collection = 'clock'").pluck().all()
    } finally {
      database.close()
    }
  }

  it.live("its commit, once denied, does not come back when the log is recovered", () =>
    Effect.gen(function* () {
      const folder = temporaryFolder()
      const places = placesIn(folder)
      const { filename } = places
      yield* Effect.void.pipe(Effect.provide(writer(places)))
      const reader = new Database(filename)
      afterwards(() => void reader.close())
      const look = reader.prepare("SELECT id FROM sandbox_records WHERE collection = 'clock'").pluck()
      reader.exec("INSERT INTO sandbox_records (collection, id, value) VALUES ('clock', 'answered', '')")
      const index = openSync(`${filename}-shm`, "r+")
      const before = readFileSync(`${filename}-shm`).subarray(0, indexHeaderBytes)
      const dying = new Database(filename)
      dying.exec("INSERT INTO sandbox_records (collection, id, value) VALUES ('clock', 'denied', '')")
      dying.close()
      // The log has the whole commit, and its index does not know it yet.
      writeSync(index, before, 0, indexHeaderBytes, 0)
      assert.deepStrictEqual(look.all(), ["answered"])
      assert.sameMembers([...recovered(filename, join(folder, "before"))], ["answered", "denied"])

      yield* Effect.void.pipe(Effect.provide(writer(places)))
      assert.deepStrictEqual(look.all(), ["answered"])
      assert.deepStrictEqual([...recovered(filename, join(folder, "after"))], ["answered"])
    })
  )
})
