import { Option, Schema } from "effect"
import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { added, count, instant, money, optional, packed, text } from "../../kernel/concept/Field.ts"
import type { Instant } from "../../kernel/time/Instant.ts"

/** What an address of the operator had of the token, in its units, after a block. */
const Holding = Schema.Struct({ address: Schema.String, value: Schema.BigInt, blockNumber: Schema.Int })
export interface ChainHolding extends Schema.Schema.Type<typeof Holding> {}

/** A difference between a network, its journal and the books that an operator has understood. */
const Acknowledgement = Schema.Struct({
  /** What the operator named: the hash of a transaction, or an address. */
  subject: Schema.String,
  /** The difference in its own sentence. Another sentence is another difference. */
  difference: Schema.String,
  reason: Schema.String,
  /** Who acknowledged it. */
  by: Schema.String,
  at: Schema.Int
})
export interface ChainAcknowledgement extends Schema.Schema.Type<typeof Acknowledgement> {}

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
    /** ... when wallets and the treasury had this; none if it was never noted, as in stores of earlier versions. */
    holdings: added(12, optional(packed<ReadonlyArray<ChainHolding>>(Schema.Array(Holding)))),
    /**
     * ... and sweeps had come to this block: what got something above it is compared again, because money that was
     * destroyed since looks like money that was swept. None as above.
     */
    sweptBefore: added(12, optional(count)),
    /** Oldest first; none if there never was one, as in stores of earlier versions. */
    acknowledged: added(
      12,
      optional(packed<ReadonlyArray<ChainAcknowledgement>>(Schema.Array(Acknowledgement)))
    ),
    updatedAt: instant
  },
  indexes: {}
})

export interface ChainUpkeep extends RecordOf<typeof chainUpkeep> {}

export const chainUpkeepId = (network: string): string => `upkeep-${network}`

/** Up to where a comparison came. */
export type ComparedPoint = Pick<
  ChainUpkeep,
  "comparedBlock" | "comparedAt" | "comparedCostMinor" | "holdings" | "sweptBefore"
>

/** Before everything. */
export const nothingCompared: ComparedPoint = {
  comparedBlock: 0,
  comparedAt: 0,
  comparedCostMinor: 0n,
  holdings: Option.none(),
  sweptBefore: Option.none()
}

/** What operators have acknowledged, oldest first. */
export const acknowledgedIn = ({
  acknowledged
}: Pick<ChainUpkeep, "acknowledged">): ReadonlyArray<ChainAcknowledgement> =>
  Option.getOrElse(acknowledged, () => [])

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly ChainUpkeep: ChainUpkeep
  }
  interface EventsByConcept {
    readonly ChainUpkeep:
      | { readonly _tag: "ChainSwept"; readonly blockNumber: number; readonly at: Instant }
      | { readonly _tag: "ChainCompared"; readonly blockNumber: number; readonly at: Instant }
      | {
          readonly _tag: "ChainDifferenceAcknowledged"
          readonly subject: string
          readonly differences: ReadonlyArray<string>
          readonly reason: string
          readonly by: string
          readonly at: Instant
        }
  }
}
