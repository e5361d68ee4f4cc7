import { record } from "../concept/Concept.ts"
import type { RecordOf } from "../concept/Definition.ts"
import { count, instant, money, text } from "../concept/Field.ts"
import type { Instant } from "../time/Instant.ts"

/** How far sweeps and comparisons of a network have come: each run continues where the previous one ended. */
export const chainUpkeep = record({
  name: "ChainUpkeep",
  noun: "upkeep of a network",
  table: "chain_upkeeps",
  fixed: {
    /** Not the network's name: that is the cursor's. */
    id: text,
    /** The network's name. */
    partnerId: text,
    createdAt: instant
  },
  changing: {
    /** Everything that transfers up to this block left on their addresses is moved, or not worth a sweep. */
    sweptBlock: count,
    /** When sweeps were last queued; 0 before. */
    sweptAt: instant,
    /** Network, journal and books agreed up to this block, on what was settled up to this instant ... */
    comparedBlock: count,
    comparedAt: instant,
    /** ... which cost so much, in minor units of the coin. */
    comparedCostMinor: money,
    updatedAt: instant
  },
  indexes: {}
})

export interface ChainUpkeep extends RecordOf<typeof chainUpkeep> {}

export const chainUpkeepId = (network: string): string => `upkeep-${network}`

/** Up to where a comparison came. */
export type ComparedPoint = Pick<ChainUpkeep, "comparedBlock" | "comparedAt" | "comparedCostMinor">

/** Before everything. */
export const nothingCompared: ComparedPoint = { comparedBlock: 0, comparedAt: 0, comparedCostMinor: 0n }

declare module "../ports/Store.ts" {
  interface StatesByConcept {
    readonly ChainUpkeep: ChainUpkeep
  }
  interface EventsByConcept {
    readonly ChainUpkeep:
      | { readonly _tag: "ChainSwept"; readonly blockNumber: number; readonly at: Instant }
      | { readonly _tag: "ChainCompared"; readonly blockNumber: number; readonly at: Instant }
  }
}
