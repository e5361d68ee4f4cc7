import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setImmediate as turn } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { noFee } from "@quittance/core"
import {
  type AggregateWrite,
  AuditReader,
  CryptoInvoice,
  type CryptoInvoiceEvent,
  type CryptoInvoiceState,
  cryptoInvoice,
  emptyCommit,
  Invoice,
  type InvoiceEvent,
  type InvoiceState,
  invoice,
  issued as issuedCrypto,
  issuedInvoice,
  messageBody,
  SandboxStore,
  StateReader,
  Store,
  WebhookReader,
  writeOver
} from "@quittance/core/adapter"
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

const personal = {
  description: Option.some("personal-description"),
  customerEmail: Option.some("personal-address@example.com")
}
const ended = { created: start, expired: start + 1_000, redacted: start + 2_000 }

const fiat = (() => {
  const evolved = (state: InvoiceState, event: InvoiceEvent): InvoiceState => Invoice.evolve(state, event)
  const pending = evolved(Invoice.initial, {
    _tag: "InvoiceIssued",
    order: {
      id: "inv_anna",
      partnerId,
      token: "token-of-anna",
      amountMinor: 100n,
      currency: "USD",
      ...personal,
      metadata: '{"customer":"personal-metadata"}',
      redirectUrl: Option.some("https://example.com/personal-url"),
      cancelUrl: Option.some("https://example.com/personal-url-unpaid"),
      externalId: Option.some("order-1"),
      batchId: Option.none(),
      reference: Option.none(),
      creditorReference: Option.none(),
      createdAt: ended.created,
      expiresAt: ended.expired
    }
  })
  const expired = evolved(pending, { _tag: "InvoiceExpired", at: ended.expired })
  const redacted = evolved(expired, { _tag: "InvoiceRedacted", at: ended.redacted })
  return {
    id: "inv_anna",
    announced: "invoice.created" as const,
    states: [pending, expired, redacted].map(issuedInvoice),
    write: (index: number): AggregateWrite => {
      const states = [Invoice.initial, pending, expired, redacted]
      const [previous = Invoice.initial, state = Invoice.initial] = states.slice(index)
      return writeOver("Invoice", { state: previous, version: index }, issuedInvoice(state))
    },
    read: Effect.flatMap(StateReader, (states) => states.get(invoice, partnerId, "inv_anna")),
    noun: "invoice",
    table: "invoices"
  }
})()

const crypto = (() => {
  const evolved = (state: CryptoInvoiceState, event: CryptoInvoiceEvent): CryptoInvoiceState =>
    CryptoInvoice.evolve(state, event)
  const id = "0193e4a1-0000-7000-8000-000000000000"
  const pending = evolved(CryptoInvoice.initial, {
    _tag: "CryptoInvoiceIssued",
    order: {
      id,
      partnerId,
      externalId: "order-1",
      token: "token-of-anna",
      network: "ethereum",
      currency: "USDT",
      address: "0x1",
      addressSalt: "00112233445566778899aabbccddeeff",
      amountMinor: 100n,
      expectedMinor: 100n,
      feeMinor: 1n,
      netMinor: 99n,
      toleranceMinor: Option.none(),
      feePayer: "merchant",
      feeTerms: noFee,
      requiredConfirmations: 12,
      ...personal,
      customerName: Option.some("personal-name"),
      successUrl: Option.some("https://example.com/personal-url"),
      cancelUrl: Option.some("https://example.com/personal-url-unpaid"),
      createdAt: ended.created,
      expiresAt: ended.expired,
      watchUntil: ended.expired
    }
  })
  const expired = evolved(pending, { _tag: "CryptoInvoiceExpired", at: ended.expired })
  const redacted = evolved(expired, { _tag: "CryptoInvoiceRedacted", at: ended.redacted })
  return {
    id,
    announced: "crypto.invoice.expired" as const,
    states: [pending, expired, redacted].map(issuedCrypto),
    write: (index: number): AggregateWrite => {
      const states = [pending, expired, redacted].map(issuedCrypto)
      const [first = assert.fail("there is none")] = states
      const { [index - 1]: previous = first, [index]: state = first } = states
      return writeOver("CryptoInvoice", { state: previous, version: index }, state)
    },
    read: Effect.flatMap(StateReader, (states) => states.get(cryptoInvoice, partnerId, id)),
    noun: "crypto invoice",
    table: "crypto_invoices"
  }
})()

