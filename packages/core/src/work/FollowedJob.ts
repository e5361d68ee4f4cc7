import { Clock, Effect, Random } from "effect"
import type { Instant } from "../time/Instant.ts"
import { makeTransact } from "../transact/Transact.ts"
import type { LeasedJob } from "../ports/Job.ts"
import { jittered } from "./RetryPolicy.ts"

/** The least and the most time between two looks at what is under way outside. */
export interface LookBounds {
  readonly pollMillisMin: number
  readonly pollMillisMax: number
}

const jitterRatio = 0.1

/** What may become of the job that follows something outside: its lease is proven, it is done, or it looks again. */
export const makeFollowedJob = Effect.map(
  makeTransact,
  ({ complete }) =>
    (job: LeasedJob, { pollMillisMax, pollMillisMin }: LookBounds) => ({
      held: { _tag: "Held", job } as const,
      done: { _tag: "Done", job } as const,
      /** After a quarter of the age of what began at `since`: the older it is, the less often it is asked about. */
      again: Effect.fnUntraced(function* (since: Instant) {
        const at = yield* Clock.currentTimeMillis
        const delay = Math.min(Math.max((at - since) / 4, pollMillisMin), pollMillisMax)
        const dueAt = at + jittered(delay, jitterRatio, yield* Random.next)
        return { _tag: "DueAgain", job, dueAt } as const
      }),
      complete
    })
)
