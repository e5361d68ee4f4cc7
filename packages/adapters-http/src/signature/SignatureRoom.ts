import { WallClock } from "@quittance/core"
import { Deferred, Effect } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"

/** How many uploads there may be at once in one process. */
export interface SignatureRoomLimits {
  /** Files that are held in memory: being received, or judged. */
  readonly placesMax: number
  /** Those of one client address among them, so that nobody keeps others out by sending slowly. */
  readonly placesOfAddressMax: number
  /** Uploads of which nothing has been read yet, and how long each waits for a place. */
  readonly waitingMax: number
  readonly waitMillisMax: number
}

const defaultLimits: SignatureRoomLimits = {
  placesMax: 8,
  placesOfAddressMax: 4,
  waitingMax: 56,
  waitMillisMax: 10_000
}

const retryAfterSeconds = 5

const noRoom = new ApiRefusal({
  code: "service_unavailable",
  message: "too many images are being received at once; try again",
  headers: { "Retry-After": String(retryAfterSeconds) }
})

interface Visit {
  readonly address: string
  readonly admitted: Deferred.Deferred<void>
  isInside: boolean
}

/** Runs an upload of an address when there is room, or refuses it before its first byte is read. */
export type SignatureRoom = <A, E>(
  address: string,
  upload: Effect.Effect<A, E>
) => Effect.Effect<A, E | ApiRefusal>

/**
 * Bounds the memory that uploads take. What finds no place waits in line with its body unread, which costs nothing; who waits
 * too long, or finds the line full, is told when to try again. A place goes to the first in line whose address may have one.
 */
export const makeSignatureRoom = Effect.fnUntraced(function* (limits: SignatureRoomLimits = defaultLimits) {
  const wallClock = yield* WallClock
  /** In the order of their arrival. */
  const visits = new Set<Visit>()

  const insideOf = (isMeant: (visit: Visit) => boolean): number =>
    [...visits].filter((visit) => visit.isInside && isMeant(visit)).length

  const mayEnter = ({ address }: Visit): boolean =>
    insideOf(() => true) < limits.placesMax &&
    insideOf((other) => other.address === address) < limits.placesOfAddressMax

  const letIn = (): void => {
    for (const visit of visits) {
      if (visit.isInside || !mayEnter(visit)) continue
      visit.isInside = true
      Deferred.doneUnsafe(visit.admitted, Effect.void)
    }
  }

  const arrive = (address: string): Effect.Effect<Visit, ApiRefusal> =>
    Effect.suspend(() => {
      const visit: Visit = { address, admitted: Deferred.makeUnsafe(), isInside: false }
      const waiting = visits.size - insideOf(() => true)
      if (!mayEnter(visit) && waiting >= limits.waitingMax) return Effect.fail(noRoom)
      visits.add(visit)
      letIn()
      return Effect.succeed(visit)
    })

  const turn = ({ admitted, isInside }: Visit): Effect.Effect<void, ApiRefusal> =>
    isInside
      ? Effect.void
      : Effect.raceFirst(
          Deferred.await(admitted),
          Effect.andThen(wallClock.sleep(limits.waitMillisMax), Effect.fail(noRoom))
        )

  const leave = (visit: Visit): Effect.Effect<void> =>
    Effect.sync(() => {
      visits.delete(visit)
      letIn()
    })

  const room: SignatureRoom = (address, upload) =>
    Effect.acquireUseRelease(arrive(address), (visit) => Effect.andThen(turn(visit), upload), leave)
  return room
})
