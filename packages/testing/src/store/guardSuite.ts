import { assert } from "@effect/vitest"
import { Ids, type StorePorts } from "@quittance/core"
import {
  allById,
  apiKeyPrefix,
  apiKey as apiKeys,
  firstOf,
  Guard,
  type Instant,
  type RateDecision,
  type RateLimit,
  type Session,
  StateReader,
  session as sessions,
  writeOver
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { commit, newEvent, newPartnerId, start } from "./StoreSamples.ts"

/** Token buckets, seen signatures and key use. */

const limit: RateLimit = { capacity: 4, perSecond: 2 }
const allowed = (remaining: number): RateDecision => ({ _tag: "Allowed", remaining })
const limited = (retryAfterMillis: number): RateDecision => ({ _tag: "Limited", retryAfterMillis })

const newName = Effect.flatMap(Ids, (ids) => ids.token(16))

/** Takes tokens from one new bucket at these instants after `start`. */
const taken = Effect.fnUntraced(function* (afterMillis: ReadonlyArray<number>, rate = limit) {
  const guard = yield* Guard
  const bucket = yield* newName
  return yield* Effect.forEach(afterMillis, (after) => guard.takeToken(bucket, rate, start + after))
})

const record = Effect.fnUntraced(function* (
  keyId: string,
  signature: string,
  binding: string,
  expiresAt: Instant = start + 1_000
) {
  const guard = yield* Guard
  return yield* guard.recordSignature({ keyId, signature, binding, expiresAt })
})

/** A key that was never used, written. */
const newKey = Effect.gen(function* () {
  const ids = yield* Ids
  const partnerId = yield* newPartnerId
  const id = yield* ids.prefixed(apiKeyPrefix)
  const state = {
    id,
    partnerId,
    publicKey: `pk_test_${yield* ids.token(16)}`,
    sealedSecret: "sealed",
    secretHash: yield* ids.token(32),
    scopes: ["*"],
    allowedIps: [],
    bind: "none",
    createdAt: start,
    expiresAt: Option.none(),
    revokedAt: Option.none(),
    lastUsedAt: Option.none(),
    name: Option.none(),
    createdBy: Option.none()
  } as const
  const events = [yield* newEvent(partnerId, id)]
  yield* commit({ aggregates: [{ _tag: "ApiKey", state, expectedVersion: 0 }], events })
  return { partnerId, keyId: id }
})

const minute = 60_000
const hour = 60 * minute

export const guardChecks = {
  "a bucket starts full and is empty after its capacity": Effect.gen(function* () {
    assert.deepStrictEqual(yield* taken([0, 0, 0, 0, 0]), [
      allowed(3),
      allowed(2),
      allowed(1),
      allowed(0),
      limited(500)
    ])
  }),

  "tokens come back at the rate, and being refused costs none": Effect.gen(function* () {
    const decisions = yield* taken([0, 0, 0, 0, 125, 250, 375, 500, 500, 1_750])
    assert.deepStrictEqual(decisions.slice(4), [
      limited(375),
      limited(250),
      limited(125),
      allowed(0),
      limited(500),
      allowed(1)
    ])
  }),

  "a bucket never holds more than its capacity": Effect.gen(function* () {
    assert.deepStrictEqual((yield* taken([0, 0, 1_000_000_000])).at(-1), allowed(3))
  }),

  "a rate below one a second works": Effect.gen(function* () {
    const decisions = yield* taken([0, 0, 5_000, 7_000, 8_000], { capacity: 1, perSecond: 0.125 })
    assert.deepStrictEqual(decisions, [
      allowed(0),
      limited(8_000),
      limited(3_000),
      limited(1_000),
      allowed(0)
    ])
  }),

  "a clock that goes back gives no tokens and takes none": Effect.gen(function* () {
    const decisions = yield* taken([1_000, 1_000, 1_000, 1_000, 0, 1_250, 1_500])
    assert.strictEqual(decisions[4]?._tag, "Limited")
    assert.deepStrictEqual(decisions.slice(5), [limited(250), allowed(0)])
  }),

  "buckets are apart": Effect.gen(function* () {
    const guard = yield* Guard
    const [one, two] = [yield* newName, yield* newName]
    for (let take = 0; take < 5; take++) yield* guard.takeToken(one, limit, start)
    assert.deepStrictEqual(yield* guard.takeToken(two, limit, start), allowed(3))
  }),

  "concurrent takers get no more than the capacity": Effect.gen(function* () {
    const guard = yield* Guard
    const bucket = yield* newName
    const takes = Array.from({ length: 20 }, () => guard.takeToken(bucket, limit, start))
    const decisions = yield* Effect.all(takes, { concurrency: "unbounded" })
    assert.lengthOf(
      decisions.filter(({ _tag }) => _tag === "Allowed"),
      4
    )
  }),

  "a signature is fresh again with its own binding, and replayed with another": Effect.gen(function* () {
    const [keyId, signature] = [yield* newName, yield* newName]
    assert.strictEqual(yield* record(keyId, signature, "one"), "fresh")
    assert.strictEqual(yield* record(keyId, signature, "one"), "fresh")
    assert.strictEqual(yield* record(keyId, signature, "two"), "replayed")
    assert.strictEqual(yield* record(keyId, signature, ""), "replayed")
    assert.strictEqual(yield* record(keyId, signature, "one"), "fresh", "a replay does not take it over")
  }),

  "signatures belong to their key": Effect.gen(function* () {
    const [keyId, otherKey, signature] = [yield* newName, yield* newName, yield* newName]
    yield* record(keyId, signature, "one")
    assert.strictEqual(yield* record(otherKey, signature, "two"), "fresh")
    assert.strictEqual(yield* record(keyId, `${signature}0`, "two"), "fresh")
  }),

  "of concurrent requests with one signature only one binding is fresh": Effect.gen(function* () {
    const [keyId, signature] = [yield* newName, yield* newName]
    const racing = Array.from({ length: 20 }, (_, index) => record(keyId, signature, `binding ${index}`))
    const answers = yield* Effect.all(racing, { concurrency: "unbounded" })
    assert.lengthOf(
      answers.filter((answer) => answer === "fresh"),
      1
    )
  }),

  "a clock that was put back by an hour gives no tokens, and refills from now on": Effect.gen(function* () {
    const decisions = yield* taken([hour, hour, 0, 0, 0, 250, 500, 1_000])
    assert.deepStrictEqual(decisions.slice(1), [
      allowed(2),
      allowed(1),
      allowed(0),
      limited(500),
      limited(250),
      allowed(0),
      allowed(0)
    ])
    const emptied = yield* taken([hour, hour, hour, hour, hour, 0, 250, 500, 750])
    assert.deepStrictEqual(emptied.slice(4), [
      limited(500),
      limited(500),
      limited(250),
      allowed(0),
      limited(250)
    ])
  }),

  "a request may cost several tokens, and at most a full bucket": Effect.gen(function* () {
    const guard = yield* Guard
    const bucket = yield* newName
    const take = (tokens: number, after: number) => guard.takeToken(bucket, limit, start + after, tokens)
    assert.deepStrictEqual(yield* take(3, 0), allowed(1))
    assert.deepStrictEqual(yield* take(3, 0), limited(1_000))
    assert.deepStrictEqual(yield* take(1, 0), allowed(0))
    assert.deepStrictEqual(yield* take(100, 1_750), limited(250))
    assert.deepStrictEqual(yield* take(100, 2_000), allowed(0))
  }),

  "prune forgets what expired and nothing else, a bounded number at a time": Effect.gen(function* () {
    const guard = yield* Guard
    const early = start - hour
    for (let round = 0; (yield* guard.prune(early, 100)) > 0; round++) assert.isBelow(round, 1_000)
    const keyId = yield* newName
    const expired = ["a", "b", "c", "d", "e"]
    for (const signature of expired) yield* record(keyId, signature, "one", early)
    yield* record(keyId, "kept", "one", early + 1)
    const [full, drained] = [yield* newName, yield* newName]
    yield* guard.takeToken(full, limit, early - 500)
    for (let take = 0; take < 4; take++) yield* guard.takeToken(drained, limit, early)

    assert.strictEqual(yield* guard.prune(early, 2), 2)
    assert.strictEqual(yield* guard.prune(early, 100), 4)
    assert.strictEqual(yield* guard.prune(early, 100), 0)
    assert.strictEqual(yield* record(keyId, "kept", "two", early + 1), "replayed")
    assert.strictEqual((yield* guard.takeToken(drained, limit, early))._tag, "Limited")
  }),

  "what expires no later than what was forgotten is taken for forgotten, wherever the clock stands by then":
    Effect.gen(function* () {
      const guard = yield* Guard
      const [keyId, otherKey] = [yield* newName, yield* newName]
      const expiresAt = start - minute
      const forgotten = ["a", "b", "c"]
      for (const [index, signature] of forgotten.entries())
        yield* record(keyId, signature, "one", expiresAt - 2 + index)
      yield* record(keyId, "kept", "one", start + minute)
      // By a clock far ahead of what expires, which forgets no more than there is.
      for (let round = 0; (yield* guard.prune(start, 2)) > 0; round++) assert.isBelow(round, 1_000)
      for (const signature of forgotten)
        assert.strictEqual(yield* record(keyId, signature, "two", expiresAt), "forgotten")
      assert.strictEqual(yield* record(keyId, "b", "one", expiresAt - 1), "forgotten", "nor is it kept again")
      assert.strictEqual(yield* record(otherKey, "new", "one", expiresAt), "forgotten")
      assert.strictEqual(
        yield* record(otherKey, "new", "one", start + 1),
        "fresh",
        "what expires later is known"
      )
      assert.strictEqual(yield* record(keyId, "kept", "two", start + minute), "replayed")
    }),

  "what expires no later than the store was told to forget is refused, recorded or not": Effect.gen(
    function* () {
      const guard = yield* Guard
      const keyId = yield* newName
      const through = start - minute / 2
      yield* record(keyId, "recorded", "one", through)
      yield* record(keyId, "later", "one", through + 1)
      yield* guard.forgetThrough(through)
      yield* guard.forgetThrough(through - minute)
      assert.strictEqual(yield* record(keyId, "captured", "one", through), "forgotten")
      assert.strictEqual(yield* record(keyId, "recorded", "one", through), "forgotten")
      assert.strictEqual(yield* record(keyId, "captured", "one", through + 1), "fresh")
      assert.strictEqual(yield* record(keyId, "later", "two", through + 1), "replayed")
    }
  ),

  "the use of a key is noted to the minute, and is no change of the key": Effect.gen(function* () {
    const guard = yield* Guard
    const states = yield* StateReader
    const [first, second] = [yield* newKey, yield* newKey]
    const [one, two] = [first.keyId, second.keyId]
    yield* guard.recordKeyUse([
      { ...first, at: start + minute - 1 },
      { ...second, at: start + 5 * minute + 30_000 },
      { ...first, keyId: `${one}0`, at: start }
    ])
    const read = (id: string) =>
      Effect.map(firstOf(states.indexed(apiKeys, "by_id", { equal: [id] })), Option.getOrThrow)
    assert.deepStrictEqual((yield* read(one)).state.lastUsedAt, Option.some(start))
    assert.deepStrictEqual((yield* read(two)).state.lastUsedAt, Option.some(start + 5 * minute))
    assert.strictEqual((yield* read(one)).version, 1)
    const listed = (yield* allById(apiKeys)).find(({ id }) => id === two)
    assert.deepStrictEqual(listed?.lastUsedAt, Option.some(start + 5 * minute))
    yield* guard.recordKeyUse([])
  }),

  "the last use never goes back": Effect.gen(function* () {
    const guard = yield* Guard
    const states = yield* StateReader
    const key = yield* newKey
    const { keyId } = key
    const read = Option.getOrThrow(yield* firstOf(states.indexed(apiKeys, "by_id", { equal: [keyId] })))
    const { state } = read
    yield* guard.recordKeyUse([
      { ...key, at: start + 2 * minute },
      { ...key, at: start + minute }
    ])
    yield* guard.recordKeyUse([{ ...key, at: start }])
    // The key as it was read before it was used.
    const revoked = { ...state, revokedAt: Option.some(start) }
    const events = [yield* newEvent(state.partnerId, keyId, { version: 2 })]
    yield* commit({ aggregates: [writeOver("ApiKey", read, revoked)], events })
    const found = Option.getOrThrow(
      yield* firstOf(states.indexed(apiKeys, "by_id", { equal: [keyId] }))
    ).state
    assert.deepStrictEqual(found.lastUsedAt, Option.some(start + 2 * minute))
    assert.deepStrictEqual(found.revokedAt, Option.some(start))
  }),

  "the use of a session is noted to the minute, never goes back, and is no change of it": Effect.gen(
    function* () {
      const guard = yield* Guard
      const states = yield* StateReader
      const [partnerId, id] = [yield* newPartnerId, `ses_${yield* newName}`]
      const state: Session = {
        ...{ id, partnerId, createdAt: start, way: "passkey", agent: "", recoveries: 0, secretHash: "ab" },
        ...{ lastSeenAt: Option.none(), stepUp: Option.none(), acts: [], endedAt: Option.none() },
        ending: Option.none()
      }
      const read = Effect.map(states.get(sessions, partnerId, id), Option.getOrThrow)
      yield* commit({
        aggregates: [{ _tag: "Session", state, expectedVersion: 0 }],
        events: [yield* newEvent(partnerId, id)]
      })
      const use = (at: number) => guard.recordSessionUse({ partnerId, sessionId: id, at })
      yield* use(start + 5 * minute + 30_000)
      yield* use(start + minute)
      yield* guard.recordSessionUse({ partnerId, sessionId: `${id}0`, at: start + 9 * minute })
      const seen = Option.some(start + 5 * minute)
      assert.deepStrictEqual(yield* read, { version: 1, state: { ...state, lastSeenAt: seen } })
      // The session as it was read before it was used.
      const ended: Session = { ...state, endedAt: Option.some(start), ending: Option.some("revoked") }
      const events = [yield* newEvent(partnerId, id, { version: 2 })]
      yield* commit({ aggregates: [writeOver("Session", { state, version: 1 }, ended)], events })
      assert.deepStrictEqual(yield* read, { version: 2, state: { ...ended, lastSeenAt: seen } })
    }
  )
} satisfies Checks<StorePorts | Ids>

export const guardSuite = suiteOf<StorePorts>("guard", guardChecks)
