import { Context, type Effect, Schema } from "effect"
import type { CounterChange } from "../counter/Counter.ts"
import type { Claim } from "./Claim.ts"
import type { JournalEntry } from "../ledger/JournalEntry.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { Instant } from "../time/Instant.ts"
import type { OutboxChange } from "../outbox/WebhookMessage.ts"
import type { LeasedJob, ScheduledJob } from "./Job.ts"

/**
 * What is stored of each concept, by the name of its definition, and what happens to it. The kernel knows no concept: each enters
 * its own here, by `declare module`, beside its definition.
 */
// biome-ignore lint/suspicious/noEmptyInterface: concepts fill it.
export interface StatesByConcept {}

// biome-ignore lint/suspicious/noEmptyInterface: concepts fill it.
export interface EventsByConcept {}

/**
 * One aggregate as it shall be. `expectedVersion` is the version it was decided on; 0 inserts it, and every write makes
 * the version one higher.
 */
export type AggregateWrite = {
  [Name in keyof StatesByConcept]: {
    readonly _tag: Name
    readonly state: StatesByConcept[Name]
    readonly expectedVersion: number
  }
}[keyof StatesByConcept]

/** Something that happened: the audit log, and the source of webhooks. Append-only. */
export interface EventRecord {
  /** `evt_` and a UUIDv7 without dashes. */
  readonly id: string
  readonly partnerId: PartnerId
  readonly subjectId: string
  /** The subject's version after the commit. */
  readonly version: number
  readonly at: Instant
  readonly event: EventsByConcept[keyof EventsByConcept]
}

/**
 * What becomes of the job being worked on. The lease is proven by its fence, also after it ran out, for as long as nobody
 * else claimed the job; it ends with `Done` and `DueAgain`.
 */
export type JobCompletion =
  | { readonly _tag: "Done"; readonly job: LeasedJob }
  | { readonly _tag: "DueAgain"; readonly job: LeasedJob; readonly dueAt: Instant }
  /** The lease is only proven, and kept: an intent is recorded before a call. */
  | { readonly _tag: "Held"; readonly job: LeasedJob }

/**
 * What a commit removes, by name. Nothing happens where it is not there any more. What an erasure removes, and what a redacted
 * session held, is in no file of the store soon after.
 */
export type Erasure =
  /** A key that its owner gives up; another owner's stays. It is free for the claims of the same commit. */
  | { readonly _tag: "Claim"; readonly claim: Claim }
  /** A message with all its deliveries, when retention ends. One that still waits for something stays. */
  | { readonly _tag: "WebhookMessage"; readonly partnerId: PartnerId; readonly messageId: string }

/**
 * The only way to write: a plain value of which all lands or nothing does. Every commit carries at least one event, but
 * one that only completes a job, moves webhook deliveries along or erases; the first event's instant is the instant of the
 * commit.
 *
 * - An aggregate is written at most once in a commit.
 * - Entries land in their order. One with limit `enforced` may not take an account of `neverBelowZero` below zero by what
 *   it debits on balance; a credit on balance always passes, also on an account that stays below zero.
 * - A claim is taken by whoever holds the key, its own owner included, and by an earlier claim of the same commit. A claim
 *   whose `expiresAt` the commit's instant has reached is free.
 * - `outbox`: messages are kept to the byte; they wait in the outbox until a later commit says that they are fanned out.
 * - `counters` are added to whatever stands there; they conflict with nothing.
 * - `completion` is applied first, then `jobs`. `Done` deletes the job, `DueAgain` moves it; both end the lease.
 * - `jobs` inserts a job or moves the due instant of the one that is there. When that one is leased, the lease stays and
 *   the job is marked rescheduled, since its worker may not have seen what the schedule is for. The end of the lease clears
 *   the mark, and keeps the schedule: `Done` leaves the job, due at the new instant; `DueAgain` and `release` leave it due at
 *   the earlier of both instants. A new claim clears the mark as well: its worker sees everything.
 */
export interface Commit {
  readonly aggregates: ReadonlyArray<AggregateWrite>
  readonly entries: ReadonlyArray<JournalEntry>
  readonly claims: ReadonlyArray<Claim>
  readonly events: ReadonlyArray<EventRecord>
  readonly counters: ReadonlyArray<CounterChange>
  readonly outbox: ReadonlyArray<OutboxChange>
  readonly erasures: ReadonlyArray<Erasure>
  readonly jobs: ReadonlyArray<ScheduledJob>
  readonly completion: JobCompletion | undefined
}

/** Whether there may be other work to do after a commit than before: a lease that is only proven changes no job. */
export const changesJobs = ({ completion, jobs }: Commit): boolean =>
  jobs.length > 0 || (completion !== undefined && completion._tag !== "Held")

/** A commit of nothing, to say only what a commit is about. */
export const emptyCommit: Commit = {
  aggregates: [],
  entries: [],
  claims: [],
  events: [],
  counters: [],
  outbox: [],
  erasures: [],
  jobs: [],
  completion: undefined
}

/** Another worker has the job now: whoever gets this must stop working on it. */
export class LeaseLost extends Schema.TaggedError<LeaseLost>()("LeaseLost", { subjectId: Schema.String }) {}

/** At least one key is taken; every taken one is listed with its owner. */
export class ClaimTaken extends Schema.TaggedError<ClaimTaken>()("ClaimTaken", {
  taken: Schema.Array(Schema.Struct({ scope: Schema.String, key: Schema.String, ownerId: Schema.String }))
}) {}

/** An aggregate changed since it was read: read it again and decide again. */
export class VersionConflict extends Schema.TaggedError<VersionConflict>()("VersionConflict", {
  subjectId: Schema.String,
  expected: Schema.Int
}) {}

/** An entry would take a limited account below zero. */
export class LimitExceeded extends Schema.TaggedError<LimitExceeded>()("LimitExceeded", {
  partnerId: Schema.String,
  account: Schema.String
}) {}

/**
 * The store could not answer. `notWritten`: nothing landed. `unknown`: it may have landed; the caller reads back with
 * `committed` before it decides again.
 */
export class StoreUnavailable extends Schema.TaggedError<StoreUnavailable>()("StoreUnavailable", {
  outcome: Schema.Literals(["notWritten", "unknown"]),
  reason: Schema.String
}) {}

export type CommitFailure = LeaseLost | ClaimTaken | VersionConflict | LimitExceeded | StoreUnavailable

/**
 * Port. The write side of storage. When `commit` succeeds the whole value is durable and visible to every reader of every
 * process; when it fails with anything but `unknown`, nothing of it is. A commit is checked in the order of
 * `CommitFailure` and the first failing kind is the answer.
 */
export class Store extends Context.Service<
  Store,
  {
    readonly commit: (commit: Commit) => Effect.Effect<void, CommitFailure>
    /** Whether the commit that carried this event landed. */
    readonly committed: (event: EventRecord) => Effect.Effect<boolean, StoreUnavailable>
  }
>()("@quittance/core/ports/Store") {}
