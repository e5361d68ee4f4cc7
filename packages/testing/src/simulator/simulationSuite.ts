import { assert, describe, it } from "@effect/vitest"
import { MemoryStore, type StorePorts } from "@quittance/core"
import { Effect, type Layer } from "effect"
import { simulate } from "./Simulation.ts"

/** A store for one run, with nothing in it. Called once for each run. */
export type NewStore = () => Layer.Layer<StorePorts, unknown>

/**
 * Proves that the laws hold on an adapter whatever happens around it, and that every run on it is to the letter the run
 * of the same seed in memory. With `QUITTANCE_SEEDS` in the environment it plays so many seeds.
 */
export const simulationSuite = (name: string, newStore: NewStore, seedCountUsual: number): void => {
  const seedCount = Number(process.env.QUITTANCE_SEEDS ?? seedCountUsual)
  // Only against hanging: how long it takes is the machine's.
  const timeoutMillis = 300_000 + seedCount * 5_000
  describe(`simulation (${name})`, () => {
    it.effect(
      `${seedCount} seeds break no law and run as they do in memory`,
      () =>
        Effect.gen(function* () {
          for (let seed = 1; seed <= seedCount; seed++) {
            const { faults, trace } = yield* simulate(seed, newStore())
            assert.deepStrictEqual(
              faults,
              [],
              `npm run simulate -- --seeds 1 --from ${seed} --store ${name} --trace`
            )
            const inMemory = yield* simulate(seed, MemoryStore.layer)
            assert.deepStrictEqual(trace, inMemory.trace, `seed ${seed}`)
          }
        }),
      timeoutMillis
    )
  })
}
