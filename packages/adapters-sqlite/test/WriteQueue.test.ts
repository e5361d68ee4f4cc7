import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { StoreUnavailable } from "@quittance/core"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Cause, Effect, Exit, Fiber } from "effect"
import { WriteQueue, type WriteQueueOptions } from "../src/WriteQueue.ts"

const folder = temporaryFolder()
let fileCount = 0

/** A queue over a file with one table, and how many groups it committed. */
const newQueue = (options: Partial<WriteQueueOptions> = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      fileCount += 1
      const filename = join(folder, `queue-${fileCount}.db`)
      const database = new Database(filename, { timeout: 0 })
      database.pragma("journal_mode = WAL")
      database.exec("CREATE TABLE written (name TEXT PRIMARY KEY) STRICT")
      const groups = { count: 0 }
      const queue = new WriteQueue(
        database,
        { groupWeightMax: 512, busyMillisMax: 5_000, ...options },
        {
          begun: () => undefined,
          sealing: () => {},
          committed: () => (groups.count += 1),
          takenBack: () => {},
          failed: () => {},
          refusal: () => undefined,
          beforeGroup: () => undefined,
          afterGroup: () => undefined
        }
      )
      const insert = database.prepare("INSERT INTO written (name) VALUES (?)")
      const write = (name: string, weight = 1) =>
        queue.submit(weight, () => {
          insert.run(name)
          return Effect.succeed(name)
        })
      const other = new Database(filename, { timeout: 0 })
      const names = other.prepare<[], string>("SELECT name FROM written ORDER BY name").pluck()
      return { database, filename, groups, insert, names: () => names.all(), other, queue, write }
    }),
    ({ database, other, queue }) =>
      Effect.andThen(
        queue.close,
        Effect.sync(() => {
          other.close()
          database.close()
        })
      )
  )

const all = <A, E>(effects: ReadonlyArray<Effect.Effect<A, E>>) =>
  Effect.all(effects.map(Effect.exit), { concurrency: "unbounded" })

