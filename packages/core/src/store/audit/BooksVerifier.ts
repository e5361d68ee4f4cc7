import { Context, type Effect, Schema } from "effect"
import type { Instant } from "../../kernel/time/Instant.ts"

/** The verification of the books could not be begun. */
export class BooksUnavailable extends Schema.TaggedError<BooksUnavailable>()("BooksUnavailable", {
  reason: Schema.String
}) {
  get code() {
    return "books_unavailable" as const
  }

  override get message(): string {
    return `the books could not be verified: ${this.reason}`
  }
}

/** A verification that goes on. */
export interface RunningVerification {
  readonly startedAt: Instant
  /** How many records were looked at so far; null if that is not known yet. */
  readonly checkedCount: number | null
}

/** A verification that has ended. */
export interface EndedVerification {
  readonly startedAt: Instant
  readonly endedAt: Instant
  readonly checkedCount: number
  /** How many faults there are; null if it ended without an answer. */
  readonly faultCount: number | null
  /** The first faults, each in a sentence; or why there is no answer. */
  readonly sentences: ReadonlyArray<string>
}

export interface BooksStanding {
  readonly running: RunningVerification | null
  readonly last: EndedVerification | null
}

/**
 * Port. Verifies the books apart from the server: two minutes of a processor for a million payouts would delay every
 * request. At most one verification goes on.
 */
export class BooksVerifier extends Context.Service<
  BooksVerifier,
  {
    readonly standing: Effect.Effect<BooksStanding, BooksUnavailable>
    /** Begins one, and does not wait for its end. One that goes on stays as it is. */
    readonly begin: Effect.Effect<BooksStanding, BooksUnavailable>
  }
>()("@quittance/core/store/audit/BooksVerifier") {}
