import { createServer, type Server } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { afterwards } from "@quittance/testing"
import { testServer } from "@quittance/testing/postgres"
import { Effect } from "effect"
import { JobChanges } from "../../src/queue/JobChanges.ts"
import { adminOf } from "../server/admin.ts"

/** So long that what wakes somebody in these tests is never the time that passed. */
const never = 1_000_000_000

const newUrl = Effect.promise(async () => (await testServer()).newDatabase())

const changesOf = (url: string, lookMillis = never) =>
  Effect.acquireRelease(
    Effect.sync(() => new JobChanges(url, "many", lookMillis)),
    ({ close }) => close
  )

/** One that listens by now: the connection itself counts as a change. */
const listening = Effect.fnUntraced(function* (url: string) {
  const changes = yield* changesOf(url)
  yield* changes.awaitChange(yield* changes.changes)
  return changes
})

/** Completes when the next change was counted; returns how many were. */
const next = Effect.fnUntraced(function* (changes: JobChanges, seen: number) {
  yield* changes.awaitChange(seen)
  return (yield* changes.changes) - seen
})

describe("changes of jobs", () => {
  it.effect("wake the other process, and count once in their own", () =>
    Effect.gen(function* () {
      const url = yield* newUrl
      const [one, two] = [yield* listening(url), yield* listening(url)]
      const seen = { one: yield* one.changes, two: yield* two.changes }
      for (let round = 0; round < 10; round++) {
        const before = yield* two.changes
        one.noteOwn()
        yield* two.awaitChange(before)
        const between = yield* one.changes
        two.noteOwn()
        yield* one.awaitChange(between)
      }
      assert.strictEqual((yield* one.changes) - seen.one, 20)
      assert.strictEqual((yield* two.changes) - seen.two, 20)
    })
  )

  it.effect("are announced together when there are many, the last one included", () =>
    Effect.gen(function* () {
      const url = yield* newUrl
      const [one, two] = [yield* listening(url), yield* listening(url)]
      const seen = yield* two.changes
      for (let change = 0; change < 1_000; change++) one.noteOwn()
      const heard = yield* next(two, seen)
      one.noteOwn()
      assert.strictEqual(heard, 1)
      yield* next(two, seen + heard)
      assert.isAtMost((yield* two.changes) - seen, 3)
    })
  )

  it.effect("are announced before their process ends, even if it had no connection", () =>
    Effect.gen(function* () {
      const url = yield* newUrl
      const listener = yield* listening(url)
      const seen = yield* listener.changes
      const ending = new JobChanges(url, "many", never)
      ending.noteOwn()
      yield* ending.close
      assert.strictEqual(yield* next(listener, seen), 1)
    })
  )

  it.effect("wake a process whose connection was ended, then and later", () =>
    Effect.gen(function* () {
      const url = yield* newUrl
      const [one, two] = [yield* listening(url), yield* listening(url)]
      const admin = yield* Effect.promise(() => adminOf(url))
      for (const _ of ["once", "again"]) {
        const seen = yield* two.changes
        const { rowCount } = yield* Effect.promise(() =>
          admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        )
        assert.strictEqual(rowCount, 2)
        const [ofOne] = yield* Effect.all([one.changes])
        const woken = yield* Effect.all([one.awaitChange(ofOne), two.awaitChange(seen)], {
          concurrency: "unbounded"
        })
        assert.lengthOf(woken, 2, "what was told meanwhile may have been missed")
      }
      const seen = yield* two.changes
      one.noteOwn()
      yield* two.awaitChange(seen)
    })
  )

  it.effect("that were never announced are found after some time", () =>
    Effect.gen(function* () {
      const changes = yield* changesOf("postgres://postgres@127.0.0.1:1/none", 5)
      for (let round = 0; round < 3; round++) yield* changes.awaitChange(yield* changes.changes)
    })
  )

  it.effect("do not make a process connect without pause to a server that is away", () =>
    Effect.gen(function* () {
      let calls = 0
      const port = yield* Effect.promise(() =>
        listen(
          createServer((socket) => {
            calls += 1
            socket.on("error", () => {})
            socket.destroy()
          })
        )
      )
      const changes = yield* changesOf(`postgres://postgres@127.0.0.1:${port}/none`, 1)
      for (let round = 0; round < 100; round++) {
        changes.noteOwn()
        yield* changes.awaitChange(yield* changes.changes)
      }
      assert.isAtLeast(calls, 1)
      assert.isAtMost(calls, 10)
    })
  )
})

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    afterwards(() => void server.close())
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })
