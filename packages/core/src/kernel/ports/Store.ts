import { Context, type Effect, Schema } from "effect"
import type { Actor } from "../actor/Actor.ts"
import { idPrefix } from "../concept/IdPrefix.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { CounterChange } from "../counter/Counter.ts"
import type { JournalEntry } from "../ledger/Ledger.ts"
import type { OutboxChange } from "../outbox/WebhookMessage.ts"
import type { Instant } from "../time/Instant.ts"
import type { Claim } from "./Claim.ts"
import type { LeasedJob, ScheduledJob } from "./Job.ts"

/**
 * The stored states and events of each concept, by the name of its definition. The kernel knows no concept:
 * each concept adds its own here with `declare module`, beside its definition.
 */
// biome-ignore lint/suspicious/noEmptyInterface: concepts fill it.
export interface StatesByConcept {}

// biome-ignore lint/suspicious/noEmptyInterface: concepts fill it.
export interface EventsByConcept {}

/**
 * The new state of one aggregate. `expectedVersion` is the version that the decision was based on; 0 inserts
 * the aggregate. `previous` is the state of that version, so what a store counts by status follows from the
 * commit alone. Every write increases the version by one.
 */
export type WriteOf<Name extends keyof StatesByConcept> =
  | {
      readonly _tag: Name
      readonly state: StatesByConcept[Name]
      readonly expectedVersion: 0
      readonly previous?: undefined
    }
  | {
      readonly _tag: Name
      readonly state: StatesByConcept[Name]
      readonly expectedVersion: number
      readonly previous: StatesByConcept[Name]
    }

export type AggregateWrite = { [Name in keyof StatesByConcept]: WriteOf<Name> }[keyof StatesByConcept]

/**
 * An aggregate that a decision was based on and does not write. It must still have this version when the commit is
 * written; 0 says that it must not exist.
 */
export interface VersionGuard {
  readonly _tag: keyof StatesByConcept
  readonly partnerId: PartnerId
  readonly id: string
  readonly version: number
}

/** What begins an event's id. */
export const eventPrefix = idPrefix("evt_")

/** A fact in the audit log, and the source of webhooks. Append-only. */
export interface EventRecord {
  /** `evt_` and a UUIDv7 without dashes. */
  readonly id: string
  readonly partnerId: PartnerId
  readonly subjectId: string
  /** The subject's version after the commit. */
  readonly version: number
  readonly at: Instant
  /** Who caused it. In rows of before there were actors it is null, and read as `unknown`. */
  readonly actor: Actor
  readonly event: EventsByConcept[keyof EventsByConcept]
}

/**
 * The new state of the job being worked on. The fence proves the lease, even after it expired, as long as no
 * other worker has claimed the job. `Done` and `DueAgain` end the lease.
 */
export type JobCompletion =
  | { readonly _tag: "Done"; readonly job: LeasedJob }
  | { readonly _tag: "DueAgain"; readonly job: LeasedJob; readonly dueAt: Instant }
  /** The lease is only checked and kept: used to record an intent before a call. */
  | { readonly _tag: "Held"; readonly job: LeasedJob }

/**
 * What a commit deletes, by name. Does nothing if it no longer exists. Soon afterwards, erased data and the
 * personal data of a redacted session are in no file of the store.
 */
export type Erasure =
  /** Releases a key of its owner; the key of another owner stays. Claims in the same commit can take it. */
  | { readonly _tag: "Claim"; readonly claim: Claim }
  /** A message with all its deliveries, when retention ends. A message that is still needed stays. */
  | { readonly _tag: "WebhookMessage"; readonly partnerId: PartnerId; readonly messageId: string }

/**
 * The only way to write: a plain value that is written completely or not at all. Every commit has at least
 * one event, except one that only completes a job, updates webhook deliveries, changes what waits for
 * subscribers or erases. The first event's instant is the instant of the commit.
 *
 * - All of it belongs to one partner, which may be a network: `partnersOf`.
 * - An aggregate is written at most once in a commit. `guards` name others: what the commit writes is compared anyway.
 * - Of two commits that are under way at once, of which one guards that there is no aggregate and the other inserts it,
 *   both may be written: then the guard came first.
 * - Entries are applied in order. One with limit `enforced` must not take an account of `neverBelowZero`
 *   below zero by its net debit. A net credit always passes, even if the account stays below zero.
 * - A claim counts as taken if any owner holds the key, including the same owner, or an earlier claim of the
 *   same commit has it. A claim is free once the commit's instant has reached its `expiresAt`.
 * - `outbox`: the bytes of messages are stored unchanged; messages wait in the outbox until a later commit
 *   marks them as fanned out.
 * - `counters` are added to the stored values and never conflict.
 * - `completion` is applied first, then `jobs`. `Done` deletes the job, `DueAgain` moves it; both end the lease.
 * - `jobs` inserts a job, with the lease that is handed over with it if there is one, or moves the due instant of the
 *   existing one, whose lease does not change. A leased job keeps its lease and is marked
 *   *rescheduled*: its worker may have looked before this commit. When the lease ends, a marked job stays. After
 *   `Done` it is due at the new instant; after `DueAgain` or `release`, at the earlier of both instants. The end of
 *   the lease clears the mark, and so does a new claim, because its worker sees this commit.
 */
