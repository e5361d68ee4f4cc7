/**
 * The only throw in core. A broken invariant is a defect: the stored history is corrupt or the code is wrong,
 * so no decision may be based on it. It is never caught in core.
 */
export function invariant(holds: boolean, law: string): asserts holds {
  if (!holds) throw new Error(`invariant broken: ${law}`)
}
