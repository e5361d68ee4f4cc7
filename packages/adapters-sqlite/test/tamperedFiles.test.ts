import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Auditor } from "@quittance/core"
import {
  AuditReader,
  type Commit,
  kycSession,
  ownClaim,
  payout,
  Store,
  webhookClaims,
  webhookJobs,
  webhookUrlKey
} from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Layer, Stream } from "effect"
import { collecting, messageOf, writingSession } from "./kycSamples.ts"
import { funding, partnerId, reserving, start } from "./payoutSamples.ts"
import { endpointNamed, fanningOut, posting, webhookUrl } from "./webhookSamples.ts"

const folder = temporaryFolder()
let fileCount = 0
const newFile = (): string => {
  fileCount += 1
  return join(folder, `store-${fileCount}.db`)
}

const usdt = (units: number): bigint => BigInt(units) * 1_000_000n

describe("the audit of a tampered file", () => {
  it.effect("shows amounts and names as they are, and names what SQLite finds broken", () => {
    const filename = newFile()
    return Effect.gen(function* () {
      yield* Effect.flatMap(Store, (store) => store.commit(funding("fund", usdt(10)))).pipe(
        Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" }))
      )
      const raw = new Database(filename)
      raw.pragma("foreign_keys = OFF")
      raw.pragma("ignore_check_constraints = ON")
      raw.exec(`UPDATE accounts SET balance_minor = 7 WHERE name = 'available';
        INSERT INTO accounts VALUES ('${partnerId}', 'USDT', 'pocket', 3);
        INSERT INTO postings VALUES (99, 0, 'available', 'available', -5);
        INSERT INTO payouts (partner_id, id, version, state, status, currency, network, address, amount_minor, fee_minor,
          idempotency_key, reference, attempts, calls, created_at, updated_at)
          VALUES ('${partnerId}', 'odd', 1, 'stolen', 'PENDING', 'ZZZ', 'n', 'a', -1, 0, 'k', 'r', 0, '[]', 0, 0)`)
      raw.close()
      yield* Effect.gen(function* () {
        const audit = yield* AuditReader
        const snapshot = yield* audit.snapshot
        const [kept] = yield* Stream.runCollect(snapshot.balances)
        assert.strictEqual(kept?.accounts.available, 7n)
        assert.propertyVal(kept?.accounts, "pocket", 3n)
        const [stolen] = yield* Stream.runCollect(snapshot.states(payout))
        assert.strictEqual<string | undefined>(stolen?._tag, "stolen")
        assert.strictEqual(stolen?.order.amountMinor, -1n)
        assert.lengthOf(yield* Stream.runCollect(snapshot.entries), 1)
        const faults = snapshot.storageFaults.join("\n")
        assert.match(faults, /CHECK constraint failed in payouts/)
        assert.match(
          faults,
          /list_counts keeps 0 of payouts for prt_sample in the day 1970-01-01T00:00Z; there are 1/
        )
        assert.match(faults, /postings has no parent in journal_entries/)
      }).pipe(Effect.scoped, Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" })))
    })
  })

  it.effect("names what is sealed and has lost its key, and pictures that nobody shows any more", () => {
    const filename = newFile()
    const store = SqliteStore.layer({ filename, mode: "sandbox" })
    return Effect.gen(function* () {
      yield* Effect.flatMap(Store, ({ commit }) =>
        commit({
          ...writingSession(collecting("anna")),
          outbox: [{ _tag: "Posted", message: messageOf("anna"), fanOut: "none" }]
        })
      ).pipe(Effect.provide(store))
      const faultsAfter = (sql: string) =>
        Effect.gen(function* () {
          const raw = new Database(filename)
          raw.exec(sql)
          raw.close()
          const { states, storageFaults } = yield* (yield* AuditReader).snapshot
          assert.lengthOf(yield* Stream.runCollect(states(kycSession)), 1)
          return storageFaults
        }).pipe(Effect.scoped, Effect.provide(store))
      assert.deepStrictEqual(yield* faultsAfter(""), [])
      assert.deepStrictEqual(yield* faultsAfter("UPDATE erasure_keys SET key = zeroblob(32)"), [
        "KYC session kyc_anna has lost the key of what is personal in it",
        "message evt_anna has lost its key"
      ])
      const redacted =
        "UPDATE kyc_sessions SET state = 'failed', ended_at = 1, redacted_at = 1, personal = NULL; DELETE FROM webhook_messages; UPDATE list_counts SET status = 'failed' WHERE list = 'kyc' AND status <> ''"
      assert.deepStrictEqual(yield* faultsAfter(redacted), [
        "pictures of KYC session kyc_anna are still found"
      ])
    })
  })

  it.effect("sees one instant while others keep writing", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const audit = yield* AuditReader
      yield* store.commit(funding("before", usdt(10)))
      const snapshot = yield* audit.snapshot
      yield* store.commit(funding("after", usdt(10)))
      assert.lengthOf(yield* Stream.runCollect(snapshot.entries), 1)
      const [kept] = yield* Stream.runCollect(snapshot.balances)
      assert.strictEqual(kept?.accounts.available, usdt(10))
      assert.deepStrictEqual(snapshot.storageFaults, [])
    }).pipe(Effect.scoped, Effect.provide(SqliteStore.layer({ filename: newFile(), mode: "sandbox" })))
  )
})

