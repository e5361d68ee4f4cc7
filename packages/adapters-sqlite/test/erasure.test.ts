import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setImmediate as turn } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  type DeliveryAttempt,
  deliveryAfter,
  emptyCommit,
  kycJobs,
  kycSession,
  StateReader,
  Store,
  scheduledDelivery,
  WebhookReader,
  WorkQueue
} from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Option } from "effect"
import { afterEach, beforeEach, vi } from "vitest"
import { collecting, expired, messageOf, redacted, writingSession } from "./kycSamples.ts"
import { partnerId, start } from "./payoutSamples.ts"

/** What is in the files of a store while others have it open, and after somebody was erased. */

// Only what the store waits for by itself; the turns of the event loop stay real.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lets a store that waits for its next truncation have it. */
const later = (millis: number) =>
  Effect.promise(async () => {
    vi.advanceTimersByTime(millis)
    await turn()
    await turn()
  })

const newFile = (): string => join(temporaryFolder(), "store.db")

const open = (filename: string) => SqliteStore.layer({ filename, mode: "sandbox", busyMillisMax: 0 })

/** Every byte of every file of the store. */
const bytesOf = (filename: string): Buffer => {
  const folder = join(filename, "..")
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
}

/** A connection of another process: as long as it is there, closing the store does not remove the log. */
const otherConnection = (filename: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new Database(filename)),
    (database) => Effect.sync(() => database.close())
  )

const keysIn = (database: Database.Database) =>
  database.prepare("SELECT key FROM erasure_keys ORDER BY seq").pluck().all() as ReadonlyArray<Buffer>

const isThere = (filename: string, keys: ReadonlyArray<Buffer>): ReadonlyArray<boolean> => {
  const bytes = bytesOf(filename)
  return keys.map((key) => bytes.includes(key))
}

/** A session with a document that expired, of which somebody was told, and one of another person. */
const writeSessions = Effect.gen(function* () {
  const { commit } = yield* Store
  yield* commit(writingSession(collecting("anna")))
  yield* commit({
    ...writingSession(expired("anna"), 1, collecting("anna")),
    outbox: [{ _tag: "Posted", message: messageOf("anna"), fanOut: "none" }]
  })
  yield* commit(writingSession(collecting("boris")))
})

const redact = Effect.flatMap(Store, ({ commit }) =>
  commit(writingSession(redacted("anna"), 2, expired("anna")))
)

const eraseTold = Effect.gen(function* () {
  const messageIds = yield* (yield* WebhookReader).messagesAbout(partnerId, "kyc_anna")
  assert.deepStrictEqual(messageIds, ["evt_anna"])
  yield* (yield* Store).commit({
    ...emptyCommit,
    erasures: messageIds.map((messageId) => ({ _tag: "WebhookMessage", partnerId, messageId }))
  })
})

it.effect("nothing personal stands in a file in clear, at any time", () => {
  const filename = newFile()
  return Effect.gen(function* () {
    const look = () => assert.isFalse(bytesOf(filename).includes("personal-"))
    yield* writeSessions
    look()
    const anna = yield* (yield* StateReader).get(kycSession, partnerId, "kyc_anna")
    assert.deepStrictEqual(Option.getOrUndefined(anna)?.state, expired("anna"))
    yield* otherConnection(filename).pipe(Effect.map((other) => other.pragma("wal_checkpoint(TRUNCATE)")))
    look()
  }).pipe(Effect.scoped, Effect.provide(open(filename)))
})

it.effect(
  "what was redacted and what was erased cannot be opened by anybody soon after: its keys are in no file",
  () => {
    const filename = newFile()
    return Effect.gen(function* () {
      const other = yield* otherConnection(filename)
      yield* writeSessions
      const keys = keysIn(other)
      assert.deepStrictEqual(isThere(filename, keys), [true, true, true])
      yield* redact
      yield* eraseTold
      yield* later(1_000)
      const [ofSession, ofMessage, ofOther] = isThere(filename, keys)
      assert.deepStrictEqual([ofSession, ofMessage], [false, false])
      assert.isTrue(ofOther, "the other session's")
      assert.strictEqual(
        other.prepare("SELECT count(*) FROM kyc_pictures WHERE session_id = 'kyc_anna'").pluck().get(),
        0
      )
      const boris = yield* (yield* StateReader).get(kycSession, partnerId, "kyc_boris")
      assert.deepStrictEqual(Option.getOrUndefined(boris)?.state, collecting("boris"))
    }).pipe(Effect.scoped, Effect.provide(open(filename)))
  }
)

