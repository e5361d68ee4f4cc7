import { columnName } from "../concept/columns.ts"
import type { Index } from "../concept/Definition.ts"
import type { ListShape } from "./List.ts"

/** The columns in which a list's filters are stored. */
export interface ListColumns {
  /** Of the owner's second field. */
  readonly scope: string | undefined
  readonly status: string | undefined
  readonly kind: string | undefined
}

export const listColumns = ({ kind, owner: [, scope], status }: ListShape): ListColumns => ({
  scope: scope === undefined ? undefined : columnName(scope),
  status: status === undefined ? undefined : columnName(status.field),
  kind: kind === undefined ? undefined : columnName(kind.field)
})

/**
 * The index of a list. In each run the items are in the order of the list; what else a filter asks for stands behind
 * that, so that items are counted without their rows.
 */
export const listIndex = ({ kind, owner, status }: ListShape): Index => {
  const ofRun = kind === undefined ? [] : [kind.field]
  return {
    on: [
      ...owner,
      ...(status === undefined ? [] : [status.field]),
      ...(kind?.isRun ? ofRun : []),
      "createdAt",
      "id",
      ...(status?.lapse === undefined ? [] : [status.lapse.field]),
      ...(kind?.isRun ? [] : ofRun)
    ]
  }
}

/** The filter of a list, without its range. */
export interface Narrowed {
  readonly status: string | undefined
  readonly kind: string | undefined
}

/**
 * The runs of the list's index that a page is merged from, each in list order: one for each status, and for each kind
 * if the index separates them.
 */
export const runsOf = (list: ListShape, { kind, status }: Narrowed): ReadonlyArray<Narrowed> => {
  const statuses = status === undefined ? (list.status?.values ?? [undefined]) : [status]
  const kinds = kind === undefined && list.kind?.isRun ? list.kind.values : [kind]
  return statuses.flatMap((each) => kinds.map((eachKind) => ({ status: each, kind: eachKind })))
}

/** Items that are due to lapse but not recorded affect this filter: it gains or loses them. */
export interface Lapsing extends Narrowed {
  readonly status: string
  readonly change: 1 | -1
  /** The column of the instant. */
  readonly at: string
}

export const lapsingOf = (
  { status: statuses }: ListShape,
  { kind, status }: Narrowed
): Lapsing | undefined => {
  const lapse = statuses?.lapse
  if (lapse === undefined || (status !== lapse.from && status !== lapse.to)) return undefined
  return { status: lapse.from, kind, change: status === lapse.to ? 1 : -1, at: columnName(lapse.field) }
}
