import { type PartnerId, WallClock } from "@quittance/core/adapter"
import { Clock, Deferred, Effect } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"

export interface TurnLimits {
  /** How long a partner pauses after a turn, as a multiple of the turn's duration. */
  readonly restRatio: number
  /** How many requests of a partner may wait. */
  readonly waitingMax: number
}

const defaultLimits: TurnLimits = { restRatio: 4, waitingMax: 32 }

/** Runs a partner's request when it is that partner's turn. */
export type Turns = <A, E>(
  partnerId: PartnerId,
  request: Effect.Effect<A, E>
) => Effect.Effect<A, E | ApiRefusal>

/** Runs everything at once. */
export const noTurns: Turns = (_partnerId, request) => request

const tooMany = new ApiRefusal({
  code: "rate_limited",
  message: "too many requests of this kind wait for their turn; try again in 1 s",
  headers: { "Retry-After": "1" }
})

interface Line {
  readonly waiting: Array<Deferred.Deferred<void>>
  /** Waiting or running. */
  held: number
  restsUntil: number
}

/**
 * A fair share of the process for requests that block it: one at a time, partners in rotation, and all other
 * requests between two of them. After its turn a partner pauses for four times its duration, so no partner
 * has more than a fifth of the process with such requests, whatever its limits by count allow.
 */
export const makeTurns = Effect.fnUntraced(function* (limits: TurnLimits = defaultLimits) {
  const wallClock = yield* WallClock
  const clock = yield* Clock.Clock
  const scope = yield* Effect.scope
  const now = (): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  /** In the order of their turns; a line is removed when it is empty and has paused. */
  const lines = new Map<PartnerId, Line>()
  let isTaken = false

  /** Gives the turn to the next partner whose pause is over. */
  const pass = (): void => {
    const at = now()
    for (const line of lines.values()) {
      if (isTaken) return
      const next = line.restsUntil > at ? undefined : line.waiting.shift()
      if (next === undefined) continue
      isTaken = true
      Deferred.doneUnsafe(next, Effect.void)
    }
  }

  /** Timers may fire up to a few milliseconds early, and nobody else would wake who waits: so it looks again. */
  const rest = (partnerId: PartnerId, line: Line): Effect.Effect<void> =>
    Effect.suspend(() => {
      const left = line.restsUntil - now()
      if (left > 0) return Effect.andThen(wallClock.sleep(Math.ceil(left)), rest(partnerId, line))
      pass()
      if (line.held === 0) lines.delete(partnerId)
      return Effect.void
    })

  const turns: Turns = <A, E>(partnerId: PartnerId, request: Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | ApiRefusal> => {
      const line = lines.get(partnerId) ?? { waiting: [], held: 0, restsUntil: 0 }
      if (line.waiting.length >= limits.waitingMax) return Effect.fail(tooMany)
      lines.set(partnerId, line)
      const own = Deferred.makeUnsafe<void>()
      line.waiting.push(own)
      line.held += 1
      pass()
      let begunAt: number | undefined
      const carriedOut = Effect.suspend(() => {
        begunAt = now()
        return request
      })
      const over = Effect.suspend(() => {
        const place = line.waiting.indexOf(own)
        if (place >= 0) line.waiting.splice(place, 1)
        else isTaken = false
        line.held -= 1
        if (begunAt !== undefined) line.restsUntil = now() + (now() - begunAt) * limits.restRatio
        lines.delete(partnerId)
        lines.set(partnerId, line)
        pass()
        return Effect.forkIn(rest(partnerId, line), scope)
      })
      // Requests that arrived meanwhile are served first.
      const inTurn = Effect.andThen(Effect.andThen(Deferred.await(own), Effect.yieldNow), carriedOut)
      return Effect.ensuring(inTurn, over)
    })
  return turns
})