/**
 * What the audit says of a store with two credits, a payout that waits, a message that waits and one that is on its
 * way, after somebody changed it.
 */
const faultsAfter = (sql: string) => {
  const filename = newFile()
  const store = SqliteStore.layer({ filename, mode: "sandbox" })
  return Effect.gen(function* () {
    yield* Effect.gen(function* () {
      const { commit } = yield* Store
      yield* commit(funding("first", usdt(10)))
      yield* commit(funding("second", usdt(10)))
      yield* commit(reserving("payout"))
      yield* commit(webhooks)
    }).pipe(Effect.provide(store))
    const raw = new Database(filename)
    raw.pragma("foreign_keys = OFF")
    raw.pragma("ignore_check_constraints = ON")
    raw.exec(sql)
    raw.close()
    const { faults } = yield* Effect.flatMap(Auditor, (auditor) => auditor.verify).pipe(
      Effect.provide(Layer.provide(Auditor.layer, store))
    )
    return faults
  })
}

/** An endpoint, the delivery of one message to it, and another message in the outbox. */
const webhooks: Commit = {
  ...fanningOut("sent"),
  aggregates: [
    { _tag: "WebhookEndpoint", state: endpointNamed("shop"), expectedVersion: 0 },
    ...fanningOut("sent").aggregates
  ],
  claims: [ownClaim(endpointNamed("shop").order, webhookClaims.url, webhookUrlKey(webhookUrl))],
  outbox: [...posting("sent", "waiting").outbox, ...fanningOut("sent").outbox],
  jobs: [
    { kind: webhookJobs.fanOut, partnerId, subjectId: partnerId, dueAt: start },
    { kind: webhookJobs.deliver, partnerId, subjectId: "whk_shop", dueAt: start }
  ]
}

/** Takes the second credit out of the journal, and its amount out of the accounts. */
const deletedCredit = `
  DELETE FROM postings WHERE entry_seq = 2;
  DELETE FROM journal_entries WHERE seq = 2;
  UPDATE accounts SET balance_minor = balance_minor - 10000000 WHERE name = 'available';
  UPDATE accounts SET balance_minor = balance_minor + 10000000 WHERE name = 'adjustments'`

