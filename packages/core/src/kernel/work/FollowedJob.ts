import { Clock, Effect, Random } from "effect"
import type { LeasedJob } from "../ports/Job.ts"
import type { Instant } from "../time/Instant.ts"
import { makeTransact } from "../transact/Transact.ts"
import { jittered } from "./RetryPolicy.ts"

/** The shortest and the longest time between two polls of an external process. */
export interface LookBounds {
  readonly pollMillisMin: number
  readonly pollMillisMax: number
}

const jitterRatio = 0.1

/** The outcomes of a job that polls something external: its lease is proven, it is done, or it polls again. */
export const makeFollowedJob = Effect.map(
  makeTransact,
  ({ complete }) =>
    (job: LeasedJob, { pollMillisMax, pollMillisMin }: LookBounds) => ({
      held: { _tag: "Held", job } as const,
      done: { _tag: "Done", job } as const,
      /** After a quarter of the age since `since`: the older it is, the less often it is polled. */
      again: Effect.fnUntraced(function* (since: Instant) {
        const at = yield* Clock.currentTimeMillis
        const delay = Math.min(Math.max((at - since) / 4, pollMillisMin), pollMillisMax)
        const dueAt = at + jittered(delay, jitterRatio, yield* Random.next)
        return { _tag: "DueAgain", job, dueAt } as const
      }),
      complete
    })
)
