import { assert, describe, it } from "@effect/vitest"
import { ChainJournal, chainJobs, emptyMemoryState, WallClock, WorkQueue } from "@quittance/core/adapter"
import { Effect, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import type { Rpc } from "../../src/rpc/Rpc.ts"
import type { ChainWatcher, WatchState } from "../../src/watch/ChainWatcher.ts"
import { aheadOf, makeNetworkHealth } from "../../src/watch/networkHealth.ts"
import { network, servicesOver } from "./watching.ts"

const minute = 60_000
const start = 1_700_000_000_000

const nothing: WatchState = {
  network,
  ...{ lookedAt: Option.none(), answeredAt: Option.none(), head: Option.none() },
  ...{ height: Option.none(), readTime: Option.none(), trouble: Option.none() },
  ...{ dispute: Option.none(), failure: Option.none() }
}

/** The health of a network whose watcher is in a state that the test changes, with what was alerted. */
const watched = Effect.gen(function* () {
  yield* TestClock.setTime(start)
  const facts = { state: nothing, waitsFor: undefined as string | undefined }
  const watcher = { state: Effect.sync(() => facts.state) } as unknown as ChainWatcher
  const rpc = { nodes: [] } as unknown as Rpc["Service"]
  const { afterLook, health, keepWaits } = yield* makeNetworkHealth(
    network,
    rpc,
    watcher,
    Effect.sync(() => facts.waitsFor)
  )
  return { facts, afterLook, keepWaits, health, faults: Effect.map(health, ({ faults }) => faults) }
})

const logged: Array<string> = []
const alerts = () => logged.splice(0)

const inStore = <A, E>(body: Effect.Effect<A, E, ChainJournal | WorkQueue>, wallAhead = () => 0) => {
  const logger = Logger.make<unknown, void>(({ message }) => {
    logged.push(String([message].flat()[0]))
  })
  const wall = {
    now: Effect.map(
      Effect.clockWith((clock) => clock.currentTimeMillis),
      (now) => now + wallAhead()
    ),
    sleep: Effect.sleep
  }
  return body.pipe(
    Effect.provide(servicesOver(emptyMemoryState())),
    Effect.provideService(Logger.CurrentLoggers, new Set([logger])),
    Effect.provideService(WallClock, wall)
  )
}

const seen = (at: number, changes: Partial<WatchState> = {}): WatchState => ({
  ...nothing,
  ...{ lookedAt: Option.some(at), head: Option.some({ number: 9, timestamp: at }) },
  ...{ height: Option.some(9), readTime: Option.some(at) },
  ...changes
})

describe("deposits that wait for nodes", () => {
  it.effect("are told to every process while the network is not read, or too few nodes agree", () =>
    inStore(
      Effect.gen(function* () {
        const { health, keepWaits, facts } = yield* watched
        const journal = yield* ChainJournal
        yield* journal.begin(network)
        const queue = yield* WorkQueue
        const [job] = yield* queue.claim({
          ...{ kind: chainJobs.read, owner: "test", now: start, limit: 1 },
          leaseUntil: start + 60 * minute
        })
        assert(job !== undefined)
        const other = (yield* watched).health
        const waits = Effect.map(other, ({ waits = [] }) =>
          waits.map(({ ageMillis, code, message }) => [code, ageMillis, message])
        )
        for (const fault of ["failure", "trouble", "dispute"] as const) {
          facts.state = { ...seen(start), [fault]: Option.some("one.example is away") }
          yield* keepWaits(job)
          assert.deepStrictEqual(yield* waits, [])
          yield* TestClock.adjust("31 seconds")
          yield* keepWaits(job)
          assert.deepStrictEqual(yield* waits, [
            [
              ...["node", 31_000],
              "deposits on ethereum wait for its nodes: too few answer, or they contradict each other"
            ]
          ])
          assert.include((yield* health).waits?.[0]?.message, "one.example is away")
          facts.state = seen(start)
          yield* keepWaits(job)
          assert.deepStrictEqual(yield* waits, [])
        }
        yield* journal.pause(network, true)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(
          (yield* waits).map(([code, age]) => [code, age]),
          [["hold", 1_000]]
        )
      })
    )
  )
})

describe("payouts that wait for nodes", () => {
  it.effect("are told with what this process knows of the nodes", () =>
    inStore(
      Effect.gen(function* () {
        const { health, facts } = yield* watched
        const journal = yield* ChainJournal
        yield* journal.begin(network)
        const queue = yield* WorkQueue
        const [job] = yield* queue.claim({
          ...{ kind: chainJobs.read, owner: "test", now: start, limit: 1 },
          leaseUntil: start + 60 * minute
        })
        assert(job !== undefined)
        yield* journal.noteWaits(network, "payouts", new Map([["node", start]]), job)
        const message = Effect.map(health, ({ waits = [] }) => waits[0]?.message)
        assert.strictEqual(
          yield* message,
          "payouts on ethereum wait for its nodes: they do not answer, or refuse what is asked"
        )
        facts.state = seen(start, { failure: Option.some("one.example is away") })
        assert.strictEqual(yield* message, "payouts on ethereum wait for its nodes: one.example is away")
      })
    )
  )
})

describe("a process that does not read any more", () => {
  it.effect("tells nothing of what it saw while it did", () =>
    inStore(
      Effect.gen(function* () {
        const { health, keepWaits, facts } = yield* watched
        const journal = yield* ChainJournal
        yield* journal.begin(network)
        const queue = yield* WorkQueue
        const [job] = yield* queue.claim({
          ...{ kind: chainJobs.read, owner: "test", now: start, limit: 1 },
          leaseUntil: start + 60 * minute
        })
        assert(job !== undefined)
        const another = yield* watched
        for (const fault of ["failure", "trouble", "dispute"] as const) {
          facts.state = seen(start, { [fault]: Option.some("old.example is away") })
          yield* TestClock.setTime(start + 5 * minute)
          another.facts.state = seen(start + 5 * minute, { failure: Option.some("new.example is away") })
          yield* another.keepWaits(job)
          yield* TestClock.adjust("5 seconds")
          yield* another.keepWaits(job)
          const { faults, waits = [] } = yield* health
          assert.deepStrictEqual(
            waits.map(({ message }) => message),
            ["deposits on ethereum wait for its nodes: too few answer, or they contradict each other"]
          )
          assert.notInclude(faults, "old.example is away")
          yield* TestClock.setTime(start)
        }
        yield* keepWaits(job)
      })
    )
  )
})

describe("a network that is not read", () => {
  it.effect("alerts after a minute without an answer, and the minute begins anew after one", () =>
    inStore(
      Effect.gen(function* () {
        const { afterLook, facts } = yield* watched
        const failing = { ...nothing, failure: Option.some("no node answers") }
        facts.state = failing
        yield* afterLook
        yield* TestClock.adjust(minute - 1)
        yield* afterLook
        assert.deepStrictEqual(alerts(), [])
        facts.state = nothing
        yield* afterLook
        facts.state = failing
        yield* afterLook
        yield* TestClock.adjust(minute - 1)
        yield* afterLook
        assert.deepStrictEqual(alerts(), [])
        yield* TestClock.adjust(1)
        yield* afterLook
        assert.deepStrictEqual(alerts(), ["ethereum is not read: no node answers"])
      })
    )
  )

  it.effect("says what its work waits for before anything else", () =>
    inStore(
      Effect.gen(function* () {
        const { faults, facts } = yield* watched
        facts.state = {
          ...nothing,
          ...{ lookedAt: Option.some(start), failure: Option.some("no node answers") }
        }
        assert.deepStrictEqual(yield* faults, ["no node answers", "no block has been read yet"])
        facts.waitsFor = "the chain is another one"
        assert.deepStrictEqual(yield* faults, ["the chain is another one", "no block has been read yet"])
      })
    )
  )
})

describe("the health of a network", () => {
  it.effect("is late when the newest block or the reading is older than five minutes, and not before", () =>
    inStore(
      Effect.gen(function* () {
        const { faults, facts } = yield* watched
        const old = (millis: number) => start - millis
        facts.state = seen(start, { head: Option.some({ number: 9, timestamp: old(5 * minute) }) })
        assert.deepStrictEqual(yield* faults, [])
        facts.state = seen(start, { head: Option.some({ number: 9, timestamp: old(5 * minute + 1) }) })
        assert.deepStrictEqual(yield* faults, [
          "the newest block that its nodes show is older than 5 minutes"
        ])
        facts.state = seen(start, { readTime: Option.some(old(5 * minute)) })
        assert.deepStrictEqual(yield* faults, [])
        facts.state = seen(start, { readTime: Option.some(old(5 * minute + 1)) })
        assert.deepStrictEqual(yield* faults, ["it has not been read for more than 5 minutes"])
      })
    )
  )

  it.effect("has what this process saw while it reads, with trouble and disputes", () =>
    inStore(
      Effect.gen(function* () {
        const { health, facts } = yield* watched
        facts.state = seen(start, { trouble: Option.some("trouble"), dispute: Option.some("dispute") })
        yield* TestClock.adjust(5 * minute - 1)
        const place = Option.some({ number: 9, ageMillis: 5 * minute - 1 })
        assert.deepInclude(yield* health, { faults: ["trouble", "dispute"], head: place, cursor: place })
        yield* TestClock.adjust(1)
        assert.deepInclude(yield* health, {
          ...{ faults: ["no block has been read yet"], head: Option.none(), cursor: Option.none() }
        })
      })
    )
  )

  it.effect("has what another process stored when this one does not read", () =>
    inStore(
      Effect.gen(function* () {
        const { health, facts } = yield* watched
        const journal = yield* ChainJournal
        yield* journal.begin(network)
        const queue = yield* WorkQueue
        const claim = {
          kind: chainJobs.read,
          owner: "test",
          now: start,
          leaseUntil: start + 30_000,
          limit: 1
        } as const
        const [job] = yield* queue.claim(claim)
        if (job === undefined) return assert.fail("nobody reads")
        yield* journal.moveTo(network, [{ number: 8, hash: "0x8" }], job)
        yield* TestClock.adjust(7_000)
        assert.deepStrictEqual((yield* health).cursor, Option.some({ number: 8, ageMillis: 7_000 }))
        // Of the newest block the time is known, of another one when it was stored.
        const showing = (number: number) =>
          seen(start + 7_000, {
            head: Option.some({ number, timestamp: start + 4_000 }),
            ...{ height: Option.none(), readTime: Option.none() }
          })
        facts.state = showing(8)
        assert.deepStrictEqual((yield* health).cursor, Option.some({ number: 8, ageMillis: 3_000 }))
        facts.state = showing(9)
        assert.deepStrictEqual((yield* health).cursor, Option.some({ number: 8, ageMillis: 7_000 }))
        yield* journal.pause(network, true)
        assert.deepStrictEqual((yield* health).faults, ["it is paused: nothing is signed"])
      })
    )
  )
})

describe("a clock that is wrong", () => {
  it("is told from a block more than a minute ahead of it", () => {
    assert.isUndefined(aheadOf(network, { timestamp: start + minute }, start))
    assert.include(aheadOf(network, { timestamp: start + minute + 1 }, start), "one of the two is wrong")
  })

  it.effect("is alerted, and a fault of the network for as long as this process reads it", () =>
    inStore(
      Effect.gen(function* () {
        const { afterLook, faults, facts } = yield* watched
        alerts()
        const head = Option.some({ number: 9, timestamp: start + minute + 1 })
        facts.state = seen(start, { head })
        yield* afterLook
        assert.match(alerts().join(), /^the clock of this machine says .* one of the two is wrong$/)
        assert.match((yield* faults).join(), /^the clock of this machine says .* one of the two is wrong$/)
        facts.state = seen(start - 5 * minute, { head })
        assert.deepStrictEqual(yield* faults, ["no block has been read yet"])
      })
    )
  )

  it.effect("is told from a jump of more than a minute, forwards or backwards", () => {
    let ahead = 0
    return inStore(
      Effect.gen(function* () {
        const { afterLook } = yield* watched
        alerts()
        yield* afterLook
        for (const jump of [minute, -minute]) {
          ahead += jump
          yield* TestClock.adjust(10 * minute)
          yield* afterLook
          assert.deepStrictEqual(alerts(), [])
        }
        for (const jump of [minute + 1, -minute - 1]) {
          ahead += jump
          yield* TestClock.adjust(10 * minute)
          yield* afterLook
          assert.match(alerts().join(), /the clock of this machine went from .* while 600 s passed/)
        }
      }),
      () => ahead
    )
  })
})
