import { type AlertListener, millisPerMinute, millisPerSecond, WallClock } from "@quittance/core/adapter"
import { Effect, Latch } from "effect"
import { bookAtStart, nextBook, type Occurrence } from "./AlertBook.ts"
import type { ChannelName, SendNotice } from "./AlertChannels.ts"
import { type AlertState, readAlertFile, writeAlertFile } from "./alertFile.ts"

export interface AlertsOptions {
  /** Where it is kept what was told. */
  readonly file: string
  readonly channels: ReadonlyMap<ChannelName, SendNotice>
}

// Looked up where they are used: a sandbox, whose clock is moved, has its own way to the real time.
const now = Effect.flatMap(WallClock, (wallClock) => wallClock.now)
const sleep = (millis: number) => Effect.flatMap(WallClock, (wallClock) => wallClock.sleep(millis))

const lookMillis = 15 * millisPerSecond
/** The pause after a notice that did not arrive, doubled each time. */
const pauseMillisMin = 15 * millisPerSecond
const pauseMillisMax = 10 * millisPerMinute
/** More are dropped, the oldest first: the log has them. */
const unsentMax = 100
const raisedMax = 100

/**
 * Tells operators what needs them, in the background: reasons of `/readyz` that last, and alerts when they are
 * raised. No notice is lost in a restart, and none is told twice but when a process dies while it sends; it has the
 * same id then.
 */
export const makeAlerts = Effect.fnUntraced(function* ({ channels, file }: AlertsOptions) {
  const raised = new Map<string, Occurrence>()
  const woken = Latch.makeUnsafe(false)
  const pauses = new Map<ChannelName, { readonly millis: number; readonly until: number }>()

  /** Never waits: whoever raises an alert goes on. */
  const listener: AlertListener = (code, message) => {
    if (raised.size >= raisedMax && !raised.has(code)) return
    raised.set(code, { source: "alert", code, message })
    woken.openUnsafe()
  }

  const stored = yield* readAlertFile(file)
  let state: AlertState = {
    standings: bookAtStart(stored.standings, yield* now),
    unsent: stored.unsent
  }

  const save = (next: AlertState): Effect.Effect<void> => {
    const isSame =
      next.standings.length + state.standings.length + next.unsent.length + state.unsent.length === 0
    state = next
    return isSame ? Effect.void : writeAlertFile(file, next)
  }

  /** Sends what waits, in order on each way. What arrived is forgotten at once, and what does not stays. */
  const send = Effect.suspend(() =>
    Effect.forEach(
      state.unsent,
      Effect.fnUntraced(function* (each) {
        const { channel, notice } = each
        const at = yield* now
        const pause = pauses.get(channel)
        if (pause !== undefined && at < pause.until) return
        const way = channels.get(channel)
        // A way that the operator does not name any more takes nothing.
        const sent = way === undefined ? Effect.void : way(notice)
        const failure = yield* Effect.match(sent, {
          onFailure: (reason) => reason,
          onSuccess: () => undefined
        })
        if (failure === undefined) {
          pauses.delete(channel)
          return yield* save({ ...state, unsent: state.unsent.filter((other) => other !== each) })
        }
        if (pause === undefined) yield* Effect.logWarning(`alerts do not arrive by ${channel}: ${failure}`)
        const millis = Math.min(Math.max(2 * (pause?.millis ?? 0), pauseMillisMin), pauseMillisMax)
        pauses.set(channel, { millis, until: at + millis })
      }),
      { discard: true }
    )
  )

  const turn = (look: Effect.Effect<ReadonlyArray<Occurrence>>) =>
    Effect.gen(function* () {
      const reasons = yield* look
      const seen = [...reasons, ...raised.values()]
      raised.clear()
      woken.closeUnsafe()
      const { book, notices } = nextBook(state.standings, seen, yield* now)
      const added = notices.flatMap((notice) => [...channels.keys()].map((channel) => ({ notice, channel })))
      yield* save({ standings: book, unsent: [...state.unsent, ...added].slice(-unsentMax) })
      yield* send
    })

  /** Looks and tells until it is interrupted. */
  const run = (look: Effect.Effect<ReadonlyArray<Occurrence>>): Effect.Effect<never> =>
    turn(look).pipe(
      Effect.andThen(Effect.raceFirst(woken.await, sleep(lookMillis))),
      Effect.forever,
      Effect.withTracerEnabled(false)
    )

  return { listener, run }
})