const numbered = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${index}`.padStart(3, "0"))

describe("group commit", () => {
  it.effect("writes of one turn share one transaction, and each is answered", () =>
    Effect.gen(function* () {
      const { groups, names, write } = yield* newQueue()
      const exits = yield* all(numbered(64).map((name) => write(name)))
      assert.deepStrictEqual(exits, numbered(64).map(Exit.succeed))
      assert.deepStrictEqual(names(), [...numbered(64)])
      assert.strictEqual(groups.count, 1)
    })
  )

  it.effect("what is asked for while answers are given forms the next group", () =>
    Effect.gen(function* () {
      const { groups, names, write } = yield* newQueue()
      yield* all(numbered(8).map((name) => Effect.andThen(write(`${name} first`), write(`${name} second`))))
      assert.lengthOf(names(), 16)
      assert.strictEqual(groups.count, 2)
    })
  )

  it.effect("an answer comes when every connection can see the write", () =>
    Effect.gen(function* () {
      const { names, write } = yield* newQueue()
      yield* write("a")
      assert.deepStrictEqual(names(), ["a"])
    })
  )

  it.effect("a refused write leaves its neighbours alone", () =>
    Effect.gen(function* () {
      const { groups, names, queue, write } = yield* newQueue()
      const refused = queue.submit(1, () => Effect.fail("refused" as const))
      const [a, no, b] = yield* all<string, unknown>([write("a"), refused, write("b")])
      assert.deepStrictEqual([a, no, b], [Exit.succeed("a"), Exit.fail("refused"), Exit.succeed("b")])
      assert.deepStrictEqual(names(), ["a", "b"])
      assert.strictEqual(groups.count, 1)
    })
  )

  it.effect("a write that throws half-way leaves nothing, and its neighbours land", () =>
    Effect.gen(function* () {
      const { insert, names, queue, write } = yield* newQueue()
      const broken = queue.submit(1, () => {
        insert.run("half")
        insert.run("000")
        return Effect.succeed("never")
      })
      const exits = yield* all<string, unknown>([
        ...numbered(40).map((name) => write(name)),
        broken,
        write("after")
      ])
      assert.deepStrictEqual(names(), [...numbered(40), "after"])
      const failed = exits.filter(Exit.isFailure)
      assert.lengthOf(failed, 1)
      assert.isTrue(
        failed.every(({ cause }) => Cause.hasDies(cause)),
        "a broken rule is a defect"
      )
    })
  )

  it.effect("a heavy write travels alone, and a group is no heavier than allowed", () =>
    Effect.gen(function* () {
      const { groups, names, write } = yield* newQueue({ groupWeightMax: 10 })
      yield* all([...numbered(4).map((name) => write(name, 5)), write("heavy", 11), write("light")])
      assert.lengthOf(names(), 6)
      assert.strictEqual(groups.count, 4)
    })
  )

  it.effect("after a heavy write the light ones go next, then the next heavy one", () =>
    Effect.gen(function* () {
      const { groups, queue } = yield* newQueue({ groupWeightMax: 10 })
      const order: Array<string> = []
      const note = (name: string, weight: number) =>
        Effect.map(
          queue.submit(weight, () => Effect.succeed(groups.count)),
          (group) => order.push(`${group}: ${name}`)
        )
      const heavy = numbered(4).map((name) => note(`heavy ${name}`, 11))
      const light = numbered(5).map((name) => note(`light ${name}`, 4))
      yield* all([...heavy, ...light])
      assert.deepStrictEqual(order, [
        "0: heavy 000",
        "1: light 000",
        "1: light 001",
        "2: heavy 001",
        "3: light 002",
        "3: light 003",
        "4: heavy 002",
        "5: light 004",
        "6: heavy 003"
      ])
    })
  )

  it.effect("light writes that keep coming hold up no heavy one", () =>
    Effect.gen(function* () {
      const { groups, queue } = yield* newQueue({ groupWeightMax: 10 })
      const groupOf = (weight: number) => queue.submit(weight, () => Effect.succeed(groups.count))
      const stream = yield* Effect.forkChild(Effect.forever(groupOf(10)), { startImmediately: true })
      const heavy = yield* Effect.all([groupOf(11), groupOf(11), groupOf(11)], { concurrency: "unbounded" })
      yield* Fiber.interrupt(stream)
      assert.deepStrictEqual(heavy, [1, 3, 5])
    })
  )

  it.effect("a write whose caller gave up before its group began is not made", () =>
    Effect.gen(function* () {
      const { names, write } = yield* newQueue()
      const fiber = yield* Effect.forkChild(write("given up"), { startImmediately: true })
      const kept = yield* Effect.forkChild(write("kept"), { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      yield* Fiber.join(kept)
      assert.deepStrictEqual(names(), ["kept"])
    })
  )

  it.effect("closing writes what is queued and takes no more", () =>
    Effect.gen(function* () {
      const { names, queue, write } = yield* newQueue({ groupWeightMax: 3 })
      const writes = yield* Effect.forkChild(all(numbered(10).map((name) => write(name))), {
        startImmediately: true
      })
      yield* queue.close
      assert.lengthOf(names(), 10)
      assert.isTrue((yield* Fiber.join(writes)).every(Exit.isSuccess))
      const late = yield* Effect.flip(write("late"))
      assert.deepInclude(late, { _tag: "StoreUnavailable", outcome: "notWritten" })
    })
  )
})

describe("another process's lock", () => {
  it.effect("is waited for while the event loop stays free", () =>
    Effect.gen(function* () {
      const { names, other, queue, write } = yield* newQueue()
      other.exec("BEGIN IMMEDIATE")
      const waiting = yield* Effect.forkChild(write("patient"), { startImmediately: true })
      // Turns of the event loop go by, in which the queue tried several times and blocked none of them.
      while (queue.busyCount < 4) yield* Effect.promise(() => new Promise((turn) => setImmediate(turn)))
      other.exec("COMMIT")
      assert.strictEqual(yield* Fiber.join(waiting), "patient")
      assert.deepStrictEqual(names(), ["patient"])
    })
  )

  it.effect("that is never given back fails the waiting writes, which are not written", () =>
    Effect.gen(function* () {
      const { names, other, write } = yield* newQueue({ busyMillisMax: 20 })
      other.exec("BEGIN IMMEDIATE")
      const exits = yield* all([write("a"), write("b")])
      other.exec("COMMIT")
      for (const exit of exits) {
        assert.isTrue(Exit.isFailure(exit))
        if (Exit.isFailure(exit)) assert.deepInclude(Cause.squash(exit.cause), { outcome: "notWritten" })
      }
      assert.deepStrictEqual(names(), [])
      yield* write("c")
      assert.deepStrictEqual(names(), ["c"])
    })
  )
})

/** The database, whose `COMMIT` fails with this code when `fails` says so, and is not carried out. */
const withFailingCommit = (database: Database.Database, code: string, fails: () => boolean) => {
  const commit = database.prepare("COMMIT")
  const run = () => {
    if (fails()) throw new Database.SqliteError("simulated", code)
    return commit.run()
  }
  return Object.create(database, {
    prepare: {
      value: (sql: string) => (sql === "COMMIT" ? { run } : database.prepare(sql))
    }
  }) as Database.Database
}

describe("a commit that fails", () => {
  const failing = (code: string, failures: number) =>
    Effect.gen(function* () {
      const { database, insert, names } = yield* newQueue()
      let left = failures
      const failingDatabase = withFailingCommit(database, code, () => left-- > 0)
      const queue = new WriteQueue(
        failingDatabase,
        { groupWeightMax: 512, busyMillisMax: 5_000 },
        {
          begun: () => undefined,
          sealing: () => {},
          committed: () => {},
          takenBack: () => {},
          failed: () => {},
          refusal: () => undefined,
          beforeGroup: () => undefined,
          afterGroup: () => undefined
        }
      )
      const exits = yield* all(
        numbered(3).map((name) =>
          queue.submit(1, () => {
            insert.run(name)
            return Effect.succeed(name)
          })
        )
      )
      const outcomes = exits.map((exit) => {
        if (Exit.isSuccess(exit)) return exit.value
        const error = Cause.squash(exit.cause)
        return error instanceof StoreUnavailable ? error.outcome : error
      })
      return { names: names(), outcomes }
    })

  it.effect("at the flush of the disk is told as unknown, and is not repeated", () =>
    Effect.gen(function* () {
      const { names, outcomes } = yield* failing("SQLITE_IOERR_FSYNC", 1)
      assert.deepStrictEqual(outcomes, ["unknown", "unknown", "unknown"])
      assert.deepStrictEqual(names, [])
    })
  )

  it.effect("for lack of room is taken back, and its writes are repeated one by one", () =>
    Effect.gen(function* () {
      const { names, outcomes } = yield* failing("SQLITE_FULL", 2)
      assert.deepStrictEqual(outcomes, ["notWritten", "001", "002"])
      assert.deepStrictEqual(names, ["001", "002"])
    })
  )
})
