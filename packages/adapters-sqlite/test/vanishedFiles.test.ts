import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  Guard,
  payoutJobs,
  payout as payouts,
  StateReader,
  Store,
  StoreHealth,
  WorkQueue
} from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Logger } from "effect"
import { vi } from "vitest"
import { funding, partnerId, reserving, start } from "./payoutSamples.ts"

const folder = temporaryFolder()

/** Each store in a folder of its own, which may be moved. */
let count = 0
const newPlace = () => {
  count += 1
  const place = join(folder, `place-${count}`)
  mkdirSync(join(place, "data"), { recursive: true })
  return join(place, "data", "store.db")
}

interface Event {
  readonly name: string
  readonly happens: (filename: string) => void
  readonly reported: RegExp
  /** The file with what lies beside it, as the operator can have it back; nothing if it is gone for good. */
  readonly back?: (filename: string) => string
}

const aside = (filename: string) => `${filename}.aside`
const other = (filename: string) => {
  const database = new Database(`${filename}.other`)
  database.exec("CREATE TABLE other (a); INSERT INTO other VALUES (zeroblob(2000000))")
  database.close()
  return `${filename}.other`
}
const here = (filename: string) => filename

const events: ReadonlyArray<Event> = [
  {
    name: "is deleted",
    happens: (filename) => rmSync(filename),
    reported: /store\.db is no longer there/
  },
  {
    name: "is moved away",
    happens: (filename) => renameSync(filename, aside(filename)),
    reported: /store\.db is no longer there/,
    back: (filename) => {
      renameSync(aside(filename), filename)
      return filename
    }
  },
  {
    name: "is replaced by another file",
    happens: (filename) => {
      renameSync(filename, aside(filename))
      renameSync(other(filename), filename)
    },
    reported: /store\.db is another file now/,
    back: (filename) => {
      renameSync(aside(filename), filename)
      return filename
    }
  },
  {
    name: "is replaced by its own copy",
    happens: (filename) => {
      copyFileSync(filename, other(filename))
      renameSync(other(filename), filename)
    },
    reported: /store\.db is another file now/
  },
  {
    name: "is cut",
    happens: (filename) => truncateSync(filename, 4096),
    reported: /store\.db was cut from \d+ to 4096 bytes/
  },
  {
    name: "is emptied",
    happens: (filename) => truncateSync(filename),
    reported: /was cut from \d+ to 0 bytes/
  },
  {
    name: "loses its log",
    happens: (filename) => rmSync(`${filename}-wal`),
    reported: /write-ahead log \S+-wal is no longer there.*moved into the file, so nothing is lost/,
    back: here
  },
  {
    name: "loses its log and the index of it",
    happens: (filename) => {
      rmSync(`${filename}-wal`)
      rmSync(`${filename}-shm`)
    },
    reported: /write-ahead log \S+-wal is no longer there.*moved into the file, so nothing is lost/,
    back: here
  },
  {
    name: "gets another log",
    happens: (filename) => {
      renameSync(`${filename}-wal`, aside(filename))
      writeFileSync(`${filename}-wal`, Buffer.alloc(1_000_000))
    },
    reported: /write-ahead log \S+-wal is another file now/,
    back: (filename) => {
      renameSync(aside(filename), `${filename}-wal`)
      return filename
    }
  },
  {
    name: "has its log cut",
    happens: (filename) => truncateSync(`${filename}-wal`, 9_000),
    reported: /-wal was cut/
  },
  {
    name: "has its log emptied",
    happens: (filename) => truncateSync(`${filename}-wal`),
    reported: /-wal was cut/
  },
  {
    name: "goes with its folder",
    happens: (filename) => renameSync(dirname(filename), `${dirname(filename)}.moved`),
    reported: /store\.db is no longer there/,
    back: (filename) => join(`${dirname(filename)}.moved`, "store.db")
  },
  {
    name: "goes with its folder, and a copy of that takes its place",
    happens: (filename) => {
      renameSync(dirname(filename), `${dirname(filename)}.moved`)
      cpSync(`${dirname(filename)}.moved`, dirname(filename), { recursive: true })
    },
    reported: /store\.db is another file now/,
    back: (filename) => join(`${dirname(filename)}.moved`, "store.db")
  }
]

