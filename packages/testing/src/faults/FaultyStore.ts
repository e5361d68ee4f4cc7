import { type StorePorts, StoreUnavailable } from "@quittance/core"
import { Effect, Layer, Random } from "effect"
import { aroundStorePorts } from "./aroundStorePorts.ts"

/** How often what goes wrong, as ratios of all writes, and how slow everything is. */
export interface StoreFaults {
  /** A write that does not happen: `StoreUnavailable` with `notWritten`. */
  readonly notWrittenRatio: number
  /** A write that happens although its caller is told `unknown`, whatever the answer was. */
  readonly lostAnswerRatio: number
  /** Every call takes up to this long on its way there, and writes as long again on the way back. 0 for no delay. */
  readonly latencyMillisMax: number
}

/**
 * Any store with faults. They are drawn from Effect's `Random` and delays pass on its `Clock`, so that a seed and a
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