describe("the audit of a file that was changed and made to add up again", () => {
  it.effect("finds nothing in one that nobody changed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* faultsAfter(""), [])
    })
  )

  it.effect("names the gap that a deleted journal entry leaves, even when the accounts were adjusted", () =>
    Effect.gen(function* () {
      const faults = yield* faultsAfter(deletedCredit)
      const counts = faults.filter((fault) => fault.includes("of balanceEntries"))
      assert.lengthOf(counts, 4, "two of counts and two of sums, by hour and by day")
      assert.deepStrictEqual(
        faults.filter((fault) => !counts.includes(fault)),
        [
          "the journal has 2 entries and its last is number 3",
          "the chain is broken at event 2 (of second): they differ from what was committed"
        ]
      )
    })
  )

  it.effect("names the gap that a deleted event leaves", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* faultsAfter("DELETE FROM events WHERE seq = 1"), [
        "there are 2 events and the last is number 3",
        "the chain is broken at event 2 (of second) and journal entries 1 to 2: they differ from what was committed"
      ])
    })
  )

  it.effect("names a payout whose claim is gone", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* faultsAfter("DELETE FROM claims WHERE scope = 'payout.create'"), [
        "payout payout does not hold the claim on its idempotency key"
      ])
    })
  )

  it.effect("names a PENDING payout whose job is gone", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* faultsAfter("DELETE FROM jobs WHERE kind = 'payout.dispatch'"), [
        "payout payout is PENDING and has no job"
      ])
    })
  )

  it.effect("names a payout's status that contradicts its state", () =>
    Effect.gen(function* () {
      const faults = yield* faultsAfter(
        "UPDATE payouts SET status = 'COMPLETED'; UPDATE list_counts SET status = 'COMPLETED' WHERE status = 'PENDING'"
      )
      assert.deepStrictEqual(faults, [
        "CHECK constraint failed in payouts",
        "payout payout differs from what was committed: its row in payouts was changed without an event"
      ])
    })
  )

  it.effect("names a delivery whose message is gone, and a message that waits and is gone", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* faultsAfter("DELETE FROM webhook_messages"), [
        "message evt_waiting waits in the outbox and is not there",
        "delivery dlv_sent is pending and has no message"
      ])
    })
  )

  it.effect("names a delivery whose state and instants contradict each other", () =>
    Effect.gen(function* () {
      const faults = yield* faultsAfter("UPDATE webhook_deliveries SET state = 'delivered'")
      assert.sameMembers(
        [...faults],
        [
          "CHECK constraint failed in webhook_deliveries",
          ...miscounted(0, "delivered", 1),
          ...miscounted(1, "pending", 0)
        ]
      )
    })
  )

  it.effect("names counts of lists that drifted, and items that nobody counted", () =>
    Effect.gen(function* () {
      const wrong = (kept: number) => [...miscounted(kept, "", 1), ...miscounted(kept, "pending", 1)]
      const ofDeliveries = "WHERE list = 'webhookDeliveries'"
      const drifted = yield* faultsAfter(`UPDATE list_counts SET count = count + 1 ${ofDeliveries}`)
      assert.sameMembers([...drifted], wrong(2))
      const forgotten = yield* faultsAfter(`DELETE FROM list_counts ${ofDeliveries}`)
      assert.sameMembers([...forgotten], wrong(0))
    })
  )

  it.effect("names sums of a statement that drifted, and those that are gone", () =>
    Effect.gen(function* () {
      const sum = usdt(10 + 10) - usdt(1)
      const wrong = (kept: bigint) =>
        ["day", "hour"].map(
          (grain) =>
            `list_counts keeps ${kept} of balanceEntries for prt_sample  sum in the ${grain} 2026-01-01T00:00Z; there are ${sum}`
        )
      const ofSums = "WHERE list = 'balanceEntries' AND status = 'sum'"
      const drifted = yield* faultsAfter(`UPDATE list_counts SET count = count + 1 ${ofSums}`)
      assert.sameMembers([...drifted], wrong(sum + 1n))
      const forgotten = yield* faultsAfter(`DELETE FROM list_counts ${ofSums}`)
      assert.sameMembers([...forgotten], wrong(0n))
    })
  )
})

/** What is said of the one delivery, by the day and by the hour. */
const miscounted = (kept: number, status: string, found: number): ReadonlyArray<string> =>
  ["day", "hour"].map(
    (grain) =>
      `list_counts keeps ${kept} of webhookDeliveries for prt_sample whk_shop ${status} invoice.paid in the ${grain} 2026-01-01T00:00Z; there are ${found}`
  )
