import { Clock, Effect } from "effect"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { JobKind, ScheduledJob } from "../ports/Job.ts"
import type { IndexedBy, StateReader } from "../ports/StateReader.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import { type Instant, millisPerDay } from "../time/Instant.ts"
import { makeTransact } from "../transact/Transact.ts"
import type { JobHandler } from "./JobHandler.ts"

/**
 * Ends the retention of one kind of record for a partner: one job for all of them, at the end of the UTC day.
 * Its name contains that instant, so scheduling the next one never delays an overdue one.
 */
export const retainJob = (kind: JobKind, partnerId: PartnerId, now: Instant): ScheduledJob => {
  const dueAt = (Math.floor(now / millisPerDay) + 1) * millisPerDay
  return { kind, partnerId, subjectId: new Date(dueAt).toISOString(), dueAt }
}

/** How many are redacted between two checks of the lease. */
const redactMax = 20

export interface Kept<E> {
  readonly kind: JobKind
  /** How long ended records are kept; forever if undefined. */
  readonly retentionMillis: number | undefined
  /** Ids of records that ended before an instant and are not redacted, the earliest first. */
  readonly due: (
    partnerId: PartnerId,
    endedBefore: Instant,
    limit: number
  ) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  readonly redact: (partnerId: PartnerId, id: string) => Effect.Effect<unknown, E>
}

/** `due` of a concept with an index of unredacted records. */
export const unredactedBy =
  <State>(states: StateReader["Service"], concept: IndexedBy<State, "unredacted">): Kept<never>["due"] =>
  (partnerId, endedBefore, limit) =>
    Effect.map(
      states.indexed(concept, "unredacted", { equal: [partnerId], below: endedBefore, limit }),
      (found) => found.map(({ state }) => concept.nameOf(state).id)
    )

/** Ends retention, once a day: redacts a partner's records that are older than the current setting allows. */
export const makeKeeper = <E extends { readonly _tag: string }>(kept: Kept<E>) =>
  Effect.map(
    makeTransact,
    ({ commit, complete }) =>
      ({
        kind: kept.kind,
        concurrency: 1,
        handle: Effect.fnUntraced(function* (job) {
          const { partnerId } = job
          // After the clock was set back, this day's job must not be scheduled again.
          const now = Math.max(yield* Clock.currentTimeMillis, job.dueAt)
          while (kept.retentionMillis !== undefined) {
            const due = yield* kept.due(partnerId, now - kept.retentionMillis, redactMax)
            yield* Effect.forEach(due, (id) => kept.redact(partnerId, id), {
              concurrency: redactMax,
              discard: true
            })
            if (due.length < redactMax) break
            yield* complete({ _tag: "Held", job })
          }
          const jobs = [retainJob(kept.kind, partnerId, now)]
          yield* commit({ jobs, completion: { _tag: "Done", job } })
        })
      }) satisfies JobHandler
  )
