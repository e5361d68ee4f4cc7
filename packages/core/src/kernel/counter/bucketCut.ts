import { endOfTime, type Instant, startOfTime } from "../time/Instant.ts"
import { type Grain, grainMillis } from "./Counter.ts"

/**
 * Where an instant cuts a history that is kept in buckets: the near bound of a coarse bucket, and the few finer pieces
 * that lie between the two. What happened since the instant is what happened since the bound and the sum of the pieces,
 * each with its sign, so that any range costs whole buckets and two cuts.
 */
export interface BucketCut<Kept extends Grain> {
  readonly bound: Instant
  readonly pieces: ReadonlyArray<CutPiece<Kept>>
}

export interface CutPiece<Kept extends Grain> {
  /** What adds up to the piece: buckets of a grain, or the rows themselves. */
  readonly source: Kept | "rows"
  /** Half-open. */
  readonly from: Instant
  readonly to: Instant
  /** Whether the piece comes on top of what happened since the bound or is part of it. */
  readonly sign: 1n | -1n
}

/** The buckets that are kept, the coarsest first. */
export type Grains<Kept extends Grain = Grain> = readonly [Kept, ...ReadonlyArray<Kept>]

export const bucketCut = <Kept extends Grain>(
  at: Instant,
  grains: Grains<Kept>,
  now: Instant
): BucketCut<Kept> => {
  const [coarsest, ...finer] = grains
  const bound = nearest(coarsest, at, now)
  const pieces: Array<CutPiece<Kept>> = []
  let reached = bound
  const approach = (source: Kept | "rows", next: Instant): void => {
    if (next < reached) pieces.push({ source, from: next, to: reached, sign: 1n })
    if (next > reached) pieces.push({ source, from: reached, to: next, sign: -1n })
    reached = next
  }
  for (const grain of finer) approach(grain, nearest(grain, at, now))
  approach("rows", at)
  return { bound, pieces }
}

/**
 * The bound of the two around the instant to which there is less to read. Hardly anything was created after now, so
 * that a range until now reads nothing of its last bucket, however many rows the last minutes brought.
 */
const nearest = (grain: Grain, at: Instant, now: Instant): Instant => {
  const width = grainMillis[grain]
  const start = Math.floor(at / width) * width
  const end = start + width
  const filledAfter = Math.max(0, Math.min(end, now) - at)
  return at === start || at - start < filledAfter ? start : end
}

/** The pieces whose sum, each with its sign, is what happened in a range: whole coarse buckets and its two cuts. */
export const rangePieces = <Kept extends Grain>(
  from: Instant,
  to: Instant,
  grains: Grains<Kept>,
  now: Instant
): ReadonlyArray<CutPiece<Kept>> => {
  const cut = (at: Instant): BucketCut<Kept> =>
    at === startOfTime || at === endOfTime ? { bound: at, pieces: [] } : bucketCut(at, grains, now)
  const [start, end] = [cut(from), cut(to)]
  return [
    { source: grains[0], from: start.bound, to: end.bound, sign: 1n },
    ...start.pieces,
    ...end.pieces.map((piece) => ({ ...piece, sign: piece.sign === 1n ? (-1n as const) : (1n as const) }))
  ]
}
