import { Effect, Option, Result } from "effect"
import { addToCounterSums } from "../../kernel/counter/Counter.ts"
import type { JournalEntry } from "../../kernel/ledger/Ledger.ts"
import { deltasOf, neverBelowZero, zeroBalances } from "../../kernel/ledger/Ledger.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import {
  type AggregateWrite,
  ClaimTaken,
  type Commit,
  changesJobs,
  type JobCompletion,
  LeaseLost,
  LimitExceeded,
  Store,
  VersionConflict
} from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { conceptNamed } from "../../store/concepts.ts"
import { countersOf } from "../../store/networkCounters.ts"
import { changeOutbox, eraseMessage } from "./MemoryOutbox.ts"
import {
  balanceKeyOf,
  claimKeyOf,
  freed,
  jobKeyOf,
  type KeptBalances,
  leasedJob,
  type MemoryState
} from "./MemoryState.ts"

/**
 * The write side in memory. `commit` checks everything in the documented order and writes only then, in one synchronous
 * step: no other fiber sees a part of it, and a refusal leaves nothing.
 */
export const memoryStore = (state: MemoryState): Store["Service"] =>
  Store.of({
    commit: (commit) =>
      Effect.suspend(() => {
        const balances = balancesAfter(state, commit.entries)
        const refusal =
          lostLease(state, commit) ??
          takenClaims(state, commit) ??
          versionConflict(state, commit) ??
          Option.getOrUndefined(Result.getFailure(balances))
        if (refusal !== undefined) return Effect.fail(refusal)
        // After this point the commit lands.
        apply(state, commit, Result.getOrThrow(balances))
        return Effect.void
      }),
    committed: (event) => Effect.sync(() => state.events.has(event.id))
  })

const lostLease = (state: MemoryState, { completion }: Commit): LeaseLost | undefined =>
  completion !== undefined && leasedJob(state, completion.job) === undefined
    ? new LeaseLost({ subjectId: completion.job.subjectId })
    : undefined

/**
 * A claim is taken by one that stands in the store, or earlier in the same commit. Expired and given up ones are free.
 */
const takenClaims = (state: MemoryState, commit: Commit): ClaimTaken | undefined => {
  const at = commit.events[0]?.at ?? Number.NEGATIVE_INFINITY
  const released = releasedClaims(state, commit)
  const owners = new Map<string, string>()
  const taken = commit.claims.flatMap(({ scope, key, ownerId, partnerId }) => {
    const name = claimKeyOf(scope, partnerId, key)
    const stored = state.claims.get(name)
    const isFree =
      stored === undefined ||
      released.has(name) ||
      Option.exists(stored.expiresAt, (expiresAt) => expiresAt <= at)
    const holder = isFree ? owners.get(name) : stored.ownerId
    owners.set(name, ownerId)
    return holder === undefined ? [] : [{ scope: scope.name, key, ownerId: holder }]
  })
  return taken.length === 0 ? undefined : new ClaimTaken({ taken })
}

/** The names of claims that go with this commit; another owner's claim under the same key stays. */
const releasedClaims = (state: MemoryState, { erasures }: Commit): ReadonlySet<string> =>
  new Set(
    erasures.flatMap((erasure) => {
      if (erasure._tag !== "Claim") return []
      const { key, ownerId, partnerId, scope } = erasure.claim
      const name = claimKeyOf(scope, partnerId, key)
      return state.claims.get(name)?.ownerId === ownerId ? [name] : []
    })
  )

const versionConflict = (state: MemoryState, { aggregates, guards }: Commit): VersionConflict | undefined => {
  const named = [
    ...aggregates.map((write) => ({ _tag: write._tag, id: idOf(write), version: write.expectedVersion })),
    ...guards
  ]
  const stale = named.find(({ _tag, id, version }) => versionOf(state, _tag, id) !== version)
  return stale && new VersionConflict({ subjectId: stale.id, expected: stale.version })
}

