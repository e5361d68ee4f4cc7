import { assert, describe, it } from "@effect/vitest"
import { type Commit, type JournalEntryKind, MemoryStore, Store, type StorePorts } from "@quittance/core"
import { simulate } from "@quittance/testing"
import { Context, Effect, Layer } from "effect"

/** A memory store whose write side is replaced. */
const broken = (breakIt: (store: Store["Service"]) => Partial<Store["Service"]>): Layer.Layer<StorePorts> =>
  Layer.effectContext(
    Effect.map(Effect.context<StorePorts>(), (ports) => {
      const store = Context.get(ports, Store)
      return Context.add(ports, Store, Store.of({ ...store, ...breakIt(store) }))
    })
  ).pipe(Layer.provide(MemoryStore.layer))

/** A store that commits something else than it was given. */
const committing = (change: (commit: Commit) => Commit) =>
  broken(({ commit }) => ({ commit: (whole) => commit(change(whole)) }))

const losing = (kind: JournalEntryKind) =>
  committing((commit) => ({ ...commit, entries: commit.entries.filter((entry) => entry.kind !== kind) }))

const brokenStores = {
  "loses entries that give a debit back": losing("payout.returned"),
  "loses entries of late settlements": losing("payout.settledLate"),
  "loses write-offs": losing("deposit.reversed"),
  "loses entries of bank money": losing("invoice.paid"),
  "loses entries of bank money that no invoice could take": losing("bankPayment.unresolved"),
  "lets a bank operation be used twice": committing((commit) => ({
    ...commit,
    claims: commit.claims.filter(({ scope }) => scope !== "bankOperation")
  })),
  "lets an external id be used twice": committing((commit) => ({
    ...commit,
    claims: commit.claims.filter(({ scope }) => scope !== "invoice.externalId")
  })),
  "loses counters": committing((commit) => ({ ...commit, counters: [] })),
  "loses e-mails": committing((commit) => ({
    ...commit,
    jobs: commit.jobs.filter(({ kind }) => kind !== "invoice.mail")
  })),
  "loses the invoice of a payment that settles": committing((commit) => ({
    ...commit,
    aggregates: commit.events.some(({ event }) => event._tag === "BankPaymentSettled")
      ? commit.aggregates.filter(({ _tag }) => _tag !== "Invoice")
      : commit.aggregates
  })),
  "loses entries of wallets' deposits": losing("transit.credited"),
  "loses write-offs of wallets' deposits": losing("transit.reversed"),
  "lets a transfer to a wallet be recorded twice": committing((commit) => ({
    ...commit,
    claims: commit.claims.filter(({ scope }) => scope !== "transfer")
  })),
  "loses messages that are posted": committing((commit) => ({
    ...commit,
    outbox: commit.outbox.filter(({ _tag }) => _tag !== "Posted")
  })),
  "loses deliveries that are made": committing((commit) => ({
    ...commit,
    aggregates: commit.aggregates.filter(
      (write) => write._tag !== "WebhookDelivery" || write.expectedVersion > 0
    )
  })),
  "forgets that a message was fanned out": committing((commit) => ({
    ...commit,
    outbox: commit.outbox.filter(({ _tag }) => _tag !== "FannedOut")
  })),
  "loses jobs of deliveries": committing((commit) => ({
    ...commit,
    jobs: commit.jobs.filter(({ kind }) => kind !== "webhook.deliver")
  })),
  "changes a message": committing((commit) => ({
    ...commit,
    outbox: commit.outbox.map((change) =>
      change._tag === "Posted"
        ? { ...change, message: { ...change.message, body: `${change.message.body} ` } }
        : change
    )
  })),
  "loses jobs of checks": committing((commit) => ({
    ...commit,
    jobs: commit.jobs.filter(({ kind }) => kind !== "kyc.check")
  })),
  "loses jobs of expiries": committing((commit) => ({
    ...commit,
    jobs: commit.jobs.filter(({ kind }) => kind !== "kyc.expire")
  })),
  "loses jobs of what is to be erased": committing((commit) => ({
    ...commit,
    jobs: commit.jobs.filter(({ kind }) => kind !== "kyc.erase")
  })),
  "erases nothing": committing((commit) => ({ ...commit, erasures: [] })),
  "loses what was shown last": committing((commit) => ({
    ...commit,
    aggregates: commit.aggregates.map((write) =>
      write._tag === "KycSession" && write.state._tag === "submitted"
        ? { ...write, state: { ...write.state, documents: write.state.documents.slice(0, -1) } }
        : write
    )
  })),
  "keeps what a redaction empties": committing((commit) => ({
    ...commit,
    aggregates: commit.events.some(({ event }) => event._tag === "KycSessionRedacted")
      ? commit.aggregates.filter(({ _tag }) => _tag !== "KycSession")
      : commit.aggregates
  })),
  "enforces no limit": committing((commit) => ({
    ...commit,
    entries: commit.entries.map((entry) => ({ ...entry, limit: "waived" as const }))
  })),
  "lets an idempotency key be used twice": committing((commit) => ({
    ...commit,
    claims: commit.claims.filter(({ scope }) => scope !== "payout.create")
  })),
  "loses jobs": committing((commit) => ({ ...commit, jobs: [] })),
  "writes over what it did not expect": broken(({ commit }) => ({
    commit: (whole) => {
      const retry = (expectedVersion: number): ReturnType<typeof commit> =>
        Effect.catchTag(
          commit({
            ...whole,
            aggregates: whole.aggregates.map((write) =>
              write._tag === "Batch" || write._tag === "TransitWallet" ? write : { ...write, expectedVersion }
            )
          }),
          "VersionConflict",
          (conflict) => (expectedVersion > 50 ? Effect.fail(conflict) : retry(expectedVersion + 1))
        )
      return Effect.catchTag(commit(whole), "VersionConflict", () => retry(0))
    }
  })),
  "remembers commits that never were": broken(() => ({ committed: () => Effect.succeed(true) })),
  "forgets commits that were": broken(() => ({ committed: () => Effect.succeed(false) }))
}

const seedMax = 500

describe(`the simulation finds, within ${seedMax} seeds, a store that`, () => {
  it.effect.each(Object.entries(brokenStores))("%s", ([, store]) =>
    Effect.gen(function* () {
      for (let seed = 1; seed <= seedMax; seed++) {
        const { faults } = yield* simulate(seed, store)
        if (faults.length > 0) return
      }
      assert.fail("no seed broke a law")
    })
  )
})
