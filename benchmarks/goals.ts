/** What a benchmark claims, and whether this run bears it out. */
import { markdownTable } from "./markdownTable.ts"
import { type Measured, medianOf } from "./rounds.ts"

export type Goal = {
  readonly claim: string
  readonly goal: string
  readonly found: string
  readonly isMet: boolean
}

export const goalTable = (goals: ReadonlyArray<Goal>): string =>
  markdownTable(
    ["claim", "goal", "found", ""],
    goals.map(({ claim, found, goal, isMet }) => [claim, goal, found, isMet ? "met" : "MISSED"])
  )

/** The median of one subject's figure. */
export const medianFor = <Round>(
  measured: ReadonlyArray<Measured<Round>>,
  name: string,
  figure: (round: Round) => number
): number => medianOf(measured.find((each) => each.name === name)?.rounds ?? [], figure)
