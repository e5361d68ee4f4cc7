import * as fc from "fast-check"

/**
 * Asserts a property with a fixed seed, so that every run is the same run; a failure prints the seed, the path and the
 * shrunk counterexample. `TEST_SEED` explores with another seed, `TEST_RUNS` multiplies the runs.
 */
export const holds = <Values>(property: fc.IProperty<Values>, numRuns = 500): void => {
  const seed = Number(process.env.TEST_SEED ?? 20_260_301)
  fc.assert(property, {
    seed,
    numRuns: numRuns * Number(process.env.TEST_RUNS ?? 1),
    verbose: fc.VerbosityLevel.Verbose
  })
}
