import { type JobKind, type OpenPayoutStep, type Waiting, WaitingWork } from "@quittance/core/adapter"
import { Clock, Effect, type Option } from "effect"

/** How long the storage may take to answer. */
const storageMillisMax = 2_000

/** What waits in the store at an instant. */
export interface FoundWaiting {
  readonly at: number
  readonly payouts: ReadonlyMap<OpenPayoutStep, Waiting>
  readonly deliveries: Option.Option<Waiting>
  readonly jobsDue: ReadonlyMap<JobKind, number>
}

/** None if the storage does not answer: a health check must not depend on it. */
export const makeWaitingLook = Effect.map(WaitingWork, ({ deliveries, jobsDue, payouts }) =>
  Effect.flatMap(Clock.currentTimeMillis, (at) =>
    Effect.all({ at: Effect.succeed(at), payouts, deliveries, jobsDue: jobsDue(at) })
  ).pipe(Effect.timeout(storageMillisMax), Effect.option)
)
