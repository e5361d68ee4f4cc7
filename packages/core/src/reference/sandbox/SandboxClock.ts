import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { SandboxStore } from "../../kernel/ports/SandboxStore.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { type Instant, millisPerSecond } from "../../kernel/time/Instant.ts"
import { WallClock } from "../../kernel/time/WallClock.ts"

/** The longest delay that a platform timer supports. */
const timerMaxMillis = 2 ** 31 - 1

/**
 * A clock ahead of the wall clock: `now = wall + offset`. A sleeper wakes when the clock passes its instant,
 * also when it is moved.
 */
const makeMovableClock = (wall: Clock.Clock) => {
  const sleepers = new Set<() => void>()
  let offsetMillis = 0
  const millis = (): number => wall.currentTimeMillisUnsafe() + offsetMillis
  /** Elapsed real time, independent of changes of the wall clock, so that no sleep becomes longer or shorter. */
  const passed = (): number => Number(wall.monotonicTimeNanosUnsafe() / 1_000_000n) + offsetMillis
  const nanos = (): bigint => wall.currentTimeNanosUnsafe() + BigInt(offsetMillis) * 1_000_000n

  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => wall.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: wall.monotonicTimeNanos,
    sleep: (duration) =>
      Effect.callback<void>((resume) => {
        const until = passed() + Duration.toMillis(duration)
        let timer: ReturnType<typeof setTimeout> | undefined
        const check = (): void => {
          clearTimeout(timer)
          const rest = until - passed()
          if (rest > 0) timer = setTimeout(check, Math.min(rest, timerMaxMillis))
          else {
            sleepers.delete(check)
            resume(Effect.void)
          }
        }
        sleepers.add(check)
        check()
        return Effect.sync(() => {
          clearTimeout(timer)
          sleepers.delete(check)
        })
      })
  }

  /** Moves the clock to an offset, never back. */
  const moveTo = (offset: number): void => {
    if (offset <= offsetMillis) return
    offsetMillis = offset
    // A woken sleeper may interrupt another one at once: that one must be skipped, or its timer outlives it.
    for (const check of [...sleepers]) if (sleepers.has(check)) check()
  }
  return { clock, moveTo }
}

const offsetRecord = ["clock", "offsetMillis"] as const

/**
 * Moves the domain clock of a sandbox: expiries, retries and schedules, never authentication. The offset is
 * stored, so restarts and other processes (within a second) have it too.
 */
export class SandboxClock extends Context.Service<
  SandboxClock,
  { readonly advance: (millis: number) => Effect.Effect<Instant, StoreUnavailable> }
>()("@quittance/core/reference/sandbox/SandboxClock") {
  /** Provides the service, Effect's `Clock` moved by it, and the unmoved wall clock. */
  static readonly layer: Layer.Layer<SandboxClock, StoreUnavailable, SandboxStore> = Layer.effectContext(
    Effect.gen(function* () {
      const store = yield* SandboxStore
      const wall = yield* Clock.Clock
      const { clock, moveTo } = makeMovableClock(wall)
      const kept = Effect.map(store.get(...offsetRecord), (found) =>
        Number(Option.getOrElse(found, () => "0"))
      )
      const sync = Effect.map(kept, moveTo)
      yield* sync
      yield* Effect.sleep(millisPerSecond).pipe(
        Effect.andThen(Effect.ignore(sync)),
        Effect.forever,
        Effect.provideService(Clock.Clock, wall),
        Effect.forkScoped
      )
      const advance = Effect.fn("SandboxClock.advance")(function* (millis: number) {
        const offset = (yield* kept) + millis
        yield* store.put(...offsetRecord, String(offset))
        moveTo(offset)
        return clock.currentTimeMillisUnsafe()
      })
      return Context.make(SandboxClock, SandboxClock.of({ advance })).pipe(
        Context.add(Clock.Clock, clock),
        Context.add(WallClock, {
          now: wall.currentTimeMillis,
          sleep: (millis) => wall.sleep(Duration.millis(millis))
        })
      )
    })
  )
}
