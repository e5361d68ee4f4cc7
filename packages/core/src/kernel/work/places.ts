import { Clock, Effect } from "effect"
import type { JobKind, LeasedJob, ScheduledJob } from "../ports/Job.ts"
import type { WorkQueue } from "../ports/WorkQueue.ts"
import type { Instant } from "../time/Instant.ts"
import type { HandedPlace, PlaceOf } from "../transact/Handover.ts"
import type { FenceStock } from "./FenceStock.ts"
import { leaseMillis } from "./JobHandler.ts"
import type { Line } from "./Line.ts"

/** The worker that has the places. */
interface PlaceOwner {
  readonly owner: string
  readonly queue: WorkQueue["Service"]
  readonly fences: FenceStock
  readonly isFinishing: () => boolean
}

const noPlace = Effect.succeed(undefined)

/** Places of a worker for jobs that commits hand over: a slot, and a lease. */
export const placesOf = (
  lines: ReadonlyArray<Line>,
  { fences, isFinishing, owner, queue }: PlaceOwner
): PlaceOf => {
  const lineOf = new Map<JobKind, Line>()
  for (const line of lines) if (line.handler.takesHanded === true) lineOf.set(line.handler.kind, line)

  const take = (line: Line, { dueAt, kind, partnerId, subjectId }: ScheduledJob, now: Instant) => {
    const place = line.takePlace()
    if (place === undefined) return undefined
    const fence = fences.take()
    if (fence === undefined) {
      place.giveBack()
      return undefined
    }
    const leaseUntil = now + leaseMillis
    const leased: LeasedJob = { kind, partnerId, subjectId, dueAt, fence, leaseUntil }
    const giveBack = Effect.sync(place.giveBack)
    const handed: HandedPlace = {
      lease: { owner, fence, until: leaseUntil },
      start: ({ aggregates }) => !isFinishing() && place.start(leased, aggregates),
      giveBack,
      abandon: Effect.andThen(giveBack, Effect.forkDetach(Effect.ignore(queue.release(leased, dueAt))))
    }
    return handed
  }

  const placeIn = (line: Line, job: ScheduledJob) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      job.dueAt > now
        ? noPlace
        : Effect.match(line.isHeld, {
            onSuccess: (held) => (held ? undefined : take(line, job, now)),
            onFailure: () => undefined
          })
    )

  return (job) => {
    const line = isFinishing() ? undefined : lineOf.get(job.kind)
    return line === undefined ? noPlace : placeIn(line, job)
  }
}
