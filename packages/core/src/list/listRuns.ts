import type { ListShape } from "./List.ts"

/** Where the items of a list are stored, in addition to the list's own declaration. */
export interface ListColumns {
  readonly table: string
  /** The columns of the owner's second field, of the status and of the kind. */
  readonly scope?: string
  readonly status?: string
  readonly kind?: string
  /** The index of the list orders by kind before the instant: each kind is a separate run. */
  readonly isOrderedByKind?: true
  /** The column of the instant from which on an item lapses. */
  readonly lapsesAt?: string
}

/** The filter of a list, without its range. */
export interface Narrowed {
  readonly status: string | undefined
  readonly kind: string | undefined
}

/**
 * The runs of the list's index that a page is merged from, each in list order: one for each status, and for each kind if the
 * index separates them.
 */
export const runsOf = (
  list: ListShape,
  { isOrderedByKind }: ListColumns,
  { kind, status }: Narrowed
): ReadonlyArray<Narrowed> => {
  const statuses = status === undefined ? (list.status?.values ?? [undefined]) : [status]
  const kinds = kind === undefined && isOrderedByKind ? (list.kind?.values ?? [undefined]) : [kind]
  return statuses.flatMap((each) => kinds.map((eachKind) => ({ status: each, kind: eachKind })))
}

/** Items that are due to lapse but not recorded affect this filter: it gains or loses them. */
export interface Lapsing extends Narrowed {
  readonly status: string
  readonly change: 1 | -1
  readonly at: string
}

export const lapsingOf = (
  { status: statuses }: ListShape,
  { lapsesAt }: ListColumns,
  { kind, status }: Narrowed
): Lapsing | undefined => {
  const lapse = statuses?.lapse
  if (lapse === undefined || lapsesAt === undefined) return undefined
  if (status !== lapse.from && status !== lapse.to) return undefined
  return { status: lapse.from, kind, change: status === lapse.to ? 1 : -1, at: lapsesAt }
}