type Kind = typeof fiat | typeof crypto

/** Writes the state of that index: pending, expired, redacted; with what is told of a new one. */
const write = ({ id, announced, write: writeOf }: Kind, index: number) =>
  Effect.flatMap(Store, ({ commit }) =>
    commit({
      ...emptyCommit,
      aggregates: [writeOf(index)],
      events: [
        {
          id: `evt_${index}`,
          partnerId,
          subjectId: id,
          version: index + 1,
          at: start,
          actor: "system",
          event: { _tag: "PartnerTermsChanged" }
        }
      ],
      outbox:
        index > 0
          ? []
          : [
              {
                _tag: "Posted",
                fanOut: "none",
                message: {
                  id: "evt_0",
                  partnerId,
                  type: announced,
                  createdAt: start,
                  body: messageBody({
                    id: "evt_0",
                    type: announced,
                    at: start,
                    version: 1,
                    object: { id, description: "personal-description" }
                  })
                }
              }
            ]
    })
  )

const isKept = Effect.fnUntraced(function* (kind: Kind, index: number) {
  const found: Option.Option<{ readonly state: unknown }> = yield* kind.read
  assert.deepStrictEqual(Option.getOrThrow(found).state, kind.states[index])
})

const faults = Effect.scoped(
  Effect.flatMap(AuditReader, ({ snapshot }) => Effect.map(snapshot, ({ storageFaults }) => storageFaults))
)

/** A connection of another process: as long as it is there, closing the store does not remove the log. */
const otherConnection = (filename: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new Database(filename)),
    (database) => Effect.sync(() => database.close())
  )

for (const kind of [fiat, crypto]) {
  describe(`what is personal in a row of ${kind.table}`, () => {
    it.effect("stands in no file in clear, and its keys are in none after a redaction", () => {
      const filename = join(temporaryFolder(), "store.db")
      return Effect.gen(function* () {
        const other = yield* otherConnection(filename)
        const sandbox = yield* SandboxStore
        yield* write(kind, 0)
        yield* sandbox.insert("mail", `${partnerId}/1`, '{"to":"personal-address@example.com"}')
        yield* isKept(kind, 0)
        yield* write(kind, 1)
        yield* isKept(kind, 1)
        other.pragma("wal_checkpoint(TRUNCATE)")
        assert.isFalse(bytesOf(filename).includes("personal-"))

        const keys = other
          .prepare("SELECT key FROM erasure_keys ORDER BY seq")
          .pluck()
          .all() as ReadonlyArray<Buffer>
        assert.lengthOf(keys, 3)
        yield* write(kind, 2)
        yield* isKept(kind, 2)
        const messageIds = yield* Effect.flatMap(WebhookReader, (reader) =>
          reader.messagesAbout(partnerId, kind.id)
        )
        assert.deepStrictEqual(messageIds, ["evt_0"])
        yield* Effect.flatMap(Store, ({ commit }) =>
          commit({
            ...emptyCommit,
            erasures: messageIds.map((messageId) => ({ _tag: "WebhookMessage", partnerId, messageId }))
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
    })

    it.effect("is named by the audit where its key is lost, or where it stands in what is redacted", () => {
      const filename = join(temporaryFolder(), "store.db")
      return Effect.gen(function* () {
        const other = yield* otherConnection(filename)
        yield* write(kind, 0)
        other.exec("UPDATE erasure_keys SET key = zeroblob(32)")
        assert.deepStrictEqual(yield* faults, [
          `${kind.noun} ${kind.id} has lost the key of what is personal in it`,
          "message evt_0 has lost its key"
        ])
        yield* write(kind, 1)
        yield* write(kind, 2)
        other.exec("DELETE FROM webhook_messages")
        assert.deepStrictEqual(yield* faults, [])
        other.pragma("ignore_check_constraints = ON")
        other.exec(`UPDATE ${kind.table} SET personal = '1 x'`)
        assert.include(yield* faults, `${kind.noun} ${kind.id} is redacted and still has personal data`)
        other.exec(`UPDATE ${kind.table} SET personal = NULL`)
        assert.deepStrictEqual(yield* faults, [])
      }).pipe(Effect.scoped, Effect.provide(open(filename)))
    })
  })
}
