import { type StorePorts, StoreUnavailable } from "@quittance/core"
import { Effect, Layer, Random } from "effect"
import { aroundStorePorts } from "./aroundStorePorts.ts"

/** How often each fault happens, as a ratio of all writes, and how slow every call is. */
export interface StoreFaults {
  /** A write that does not happen: it fails with `StoreUnavailable` and `notWritten`. */
  readonly notWrittenRatio: number
  /** A write that happens although its caller gets `unknown`, whatever the answer was. */
  readonly lostAnswerRatio: number
  /**
   * Every call is delayed by up to this long before it is made, and a write again by as long afterwards. 0 means no
   * delay.
   */
  readonly latencyMillisMax: number
}

/**
 * Any store with faults. Faults are drawn from Effect's `Random`, and delays pass on its `Clock`, so that a seed and a
 * test clock repeat a run. A caller that keeps to the port's rules ends up with the same books as on the store itself.
 */
export const faultyStore = (faults: StoreFaults): Layer.Layer<StorePorts, never, StorePorts> => {
  const delay =
    faults.latencyMillisMax === 0
      ? Effect.void
      : Effect.flatMap(Random.nextIntBetween(0, faults.latencyMillisMax + 1), (millis) =>
          Effect.sleep(millis)
        )

  const write = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreUnavailable, R> =>
    Effect.gen(function* () {
      const chance = yield* Random.next
      yield* delay
      if (chance < faults.notWrittenRatio) {
        return yield* new StoreUnavailable({ outcome: "notWritten", reason: "the write was lost on its way" })
      }
      const exit = yield* Effect.exit(effect)
      yield* delay
      if (chance < faults.notWrittenRatio + faults.lostAnswerRatio) {
        return yield* new StoreUnavailable({ outcome: "unknown", reason: "the answer was lost on its way" })
      }
      return yield* exit
    })

  const around = (effect: Effect.Effect<unknown, unknown, unknown>, member: string) =>
    member === "commit" ? write(effect) : Effect.andThen(delay, effect)

  return Layer.effectContext(aroundStorePorts(() => around))
}
