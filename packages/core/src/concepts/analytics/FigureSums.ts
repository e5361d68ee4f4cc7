import { textIn } from "../../kernel/concept/cells.ts"
import type { Row } from "../../kernel/concept/columns.ts"
import {
  type BucketCut,
  bucketCut,
  type CutPiece,
  type Grains,
  rangePieces
} from "../../kernel/counter/bucketCut.ts"
import {
  addFigures,
  type Grain,
  grainMillis,
  type InvoiceFigures,
  negatedFigures,
  zeroFigures
} from "../../kernel/counter/Counter.ts"
import { figuresIn } from "../../kernel/counter/SumTable.ts"
import type { FiatCurrency } from "../../kernel/money/Currency.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { FiguresAnswer, FiguresRequest } from "./AnalyticsReader.ts"

/** Half-open. */
export type Span = readonly [from: Instant, to: Instant]

/**
 * Adds the roll-ups up to periods of any boundaries: each period is the whole coarse buckets between the cuts of its
 * two boundaries, and the parts that the cuts leave over. A store reads the whole buckets in one walk, and the sums
 * of the rest with one statement for each finer grain.
 */
export class FigureSums {
  /** The whole buckets. */
  readonly whole: { readonly grain: Grain; readonly from: Instant; readonly to: Instant }
  /** What the cuts leave over, by where it is kept. */
  readonly rest: ReadonlyArray<{ readonly source: Grain | "rows"; readonly spans: ReadonlyArray<Span> }>

  readonly #boundaries: ReadonlyArray<Instant>
  readonly #bounds: ReadonlyArray<Instant>
  readonly #pieces: ReadonlyMap<Grain | "rows", ReadonlyArray<PlacedPiece>>
  readonly #periods: ReadonlyArray<Map<FiatCurrency, InvoiceFigures>>

  constructor({ boundaries, now }: Pick<FiguresRequest, "boundaries" | "now">) {
    const grains = grainsFor(boundaries)
    const cuts = boundaries.map((boundary) => bucketCut(boundary, grains, now))
    const sources = [...grains, "rows"] as const
    this.#boundaries = boundaries
    this.#bounds = cuts.map(({ bound }) => bound)
    this.#pieces = new Map(sources.map((source) => [source, piecesOf(cuts, source)]))
    this.#periods = boundaries.slice(1).map(() => new Map())
    this.whole = { grain: grains[0], from: this.#bounds[0] ?? 0, to: this.#bounds.at(-1) ?? 0 }
    this.rest = [...this.#pieces].flatMap(([source, pieces]) =>
      pieces.length === 0 ? [] : [{ source, spans: pieces.map(({ piece }): Span => [piece.from, piece.to]) }]
    )
  }

  addWhole(bucket: Instant, currency: FiatCurrency, figures: InvoiceFigures): void {
    this.#add(periodAt(this.#bounds, bucket), currency, figures)
  }

  /** The sum of the figures of one span of `rest`. */
  addRest(source: Grain | "rows", span: number, row: Row): void {
    const found = this.#pieces.get(source)?.[span]
    if (found === undefined) return
    const currency = currencyIn(row)
    const figures = figuresIn(row)
    const [more, less] =
      found.piece.sign === 1n ? [figures, negatedFigures(figures)] : [negatedFigures(figures), figures]
    // An event at a boundary belongs to the period that begins there, not to the one that ends there.
    this.#add(found.boundary, currency, more)
    this.#add(found.boundary - 1, currency, less)
  }

  /** An invoice of the range that is due, and not recorded as expired. */
  addDue(createdAt: Instant, currency: FiatCurrency): void {
    this.#add(periodAt(this.#boundaries, createdAt), currency, { ...zeroFigures, expired: 1 })
  }

  get periods(): FiguresAnswer["periods"] {
    return this.#periods.flatMap((period, index) =>
      [...period].flatMap(([currency, figures]) =>
        figures.created === 0 ? [] : [{ index, currency, figures }]
      )
    )
  }

  #add(index: number, currency: FiatCurrency, figures: InvoiceFigures): void {
    const period = this.#periods[index]
    period?.set(currency, addFigures(period.get(currency) ?? zeroFigures, figures))
  }
}

interface PlacedPiece {
  readonly boundary: number
  readonly piece: CutPiece<Grain>
}

export const currencyIn = (row: Row): FiatCurrency => textIn(row, "currency") as FiatCurrency

/**
 * Whole buckets must be no wider than the widest period; otherwise the cuts cost more than they save. Most periods
 * are as wide as that one. The first and the last may be cut by the range, and a day on which the clock is put
 * forward is shorter.
 */
export const grainsFor = (boundaries: ReadonlyArray<Instant>): Grains => {
  const widest = Math.max(...boundaries.slice(1).map((end, index) => end - (boundaries[index] ?? end)))
  if (grainMillis.day <= widest) return ["day", "hour", "quarter"]
  return grainMillis.hour <= widest ? ["hour", "quarter"] : ["quarter"]
}

/** The last of the ascending boundaries that is not after an instant of their range. */
const periodAt = (boundaries: ReadonlyArray<Instant>, at: Instant): number => {
  let low = 0
  let high = boundaries.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((boundaries[middle] ?? at) <= at) low = middle
    else high = middle
  }
  return low
}

const piecesOf = (
  cuts: ReadonlyArray<BucketCut<Grain>>,
  source: CutPiece<Grain>["source"]
): ReadonlyArray<PlacedPiece> =>
  cuts.flatMap(({ pieces }, boundary) =>
    pieces.filter((piece) => piece.source === source).map((piece) => ({ boundary, piece }))
  )

type BankSum = FiguresAnswer["banks"][number]

/**
 * Paid invoices created in a range by currency and the payer's bank: whole buckets, and what the range's two cuts leave
 * over.
 */
export class BankSums {
  /** The parts that add up to the range, each with its sign. */
  readonly pieces: ReadonlyArray<CutPiece<Grain>>
  readonly #sums = new Map<string, BankSum>()

  constructor(from: Instant, to: Instant, now: Instant) {
    this.pieces = rangePieces(from, to, grainsFor([from, to]), now)
  }

  add({ bank, currency, paid, paidMinor }: BankSum, sign: CutPiece<Grain>["sign"]): void {
    const name = `${currency} ${bank}`
    const sum = this.#sums.get(name)
    this.#sums.set(name, {
      currency,
      bank,
      paid: (sum?.paid ?? 0) + Number(sign) * paid,
      paidMinor: (sum?.paidMinor ?? 0n) + sign * paidMinor
    })
  }

  get banks(): FiguresAnswer["banks"] {
    return [...this.#sums.values()].filter(({ paid }) => paid !== 0)
  }
}
