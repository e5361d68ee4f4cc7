import { WallClock } from "@quittance/core/adapter"
import { Clock, Deferred, Effect, type Scope } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import {
  canAdmit,
  hasWholeLink,
  nextToAdmit,
  type PlaceLimits,
  slowestVisitToDrop,
  waitingVisitToDrop
} from "./Places.ts"
import { type Holders, newVisit, type Visit } from "./Visit.ts"

export interface RoomLimits extends PlaceLimits {
  /** How many visits may wait unread, and how long each waits for a place. */
  readonly waitingMax: number
  readonly waitMillisMax: number
  /** What there are too many of; refusals name it. */
  readonly what: string
  readonly retryAfterSeconds: number
}

/** How often a waiting visit checks whether another must be dropped. */
const lookMillis = 250

/**
 * Limits work that uses memory or a connection for as long as its client likes. No holder has more than a share. A
 * visit without a place waits in line with its body unread, which costs nothing. The visit whose holder has least is
 * admitted first. When all places are taken, the slowest visit of a holder with more places than the waiting one is
 * dropped. So no client can keep others out by being slow.
 */
export interface Room {
  /** Fails if a visit would find neither a free place nor one that can be taken; changes nothing. */
  readonly ask: (holders: Holders) => Effect.Effect<void, ApiRefusal>
  /** A place until the scope closes. It may be taken away earlier. */
  readonly stay: (holders: Holders) => Effect.Effect<Visit, ApiRefusal, Scope.Scope>
  /** Runs an effect in a place. Fails before it starts or, if the place is taken away, while it runs. */
  readonly visit: <A, E>(
    holders: Holders,
    use: (visit: Visit) => Effect.Effect<A, E>
  ) => Effect.Effect<A, E | ApiRefusal>
}

export const makeRoom = Effect.fnUntraced(function* (limits: RoomLimits) {
  const wallClock = yield* WallClock
  const clock = yield* Clock.Clock
  const now = (): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  /** In the order of their arrival. */
  const visits = new Set<Visit>()

  const headers = { "Retry-After": String(limits.retryAfterSeconds) }
  const refusal = (message: string) => new ApiRefusal({ code: "service_unavailable", message, headers })
  const noRoom = refusal(`too many ${limits.what} at once; try again`)
  const tooSlow = refusal(`too many ${limits.what} at once, and this one was the slowest; try again`)

  const inside = () => [...visits].filter(({ enteredAt }) => enteredAt !== undefined)
  const waiting = () => [...visits].filter(({ enteredAt }) => enteredAt === undefined)

  const letIn = (): void => {
    for (;;) {
      const next = nextToAdmit(inside(), waiting(), limits)
      if (next === undefined) return
      next.enteredAt = now()
      Deferred.doneUnsafe(next.turn, Effect.void)
    }
  }

  const leave = (visit: Visit): void => {
    visits.delete(visit)
    letIn()
  }

  /** Drops another visit for a waiting one, if one must be dropped. */
  const press = (visit: Visit): void => {
    const taken = inside()
    if (visit.enteredAt !== undefined || taken.length < limits.placesMax) return
    const slowest = slowestVisitToDrop(taken, visit, now(), limits)
    if (slowest === undefined) return
    Deferred.doneUnsafe(slowest.gaveWay, Effect.fail(tooSlow))
    visits.delete(slowest)
    visit.enteredAt = now()
    Deferred.doneUnsafe(visit.turn, Effect.void)
  }

  const ask: Room["ask"] = (holders) =>
    Effect.suspend(() => {
      const visit = newVisit(holders)
      const taken = inside()
      const isFree =
        canAdmit(taken, visit, limits) || slowestVisitToDrop(taken, visit, now(), limits) !== undefined
      return isFree ? Effect.void : Effect.fail(noRoom)
    })

  const arrive = (holders: Holders): Effect.Effect<Visit, ApiRefusal> =>
    Effect.suspend(() => {
      const visit = newVisit(holders)
      if (hasWholeLink(visits, visit, limits)) return Effect.fail(noRoom)
      visits.add(visit)
      letIn()
      press(visit)
      const line = waiting().filter((other) => other !== visit)
      if (visit.enteredAt === undefined && line.length >= limits.waitingMax) {
        const last = waitingVisitToDrop(line, visit) ?? visit
        visits.delete(last)
        if (last === visit) return Effect.fail(noRoom)
        Deferred.doneUnsafe(last.turn, Effect.fail(noRoom))
      }
      return Effect.succeed(visit)
    })

  const pressing = (visit: Visit): Effect.Effect<never, ApiRefusal> =>
    Effect.gen(function* () {
      const until = now() + limits.waitMillisMax
      while (now() < until) {
        yield* wallClock.sleep(Math.min(lookMillis, until - now()))
        press(visit)
      }
      return yield* noRoom
    })

  const stay: Room["stay"] = (holders) =>
    Effect.acquireRelease(arrive(holders), (visit) => Effect.sync(() => leave(visit))).pipe(
      Effect.tap((visit) =>
        visit.enteredAt === undefined
          ? Effect.raceFirst(Deferred.await(visit.turn), pressing(visit))
          : Effect.void
      )
    )

  const visit: Room["visit"] = (holders, use) =>
    Effect.scoped(
      Effect.flatMap(stay(holders), (own) => Effect.raceFirst(use(own), Deferred.await(own.gaveWay)))
    )

  return { ask, stay, visit } satisfies Room
})
