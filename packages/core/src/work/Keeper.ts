import { Clock, Effect } from "effect"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { IndexedBy, StateReader } from "../ports/StateReader.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import { type Instant, millisPerDay } from "../time/Instant.ts"
import { makeTransact } from "../transact/Transact.ts"
import type { JobKind, ScheduledJob } from "../ports/Job.ts"
import type { JobHandler } from "./Worker.ts"

/**
 * Ends the retention of one kind of thing for a partner: one job for all of them, at the end of the UTC day. It is named by that
 * instant, so that whoever schedules the next one never puts off one that is overdue.
 */
export const retainJob = (kind: JobKind, partnerId: PartnerId, now: Instant): ScheduledJob => {
  const dueAt = (Math.floor(now / millisPerDay) + 1) * millisPerDay
  return { kind, partnerId, subjectId: new Date(dueAt).toISOString(), dueAt }
}

/** Redacted between two proofs of the lease. */
const redactMax = 20

export interface Kept<E> {
  readonly kind: JobKind
  /** How long what has ended is kept; for good where it is undefined. */
  readonly retentionMillis: number | undefined
  /** Ids of what ended before an instant and is not redacted, the earliest first. */
  readonly due: (
    partnerId: PartnerId,
    endedBefore: Instant,
    limit: number
  ) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  readonly redact: (partnerId: PartnerId, id: string) => Effect.Effect<unknown, E>
}

/** `due` of a concept that has an index of what is not redacted. */
export const unredactedBy =
  <State>(states: StateReader["Service"], concept: IndexedBy<State, "unredacted">): Kept<never>["due"] =>
  (partnerId, endedBefore, limit) =>
    Effect.map(
      states.indexed(concept, "unredacted", { equal: [partnerId], below: endedBefore, limit }),
      (found) => found.map(({ state }) => concept.nameOf(state).id)
    )

/** Ends retention, once a day: redacts what a partner has whose time is over by the setting of now. */
export const makeKeeper = <E extends { readonly _tag: string }>(kept: Kept<E>) =>
  Effect.map(
    makeTransact,
    ({ commit, complete }) =>
      ({
        kind: kept.kind,
        concurrency: 1,
        handle: Effect.fnUntraced(function* (job) {
          const { partnerId } = job
          // A clock that was set back must not bring this day's job back.
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
