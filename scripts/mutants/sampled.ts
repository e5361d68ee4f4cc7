import type { Mutant } from "./Mutant.ts"

/** Numbers from 0 to below 1 that a seed repeats (mulberry32). */
const chance = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** Some of the mutants: each folder gives as many as it has of the lines. */
export const sampled = (
  mutants: ReadonlyArray<Mutant>,
  linesOf: (folder: string) => number,
  count: number,
  seed: number
): ReadonlyArray<Mutant> => {
  const next = chance(seed)
  const folders = [...Map.groupBy(mutants, ({ folder }) => folder)]
  const lines = folders.reduce((sum, [folder]) => sum + linesOf(folder), 0)
  return folders.flatMap(([folder, inside]) => {
    const shuffled = inside
      .map((mutant) => ({ mutant, at: next() }))
      .sort((left, right) => left.at - right.at)
      .map(({ mutant }) => mutant)
    return shuffled
      .slice(0, Math.round((count * linesOf(folder)) / lines))
      .sort((left, right) => mutants.indexOf(left) - mutants.indexOf(right))
  })
}
