import type { Mutant } from "./Mutant.ts"

/** Mutants that no test can notice, because the program does the same with them. */
interface Equivalent extends Pick<Mutant, "path" | "was" | "becomes"> {
  readonly why: string
}

const equivalents: ReadonlyArray<Equivalent> = []

export const isEquivalent = (mutant: Mutant): boolean =>
  equivalents.some(
    ({ becomes, path, was }) => mutant.path === path && mutant.was === was && mutant.becomes === becomes
  )
