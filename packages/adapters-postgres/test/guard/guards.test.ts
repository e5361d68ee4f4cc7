import { assert, describe, it } from "@effect/vitest"
import type { StorePorts } from "@quittance/core"
import { Guard } from "@quittance/core/adapter"
import { type Context, Effect, Fiber } from "effect"
import type { Client } from "pg"
import { adminOf } from "../server/admin.ts"
import { openStores } from "../server/openStores.ts"

const start = 1_767_225_600_000

const openGuards = Effect.gen(function* () {
  const { stores, url } = yield* openStores(2)
  const guards = stores.map((store: Context.Context<StorePorts>) =>
    Effect.runSync(Effect.provideContext(Guard, store))
  )
  const [one, two] = guards
  assert.isDefined(one)
  assert.isDefined(two)
  return { one, two, admin: yield* Effect.promise(() => adminOf(url)) }
})

const both = <A, E>(effects: ReadonlyArray<Effect.Effect<A, E>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

const seen = (signature: string, binding: string, expiresAt = start) => ({
  keyId: "key_sample",
  signature,
  binding,
  expiresAt
})

/** Completes when a session of this database waits for another one. */
const somebodyWaits = async (admin: Client): Promise<void> => {
  for (;;) {
    const { rows } = await admin.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    if (rows.length > 0) return
  }
}

/** The figures of the database, when no other session uses it any more. */
const figuresWithoutOthers = async (admin: Client) => {
  for (;;) {
    const { rows } = await admin.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    if (rows.length === 0) break
  }
  return admin.query("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
}

describe("guards of two processes on one database", () => {
  it.effect("together allow what the bucket holds", () =>
    Effect.gen(function* () {
      const { one, two } = yield* openGuards
      const limit = { capacity: 500, perSecond: 1 }
      const decisions = yield* both(
        Array.from({ length: 1_000 }, (_, index) =>
          (index % 2 === 0 ? one : two).takeToken("bucket", limit, start)
        )
      )
      const allowed = decisions.filter(({ _tag }) => _tag === "Allowed")
      assert.lengthOf(allowed, 500)
      assert.deepStrictEqual(
        allowed.map((each) => (each._tag === "Allowed" ? each.remaining : -1)).sort((a, b) => a - b),
        Array.from({ length: 500 }, (_, index) => index)
      )
    })
  )

  it.effect("take several buckets in any order without a deadlock", () =>
    Effect.gen(function* () {
      const limit = { capacity: 200, perSecond: 1 }
      const names = Array.from({ length: 400 }, (_, index) => `bucket ${index}`)
      const takes = (guard: Guard["Service"], order: ReadonlyArray<string>) =>
        Effect.forEach(Array.from({ length: 10 }), () =>
          both(order.map((name) => guard.takeToken(name, limit, start)))
        )
      const admin = yield* Effect.scoped(
        Effect.gen(function* () {
          const { admin, one, two } = yield* openGuards
          yield* both([takes(one, names), takes(two, names.toReversed())])
          for (const name of names)
            assert.deepStrictEqual(yield* one.takeToken(name, limit, start), {
              _tag: "Allowed",
              remaining: 200 - 21
            })
          return admin
        })
      )
      // Sessions tell their figures at the latest when they end.
      const { rows } = yield* Effect.promise(() => figuresWithoutOthers(admin))
      assert.deepStrictEqual(rows, [{ deadlocks: "0" }])
    })
  )

  it.effect("count a signature that both see at once as one request", () =>
    Effect.gen(function* () {
      const { one, two } = yield* openGuards
      const signatures = Array.from({ length: 100 }, (_, index) => `signature ${index}`)
      const same = yield* both(
        signatures.flatMap((name) => [one, two].map((guard) => guard.recordSignature(seen(name, "same"))))
      )
      assert.deepStrictEqual(new Set(same), new Set(["fresh"]))
      const others = signatures.map((name) => `other ${name}`)
      for (const name of others) {
        const answers = yield* both([
          one.recordSignature(seen(name, "one")),
          two.recordSignature(seen(name, "two"))
        ])
        assert.deepStrictEqual([...answers].sort(), ["fresh", "replayed"])
      }
    })
  )

  it.effect("do not accept a signature as new while it is being forgotten", () =>
    Effect.gen(function* () {
      const { admin, one } = yield* openGuards
      yield* one.recordSignature(seen("captured", "first"))
      // Another process prunes, and has not committed yet.
      yield* Effect.promise(() =>
        admin.query(
          `BEGIN; DELETE FROM seen_signatures; UPDATE meta SET signatures_forgotten_through = ${start}`
        )
      )
      const replay = yield* Effect.forkChild(one.recordSignature(seen("captured", "second")), {
        startImmediately: true
      })
      yield* Effect.promise(() => somebodyWaits(admin))
      yield* Effect.promise(() => admin.query("COMMIT"))
      assert.strictEqual(yield* Fiber.join(replay), "forgotten")
      assert.strictEqual(yield* one.recordSignature(seen("captured", "second")), "forgotten")
    })
  )

  it.effect("answer at the end what a pruning that was undone had not forgotten", () =>
    Effect.gen(function* () {
      const { admin, one } = yield* openGuards
      yield* one.recordSignature(seen("captured", "first"))
      yield* Effect.promise(() => admin.query("BEGIN; DELETE FROM seen_signatures"))
      const replay = yield* Effect.forkChild(one.recordSignature(seen("captured", "second")), {
        startImmediately: true
      })
      yield* Effect.promise(() => somebodyWaits(admin))
      yield* Effect.promise(() => admin.query("ROLLBACK"))
      assert.strictEqual(yield* Fiber.join(replay), "replayed")
    })
  )

  it.effect("skip what another process is pruning", () =>
    Effect.gen(function* () {
      const { admin, one, two } = yield* openGuards
      const limit = { capacity: 2, perSecond: 1 }
      for (const name of ["a", "b", "c"]) {
        yield* one.recordSignature(seen(name, "first", start - 1))
        yield* one.takeToken(name, limit, start - 10_000)
      }
      yield* Effect.promise(() =>
        admin.query(
          `BEGIN; SELECT 1 FROM seen_signatures WHERE signature = '\\x0061' FOR UPDATE;
           SELECT 1 FROM rate_buckets WHERE bucket = 'a' FOR UPDATE`
        )
      )
      assert.strictEqual(yield* two.prune(start, 3), 3)
      assert.strictEqual(yield* two.prune(start, 3), 1)
      yield* Effect.promise(() => admin.query("COMMIT"))
      assert.strictEqual(yield* one.prune(start, 3), 2)
      assert.strictEqual(yield* two.recordSignature(seen("d", "first", start - 1)), "forgotten")
    })
  )
})
