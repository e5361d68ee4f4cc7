import type { KillPoints } from "./faults/KillSwitch.ts"

/**
 * Which points of a long walk are visited, counted from 1: every so many-th, beginning with another one in each walk.
 * The environment may choose others: `QUITTANCE_STRIDE`, 1 for every point, and `QUITTANCE_SEED`, the first of them.
 */
export const walkPoints = (strideUsual: number, walk = 0): KillPoints => {
  const stride = Number(process.env.QUITTANCE_STRIDE ?? strideUsual)
  const seed = Number(process.env.QUITTANCE_SEED ?? 1)
  return { first: 1 + ((seed - 1 + walk) % stride), stride }
}

/** Those of them that `walkPoints` chooses; all of them with `npm run night`. */
export const sampled = <A>(all: ReadonlyArray<A>, strideUsual: number, walk = 0): ReadonlyArray<A> => {
  const { first, stride } = walkPoints(strideUsual, walk)
  return all.filter((_, index) => (index + 1 - first) % stride === 0)
}
