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

/** What one unit of work costs a subject, and how many it does. */
export type Cost = { readonly cpuMicros: number; readonly ratePerSecond: number }

export type Comparison = {
  readonly claim: string
  /** How many times as much as the peer, at least. */
  readonly wanted: number
  readonly product: Cost
  readonly peer: Cost
}

/**
 * Each claim twice: by CPU time for the same work, which a busy machine changes least, and by the rate. Above 1 the
 * product does more than the peer.
 */
export const comparisonTable = (comparisons: ReadonlyArray<Comparison>): string =>
  markdownTable(
    ["claim", "goal", "by CPU time", "by rate", ""],
    comparisons.map(({ claim, peer, product, wanted }) => {
      const byCpu = peer.cpuMicros / product.cpuMicros
      const byRate = product.ratePerSecond / peer.ratePerSecond
      return [
        claim,
        `≥ ${wanted} ×`,
        `${byCpu.toFixed(2)} ×`,
        `${byRate.toFixed(2)} ×`,
        verdict(wanted, byCpu, byRate)
      ]
    })
  )

const verdict = (wanted: number, byCpu: number, byRate: number): string => {
  if (byCpu >= wanted) return byRate >= wanted ? "met" : "met by CPU time only"
  return byRate >= wanted ? "met by rate only" : "MISSED"
}

/** The median of one subject's figure. */
export const medianFor = <Round>(
  measured: ReadonlyArray<Measured<Round>>,
  name: string,
  figure: (round: Round) => number
): number => medianOf(measured.find((each) => each.name === name)?.rounds ?? [], figure)
