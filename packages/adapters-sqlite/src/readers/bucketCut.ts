import { type Grain, grainMillis, type Instant } from "@quittance/core"

/**
 * Where an instant cuts a history that is kept in buckets: the near bound of a coarse bucket, and the few finer pieces that
 * lie between the two. What happened since the instant is what happened since the bound and the sum of the pieces,
 * each with its sign, so that any range costs whole buckets and two cuts.
 */
export interface BucketCut {
  readonly bound: Instant
  readonly pieces: ReadonlyArray<CutPiece>
}

export interface CutPiece {
  /** What adds up to the piece: buckets of a grain, or the invoices themselves. */
  readonly source: Grain | "invoices"
  /** Half-open. */
  readonly from: Instant
  readonly to: Instant
  /** Whether the piece comes on top of what happened since the bound or is part of it. */
  readonly sign: 1n | -1n
}

/** From the coarsest. */
export const coarserFirst = ["day", "hour", "quarter"] as const satisfies ReadonlyArray<Grain>

export const bucketCut = (at: Instant, coarsest: Grain, now: Instant): BucketCut => {
  const bound = nearest(coarsest, at, now)
  const pieces: Array<CutPiece> = []
  let reached = bound
  const approach = (source: CutPiece["source"], next: Instant): void => {
    if (next < reached) pieces.push({ source, from: next, to: reached, sign: 1n })
    if (next > reached) pieces.push({ source, from: reached, to: next, sign: -1n })
    reached = next
  }
  for (const grain of coarserFirst.slice(coarserFirst.indexOf(coarsest) + 1)) {
    approach(grain, nearest(grain, at, now))
  }
  approach("invoices", at)
  return { bound, pieces }
}

/**
 * The bound of the two around the instant to which there is less to read. Hardly anything was created after now, so that a
 * range until now reads nothing of its last bucket, however many invoices the last minutes brought.
 */
const nearest = (grain: Grain, at: Instant, now: Instant): Instant => {
  const width = grainMillis[grain]
  const start = Math.floor(at / width) * width
  const end = start + width
  const filledAfter = Math.max(0, Math.min(end, now) - at)
  return at === start || at - start < filledAfter ? start : end
}