/** What the touched balances become, entry by entry; refused at the first entry that breaks its limit. */
const balancesAfter = (
  state: MemoryState,
  entries: ReadonlyArray<JournalEntry>
): Result.Result<ReadonlyMap<string, KeptBalances>, LimitExceeded> => {
  const touched = new Map<string, KeptBalances>()
  for (const entry of entries) {
    const { currency, partnerId } = entry
    const name = balanceKeyOf(partnerId, currency)
    const accounts = { ...((touched.get(name) ?? state.balances.get(name))?.accounts ?? zeroBalances) }
    for (const [account, delta] of deltasOf(entry)) {
      accounts[account] += delta
      const isLimited = entry.limit === "enforced" && neverBelowZero.has(account)
      if (isLimited && delta < 0n && accounts[account] < 0n) {
        return Result.fail(new LimitExceeded({ partnerId, account }))
      }
    }
    touched.set(name, { partnerId, currency, accounts })
  }
  return Result.succeed(touched)
}

const apply = (state: MemoryState, commit: Commit, balances: ReadonlyMap<string, KeptBalances>): void => {
  for (const write of commit.aggregates) writeAggregate(state, write)
  state.journal.push(...commit.entries)
  for (const [name, kept] of balances) state.balances.set(name, kept)
  for (const name of releasedClaims(state, commit)) state.claims.delete(name)
  for (const claim of commit.claims)
    state.claims.set(claimKeyOf(claim.scope, claim.partnerId, claim.key), claim)
  for (const event of commit.events) state.events.set(event.id, event)
  for (const change of countersOf(commit)) addToCounterSums(state.counters, change)
  for (const change of commit.outbox) changeOutbox(state, change)
  for (const erasure of commit.erasures) {
    if (erasure._tag === "WebhookMessage") eraseMessage(state, erasure.partnerId, erasure.messageId)
  }
  if (commit.completion !== undefined) completeJob(state, commit.completion)
  for (const job of commit.jobs) scheduleJob(state, job)
  if (changesJobs(commit)) state.jobChanges.bump()
}

const completeJob = (state: MemoryState, completion: JobCompletion): void => {
  const name = jobKeyOf(completion.job)
  const stored = state.jobs.get(name)
  if (stored === undefined) return
  switch (completion._tag) {
    case "Done":
      if (stored.rescheduled) state.jobs.set(name, freed(stored, stored.dueAt))
      else state.jobs.delete(name)
      return
    case "DueAgain":
      state.jobs.set(name, freed(stored, completion.dueAt))
      return
    case "Held":
      return
  }
}

const scheduleJob = (state: MemoryState, job: ScheduledJob): void => {
  const { dueAt, kind, partnerId, subjectId } = job
  const stored = state.jobs.get(jobKeyOf(job))
  const lease = stored === undefined ? Option.fromUndefinedOr(job.lease) : stored.lease
  state.jobs.set(jobKeyOf(job), {
    kind,
    partnerId,
    subjectId,
    dueAt,
    lease,
    rescheduled: stored !== undefined && Option.isSome(lease)
  })
}

const idOf = ({ _tag, state }: AggregateWrite): string =>
  _tag === "WebhookDelivery" ? state.order.id : (conceptNamed.get(_tag)?.nameOf(state).id ?? "")

/** The states of a kind, without saying which: each kind has a map of its own, by id. */
const mapOf = (state: MemoryState, tag: AggregateWrite["_tag"]): Map<string, Versioned<unknown>> =>
  state.aggregates[tag]

/** The version of the aggregate as stored; 0 when there is none. */
const versionOf = (state: MemoryState, tag: AggregateWrite["_tag"], id: string): number =>
  mapOf(state, tag).get(id)?.version ?? 0

const writeAggregate = (state: MemoryState, write: AggregateWrite): void => {
  mapOf(state, write._tag).set(idOf(write), { state: write.state, version: write.expectedVersion + 1 })
}
