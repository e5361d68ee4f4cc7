import { Context, type Effect, type Scope, type Stream } from "effect"
import type { WalletStanding } from "../concepts/transit/TransitWallet.ts"
import type { PendingDelivery } from "../concepts/webhook/WebhookDelivery.ts"
import type { PartnerId } from "../kernel/concept/PartnerId.ts"
import type { CounterSum } from "../kernel/counter/CounterSum.ts"
import type { AccountBalances, JournalEntry } from "../kernel/ledger/Ledger.ts"
import type { BookCurrency } from "../kernel/money/Coin.ts"
import type { WebhookMessage } from "../kernel/outbox/WebhookMessage.ts"
import type { Claim } from "../kernel/ports/Claim.ts"
import type { JobName } from "../kernel/ports/Job.ts"
import type { StoreUnavailable } from "../kernel/ports/Store.ts"
import type { AnyConcept, StateIn } from "./concepts.ts"

/**
 * What an audit remembers of one side of a comparison until it sees the other side. A store keeps most of it in a
 * temporary file, so values are plain data: texts, numbers, bigints, and arrays, maps and objects of them. A value
 * that was changed must be set again.
 */
export interface Notes<V> {
  readonly get: (key: string) => V | undefined
  readonly set: (key: string, value: V) => void
  /** Returns what was noted, and forgets it. */
  readonly take: (key: string) => V | undefined
  /** What was set and not taken, in any order. Nothing may be set or taken meanwhile. */
  readonly rest: () => Iterable<readonly [key: string, value: V]>
}

/** Everything that an audit compares, of all partners, as of one instant. */
export interface AuditSnapshot {
  /** The balances as kept beside the journal. */
  readonly balances: Stream.Stream<
    { readonly partnerId: PartnerId; readonly currency: BookCurrency; readonly accounts: AccountBalances },
    StoreUnavailable
  >
  /** The journal. Amounts and names come as stored, however wrong. */
  readonly entries: Stream.Stream<JournalEntry, StoreUnavailable>
  /** The order of `entries`: as they were written, or any, where commits that are written at once have no order. */
  readonly entryOrder: "written" | "any"
  /** All that is stored of a concept. */
  readonly states: <C extends AnyConcept>(concept: C) => Stream.Stream<StateIn<C>, StoreUnavailable>
  /** The roll-ups as kept: every bucket of every grain, and every batch's tally. */
  readonly counters: Stream.Stream<CounterSum, StoreUnavailable>
  readonly transitWallets: Stream.Stream<WalletStanding, StoreUnavailable>
  /** The names of messages that wait to be fanned out. */
  readonly outbox: Stream.Stream<Pick<WebhookMessage, "id" | "partnerId">, StoreUnavailable>
  readonly pendingDeliveries: Stream.Stream<PendingDelivery, StoreUnavailable>
  readonly claims: Stream.Stream<Claim, StoreUnavailable>
  readonly jobs: Stream.Stream<JobName, StoreUnavailable>
  /** New notes, which end with the snapshot. */
  readonly notes: <V>() => Notes<V>
  /** Runs work that uses notes. It fails when they cannot be kept. */
  readonly noting: <A>(work: () => A) => Effect.Effect<A, StoreUnavailable>
  /** What the storage engine itself finds wrong with its files and constraints, one sentence each. */
  readonly storageFaults: ReadonlyArray<string>
}

/** Port. A consistent view of the whole store while others keep writing; it is let go with the scope. */
export class AuditReader extends Context.Service<
  AuditReader,
  { readonly snapshot: Effect.Effect<AuditSnapshot, StoreUnavailable, Scope.Scope> }
>()("@quittance/core/store/AuditReader") {}
