/** One small change of a source that a test should notice. */
export interface Mutant {
  /** Its file, and its place among all mutants of the file: the same in every run. */
  readonly id: string
  /** Relative to the root of the repository. */
  readonly path: string
  /** The one that was asked for. */
  readonly folder: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly was: string
  /** Empty if a statement is left out. */
  readonly becomes: string
}

/** A change at a place, before it is numbered. */
export type Change = Pick<Mutant, "start" | "end" | "was" | "becomes">

export const isStatement = ({ becomes }: Change): boolean => becomes === ""
