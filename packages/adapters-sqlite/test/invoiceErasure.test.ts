import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setImmediate as turn } from "node:timers/promises"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  emptyCommit,
  Invoice,
  InvoiceReader,
  type InvoiceState,
  type IssuedInvoice,
  issuedInvoice,
  messageBody,
  SandboxStore,
  Store,
  WebhookReader
} from "@quittance/core"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Option } from "effect"
import { afterEach, beforeEach, vi } from "vitest"
import { partnerId, start } from "./payoutSamples.ts"

/** What is in the files of a store after an invoice was redacted. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})
afterEach(() => {
  vi.useRealTimers()
})

const later = (millis: number) =>
  Effect.promise(async () => {
    vi.advanceTimersByTime(millis)
    await turn()
    await turn()
  })

const open = (filename: string) => SqliteStore.layer({ filename, mode: "sandbox", busyMillisMax: 0 })

const bytesOf = (filename: string): Buffer => {
  const folder = join(filename, "..")
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
}

const pending: InvoiceState = Invoice.evolve(Invoice.initial, {
  _tag: "InvoiceIssued",
  order: {
    id: "inv_anna",
    partnerId,
    token: "token-of-anna",
    amountMinor: 100n,
    currency: "USD",
    description: Option.some("personal-description"),
    metadata: '{"customer":"personal-metadata"}',
    redirectUrl: Option.some("https://example.com/personal-url"),
    externalId: Option.some("order-1"),
    batchId: Option.none(),
    reference: Option.none(),
    customerEmail: Option.some("personal-address@example.com"),
    createdAt: start,
    expiresAt: start + 1_000
  }
})
const expired = Invoice.evolve(pending, { _tag: "InvoiceExpired", at: start + 1_000 })
const redacted = Invoice.evolve(expired, { _tag: "InvoiceRedacted", at: start + 2_000 })

const write = (state: InvoiceState, expectedVersion: number) =>
  Effect.flatMap(Store, ({ commit }) =>
    commit({
      ...emptyCommit,
      aggregates: [{ _tag: "Invoice", state: issuedInvoice(state), expectedVersion }],
      outbox:
        expectedVersion > 0
          ? []
          : [
              {
                _tag: "Posted",
                fanOut: "none",
                message: {
                  id: "evt_anna",
                  partnerId,
                  type: "invoice.created",
                  createdAt: start,
                  body: messageBody({
                    id: "evt_anna",
                    type: "invoice.created",
                    at: start,
                    version: 1,
                    object: { id: "inv_anna", description: "personal-description" }
                  })
                }
              }
            ]
    })
  )

const kept = Effect.map(
  Effect.flatMap(InvoiceReader, (reader) => reader.byId(partnerId, "inv_anna")),
  (found): IssuedInvoice => Option.getOrThrow(found).state
)

/** A connection of another process: as long as it is there, closing the store does not remove the log. */
const otherConnection = (filename: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new Database(filename)),
    (database) => Effect.sync(() => database.close())
  )

it.effect(
  "what is personal in an invoice stands in no file in clear, and its keys are in none after a redaction",
  () => {
    const filename = join(temporaryFolder(), "store.db")
    return Effect.gen(function* () {
      const other = yield* otherConnection(filename)
      const sandbox = yield* SandboxStore
      yield* write(pending, 0)
      yield* sandbox.insert("mail", `${partnerId}/1`, '{"to":"personal-address@example.com"}')
      assert.deepStrictEqual(yield* kept, pending)
      yield* write(expired, 1)
      assert.deepStrictEqual(yield* kept, expired)
      other.pragma("wal_checkpoint(TRUNCATE)")
      assert.isFalse(bytesOf(filename).includes("personal-"))

      const keys = other
        .prepare("SELECT key FROM erasure_keys ORDER BY seq")
        .pluck()
        .all() as ReadonlyArray<Buffer>
      assert.lengthOf(keys, 3)
      yield* write(redacted, 2)
      assert.deepStrictEqual(yield* kept, redacted)
      const told = yield* Effect.flatMap(WebhookReader, (reader) =>
        reader.messagesAbout(partnerId, "inv_anna")
      )
      assert.deepStrictEqual(told, ["evt_anna"])
      yield* Effect.flatMap(Store, ({ commit }) =>
        commit({
          ...emptyCommit,
          erasures: told.map((messageId) => ({ _tag: "WebhookMessage", partnerId, messageId }))
        })
      )
      yield* sandbox.remove("mail", `${partnerId}/1`)
      yield* later(1_000)
      const bytes = bytesOf(filename)
      assert.deepStrictEqual(
        keys.map((key) => bytes.includes(key)),
        [false, false, false]
      )
    }).pipe(Effect.scoped, Effect.provide(open(filename)))
  }
)

it.effect(
  "an invoice that an earlier version wrote in clear is read, and is emptied by its redaction",
  () => {
    const filename = join(temporaryFolder(), "store.db")
    return Effect.gen(function* () {
      const other = yield* otherConnection(filename)
      yield* write(pending, 0)
      other
        .prepare(
          `UPDATE invoices SET personal = NULL, description = 'personal-description',
           metadata = '{"customer":"personal-metadata"}', redirect_url = 'https://example.com/personal-url',
           customer_email = 'personal-address@example.com'`
        )
        .run()
      assert.deepStrictEqual(yield* kept, pending)
      yield* write(expired, 1)
      assert.deepStrictEqual(yield* kept, expired)
      yield* write(redacted, 2)
      assert.deepStrictEqual(yield* kept, redacted)
      yield* later(1_000)
      assert.isFalse(bytesOf(filename).includes("personal-"))
    }).pipe(Effect.scoped, Effect.provide(open(filename)))
  }
)

it.effect("unredacted are those that ended before an instant, until they are redacted", () => {
  const filename = join(temporaryFolder(), "store.db")
  return Effect.gen(function* () {
    const reader = yield* InvoiceReader
    const due = (before: number) => reader.unredacted(partnerId, before, 10)
    yield* write(pending, 0)
    assert.deepStrictEqual(yield* due(start + 9_000), [])
    yield* write(expired, 1)
    assert.deepStrictEqual(yield* due(start + 1_001), ["inv_anna"])
    assert.deepStrictEqual(yield* due(start + 1_000), [])
    assert.deepStrictEqual(yield* reader.unredacted("prt_other", start + 9_000, 10), [])
    yield* write(redacted, 2)
    assert.deepStrictEqual(yield* due(start + 9_000), [])
  }).pipe(Effect.provide(open(filename)))
})
