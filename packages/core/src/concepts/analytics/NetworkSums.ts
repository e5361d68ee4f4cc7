import { rangePieces } from "../../kernel/counter/bucketCut.ts"
import {
  addNetworkFigures,
  type Grain,
  grainMillis,
  type NetworkCount,
  type NetworkFigures,
  zeroNetworkFigures
} from "../../kernel/counter/Counter.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { BucketSpan, NetworkSum } from "./AnalyticsReader.ts"
import { grainsFor } from "./FigureSums.ts"

/** The figures of a network in one period. */
interface NetworkPeriod {
  readonly index: number
  readonly of: NetworkCount
  readonly network: string
  readonly figures: NetworkFigures
}

/** The start of the finest bucket of an instant. Every offset in use is a multiple of it, so it cuts no local day. */
export const quarterOf = (at: Instant): Instant => Math.floor(at / grainMillis.quarter) * grainMillis.quarter

/**
 * What adds up to the figures of periods between such quarters: a few spans of whole buckets for each period, however
 * long it is, and never a row of what is counted.
 */
export class NetworkSums {
  readonly spans: ReadonlyArray<BucketSpan>
  readonly #places: ReadonlyArray<{ readonly index: number; readonly sign: 1n | -1n }>

  constructor(boundaries: ReadonlyArray<Instant>, now: Instant) {
    const grains = grainsFor(boundaries)
    const pieces = boundaries
      .slice(1)
      .flatMap((end, index) =>
        rangePieces(boundaries[index] ?? end, end, grains, now).flatMap(({ from, sign, source, to }) =>
          source === "rows" || from === to
            ? []
            : [{ span: { grain: source as Grain, from, to }, index, sign }]
        )
      )
    this.spans = pieces.map(({ span }) => span)
    this.#places = pieces
  }

  periodsOf(sums: ReadonlyArray<NetworkSum>): ReadonlyArray<NetworkPeriod> {
    const periods = new Map<string, NetworkPeriod>()
    for (const { figures, network, of, span } of sums) {
      const place = this.#places[span]
      if (place === undefined) continue
      const { index, sign } = place
      const key = JSON.stringify([index, of, network])
      const before = periods.get(key)?.figures ?? zeroNetworkFigures
      periods.set(key, { index, of, network, figures: addNetworkFigures(before, figures, sign) })
    }
    return [...periods.values()].filter(({ figures }) => figures.created !== 0)
  }
}
