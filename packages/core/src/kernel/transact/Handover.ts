import { Cause, Context, Effect, Exit, Layer, type Scope } from "effect"
import type { HandedLease, ScheduledJob } from "../ports/Job.ts"
import { type Commit, StoreUnavailable } from "../ports/Store.ts"

/** A place that a worker of this process keeps for a job which is about to be committed. */
export interface HandedPlace {
  readonly lease: HandedLease
  /** The job was committed, by this commit: it starts now. Returns whether it does: a worker that ends starts none. */
  readonly start: (commit: Commit) => boolean
  /** It was not. */
  readonly giveBack: Effect.Effect<void>
  /** Nobody knows: the place is free again, and so is the job if it has the lease. */
  readonly abandon: Effect.Effect<void>
}

/** A place for a job, if the worker starts jobs of this kind and has one free. */
export type PlaceOf = (job: ScheduledJob) => Effect.Effect<HandedPlace | undefined>

/** Writes a commit; whether it landed. It fails with `unknown` if that cannot be determined. */
type Write<E> = (commit: Commit) => Effect.Effect<boolean, E>

/**
 * Hands the jobs that a commit creates to the worker of this process, which starts them as soon as the commit has
 * landed. They need no claim and no read. Without a worker, without a free place, or while the worker is behind with
 * what is due, jobs wait in the store for a claim as ever.
 */
interface HandoverService {
  readonly commit: <E>(commit: Commit, write: Write<E>) => Effect.Effect<boolean, E>
  /** Takes jobs over until the scope closes. */
  readonly serve: (placeOf: PlaceOf) => Effect.Effect<void, never, Scope.Scope>
}

/** By default nothing is handed over: a composition that runs a worker adds `handoverLayer`. */
export const Handover = Context.Reference<HandoverService>("@quittance/core/kernel/transact/Handover", {
  defaultValue: () => ({ commit: (commit, write) => write(commit), serve: () => Effect.void })
})

export const handoverLayer = Layer.sync(Handover, () => {
  let placeOf: PlaceOf | undefined
  return {
    commit: (commit, write) =>
      placeOf === undefined || commit.jobs.length === 0 ? write(commit) : handingOver(placeOf, commit, write),
    serve: (by) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          placeOf = by
        }),
        () =>
          Effect.sync(() => {
            placeOf = undefined
          })
      )
  }
})

/** Whoever takes a place gives it back, or its job starts, whatever becomes of the commit and of its caller. */
const handingOver = <E>(placeOf: PlaceOf, commit: Commit, write: Write<E>): Effect.Effect<boolean, E> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(placesFor(placeOf, commit.jobs), (places) => {
      if (places.every((place) => place === undefined)) return restore(write(commit))
      const jobs = commit.jobs.map((job, index) => ({ ...job, lease: places[index]?.lease }))
      const handing = { ...commit, jobs }
      return Effect.onExit(restore(write(handing)), (exit) => {
        const over = places.flatMap((place) => (place === undefined ? [] : settle(place, exit, handing)))
        return over.length === 0 ? Effect.void : Effect.all(over, { discard: true })
      })
    })
  )

type Places = ReadonlyArray<HandedPlace | undefined>

const placesFor = (placeOf: PlaceOf, jobs: ReadonlyArray<ScheduledJob>): Effect.Effect<Places> => {
  const [only, ...others] = jobs
  return only === undefined || others.length > 0
    ? Effect.forEach(jobs, placeOf)
    : Effect.map(placeOf(only), (place) => [place])
}

/** Starts the job if it was committed; what is left to do about its place. */
const settle = (
  place: HandedPlace,
  exit: Exit.Exit<boolean, unknown>,
  commit: Commit
): ReadonlyArray<Effect.Effect<void>> => {
  if (Exit.isSuccess(exit) && exit.value) return place.start(commit) ? [] : [place.abandon]
  return [isCertain(exit) ? place.giveBack : place.abandon]
}

/** Whether a commit that did not succeed has certainly not landed. */
const isCertain = (exit: Exit.Exit<boolean, unknown>): boolean => {
  if (Exit.isSuccess(exit)) return true
  return exit.cause.reasons.every(
    (reason) =>
      Cause.isFailReason(reason) &&
      !(reason.error instanceof StoreUnavailable && reason.error.outcome === "unknown")
  )
}
