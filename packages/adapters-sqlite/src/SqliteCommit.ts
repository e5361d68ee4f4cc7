import {
  type Commit,
  type CommitFailure,
  changesJobs,
  conceptNamed,
  countersOf,
  invoiceJobs,
  kycJobs,
  Store
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import type { Checkpoints } from "./Checkpoints.ts"
import { prepareAggregates } from "./commit/aggregates.ts"
import { prepareClaims } from "./commit/claims.ts"
import { prepareEvents } from "./commit/events.ts"
import { type EntryMoves, type HeldBalances, movesOf, prepareJournal } from "./commit/journal.ts"
import { prepareOutbox } from "./commit/outbox.ts"
import type { HashChain } from "./hashChain/HashChain.ts"
import { type JobChanges, prepareJobs } from "./JobChanges.ts"
import type { ListCounts } from "./lists/ListCounts.ts"
import type { Reads } from "./Reads.ts"
import type { RollUps } from "./RollUps.ts"
import type { WriteQueue } from "./WriteQueue.ts"

/**
 * The write side. A commit is checked completely, in the documented order, before its first write. Under the
 * write lock nothing that was checked can change, so a commit that passed the checks succeeds, and a refused
 * one has written nothing. Most commits write one row, and their first statements are their checks: if one of them
 * finds what it must not, what the ones before it wrote is removed, and the checks say why.
 */
export const sqliteStore = (
  database: Database.Database,
  queue: WriteQueue,
  reads: Reads,
  jobChanges: JobChanges,
  checkpoints: Checkpoints,
  hashChain: HashChain,
  listCounts: ListCounts,
  rollUps: RollUps,
  balances: HeldBalances
): Store["Service"] => {
  const aggregates = prepareAggregates(database, listCounts)
  const claims = prepareClaims(database)
  const journal = prepareJournal(database, hashChain, balances)
  const outbox = prepareOutbox(database, listCounts)
  const jobs = prepareJobs(database)
  const events = prepareEvents(database, hashChain)
  const findEvent = database.prepare("SELECT 1 FROM events WHERE id = ?").pluck()

  const refusalOf = (commit: Commit, moves: ReadonlyArray<EntryMoves>): CommitFailure | undefined =>
    (commit.completion && jobs.lost(commit.completion)) ??
    claims.refusal(commit) ??
    aggregates.stale(commit.aggregates) ??
    aggregates.changed(commit.guards) ??
    journal.exceeded(moves)

  /**
   * The claims and the row of a commit that writes one row: each statement checks what it writes, so nothing is looked
   * up before. Returns false if it wrote nothing, for whatever reason.
   */
  const begins = (commit: Commit, moves: ReadonlyArray<EntryMoves>): boolean => {
    const [row] = commit.aggregates
    if (row === undefined || commit.aggregates.length > 1 || commit.erasures.length > 0) return false
    const attempt = aggregates.attemptOf(row)
    if (attempt === undefined || (commit.completion && jobs.lost(commit.completion)) !== undefined)
      return false
    if (aggregates.changed(commit.guards) !== undefined) return false
    if (journal.exceeded(moves) !== undefined || !claims.attempt(commit.claims)) return false
    if (attempt()) return true
    commit.claims.forEach(claims.release)
    return false
  }

  const write = (commit: Commit): Effect.Effect<void, CommitFailure> => {
    const moves = commit.entries.map(movesOf)
    if (!begins(commit, moves)) {
      const refusal = refusalOf(commit, moves)
      if (refusal !== undefined) return Effect.fail(refusal)
      aggregates.write(commit.aggregates)
      for (const erasure of commit.erasures) if (erasure._tag === "Claim") claims.release(erasure.claim)
      for (const claim of commit.claims) claims.take(claim)
    }
    // Something is written: the commit must succeed.
    for (const each of moves) {
      journal.write(each)
      listCounts.noteEntry(each.entry, each.deltas)
    }
    events.write(commit)
    rollUps.note(countersOf(commit))
    outbox.write(commit.outbox)
    outbox.erase(commit.erasures)
    if (commit.completion !== undefined) jobs.complete(commit.completion)
    for (const job of commit.jobs) jobs.schedule(job)
    if (changesJobs(commit)) jobChanges.noteInGroup()
    if (erases(commit)) checkpoints.noteErasure()
    return Effect.void
  }

  return Store.of({
    commit: (commit) => queue.submit(weightOf(commit), () => write(commit)),
    committed: (event) => reads.read(() => findEvent.get(event.id) !== undefined)
  })
}

/**
 * Whether the commit removes something that must be in no file afterwards. The job after a redaction says so
 * each time it runs, so it also completes the erasure if a process ended before the truncation.
 */
const erases = ({ aggregates, completion, erasures }: Commit): boolean =>
  erasures.length > 0 ||
  completion?.job.kind === kycJobs.erase ||
  completion?.job.kind === invoiceJobs.erase ||
  aggregates.some(({ _tag, state }) => conceptNamed.get(_tag)?.isRedacted(state))

/** An erased message takes its deliveries with it, one per endpoint; this many rows are assumed. */
const erasedRows = 4

/** A picture has up to this many search rows. */
const bandRows = 16

/** Roughly how many statements a commit needs. */
const weightOf = (commit: Commit): number => {
  let weight =
    commit.guards.length +
    commit.claims.length +
    commit.events.length +
    commit.outbox.length +
    commit.jobs.length +
    1
  for (const change of commit.counters) weight += change._tag === "Batch" || change._tag === "Wallet" ? 1 : 3
  for (const erasure of commit.erasures) weight += erasure._tag === "Claim" ? 1 : erasedRows
  for (const entry of commit.entries) weight += 2 * entry.postings.length + 2
  for (const { _tag, state } of commit.aggregates) {
    weight += 1
    if (_tag === "KycSession") weight += bandRows * state.documents.length
  }
  return weight
}