it.effect(
  "what receivers answered before the last time is in no file in clear, and goes with its message",
  () => {
    const filename = newFile()
    return Effect.gen(function* () {
      const other = yield* otherConnection(filename)
      yield* writeSessions
      const { commit } = yield* Store
      const webhooks = yield* WebhookReader
      const { type } = messageOf("anna")
      const message = { id: "evt_anna", partnerId, type, createdAt: start }
      const recipient = { endpointId: "whk_1", url: "https://shop.example/hooks" }
      const scheduled = scheduledDelivery("dlv_anna", message, recipient, start)
      const answered = (at: number, text: string): DeliveryAttempt => ({
        at,
        url: recipient.url,
        responseCode: Option.some(500),
        responseMillis: 1,
        responseStart: Option.some(text),
        error: Option.some("it failed")
      })
      const fail = (attempt: DeliveryAttempt) =>
        ({ _tag: "Fail", attempt, error: "it failed", retryAt: Option.none() }) as const
      const again = { _tag: "Redeliver", at: start } as const
      const texts = ["personal-answer-1", "personal-answer-2", "no answer"]
      const delivery = texts.reduce(
        (before, text, index) =>
          deliveryAfter(deliveryAfter(before, again), fail(answered(start + index, text))),
        scheduled
      )
      yield* commit({
        ...emptyCommit,
        aggregates: [{ _tag: "WebhookDelivery", state: delivery, expectedVersion: 0 }]
      })
      const read = webhooks.delivery(partnerId, "dlv_anna")
      assert.deepStrictEqual(Option.getOrUndefined(yield* read)?.state, delivery)
      assert.isFalse(bytesOf(filename).includes("personal-"))
      const keys = keysIn(other)
      yield* eraseTold
      yield* later(1_000)
      assert.isTrue(Option.isNone(yield* read))
      assert.deepStrictEqual(isThere(filename, keys), [true, false, true])
    }).pipe(Effect.scoped, Effect.provide(open(filename)))
  }
)

it.effect("while somebody reads as of before a redaction it is tried again, until they are gone", () => {
  const filename = newFile()
  return Effect.gen(function* () {
    const other = yield* otherConnection(filename)
    yield* writeSessions
    const [key] = keysIn(other)
    assert.isDefined(key)
    const isKeyThere = () => isThere(filename, [key])[0]
    other.exec("BEGIN; SELECT * FROM meta")
    yield* redact
    for (const millis of [1_000, 2_000, 4_000]) {
      yield* later(millis)
      assert.isTrue(isKeyThere())
    }
    other.exec("ROLLBACK")
    yield* later(7_999)
    assert.isTrue(isKeyThere())
    yield* later(1)
    assert.isFalse(isKeyThere())
  }).pipe(Effect.scoped, Effect.provide(open(filename)))
})

it.effect("a store that is closed before it came to that does it then", () => {
  const filename = newFile()
  return Effect.gen(function* () {
    yield* Effect.asVoid(Store).pipe(Effect.provide(open(filename)))
    const other = yield* otherConnection(filename)
    yield* writeSessions.pipe(Effect.provide(open(filename)))
    const keys = keysIn(other)
    yield* redact.pipe(Effect.provide(open(filename)))
    assert.deepStrictEqual(isThere(filename, keys), [false, true, true])
  }).pipe(Effect.scoped)
})

it.effect("what a process could not do before it ended is done by whoever works on the session's job", () => {
  const filename = newFile()
  const job = { kind: kycJobs.erase, partnerId, subjectId: "kyc_anna" } as const
  return Effect.gen(function* () {
    yield* Effect.asVoid(Store).pipe(Effect.provide(open(filename)))
    const other = yield* otherConnection(filename)
    yield* writeSessions.pipe(Effect.provide(open(filename)))
    const [key] = keysIn(other)
    assert.isDefined(key)
    other.exec("BEGIN; SELECT * FROM meta")
    yield* Effect.flatMap(Store, ({ commit }) =>
      commit({ ...writingSession(redacted("anna"), 2, expired("anna")), jobs: [{ ...job, dueAt: start }] })
    ).pipe(Effect.provide(open(filename)))
    other.exec("ROLLBACK")
    assert.deepStrictEqual(isThere(filename, [key]), [true])
    yield* Effect.gen(function* () {
      const [leased] = yield* (yield* WorkQueue).claim({
        kind: job.kind,
        owner: "worker",
        now: start,
        leaseUntil: start + 1,
        limit: 1
      })
      assert.isDefined(leased)
      yield* (yield* Store).commit({ ...emptyCommit, completion: { _tag: "Held", job: leased } })
      yield* later(1_000)
      assert.deepStrictEqual(isThere(filename, [key]), [false])
    }).pipe(Effect.provide(open(filename)))
  }).pipe(Effect.scoped)
})
