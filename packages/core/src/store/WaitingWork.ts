import { Context, type Effect, type Option } from "effect"
import type { PayoutId, RecordedPayout } from "../concepts/payout/PayoutRecord.ts"
import type { JobKind } from "../kernel/ports/Job.ts"
import type { StoreUnavailable } from "../kernel/ports/Store.ts"
import type { Instant } from "../kernel/time/Instant.ts"

/** The steps of a payout before its outcome. */
export const openPayoutSteps = ["awaiting", "reserved", "submitting", "submitted", "unknown"] as const
export type OpenPayoutStep = (typeof openPayoutSteps)[number]

export interface AskedOpenPayouts {
  /** All behind this id; none is before the empty one. */
  readonly after: PayoutId
  /** At most so many. */
  readonly limit: number
  /** By default every step. */
  readonly step?: OpenPayoutStep | undefined
}

/** Some that wait, and when the oldest of them was created; a payout that was approved waits since its last change. */
export interface Waiting {
  readonly count: number
  readonly oldestAt: Instant
}

/**
 * Port. What waits in a store, of all partners together, for those who operate it. It is found through the jobs of what
 * waits, so the cost grows with that and not with the history.
 */
export class WaitingWork extends Context.Service<
  WaitingWork,
  {
    /** Payouts without an outcome; steps without any are left out. */
    readonly payouts: Effect.Effect<ReadonlyMap<OpenPayoutStep, Waiting>, StoreUnavailable>
    /**
     * The payouts themselves, of all partners, the oldest first: lists show what is new, and what is stuck is old.
     * Their order is that of their ids, which are made with them.
     */
    readonly openPayouts: (
      asked: AskedOpenPayouts
    ) => Effect.Effect<ReadonlyArray<RecordedPayout>, StoreUnavailable>
    /** Webhook deliveries that are pending, due or not; none if there is none. */
    readonly deliveries: Effect.Effect<Option.Option<Waiting>, StoreUnavailable>
    /** How many jobs are due at an instant and held by nobody; kinds without any are left out. */
    readonly jobsDue: (now: Instant) => Effect.Effect<ReadonlyMap<JobKind, number>, StoreUnavailable>
  }
>()("@quittance/core/store/WaitingWork") {}
