import type { HolderKind, Visit } from "./Visit.ts"

/** How many places a room has, how many of them one holder may have, and when a visit must give way. */
export interface PlaceLimits {
  readonly placesMax: number
  readonly shares: { readonly [K in HolderKind]?: number }
  /** A visit keeps its place for at least this long. */
  readonly graceMillis: number
  /** A visit whose holder has only one place more than the newcomer keeps it for this long. */
  readonly keptMillis: number
}

const kinds: ReadonlyArray<HolderKind> = ["address", "site", "link", "partner"]

/** How many visits each holder has. They are counted once, because a room may have a thousand. */
class Tally {
  private readonly counts = new Map<string, number>()

  constructor(visits: Iterable<Visit>) {
    for (const visit of visits) {
      for (const kind of kinds) {
        const name = nameOf(kind, visit)
        if (name !== undefined) this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
      }
    }
  }

  of(kind: HolderKind, visit: Visit): number {
    return this.counts.get(nameOf(kind, visit) ?? "") ?? 0
  }

  isWithin(shares: PlaceLimits["shares"], visit: Visit): boolean {
    return kinds.every((kind) => this.of(kind, visit) < (shares[kind] ?? Number.POSITIVE_INFINITY))
  }

  /**
   * How many more visits the holder of a place has than the newcomer, by the kind of holder in which the difference is
   * largest. It is 0 if the newcomer holds as many of any kind. Two exceptions: the site does not count for that,
   * because thousands may share one; and a kind in which both are the same holder is not compared.
   */
  lead(holder: Visit, newcomer: Visit): number {
    const apart = kinds.filter((kind) => holder.holders[kind] !== newcomer.holders[kind])
    const more = (kind: HolderKind) => this.of(kind, holder) - this.of(kind, newcomer)
    return apart.some((kind) => kind !== "site" && more(kind) <= 0) ? 0 : Math.max(0, ...apart.map(more))
  }
}

const nameOf = (kind: HolderKind, { holders }: Visit): string | undefined => {
  const name = holders[kind]
  return name === undefined ? undefined : `${kind} ${name}`
}

/** The visit with the smallest size; the first of several. */
const leastBy = (visits: ReadonlyArray<Visit>, size: (visit: Visit) => number): Visit | undefined => {
  let least: { readonly visit: Visit; readonly size: number } | undefined
  for (const visit of visits) {
    const own = size(visit)
    if (least === undefined || own < least.size) least = { visit, size: own }
  }
  return least?.visit
}

/**
 * Whether there is a free place, and none of the newcomer's holders has a full share. `inside` excludes the newcomer.
 */
export const canAdmit = (
  inside: ReadonlyArray<Visit>,
  newcomer: Visit,
  { placesMax, shares }: PlaceLimits
): boolean => inside.length < placesMax && new Tally(inside).isWithin(shares, newcomer)

/**
 * Whether the link already has its full share, inside or waiting. A link belongs to one person, who would only wait for
 * themselves.
 */
export const hasWholeLink = (visits: Iterable<Visit>, newcomer: Visit, { shares }: PlaceLimits): boolean =>
  !new Tally(visits).isWithin(shares.link === undefined ? {} : { link: shares.link }, newcomer)

/** The waiting visit whose holders have the fewest places; the first of several. */
export const nextToAdmit = (
  inside: ReadonlyArray<Visit>,
  waiting: ReadonlyArray<Visit>,
  { placesMax, shares }: PlaceLimits
): Visit | undefined => {
  if (inside.length >= placesMax || waiting.length === 0) return undefined
  const tally = new Tally(inside)
  return leastBy(
    waiting.filter((visit) => tally.isWithin(shares, visit)),
    (visit) => Math.max(...kinds.map((kind) => tally.of(kind, visit)))
  )
}

/**
 * The visit to drop for a newcomer. Its holders have more than the newcomer's, and its time is over. Of those, it is
 * the one that brought the fewest bytes for its time.
 */
export const slowestVisitToDrop = (
  inside: ReadonlyArray<Visit>,
  newcomer: Visit,
  at: number,
  { graceMillis, keptMillis, shares }: PlaceLimits
): Visit | undefined => {
  const tally = new Tally(inside)
  if (!tally.isWithin(shares, newcomer)) return undefined
  const heldMillis = ({ enteredAt = at }: Visit) => at - enteredAt
  const isAsked = (visit: Visit): boolean => {
    if (visit.isComplete || heldMillis(visit) < graceMillis) return false
    const lead = tally.lead(visit, newcomer)
    return lead > 1 || (lead === 1 && heldMillis(visit) >= keptMillis)
  }
  return leastBy(inside.filter(isAsked), (visit) => visit.bytes / Math.max(1, heldMillis(visit)))
}

/**
 * The visit to drop from a full line for a newcomer: the last one whose holders would still have more in the line than
 * the newcomer's.
 */
export const waitingVisitToDrop = (waiting: ReadonlyArray<Visit>, newcomer: Visit): Visit | undefined => {
  const tally = new Tally(waiting)
  return waiting.findLast((visit) => tally.lead(visit, newcomer) > 1)
}
