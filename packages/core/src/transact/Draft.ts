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

/** Something that happened, as it was decided. Its record gets an id when it is committed. */
export type NewEvent = Omit<EventRecord, "id">

/** What a decision wants to land. Fields that are left out are empty. `announcements` name those of its events that are told. */
export interface Draft<Announcement = never> extends Partial<Omit<Commit, "events">> {
  readonly events?: ReadonlyArray<NewEvent>
  readonly announcements?: ReadonlyArray<Announcement>
}

/** A draft that only makes what is new, so that it can lose no race. */
export interface NewDraft<Announcement = never> extends Draft<Announcement> {
  readonly aggregates?: ReadonlyArray<Commit["aggregates"][number] & { readonly expectedVersion: 0 }>
}

/** A decision: what shall land, and what is answered once it has. Without a commit nothing is written. */
export interface Decision<D, Answer> {
  readonly commit?: D
  readonly answer: Answer
  /**
   * Whether it landed, asked after an unclear outcome. Only a commit without events needs it: one with events is found by its
   * first event, and one with neither stays unknown.
   */
  readonly landed?: Effect.Effect<boolean, StoreUnavailable>
}

/** A job can be lost only where a commit completes one. */
export type LeaseLostOf<Completion> = Completion extends JobCompletion ? LeaseLost : never

/** Whether a draft has this field. A field of type `undefined` is left out. */
type Has<D, Field extends keyof Draft> = Field extends keyof D
  ? [D[Field]] extends [undefined]
    ? false
    : true
  : false

/** An entry whose limit is waived for sure. */
interface WithWaivedEntries {
  readonly entries: ReadonlyArray<{ readonly limit: "waived" }>
}

/**
 * What a commit can fail with, beside a store that is unavailable, follows from what its draft has: no completion, no `LeaseLost`;
 * no claims, no `ClaimTaken`; no entries, or waived ones only, no `LimitExceeded`. After a `VersionConflict` it is decided again.
 */
export type FailureOf<D> = D extends unknown
  ?
      | (Has<D, "completion"> extends true ? LeaseLost : never)
      | (Has<D, "claims"> extends true ? ClaimTaken : never)
      | (Has<D, "entries"> extends true ? (D extends WithWaivedEntries ? never : LimitExceeded) : never)
  : never

/** Refuses a draft with a field that no commit has: what is misspelt would not land. */
export type OnlyDraftFields<D> = {
  readonly [Field in Exclude<keyof D, keyof Draft>]: "a commit has no such field"
}