const logged: Array<string> = []
const log = Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])
const inStore = <A, E, R>(filename: string, body: Effect.Effect<A, E, R>) =>
  body.pipe(Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" })), Effect.provide(log))

/** Something that happens while a group is being written. */
const duringTheGroup = (happens: () => void): Parameters<Guard["Service"]["recordKeyUse"]>[0] =>
  Object.assign([], {
    *[Symbol.iterator]() {
      happens()
    }
  })

/** Some of it is in the file, the rest in the log. */
const prepare = Effect.fnUntraced(function* (filename: string) {
  const store = yield* Store
  yield* store.commit(funding("fund", 1_000_000_000n))
  const others = new Database(filename)
  others.pragma("wal_checkpoint(PASSIVE)")
  others.close()
  for (let index = 0; index < 40; index++) yield* store.commit(reserving(`payout-${index}`))
  logged.length = 0
})

/** Nothing is written or read any more, everybody is told, and the log once. */
const isOver = Effect.fnUntraced(function* (reported: RegExp) {
  const store = yield* Store
  const states = yield* StateReader
  const queue = yield* WorkQueue
  const unavailable = { _tag: "StoreUnavailable", outcome: "notWritten" } as const
  assert.deepInclude(yield* StoreHealth.pipe(Effect.flatten), { _tag: "gone" })
  assert.deepInclude(yield* Effect.flip(store.commit(reserving("later"))), unavailable)
  assert.deepInclude(yield* Effect.flip(states.get(payouts, partnerId, "payout-7")), unavailable)
  const claim = {
    kind: payoutJobs.dispatch,
    now: start,
    owner: "me",
    leaseUntil: start + 1,
    limit: 1
  } as const
  assert.deepInclude(yield* Effect.flip(queue.claim(claim)), unavailable)
  assert.deepInclude(yield* Effect.flip(queue.nextDue), unavailable)
  assert.lengthOf(logged, 1)
  assert.match(logged[0] ?? "", reported)
  assert.match(logged[0] ?? "", /^This process no longer reads or writes its store, and sends nothing: /)
})

const countIn = (filename: string): number => {
  const database = new Database(filename)
  const found = database.prepare("SELECT count(*) FROM payouts").pluck().get()
  database.close()
  return Number(found)
}

describe.each(events)("a store whose file $name", ({ back, happens, reported }) => {
  it.effect("is not written before the next group is, and all that was acknowledged is still there", () => {
    const filename = newPlace()
    return inStore(
      filename,
      Effect.gen(function* () {
        yield* prepare(filename)
        happens(filename)
        const store = yield* Store
        const refused = yield* Effect.flip(store.commit(reserving("at once")))
        assert.deepInclude(refused, { _tag: "StoreUnavailable", outcome: "notWritten" })
        yield* isOver(reported)
        if (back !== undefined) assert.strictEqual(countIn(back(filename)), 40)
      })
    )
  })

  it.effect("does not acknowledge the group that is just being written", () => {
    const filename = newPlace()
    return inStore(
      filename,
      Effect.gen(function* () {
        yield* prepare(filename)
        const store = yield* Store
        const guard = yield* Guard
        const [use, payout] = yield* Effect.all(
          [
            Effect.flip(guard.recordKeyUse(duringTheGroup(() => happens(filename)))),
            Effect.flip(store.commit(reserving("meanwhile")))
          ],
          { concurrency: "unbounded" }
        )
        assert.deepInclude(use, { _tag: "StoreUnavailable", outcome: "unknown" })
        assert.deepInclude(payout, { _tag: "StoreUnavailable", outcome: "unknown" })
        yield* isOver(reported)
        if (back !== undefined) assert.isAtLeast(countIn(back(filename)), 40)
      })
    )
  })

  it.effect("is found out while nothing is written", () => {
    const filename = newPlace()
    const timers = vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    return inStore(
      filename,
      Effect.gen(function* () {
        yield* prepare(filename)
        happens(filename)
        timers.advanceTimersByTime(1_000)
        yield* isOver(reported)
      })
    ).pipe(Effect.ensuring(Effect.sync(() => timers.useRealTimers())))
  })
})

describe("a store that is where it was", () => {
  it.effect("is written on while its log grows, is moved, begins anew and is emptied, also by others", () => {
    const filename = newPlace()
    const timers = vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    return inStore(
      filename,
      Effect.gen(function* () {
        yield* prepare(filename)
        const store = yield* Store
        const others = new Database(filename)
        const kinds = ["PASSIVE", "FULL", "RESTART", "TRUNCATE"]
        for (let index = 0; index < 80; index++) {
          yield* store.commit(reserving(`more-${index}`))
          if (index % 3 === 0) others.pragma(`wal_checkpoint(${kinds[(index / 3) % kinds.length]})`)
          if (index % 5 === 0) others.exec("UPDATE meta SET last_fence = last_fence + 1")
          if (index % 7 === 0) timers.advanceTimersByTime(1_000)
        }
        others.close()
        assert.deepStrictEqual(yield* StoreHealth.pipe(Effect.flatten), { _tag: "sound" })
        assert.isEmpty(logged)
      })
    ).pipe(Effect.ensuring(Effect.sync(() => timers.useRealTimers())))
  })

  it.effect("is written on after somebody has vacuumed it, which makes the file shorter", () => {
    const filename = newPlace()
    return inStore(
      filename,
      Effect.gen(function* () {
        yield* prepare(filename)
        const store = yield* Store
        const others = new Database(filename)
        others.exec("CREATE TABLE large (a); INSERT INTO large VALUES (zeroblob(2000000))")
        others.pragma("wal_checkpoint(TRUNCATE)")
        yield* store.commit(reserving("before"))
        const before = statSync(filename).size
        others.exec("DROP TABLE large; VACUUM")
        others.pragma("wal_checkpoint(TRUNCATE)")
        assert.isBelow(statSync(filename).size, before)
        others.close()
        yield* store.commit(reserving("after"))
        assert.deepStrictEqual(yield* StoreHealth.pipe(Effect.flatten), { _tag: "sound" })
        assert.isEmpty(logged)
      })
    )
  })

  it.effect("may be opened through a link, until that leads elsewhere", () => {
    const filename = newPlace()
    const link = join(dirname(dirname(filename)), "link.db")
    symlinkSync(filename, link)
    return inStore(
      link,
      Effect.gen(function* () {
        yield* prepare(link)
        const copy = other(filename)
        rmSync(link)
        symlinkSync(copy, link)
        const store = yield* Store
        yield* Effect.flip(store.commit(reserving("elsewhere")))
        yield* isOver(/link\.db is another file now/)
      })
    )
  })

  it.effect("is not taken up again when it comes back", () => {
    const filename = newPlace()
    return inStore(
      filename,
      Effect.gen(function* () {
        yield* prepare(filename)
        const store = yield* Store
        renameSync(filename, aside(filename))
        yield* Effect.flip(store.commit(reserving("away")))
        renameSync(aside(filename), filename)
        yield* isOver(/is no longer there/)
      })
    )
  })
})

describe("a store whose file is gone when it is closed", () => {
  it.effect("is left as it is, with its log and whatever lies under its name now", () => {
    const filename = newPlace()
    return Effect.gen(function* () {
      yield* inStore(
        filename,
        Effect.gen(function* () {
          yield* prepare(filename)
          truncateSync(filename, 4096)
          const store = yield* Store
          yield* Effect.flip(store.commit(reserving("after the cut")))
        })
      )
      assert.strictEqual(statSync(filename).size, 4096)
      assert.isTrue(existsSync(`${filename}-wal`))
      const anchor = readFileSync(`${filename}.anchor`)
      assert.isNotEmpty(anchor)
    })
  })
})