export interface Commit {
  readonly aggregates: ReadonlyArray<AggregateWrite>
  readonly guards: ReadonlyArray<VersionGuard>
  readonly entries: ReadonlyArray<JournalEntry>
  readonly claims: ReadonlyArray<Claim>
  readonly events: ReadonlyArray<EventRecord>
  readonly counters: ReadonlyArray<CounterChange>
  readonly outbox: ReadonlyArray<OutboxChange>
  readonly erasures: ReadonlyArray<Erasure>
  readonly jobs: ReadonlyArray<ScheduledJob>
  readonly completion: JobCompletion | undefined
}

/**
 * The partners that own the parts of a commit. There is only one, so an engine that keeps partners apart writes a
 * commit in one place. A change for two partners takes two commits. The second is a job, or whoever reads the first
 * makes it.
 */
export const partnersOf = (commit: Commit): ReadonlySet<PartnerId> => {
  const partners = new Set<PartnerId>()
  eachPartner(commit, (partnerId) => partners.add(partnerId))
  return partners
}

/** Whether there is at most one of them. Asked of every commit, so nothing is made for the answer. */
export const isOfOnePartner = (commit: Commit): boolean => {
  let first: PartnerId | undefined
  let isOne = true
  eachPartner(commit, (partnerId) => {
    first ??= partnerId
    if (partnerId !== first) isOne = false
  })
  return isOne
}

const eachPartner = (commit: Commit, see: (partnerId: PartnerId) => void): void => {
  for (const { state } of commit.aggregates) see(ownerOf(state))
  for (const { partnerId } of commit.guards) see(partnerId)
  for (const { partnerId } of commit.entries) see(partnerId)
  for (const { partnerId } of commit.claims) see(partnerId)
  for (const { partnerId } of commit.events) see(partnerId)
  for (const { partnerId } of commit.counters) see(partnerId)
  for (const change of commit.outbox)
    see(change._tag === "Posted" ? change.message.partnerId : change.partnerId)
  for (const erasure of commit.erasures)
    see(erasure._tag === "Claim" ? erasure.claim.partnerId : erasure.partnerId)
  for (const { partnerId } of commit.jobs) see(partnerId)
  if (commit.completion !== undefined) see(commit.completion.job.partnerId)
}

/** Partners, and the cursors of networks, own themselves. */
const ownerOf = (state: AggregateWrite["state"]): PartnerId =>
  "order" in state ? state.order.partnerId : "partnerId" in state ? state.partnerId : state.id

/** Whether a commit guards an aggregate that it writes: its write is checked, so the guard would be a mistake. */
export const guardsItsOwn = ({ aggregates, guards }: Commit): boolean =>
  guards.some(({ _tag, id }) => aggregates.some((write) => write._tag === _tag && idOf(write.state) === id))

const idOf = (state: AggregateWrite["state"]): string => ("order" in state ? state.order.id : state.id)

/** Whether a commit may change which work is due: a lease that is only checked changes no job. */
export const changesJobs = ({ completion, jobs }: Commit): boolean =>
  jobs.length > 0 || (completion !== undefined && completion._tag !== "Held")

/** A commit of nothing; spread it to name only the fields a commit uses. */
export const emptyCommit: Commit = {
  aggregates: [],
  guards: [],
  entries: [],
  claims: [],
  events: [],
  counters: [],
  outbox: [],
  erasures: [],
  jobs: [],
  completion: undefined
}

/** Another worker has the job now. The caller must stop working on it. */
export class LeaseLost extends Schema.TaggedError<LeaseLost>()("LeaseLost", { subjectId: Schema.String }) {
  get code() {
    return "lease_lost" as const
  }
}

/** At least one key is taken. Lists every taken key with its owner. */
export class ClaimTaken extends Schema.TaggedError<ClaimTaken>()("ClaimTaken", {
  taken: Schema.Array(Schema.Struct({ scope: Schema.String, key: Schema.String, ownerId: Schema.String }))
}) {
  get code() {
    return "claim_taken" as const
  }
}

/** An aggregate that is written or guarded changed since it was read: read it again and decide again. */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()("VersionConflict", {
  subjectId: Schema.String,
  expected: Schema.Int
}) {
  get code() {
    return "version_conflict" as const
  }
}

/** An entry would take a limited account below zero. */
export class LimitExceeded extends Schema.TaggedError<LimitExceeded>()("LimitExceeded", {
  partnerId: Schema.String,
  account: Schema.String
}) {
  get code() {
    return "limit_exceeded" as const
  }
}

/**
 * The store could not answer. `notWritten`: nothing was written. `unknown`: the commit may have been written;
 * the caller asks `committed` before it decides again.
 */
export class StoreUnavailable extends Schema.TaggedError<StoreUnavailable>()("StoreUnavailable", {
  outcome: Schema.Literals(["notWritten", "unknown"]),
  reason: Schema.String
}) {
  get code() {
    return "store_unavailable" as const
  }
}

export type CommitFailure = LeaseLost | ClaimTaken | VersionConflict | LimitExceeded | StoreUnavailable

/**
 * Port. The write side of storage. When `commit` succeeds, the whole value is durable and visible to every
 * reader in every process. When it fails with anything but `unknown`, nothing was written. A commit is
 * checked in the order of `CommitFailure`; the first failing kind is the error.
 */
export class Store extends Context.Service<
  Store,
  {
    readonly commit: (commit: Commit) => Effect.Effect<void, CommitFailure>
    /** Whether the commit with this event was written. */
    readonly committed: (event: EventRecord) => Effect.Effect<boolean, StoreUnavailable>
  }
>()("@quittance/core/kernel/ports/Store") {}
