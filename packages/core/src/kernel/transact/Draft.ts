import type { Effect } from "effect"
import type {
  ClaimTaken,
  Commit,
  EventRecord,
  JobCompletion,
  LeaseLost,
  LimitExceeded,
  StoreUnavailable
} from "../ports/Store.ts"

/** An event as it was decided. It gets its id and its actor when it is committed. */
export type NewEvent = Omit<EventRecord, "id" | "actor">

/**
 * What a decision wants to write. Omitted fields are empty. `announcements` name the events that are sent to
 * webhooks.
 */
export interface Draft<Announcement = never> extends Partial<Omit<Commit, "events">> {
  readonly events?: ReadonlyArray<NewEvent>
  readonly announcements?: ReadonlyArray<Announcement>
}

/** A draft that only creates new records, so it cannot lose a race. */
export interface NewDraft<Announcement = never> extends Draft<Announcement> {
  readonly aggregates?: ReadonlyArray<Commit["aggregates"][number] & { readonly expectedVersion: 0 }>
  readonly guards?: never
}

/** A decision: what to write, and the answer once it is written. Without a commit nothing is written. */
export interface Decision<D, Answer> {
  readonly commit?: D
  readonly answer: Answer
  /**
   * Checks whether the commit was written, after an unclear outcome. Only a commit without events needs it:
   * one with events is found by its first event. Without either the outcome stays unknown.
   */
  readonly landed?: Effect.Effect<boolean, StoreUnavailable>
}

/** `LeaseLost` is possible only if the commit completes a job. */
export type LeaseLostOf<Completion> = Completion extends JobCompletion ? LeaseLost : never

/** Whether a draft has this field. A field of type `undefined` counts as omitted. */
type Has<D, Field extends keyof Draft> = Field extends keyof D
  ? [D[Field]] extends [undefined]
    ? false
    : true
  : false

/** An entry whose limit is always waived. */
interface WithWaivedEntries {
  readonly entries: ReadonlyArray<{ readonly limit: "waived" }>
}

/**
 * The errors of a commit, besides an unavailable store, follow from its draft: without completion no
 * `LeaseLost`; without claims no `ClaimTaken`; without entries, or with waived ones only, no `LimitExceeded`.
 * After a `VersionConflict` the decision is made again.
 */
export type FailureOf<D> = D extends unknown
  ?
      | (Has<D, "completion"> extends true ? LeaseLost : never)
      | (Has<D, "claims"> extends true ? ClaimTaken : never)
      | (Has<D, "entries"> extends true ? (D extends WithWaivedEntries ? never : LimitExceeded) : never)
  : never

/** Rejects a draft with an unknown field: a misspelt field would silently not be written. */
export type OnlyDraftFields<D> = {
  readonly [Field in Exclude<keyof D, keyof Draft>]: "a commit has no such field"
}
