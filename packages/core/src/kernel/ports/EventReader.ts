import { Context, type Effect } from "effect"
import { type RecordedActor, recordedActor } from "../actor/Actor.ts"
import { integerIn, textIn } from "../concept/cells.ts"
import type { Row } from "../concept/columns.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { Instant } from "../time/Instant.ts"
import type { StoreUnavailable } from "./Store.ts"

/** An event as a store keeps it. */
export interface StoredEvent {
  readonly id: string
  /** Its tag. */
  readonly type: string
  /** The subject's version after the commit. */
  readonly version: number
  readonly at: Instant
  readonly actor: RecordedActor
  /** A JSON object, as `eventData` makes it. */
  readonly data: string
}

/** Decodes a row of `events`. */
export const storedEventOf = (row: Row): StoredEvent => ({
  id: textIn(row, "id"),
  type: textIn(row, "type"),
  version: integerIn(row, "version"),
  at: integerIn(row, "at"),
  actor: recordedActor(row.actor === null ? null : textIn(row, "actor")),
  data: textIn(row, "data")
})

/**
 * In the order in which they happened: by instant, those of one instant by the version that they led to, and those of
 * one commit as it had them.
 */
export const inOrder = (events: ReadonlyArray<StoredEvent>): ReadonlyArray<StoredEvent> =>
  [...events].sort(
    (one, other) => one.at - other.at || one.version - other.version || (one.id < other.id ? -1 : 1)
  )

/** Port. The events of one subject, as last committed. */
export class EventReader extends Context.Service<
  EventReader,
  {
    /** The newest events of a subject, at most `limit`, as `inOrder` sorts them. */
    readonly ofSubject: (
      partnerId: PartnerId,
      subjectId: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<StoredEvent>, StoreUnavailable>
  }
>()("@quittance/core/kernel/ports/EventReader") {}
