import { Clock, Effect } from "effect"
import type { LeasedJob } from "../ports/Job.ts"
import { LeaseLost } from "../ports/Store.ts"
import type { WorkQueue } from "../ports/WorkQueue.ts"
import { leaseMillis } from "./JobHandler.ts"

/** Renews the lease while the other effect of a race runs; fails when another worker has the job. */
export const keepLease = (queue: WorkQueue["Service"], job: LeasedJob): Effect.Effect<never, LeaseLost> =>
  Effect.sleep(leaseMillis / 3).pipe(
    Effect.andThen(Clock.currentTimeMillis),
    Effect.flatMap((now) => queue.extend(job, now + leaseMillis)),
    // Two more renewals fit before the lease ends; a lost lease is detected by the commit.
    Effect.catchTag("StoreUnavailable", () => Effect.succeed(true)),
    Effect.flatMap((isOurs) =>
      isOurs ? Effect.void : Effect.fail(new LeaseLost({ subjectId: job.subjectId }))
    ),
    Effect.forever
  )
